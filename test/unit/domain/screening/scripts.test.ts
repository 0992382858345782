import { describe, expect, test } from 'vitest'
import { isHitAmong } from '../../../support/listed-person.ts'

const others = ['Ottokar Wendelin', 'Karim Haddad', 'Abdul Basit', 'KIM, Yong', 'LI, Wei', 'Ana Lopez']
const isHit = (searched: string, listed: string): boolean => isHitAmong(others, searched, listed)

describe('compound Arabic names are one however they are cut and joined', () => {
  const ways = (first: string, family: string, joins: readonly string[]): [string, string][] =>
    joins.map((way) => [way, `${first} ${family}`])
  test.each<[string, string]>([
    ...ways('Abd al-Karim', 'al-Tamimi', [
      'Abdulkarim Altamimi',
      'Abdul Karim Al Tamimi',
      'Abdel-Karim El-Tamimi',
      'Abdel Kareem Tamimi',
      'Abd Al Karim Al Tamimi',
      'ALTAMIMI, Abdulkarim',
      'AL-TAMIMI, Abd al-Karim',
      'عبدالكريم التميمي',
      'عبد الكريم التميمي',
    ]),
    ...ways('Abdul Sattar bin Nadim', 'Al Mazrui', [
      'Abdulsattar Nadim Almazrui',
      'Abdussattar bin Nadim Al-Mazrui',
      'Abd as-Sattar Nadim al-Mazrui',
    ]),
    ...ways('Badr al-Din', 'Qasimi', ['Badruddin Qasimi', 'Badreddine Qasimi', 'Badr Uddin Qasimi', 'بدر الدين قاسمي']),
    ...ways('Abu Talib', 'Hamdan', ['Abutalib Hamdan', 'Abou Taleb Hamdan']),
    ['عبد الله', 'Abdullah'],
    ['Abdallah Wazir', 'WAZIR, Abd Allah'],
  ])('%s and %s', (searched, listed) => {
    expect(isHit(searched, listed)).toBe(true)
    expect(isHit(listed, searched)).toBe(true)
  })
  test.each([
    ['Abdulkarim Altamimi', 'Abdulhakim Altamimi'],
    ['Badruddin Qasimi', 'Nuruddin Qasimi'],
    ['Alberto Costa', 'Berto Costa'],
  ])('%s and %s are two', (searched, listed) => {
    expect(isHit(searched, listed)).toBe(false)
  })
})

describe('Arabic letters beside Latin ones', () => {
  test.each([
    ['سليم النجار', 'Salim al-Najjar'],
    ['هدى علي', 'Huda Ali'],
    ['مها يوسف', 'Maha Youssef'],
    ['ماركوس فيبر', 'Markus Weber'],
    ['روبرتو غونزاليس', 'Roberto Gonzales'],
    ['خالد الشريف', 'Khaled ash-Sharif'],
    ['تشارلز بيتر', 'Charles Peter'],
  ])('%s is %s', (searched, listed) => {
    expect(isHit(searched, listed)).toBe(true)
    expect(isHit(listed, searched)).toBe(true)
  })
  test.each([
    ['سارا كريمي', 'Karim'],
    ['سليم النجار', 'Sulaiman Najjar'],
    ['حسن محمدي', 'Hassan Muhammad'],
    ['محمد حميدي', 'محمد احمدي'],
  ])('%s is not %s', (searched, listed) => {
    expect(isHit(searched, listed)).toBe(false)
  })
})

describe('Chinese and Korean names', () => {
  test.each([
    ['刘梅', 'LIU, Mei'],
    ['陈建华', 'CHEN, Jianhua'],
    ['欧阳明', 'OUYANG, Ming'],
    ['박지훈', 'PAK, Ji Hun'],
    ['최영수', 'CHOE, Yong-su'],
    ['Hsieh Chih-ming', 'Xie Zhiming'],
    ['Chou Kuo-hua', 'ZHOU, Guohua'],
    ['Tseng Hsiao-ping', 'Zeng Xiaoping'],
    ['Yi Song Min', 'Ri Song Min'],
    ['Pak Chong-ho', 'Park Jong Ho'],
    ['Lee Jeong Hun', 'Ri Chong Hun'],
    // Family names that are particles or initials elsewhere.
    ['안상철', 'An Sang Chol'],
    ['안철수', 'AN, Chol Su'],
    ['도상철', 'Do Sang Chol'],
    ['오상철', 'O Sang Chol'],
    ['우상철', 'U Sang Chol'],
    ['杜晓明', 'Du Xiao Ming'],
    ['安伟', 'An Wei'],
    ['伊娃·霍夫曼', 'Eva Hoffmann'],
    ['马丁·诺瓦克', 'Martin Novak'],
  ])('%s is %s', (searched, listed) => {
    expect(isHit(searched, listed)).toBe(true)
    expect(isHit(listed, searched)).toBe(true)
  })
  test.each([
    ['최영수', 'CHOE, Yong-ho'],
    ['刘梅', 'LIU, Min'],
    ['高石早苗', '高市早苗'],
    ['Pak Chong-ho', 'Park Jong Su'],
    ['An Sang Chol', 'KIM, Sang Chol'],
    ['O Sang Chol', 'KIM, Sang Chol'],
    ['An Chol', 'KIM, Chol'],
  ])('%s is not %s', (searched, listed) => {
    expect(isHit(searched, listed)).toBe(false)
  })
})

describe('the same person by another custom of writing', () => {
  test.each([
    ['한성민', 'Han Sung-min'],
    ['Han Seongmin', 'Han Sung Min'],
    ['표정훈', 'Pyo Jung Hoon'],
    ['Pyo Young-hyun', 'PYO, Yong Hyon'],
    ['Pyo Yenghyen', 'Pyo Young-hyun'],
    ['I Hyengu', 'YI, Hyong U'],
    ['Aboutaleb Hamdan', 'Abu Talib Hamdan'],
    ['Seifelislam Hamdan', 'Sayf al-Islam Hamdan'],
    ['Badrulmulk Hamdan', 'Badr al-Mulk Hamdan'],
    ['Azzedine Hamdan', 'Azz al-Din Hamdan'],
    ['Nasrudin Hamdan', 'Nasr al-Din Hamdan'],
    ['ديتر برانت', 'Dieter Brandt'],
    ['نديم التميمي', 'NADIM BIN RASHID AL-TAMIMI'],
  ])('%s is %s', (searched, listed) => {
    expect(isHit(searched, listed)).toBe(true)
    expect(isHit(listed, searched)).toBe(true)
  })
  test.each([
    ['Deng Haoqiang', 'Deng Haoliang'],
    ['한숭민', 'HAN, Song Min'],
    ['Pyo Young-hyun', 'PYO, Yong Hui'],
    ['Sayf al-Islam Hamdan', 'Sayf al-Salam Hamdan'],
  ])('%s is not %s', (searched, listed) => {
    expect(isHit(searched, listed)).toBe(false)
  })
})
