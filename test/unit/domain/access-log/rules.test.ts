import { describe, expect, it } from 'vitest'
import { everyOperation } from '../../../../shared/api/operations.ts'
import { readingKinds } from '../../../../shared/schema/access-log.ts'
import { loggedReadings, unloggedReasons } from '../../../../main/domain/access-log/readings.ts'
import { unloggedOperations } from '../../../../main/domain/access-log/unlogged.ts'
import { readingOfCall } from '../../../../main/domain/access-log/reading-of.ts'
import { mayQuote } from '../../../../main/domain/access-log/quotes.ts'
import { unusualReading } from '../../../../main/domain/access-log/unusual.ts'

const unlogged = Object.values(unloggedOperations).flat()
const nothing = { params: {}, query: {}, body: {} }

describe('L-93: what leaves a row', () => {
  it('every operation is logged, or stands with the reason why it is not, once', () => {
    const told = [...Object.keys(loggedReadings), ...unlogged]
    expect(told.toSorted()).toEqual(everyOperation.map(({ id }) => id).toSorted())
    expect(Object.keys(unloggedOperations).toSorted()).toEqual(Object.keys(unloggedReasons).toSorted())
  })

  it('no GET passes for a change', () => {
    const reads = everyOperation.filter(({ method }) => method === 'GET').map(({ id }) => id)
    expect(unloggedOperations.change.filter((id) => reads.includes(id))).toEqual([])
  })

  it('names parts of a request that the operation has', () => {
    const places = Object.entries(loggedReadings).flatMap(([id, readings]) =>
      readings.flatMap(({ case: named, terms = [] }) =>
        [...terms, ...(named === undefined ? [] : [named.at])].map((place) => [id, place] as const),
      ),
    )
    const keysOf = (schema: unknown): string[] => {
      const { shape, def } = schema as {
        shape?: object
        def?: { in?: unknown; innerType?: unknown; options?: unknown[] }
      }
      if (shape !== undefined) return Object.keys(shape)
      return [def?.in, def?.innerType, ...(def?.options ?? [])].flatMap((part) =>
        part === undefined ? [] : keysOf(part),
      )
    }
    const wrong = places.filter(([id, place]) => {
      const operation = everyOperation.find((one) => one.id === id)
      const [part = '', name = ''] = place.split('.')
      return operation === undefined || !keysOf(operation[part as 'params' | 'query' | 'body']).includes(name)
    })
    expect(wrong).toEqual([])
  })

  it('leaves a row for a search or a look-up, and none for a page of a list', () => {
    expect(readingOfCall('listCases', nothing)).toBeNull()
    expect(readingOfCall('listCases', { ...nothing, query: { q: 'Ana Ruiz', size: 20 } })).toEqual({
      kind: 'search',
      case: null,
      terms: { q: 'Ana Ruiz' },
    })
    expect(readingOfCall('listCases', { ...nothing, query: { q: 'Ana', customer_id: 7 } })).toMatchObject({
      kind: 'person_looked_up',
      terms: { customer_id: 7 },
    })
    expect(readingOfCall('readCase', { ...nothing, params: { id: 3 } })).toEqual({
      kind: 'case_opened',
      case: { by: 'id', value: 3 },
      terms: null,
    })
    expect(
      readingOfCall('screenSomebody', { ...nothing, body: { names: ['Ana', 'Anna'], subject: { id: '7' } } })?.terms,
    ).toEqual({
      names: 'Ana, Anna',
      subject: '{"id":"7"}',
    })
    expect(readingOfCall('createCase', nothing)).toBeNull()
    expect(readingOfCall('constructor', nothing)).toBeNull()
  })

  it('keeps no more of a term than a page, cut where a character ends', () => {
    const term = readingOfCall('searchNetwork', { ...nothing, query: { q: `${'a'.repeat(1_999)}😀b` } })?.terms?.['q']
    expect(term).toBe(`${'a'.repeat(1_999)}…`)
    expect(readingOfCall('searchNetwork', { ...nothing, query: { q: '\uD800x' } })?.terms?.['q']).toBe('\uFFFDx')
  })

  it('every kind is left by some operation', () => {
    const kinds = new Set(Object.values(loggedReadings).flatMap((all) => all.map(({ kind }) => kind)))
    expect([...kinds].toSorted()).toEqual(readingKinds.toSorted())
  })
})

describe('L-97: whether a term may quote what is erased', () => {
  it.each([
    ['Miller', 'Jane Miller'],
    ['mill', 'Jane Miller'],
    ['MÜLLER', 'the account of Muller'],
    ['who is jane?', 'Jane Miller'],
    ['C-1001', 'C-1001'],
    ['1001', '1001'],
    ['JaneMiller', 'Jane'],
    ['田中', '田中太郎'],
    ['li', 'Li Wei'],
  ])('%s may quote %s', (term, erased) => {
    expect(mayQuote(term, erased)).toBe(true)
  })

  it.each([
    ['Ruiz', 'Jane Miller'],
    ['a', 'Jane Miller'],
    ['42', '4217'],
    ['', 'Jane Miller'],
    ['Ruiz', ''],
  ])('%s does not quote %s', (term, erased) => {
    expect(mayQuote(term, erased)).toBe(false)
  })
})

describe('L-99: unusual reading', () => {
  const now = 10_000_000
  const opened = (count: number, relation: 'own' | 'team' | 'other' = 'other', atMs = now) =>
    Array.from({ length: count }, (_, n) => ({ atMs, relation, caseUid: `${relation}-${n}` }))

  it('is so many different cases of others within the hour', () => {
    expect(unusualReading({ opened: opened(30), toldAtMs: null }, now, 30)).toBe(30)
    expect(unusualReading({ opened: opened(29), toldAtMs: null }, now, 30)).toBeNull()
    expect(unusualReading({ opened: [...opened(29), ...opened(29)], toldAtMs: null }, now, 30)).toBeNull()
    expect(
      unusualReading({ opened: [...opened(29), ...opened(9, 'own'), ...opened(9, 'team')], toldAtMs: null }, now, 30),
    ).toBeNull()
    expect(unusualReading({ opened: opened(30, 'other', now - 3_600_000), toldAtMs: null }, now, 30)).toBeNull()
  })

  it('is told once an hour, and never where the policy says 0', () => {
    const reading = (toldAtMs: number) => unusualReading({ opened: opened(40), toldAtMs }, now, 30)
    expect(reading(now - 3_599_999)).toBeNull()
    expect(reading(now - 3_600_000)).toBe(40)
    expect(unusualReading({ opened: opened(40), toldAtMs: null }, now, 0)).toBeNull()
  })
})
