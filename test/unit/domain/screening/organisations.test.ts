import { describe, expect, test } from 'vitest'
import { scoreLikeOfac } from '../../../../main/domain/screening/ofac.ts'
import { isHitAmong } from '../../../support/listed-person.ts'

const isHit = (searched: string, listed: string, kind: 'person' | 'organisation' = 'organisation'): boolean =>
  isHitAmong(['Ottokar Wendelin'], searched, listed, kind)

describe('organisations', () => {
  test.each([
    ['Torvik Carriers/Eastern Aid', 'Torvik Carriers'],
    ['Torvik Carriers a.k.a. Eastern Aid', 'Eastern Aid'],
    ['株式会社タナミ', 'タナミ'],
    ['タナミ(株)', 'タナミ 有限会社'],
    ['شركة الفجر للنقل', 'الفجر للنقل'],
    ['شركة الفجر للنقل', 'Al Fajr Transport Company'],
    ['مجموعة هامون القابضة', 'Hamoun Holding Group'],
    ['مصرف الرافد الدولي', 'Al-Rafid International Bank'],
    ['شركة توليب', 'Tulip Company'],
    ['Torvik Carriers COMP', 'Torvik Carriers'],
    ['Torvik GRP', 'Torvik Group'],
    ['Torvik Int’l Svcs', 'Torvik International Services'],
    ['Torvik AkG', 'Torvik AG'],
    ['Torvik Aktiengeselschaft', 'Torvik'],
    ['T-V-K Company', 'T.V.K. Co'],
    ['ЗАО Торвик', 'Torvik JSC'],
  ])('%s is %s', (searched, listed) => {
    expect(isHit(searched, listed)).toBe(true)
    expect(isHit(listed, searched)).toBe(true)
  })
  test.each([
    ['Torvik Growth Fund VII L.P.', 'Torvik Growth Fund VIII L.P.'],
    ['Torvik Carriers 12', 'Torvik Carriers'],
    ['Precinct 41 Holdings', 'Precinct 42 Holdings'],
    ['Torvik Company', 'Wendel Company'],
    ['株式会社タナミ', '株式会社ホリエ'],
    ['شركة الفجر للنقل', 'Al Qamar Transport Company'],
    ['مصرف الرافد الدولي', 'Al-Majd International Bank'],
    ['شركة النقل العامة', 'General Trading Company'],
    ['Torvik A/S', 'Wendel A/S'],
  ])('%s is not %s', (searched, listed) => {
    expect(isHit(searched, listed)).toBe(false)
  })
  test('that share nothing but words of their kind are not the same in OFAC’s mode', () => {
    for (const [searched, listed] of [
      ['TV Company', 'WD Company'],
      ['AB Trading Co', 'XY Trading Co'],
    ] as const)
      expect(scoreLikeOfac(searched, listed).score).toBeLessThan(90)
  })
})

describe('damaged text', () => {
  test.each([
    ['M?rta V?lgyi', 'Márta Völgyi'],
    ['Zden\ufffdk Hor\ufffd\ufffdek', 'Zdeněk Horáček'],
    ['B?rje ?stlund', 'Börje Östlund'],
    ['Signe Torvik?', 'Signe Torvik'],
    ['M??rta V??lgyi', 'Márta Völgyi'],
    ['Ho?ng Th? Tuy?t', 'Hoàng Thị Tuyết'],
    ['B?rje \ufffdstlund', 'Börje Östlund'],
    ['Ma¿a Do*nik', 'Maša Dornik'],
    ['MÃ¡rta VÃ¶lgyi', 'Márta Völgyi'],
    ['M&#225;rta V&#xF6;lgyi', 'Márta Völgyi'],
  ])('%s may be %s', (searched, listed) => {
    expect(isHit(searched, listed, 'person')).toBe(true)
    expect(isHit(listed, searched, 'person')).toBe(true)
  })
  test.each([
    ['???? ?????', 'Márta Völgyi'],
    ['M?rta V?lgyi', 'Márta Vargas'],
    ['T?? ???', 'Tim Fox'],
  ])('%s says too little to be %s', (searched, listed) => {
    expect(isHit(searched, listed, 'person')).toBe(false)
  })
})
