import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseQuery, searchText, toMatch } from '../../../main/storage/cases/search-text.ts'
import { freshWorkspace, granted, listQuery } from './support.ts'
import type { TestWorkspace } from './support.ts'

const cases = {
  chinese: { title: '客户资金转移调查', description: '王小明通过多个账户转账。' },
  japanese: { title: 'マネーロンダリングの疑い', description: '東京支店で不審な送金がありました' },
  thai: { title: 'การฟอกเงินผ่านบัญชีม้า', description: 'ผู้ต้องสงสัยโอนเงินหลายครั้ง' },
  arabic: { title: 'تحويل مشبوه', description: 'حساب في مَصْرِف آخر' },
  cyrillic: { title: 'Подозрительный Перевод', description: 'Крупная сумма наличных' },
  hindi: { title: 'संदिग्ध लेनदेन', description: 'हिन्दी में विवरण' },
  greek: { title: 'Ύποπτη Μεταφορά', description: 'Ο Παπαδόπουλος' },
  korean: { title: '의심스러운 거래', description: '계좌 이체' },
  german: { title: 'Geldwäsche in der Hauptstraße', description: 'E-Mail an max.muster@bank.example' },
  fullwidth: { title: 'ＡＢＣ商事', description: '口座１２３４' },
} as const

let t: TestWorkspace
const ids = new Map<string, number>()

beforeAll(async () => {
  t = await freshWorkspace()
  for (const [name, texts] of Object.entries(cases)) {
    ids.set(name, granted(await t.workspace.cases.create({ ...texts, priority: 'low' }, { actor: t.admin })).id)
  }
})
afterAll(async () => await t.remove())

const find = async (q: string): Promise<number[]> => (await t.workspace.cases.list(listQuery({ q, size: 100, sort: 'created' }))).data.map(({ id }) => id)

describe('search in every script', () => {
  test.for([
    ['chinese', '资金转移'], ['chinese', '转移'], ['chinese', '王小明'], ['chinese', '账'],
    ['japanese', 'ロンダリング'], ['japanese', '送金'], ['japanese', '東京支店'],
    ['thai', 'ฟอกเงิน'], ['thai', 'บัญชี'], ['thai', 'โอนเงิน'],
    ['arabic', 'مشبوه'], ['arabic', 'مصرف'],
    ['cyrillic', 'перевод'], ['cyrillic', 'НАЛИЧНЫХ'], ['cyrillic', 'подозр'],
    ['hindi', 'संदिग्ध'], ['hindi', 'हिन्दी'],
    ['greek', 'παπαδόπουλος'], ['greek', 'Παπαδόπουλοσ'], ['greek', 'ΜΕΤΑΦΟΡΆ'],
    ['korean', '의심'], ['korean', '이체'],
    ['german', 'hauptstrasse'], ['german', 'GELDWÄSCHE'], ['german', 'max.muster@bank.example'], ['german', '"in der"'],
    ['fullwidth', 'abc商事'], ['fullwidth', '1234'],
  ] as const)('L-70: %s is found by %s', async ([name, q]) => {
    expect(await find(q)).toEqual([ids.get(name)])
  })
})

test('L-71: every word must occur; they may lie in different notes', async () => {
  const id = ids.get('german') ?? 0
  granted(await t.workspace.cases.addNote(id, { text: 'The courier wore a helmet' }, { actor: t.admin }))
  granted(await t.workspace.cases.changeStatus(id, { status: 'escalated', notes: 'Zebra pattern of payments' }, { actor: t.admin }))
  expect(await find('zebra helmet geldw')).toEqual([id])
  expect(await find('zebra giraffe')).toEqual([])
  expect(await find('"zebra helmet"')).toEqual([])
})

test('a case is found by its number, whole or in part', async () => {
  const read = granted(await t.workspace.cases.read(ids.get('thai') ?? 0))
  expect(await find(read.case_number)).toEqual([read.id])
  expect(await find(read.case_number.toLowerCase())).toEqual([read.id])
  expect((await find('ACME')).length).toBe(ids.size)
})

test('L-72: no query can break the search', async () => {
  for (const q of ['.', '"', '""', 'a"b', '*', 'NEAR(', 'AND', 'x OR', '-x', 'col:x', '^x', '(', '{a}', '😀', "'; drop table cases", '\\', '+', 'é́', '‮x']) await find(q)
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 60 }), async (q) => {
      await find(q)
    }),
    { numRuns: 300 },
  )
})

test('a text of nothing that can be searched for finds nothing', async () => {
  expect(await find('... !? 😀')).toEqual([])
})

test('L-70: the prepared text of a text is its own prepared text', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => searchText(searchText(text)).replaceAll(/ +/g, ' ') === searchText(text).replaceAll(/ +/g, ' ')))
})

test('only the last word of a query may be a beginning, and not within quotes', () => {
  expect(parseQuery('Alpha bet').map(toMatch)).toEqual(['"alpha"', '"bet" *'])
  expect(parseQuery('alpha "be ta"').map(toMatch)).toEqual(['"alpha"', '"be ta"'])
  expect(parseQuery('洗钱').map(toMatch)).toEqual(['"洗 钱"'])
})
