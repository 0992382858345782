import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
  turkish: { title: 'İzmir ve KIZILAY', description: 'Işık Çelik' },
  polish: { title: 'Bank w Łodzi', description: 'Café Müller, konto Nguyễn' },
  persian: { title: 'علی کریمی', description: 'شماره ۴۵۶۷' },
  bank: { title: '은행에서 출금', description: 'Soft\u00adhyphen Королёв' },
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

const find = async (q: string): Promise<number[]> =>
  (await t.workspace.cases.list(listQuery({ q, size: 100, sort: 'created' }))).data.map(({ id }) => id)

describe('search in every script', () => {
  test.for([
    ['chinese', '资金转移'],
    ['chinese', '转移'],
    ['chinese', '王小明'],
    ['chinese', '账'],
    ['japanese', 'ロンダリング'],
    ['japanese', '送金'],
    ['japanese', '東京支店'],
    ['thai', 'ฟอกเงิน'],
    ['thai', 'บัญชี'],
    ['thai', 'โอนเงิน'],
    ['arabic', 'مشبوه'],
    ['arabic', 'مصرف'],
    ['cyrillic', 'перевод'],
    ['cyrillic', 'НАЛИЧНЫХ'],
    ['cyrillic', 'подозр'],
    ['hindi', 'संदिग्ध'],
    ['hindi', 'हिन्दी'],
    ['greek', 'παπαδόπουλος'],
    ['greek', 'Παπαδόπουλοσ'],
    ['greek', 'ΜΕΤΑΦΟΡΆ'],
    ['korean', '의심'],
    ['korean', '이체'],
    ['german', 'hauptstrasse'],
    ['german', 'GELDWÄSCHE'],
    ['german', 'max.muster@bank.example'],
    ['german', '"in der"'],
    ['turkish', 'izmir'],
    ['turkish', 'IZMIR'],
    ['turkish', 'kızılay'],
    ['turkish', 'isik'],
    ['turkish', 'çelik'],
    ['polish', 'lodzi'],
    ['polish', 'CAFE muller'],
    ['polish', 'café'],
    ['polish', 'nguyen'],
    ['persian', 'علي'],
    ['persian', 'كريمي'],
    ['persian', '4567'],
    ['bank', '은행'],
    ['bank', '출금'],
    ['bank', 'softhyphen'],
    ['bank', 'королев'],
    ['fullwidth', 'abc商事'],
    ['fullwidth', '1234'],
  ] as const)('L-70: %s is found by %s', async ([name, q]) => {
    expect(await find(q)).toEqual([ids.get(name)])
  })
})

test('L-73: in the default order what is spelled as it was typed comes first', async () => {
  const own = await freshWorkspace()
  const open = async (title: string): Promise<string> => {
    granted(
      await own.workspace.cases.create({ title, description: 'Spelled so.', priority: 'low' }, { actor: own.admin }),
    )
    return title
  }
  const [plain, accented, begun] = [
    await open('Muller and sons'),
    await open('Müller und Söhne'),
    await open('Müllerin'),
  ]
  const found = async (q: string, sort?: 'created'): Promise<string[]> =>
    (await own.workspace.cases.list(listQuery({ q, size: 100, ...(sort === undefined ? {} : { sort }) }))).data.map(
      ({ title }) => title,
    )
  expect(await found('muller')).toEqual([plain, accented, begun])
  expect(await found('MÜLLER')).toEqual([accented, begun, plain])
  expect(await found('"müller"')).toEqual([accented, plain])
  expect(await found('müller söhne')).toEqual([accented])
  expect(await found('müller', 'created')).toEqual([plain, accented, begun])
  const pages = await Promise.all(
    [1, 2, 3].map((page) => own.workspace.cases.list(listQuery({ q: 'müller', size: 1, page }))),
  )
  expect(pages.flatMap(({ data }) => data.map(({ title }) => title))).toEqual([accented, begun, plain])
  await own.remove()
})

test('L-71: every word must occur; they may lie in different notes', async () => {
  const id = ids.get('german') ?? 0
  granted(await t.workspace.cases.addNote(id, { text: 'The courier wore a helmet' }, { actor: t.admin }))
  granted(
    await t.workspace.cases.changeStatus(
      id,
      { status: 'escalated', notes: 'Zebra pattern of payments' },
      { actor: t.admin },
    ),
  )
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
  for (const q of [
    '.',
    '"',
    '""',
    'a"b',
    '*',
    'NEAR(',
    'AND',
    'x OR',
    '-x',
    'col:x',
    '^x',
    '(',
    '{a}',
    '😀',
    "'; drop table cases",
    '\\',
    '+',
    'é́',
    '‮x',
  ])
    await find(q)
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
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      (text) => searchText(searchText(text)).replaceAll(/ +/g, ' ') === searchText(text).replaceAll(/ +/g, ' '),
    ),
  )
})

test('only the last word of a query may be a beginning, and not within quotes', () => {
  expect(parseQuery('Alpha bet').map(toMatch)).toEqual(['"alpha"', '"bet" *'])
  expect(parseQuery('alpha "be ta"').map(toMatch)).toEqual(['"alpha"', '"be ta"'])
  expect(parseQuery('洗钱').map(toMatch)).toEqual(['"洗 钱"'])
})

describe('pieces of evidence', () => {
  /** Seals the acquisition of a piece, as the service does. */
  const acquire = async (
    on: TestWorkspace,
    caseId: number,
    id: number,
    withheld: Readonly<Record<string, string>>,
  ): Promise<string> => {
    const { uid } = granted(await on.workspace.cases.read(caseId))
    const pub = {
      evidence_id: id,
      size: 1,
      sha256: 'ab'.repeat(32),
      method: 'logical_copy',
      tool: 'Fieldseal',
      tool_version: '0.1.0',
      started_at: '2026-03-01T08:00:00.000Z',
      ended_at: '2026-03-01T08:00:07.000Z',
    }
    const subject = on.env.random.uuidv7(Date.now())
    return granted(
      await on.workspace.ledger.write(on.admin, async (tx) => ({
        ok: true,
        value: await tx.append({ case: { id: caseId, uid }, type: 'evidence.acquired', subject, pub, withheld }),
      })),
    ).id
  }
  const label = async (
    on: TestWorkspace,
    caseId: number,
    id: number,
    withheld: Readonly<Record<string, string>>,
    pub: Readonly<Record<string, boolean>> = {},
  ): Promise<void> => {
    const { uid } = granted(await on.workspace.cases.read(caseId))
    granted(
      await on.workspace.ledger.write(on.admin, async (tx) => ({
        ok: true,
        value: await tx.append({
          case: { id: caseId, uid },
          type: 'evidence.edited',
          subject: `case:${uid}`,
          pub: { evidence_id: id, ...pub },
          withheld,
        }),
      })),
    )
  }
  /** What speaks against the rows; the pieces of these tests have no bytes. */
  const faults = async (on: TestWorkspace): Promise<unknown[]> =>
    ((await on.workspace.verification.verifyWorkspace())?.findings ?? []).filter(
      ({ severity, code }) => severity === 'fault' && code !== 'blob_missing',
    )
  const findIn = async (on: TestWorkspace, q: string): Promise<number[]> =>
    (await on.workspace.cases.list(listQuery({ q }))).data.map(({ id }) => id)

  let own: TestWorkspace
  let caseId: number
  beforeEach(async () => {
    own = await freshWorkspace()
    caseId = granted(
      await own.workspace.cases.create(
        { title: 'A case', description: 'With evidence.', priority: 'low' },
        { actor: own.admin },
      ),
    ).id
    granted(
      await own.workspace.cases.create(
        { title: 'Another case', description: 'Without.', priority: 'low' },
        { actor: own.admin },
      ),
    )
    await acquire(own, caseId, 1, { name: 'Überweisungen März.csv', path: 'Desktop/銀行/Überweisungen März.csv' })
    await acquire(own, caseId, 2, { name: 'disk.e01' })
  })
  afterEach(async () => await own.remove())

  test.for(['überweisungen', 'MÄRZ.csv', '銀行', 'desktop', 'disk.e01', 'evidence disk überweis'])(
    'L-70: their case is found by %s',
    async (q) => {
      expect(await findIn(own, q)).toEqual([caseId])
    },
  )

  test('L-70: a label is found while the piece bears it', async () => {
    await label(own, caseId, 2, { label: 'Exhibit Quetzal' })
    expect([await findIn(own, 'quetzal'), await findIn(own, 'disk.e01 quetzal')]).toEqual([[caseId], [caseId]])
    await label(own, caseId, 2, { label: 'Exhibit Ocelot' })
    expect([await findIn(own, 'quetzal'), await findIn(own, 'ocelot')]).toEqual([[], [caseId]])
    await label(own, caseId, 2, {}, { label_removed: true })
    expect([await findIn(own, 'ocelot'), await findIn(own, 'disk')]).toEqual([[], [caseId]])
    expect(await faults(own)).toEqual([])
  })

  test('L-52: an erased name is found no more, nor is the mark of its erasure; the tables are what a replay makes', async () => {
    const { data } = granted(await own.workspace.cases.timeline(caseId, { order: 'oldest', page: 1, size: 100 }))
    const values = data.flatMap((entry) =>
      Object.entries(entry.withheld).map(([name, { digest }]) => ({
        entryId: entry.entry_id,
        type: entry.type,
        name,
        digest,
      })),
    )
    for (const value of values.filter(({ type }) => type === 'evidence.acquired').slice(0, 2)) {
      granted(
        await own.workspace.cases.redact(
          caseId,
          { entry_id: value.entryId, digests: [value.digest], legal_basis: 'gdpr_art_17' },
          { actor: own.admin },
        ),
      )
    }
    for (const q of ['überweisungen', 'märz', '銀行', 'desktop', 'redacted'])
      expect([q, await findIn(own, q)]).toEqual([q, []])
    expect(await findIn(own, 'disk.e01')).toEqual([caseId])
    expect(await faults(own)).toEqual([])
  })
})
