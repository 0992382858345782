import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { indexNames, indexingSteps } from '../../../../main/domain/screening/candidates.ts'
import { digestOfEntry, digestOfSubject, partialDateOf, subjectOf } from '../../../../main/domain/screening/facts.ts'
import { plainIdentifier } from '../../../../main/domain/screening/identifier.ts'
import { prepareName } from '../../../../main/domain/screening/name.ts'
import { createScreener, screenerSteps } from '../../../../main/domain/screening/screener.ts'
import type { ScreenedEntry, ScreeningSubject } from '../../../../main/domain/screening/screener.ts'
import { screenedFacts } from '../../../../shared/schema/screening.ts'
import { cpuMs } from '../../../support/cpu-time.ts'
import { runsOf } from '../../../support/tries.ts'

const entry = (id: string, name: string, given: Partial<ScreenedEntry> = {}): ScreenedEntry => ({
  id,
  kind: 'person',
  names: [{ text: name, type: 'primary' }],
  dates: [],
  countries: [],
  gender: null,
  identifiers: [],
  ...given,
})
const screener = (...entries: ScreenedEntry[]) => createScreener([{ key: 'un', version: '1', entries }])
const person = (name: string, given: Partial<ScreeningSubject> = {}): ScreeningSubject => ({
  kind: 'person',
  names: [name],
  ...given,
})
const found = (of: ReturnType<typeof screener>, subject: ScreeningSubject, options?: Parameters<typeof of.screen>[1]) =>
  of.screen(subject, options).map((match) => match.entry.id)

describe('the index', () => {
  const names = ['Aleksandr Petrov', 'Anna Ek', 'Mohammed al-Masri', 'محمد المصري', '王小明', 'Harbour Trading'].map(
    (text) => prepareName(text, 'person'),
  )
  test.each([
    ['Petrov Alexander', 0],
    ['Anna Eck', 1],
    ['Muhamad Masri', 2],
    ['محمد المصري', 3],
    ['王小明', 4],
    ['HarbourTrading', 5],
  ])('finds %s', (text, number) => {
    expect(indexNames(names).find(prepareName(text, 'person')).slice(0, 3)).toContain(number)
  })
  test('answers those first that share most, and of these those nearest in length', () => {
    const index = indexNames(
      ['Anna Ek Lindqvist Palm', 'Anna Ek Lindqvist', 'Anna Holm', 'Anna Ek', 'Bo Lund'].map((text) =>
        prepareName(text, 'person'),
      ),
    )
    expect(index.find(prepareName('Ek, Anna', 'person'))).toEqual([3, 1, 0, 2])
  })
  test('is built in steps, however many names there are', () => {
    const steps = [...indexingSteps(Array.from({ length: 1_000 }, (_, n) => prepareName(`Name ${n}`, 'person')))]
    expect(steps.length).toBeGreaterThan(60)
  })
  test('finds each of its own names', () => {
    const letters = fc.stringMatching(/^[A-Z][a-z]{3,9}$/u)
    fc.assert(
      fc.property(fc.array(fc.tuple(letters, letters), { minLength: 1, maxLength: 20 }), (pairs) => {
        const own = pairs.map((pair) => prepareName(pair.join(' '), 'person'))
        const index = indexNames(own)
        for (const [number, name] of own.entries()) expect(index.find(name)).toContain(number)
      }),
      { numRuns: runsOf(30) },
    )
  })
})

describe('whom a subject fits', () => {
  test('comes best first, each entry once with its best name', () => {
    const matches = screener(
      entry('far', 'Aleksandr Petrovich'),
      entry('near', 'Aleksander Petrov', {
        names: [
          { text: 'The Bear', type: 'primary' },
          { text: 'Aleksandr Petrov', type: 'alias' },
          { text: 'A. Petrov', type: 'alias' },
        ],
      }),
    ).screen(person('Aleksandr Petrov'), { threshold: 0.5 })
    expect(matches.map(({ entry: { id }, listedName, quality }) => [id, listedName, quality])[0]).toEqual([
      'near',
      'Aleksandr Petrov',
      'alias',
    ])
    expect(new Set(matches.map(({ entry: { id } }) => id)).size).toBe(matches.length)
  })
  test('a weak alias weighs less than a full name', () => {
    const weak = screener(
      entry('w', 'Someone Else', {
        names: [
          { text: 'Someone Else', type: 'primary' },
          { text: 'Anna Ek', type: 'weak' },
        ],
      }),
    ).screen(person('Anna Ek'))
    expect(weak[0]).toMatchObject({ quality: 'weak', score: 0.93 })
  })
  test('any of the subject’s names counts', () => {
    expect(found(screener(entry('1', 'Anna Ek')), person('Beata Lund', { names: ['Beata Lund', 'Anna Ek'] }))).toEqual([
      '1',
    ])
  })
  test('a date, a country or a gender that speaks against it makes less of it', () => {
    const lists = screener(entry('1', 'Anna Ek', { dates: [{ year: 1950 }], gender: 'female' }))
    expect(found(lists, person('Anna Ek', { dates: [{ year: 1951 }] }))).toEqual(['1'])
    expect(found(lists, person('Anna Ek', { dates: [{ year: 1990 }] }))).toEqual([])
  })
  test('the same passport is a hit whatever the names, a number that is too short is not', () => {
    const lists = screener(
      entry('1', 'Anna Ek', { identifiers: [{ value: 'P1234567' }] }),
      entry('2', 'Bo Lund', { identifiers: [{ value: '42' }] }),
    )
    expect(lists.screen(person('Quite Another', { identifiers: ['P1234567', '42'] }))).toMatchObject([
      { entry: { id: '1' }, score: 0.95, qualifiers: [{ kind: 'identifier', agrees: true }] },
    ])
  })
  test.each([
    [
      '9187629',
      [
        '9187629',
        'IMO 9187629',
        'IMO9187629',
        'IMO No. 9187629',
        'imo number: 9187629',
        'ＩＭＯ　９１８７６２９',
        'I\u200bMO 9187629',
      ],
    ],
    ['IMO9187629', ['9187629', 'IMO 9187629']],
    ['256842000', ['MMSI 256842000', 'MMSI: 256 842 000', '256842000']],
    ['AB123456', ['AB-123456', 'ab 123456']],
    ['NO974760673', ['NO 974 760 673', '974760673', 'Nr. 974760673']],
  ])('the listed number %s is found however it is written', (listed, ways) => {
    const lists = screener(entry('1', 'Anna Ek', { kind: 'vessel', identifiers: [{ value: listed }] }))
    for (const way of ways) {
      const facts = screenedFacts.parse({ kind: 'vessel', names: ['Nobody Ship'], identifiers: [way] })
      expect(lists.screen(subjectOf(facts, null)), way).toMatchObject([{ entry: { id: '1' }, score: 0.95 }])
    }
  })
  test('a number of another length is no ship’s number, and keeps its letters', () => {
    expect(['IMO 123', 'MMSI 12', 'NORTH 1', 'IMOGEN 1234567'].map(plainIdentifier)).toEqual([
      'IMO123',
      'MMSI12',
      'NORTH1',
      'IMOGEN1234567',
    ])
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), (text) => {
        expect(plainIdentifier(plainIdentifier(text))).toBe(plainIdentifier(text))
      }),
    )
  })
  test('people are looked for among people, ships among ships, and what is of no kind among all', () => {
    const lists = screener(
      entry('p', 'Orient Star'),
      entry('o', 'Orient Star', { kind: 'organisation' }),
      entry('v', 'Orient Star', { kind: 'vessel' }),
      entry('x', 'Orient Star', { kind: 'other' }),
    )
    expect(found(lists, { kind: 'person', names: ['Orient Star'] }).sort()).toEqual(['p', 'x'])
    expect(found(lists, { kind: 'organisation', names: ['Orient Star'] }).sort()).toEqual(['o', 'x'])
    expect(found(lists, { kind: 'thing', names: ['Orient Star'] }).sort()).toEqual(['v', 'x'])
    expect(found(lists, { kind: 'unknown', names: ['Orient Star'] }).sort()).toEqual(['o', 'p', 'v', 'x'])
  })
  test('only the lists that are asked for are searched', () => {
    const lists = createScreener([
      { key: 'un', version: '1', entries: [entry('1', 'Anna Ek')] },
      { key: 'eu', version: '7', entries: [entry('1', 'Anna Ek')] },
    ])
    expect(lists.screen(person('Anna Ek'), { lists: ['eu'] }).map(({ list, version }) => [list, version])).toEqual([
      ['eu', '7'],
    ])
    expect(lists.screen(person('Anna Ek'))).toHaveLength(2)
  })
  test('in OFAC’s mode the score is the name’s alone, and parts stand side by side', () => {
    const [match] = screener(entry('1', 'PETROV, Aleksandr', { dates: [{ year: 1950 }] })).screen(
      person('Alexander Petrov', { dates: [{ year: 1999 }] }),
      { mode: 'ofac' },
    )
    expect(match).toMatchObject({
      mode: 'ofac',
      qualifiers: [{ kind: 'date', agrees: false }],
      parts: [
        { left: 'ALEXANDER', right: 'ALEKSANDR' },
        { left: 'PETROV', right: 'PETROV' },
      ],
    })
    expect(match?.score).toBe(match?.nameScore)
  })
})

describe('namesakes', () => {
  const bornOn = (n: number) => ({ year: 1900 + (n % 100), month: 1 + (Math.floor(n / 100) % 12), day: 1 + (n % 28) })
  test.each([1, 23, 24, 25, 40, 120, 500])('of %i with one name each is found by his own day of birth', (count) => {
    const lists = screener(
      ...Array.from({ length: count }, (_, n) => entry(`W${n}`, 'Ottokar Wendelin', { dates: [bornOn(n)] })),
    )
    for (let n = 0; n < count; n += 1)
      expect(lists.screen(person('Ottokar Wendelin', { dates: [bornOn(n)] }))[0]).toMatchObject({
        entry: { id: `W${n}` },
        score: 1,
        qualifiers: [{ kind: 'date', agrees: true, factor: 1.1 }],
      })
    expect(lists.screen(person('Ottokar Wendelin'))).toHaveLength(count)
  })
  test('are found however their names are written, and beside any number of longer ones', () => {
    const ways = [
      'Mohammed Ali',
      'ALI, Mohammed',
      'Ali Mohammed',
      'MOHAMMED  ALI',
      'Muhammad Ali',
      'Sheikh Mohammed Ali',
    ]
    const lists = screener(
      ...Array.from({ length: 300 }, (_, n) =>
        entry(
          `L${n}`,
          `Mohammed Ali ${String.fromCodePoint(65 + (n % 26))}${'aeiou'[n % 5] ?? ''}${'bdfgklmnprst'[n % 12] ?? ''}ov${n % 7}`,
          { dates: [bornOn(n)] },
        ),
      ),
      ...Array.from({ length: 300 }, (_, n) => entry(`W${n}`, ways[n % ways.length] ?? '', { dates: [bornOn(n)] })),
    )
    for (const n of [0, 29, 150, 298, 299])
      expect(found(lists, person('Mohammed Ali', { dates: [bornOn(n)] }))).toContain(`W${n}`)
    expect(new Set(found(lists, person('Mohammed Ali')))).toEqual(
      new Set(Array.from({ length: 300 }, (_, n) => `W${n}`)),
    )
  })
  test('whom a date alone lifts over the threshold are found behind any number whom it does not', () => {
    const lists = screener(
      ...Array.from({ length: 200 }, (_, n) =>
        entry(
          `L${n}`,
          `Mohammed Ali ${'bdfgklmnprst'[n % 12] ?? ''}${'aeiou'[n % 5] ?? ''}${'bdfgklmnprstvz'[n % 14] ?? ''}ur`,
          { dates: [bornOn(n)] },
        ),
      ),
    )
    const alone = lists.screen(person('Mohammed Ali'))
    expect(alone).toEqual([])
    for (const n of [0, 24, 25, 100, 199])
      expect(found(lists, person('Mohammed Ali', { dates: [bornOn(n)] }))).toContain(`L${n}`)
  })
  test('come as many as are asked for', () => {
    const lists = screener(...Array.from({ length: 60 }, (_, n) => entry(`W${n}`, 'Ottokar Wendelin')))
    expect(lists.screen(person('Ottokar Wendelin'), { limit: 5 })).toHaveLength(5)
  })
})

describe('what cannot be seen', () => {
  const ignorable = Array.from({ length: 0x11_0000 }, (_, point) => point)
    .filter(
      (point) =>
        (point < 0xd800 || point > 0xdfff) && /\p{Default_Ignorable_Code_Point}/u.test(String.fromCodePoint(point)),
    )
    .map((point) => String.fromCodePoint(point))
  const names = [
    'Ayman al-Zawahiri',
    'AL-QAIDA',
    'M23',
    'Hafiz Saeed',
    'José Peña',
    'محمد المصري',
    '王小明',
    'Мария Иванова',
    'O’Neill, Seán',
    'Harbour Trading Ltd.',
  ]
  const lists = screener(...names.map((name, n) => entry(String(n), name, { kind: 'other' })))
  const scores = (name: string, mode: 'precise' | 'ofac') =>
    lists
      .screen({ kind: 'unknown', names: [name] }, { mode, threshold: 0.6 })
      .map(({ entry: { id }, score }) => [id, score])

  test('changes no answer, whichever sign it is and wherever it stands', () => {
    expect(ignorable.length).toBeGreaterThan(4_000)
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.array(fc.tuple(fc.constantFrom(...ignorable), fc.nat(40)), { minLength: 1, maxLength: 6 }),
        fc.constantFrom('precise' as const, 'ofac' as const),
        (name, put, mode) => {
          const hidden = put.reduce((text, [sign, at]) => {
            const points = Array.from(text)
            return [...points.slice(0, at), sign, ...points.slice(at)].join('')
          }, name.normalize('NFD'))
          expect(scores(hidden, mode)).toEqual(scores(name.normalize('NFD'), mode))
          // OFAC's scoring reads Latin letters alone.
          if (mode === 'precise') expect(scores(hidden, mode).length).toBeGreaterThan(0)
        },
      ),
      { numRuns: runsOf(400) },
    )
  })
  test('in a listed name hides it as little', () => {
    const hidden = screener(entry('1', 'A\u200byman al-Z\u00adawahiri'))
    for (const mode of ['precise', 'ofac'] as const)
      expect(hidden.screen(person('Ayman al-Zawahiri'), { mode })).toMatchObject([{ score: 1 }])
  })
})

describe('a name that is made of numbers, titles or particles alone', () => {
  const lists = screener(
    entry('n', 'ELEVEN EIGHTY EIGHT LIMITED', { kind: 'organisation' }),
    entry('v', '7-28', { kind: 'vessel' }),
    entry('l', 'L-409', { kind: 'vessel' }),
    entry('c', '11420 CORP.', { kind: 'organisation' }),
    entry('d', 'El Doctor'),
    entry('s', 'El Señor'),
    entry('7', '07'),
    entry('a', 'A. B.'),
    entry('o', 'Unit 7-28 Trading', { kind: 'organisation' }),
  )
  test.each([
    ['ELEVEN EIGHTY EIGHT LIMITED', ['n']],
    ['Eleven Eighty-Eight Ltd', ['n']],
    ['Eleven Eighty Eight', ['n']],
    ['11 88 Limited', ['n']],
    ['Eleven Eighty Nine Limited', []],
    ['Eleven Limited', []],
    ['7-28', ['v']],
    ['Seven Twenty Eight', ['v']],
    ['MV 7-28', ['v']],
    ['7-29', []],
    ['728', []],
    ['28', []],
    ['Unit 7-28', ['o']],
    ['L-409', ['l']],
    ['11420 Corp', ['c']],
    ['El Doctor', ['d']],
    ['Doctor', []],
    ['El Senor', ['s']],
    ['El', []],
    ['7', ['7']],
    ['A. B.', ['a']],
  ])('%s fits %j', (name, ids) => {
    expect(found(lists, { kind: 'unknown', names: [name] })).toEqual(ids)
  })
})

describe('it never fails', () => {
  const lists = screener(entry('1', 'Anna Ek'), entry('2', '', { names: [] }), entry('3', '😀'))
  test.each<[string, ScreeningSubject]>([
    ['nobody', { kind: 'unknown', names: [] }],
    ['an empty name', person('')],
    ['a thousand names', person('', { names: Array.from({ length: 1_000 }, (_, n) => `Anna Ek ${n}`) })],
    ['10 MB', person('Anna Ek '.repeat(1_250_000))],
    ['signs', person('\u202e\ud800\u0000')],
    ['a name of a prototype', person('__proto__ constructor')],
  ])('on %s', (_what, subject) => {
    const started = cpuMs()
    for (const mode of ['precise', 'ofac'] as const)
      expect(lists.screen(subject, { mode, threshold: 0.5 }).length).toBeLessThanOrEqual(3)
    expect(cpuMs() - started).toBeLessThan(3_000)
  })
  test('on anything', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', maxLength: 100 }), { maxLength: 3 }),
        fc.constantFrom('person', 'organisation', 'thing', 'unknown'),
        (names, kind) => {
          expect(() => lists.screen({ kind, names })).not.toThrow()
        },
      ),
    )
  })
  test('is built in steps, so that others get their turn', () => {
    expect(
      [
        ...screenerSteps([
          { key: 'un', version: '1', entries: Array.from({ length: 1_000 }, (_, n) => entry(String(n), `Name ${n}`)) },
        ]),
      ].length,
    ).toBeGreaterThan(60)
  })
})

describe('facts', () => {
  const facts = screenedFacts.parse({
    names: ['Anna Ek'],
    dates: ['1962', '1963-02'],
    countries: ['SE', 'NO'],
    identifiers: ['P 12-3'],
  })
  test('are read for searching', () => {
    expect(partialDateOf('1962-03-21')).toEqual({ year: 1962, month: 3, day: 21 })
    expect(plainIdentifier('p 12-3/ä')).toBe('P123Ä')
    expect(subjectOf(facts, { kind: 'person', id: '1' })).toEqual({
      kind: 'person',
      names: ['Anna Ek'],
      dates: [{ year: 1962 }, { year: 1963, month: 2 }],
      countries: ['SE', 'NO'],
      gender: null,
      identifiers: ['P123'],
    })
    expect(subjectOf({ ...facts, kind: 'vessel' }, null).kind).toBe('thing')
    expect(subjectOf(facts, { kind: 'company', id: '1' }).kind).toBe('organisation')
    expect(subjectOf(facts, { kind: 'customer', id: '1' }).kind).toBe('unknown')
  })
  test.each(['0000', '1962-13', '1962-02-30', '62', '1962-2-3', 'x'])('%s is no date', (text) => {
    expect(screenedFacts.safeParse({ names: ['A'], dates: [text] }).success).toBe(false)
  })
  test('a digest of a subject changes with what a match depends on, not with the order of it', () => {
    const digest = digestOfSubject(facts)
    expect(digestOfSubject({ ...facts, countries: ['NO', 'SE'], dates: ['1963-02', '1962'] })).toBe(digest)
    for (const other of [
      { names: ['Anna Ek', 'A. Ek'] },
      { dates: ['1962'] },
      { countries: ['SE'] },
      { gender: 'female' as const },
      { identifiers: [] },
      { kind: 'person' as const },
    ])
      expect(digestOfSubject({ ...facts, ...other })).not.toBe(digest)
  })
  test('a digest of an entry likewise', () => {
    const one = entry('1', 'Anna Ek', { dates: [{ year: 1962 }, { year: 1963 }], countries: ['SE', 'NO'] })
    expect(digestOfEntry({ ...one, dates: [{ year: 1963 }, { year: 1962 }], countries: ['NO', 'SE'] })).toBe(
      digestOfEntry(one),
    )
    for (const other of [
      { names: [{ text: 'Anna Ek', type: 'weak' as const }] },
      { dates: [] },
      { countries: [] },
      { gender: 'male' as const },
      { identifiers: [{ value: 'X' }] },
      { kind: 'other' as const },
    ])
      expect(digestOfEntry({ ...one, ...other })).not.toBe(digestOfEntry(one))
  })
})
