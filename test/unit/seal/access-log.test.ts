import { describe, expect, it } from 'vitest'
import { createLogCheck, rowHash } from '../../../main/seal/access-log.ts'
import type { ChainedRow, LoggedRow, SealedHead } from '../../../main/seal/access-log.ts'

const written = (n: number): LoggedRow => ({
  n,
  at: 1_000 + n,
  who: 'u1',
  via: 'window',
  kind: 'case_opened',
  operation: 'readCase',
  case_uid: `c${n}`,
  relation: 'other',
  terms_digest: null,
  result: 'allowed',
  detail: {},
})

const log = (size: number): ChainedRow[] => {
  const rows: ChainedRow[] = []
  for (let n = 1; n <= size; n += 1) {
    const prev = rows.at(-1)?.hash ?? null
    rows.push({ ...written(n), prev, hash: rowHash(written(n), prev) })
  }
  return rows
}

const ten = log(10)
const at = (n: number): ChainedRow => ten[n - 1] as ChainedRow
const headAt = (size: number, removed = 0): SealedHead => ({
  size,
  head: at(size).hash,
  removed,
  removed_head: removed === 0 ? null : at(removed).hash,
})

const codes = (rows: readonly ChainedRow[], heads: readonly SealedHead[] = [headAt(4), headAt(8)]): string[] => {
  const check = createLogCheck(heads)
  for (const row of rows) check.take(row)
  return check.end().map(({ code }) => code)
}

const without = (...numbers: number[]) => ten.filter(({ n }) => !numbers.includes(n))
const with_ = (row: ChainedRow) => ten.map((one) => (one.n === row.n ? row : one))

describe('L-92: the hash of a row', () => {
  it('covers each of its values and the row before it', () => {
    const row = written(2)
    const hash = rowHash(row, at(1).hash)
    const others: LoggedRow[] = [
      { ...row, n: 3 },
      { ...row, at: 1 },
      { ...row, who: 'u2' },
      { ...row, via: 'token' },
      { ...row, kind: 'search' },
      { ...row, operation: 'readEntry' },
      { ...row, case_uid: null },
      { ...row, relation: 'own' },
      { ...row, terms_digest: 'd' },
      { ...row, result: 'refused' },
      { ...row, detail: { cases: 1 } },
    ]
    expect(new Set([hash, rowHash(row, null), ...others.map((one) => rowHash(one, at(1).hash))]).size).toBe(13)
  })

  it('is the one that is documented: anybody can compute it again', () => {
    expect(rowHash(written(1), null)).toBe('9d27fd01a76f2f9c5e50452a561383b9816931dd0925da2aac8d8e2d7ad1f31e')
  })
})

describe('L-98: the check of a log', () => {
  it('finds nothing in what was written, further than what was sealed of it or not', () => {
    expect(codes(ten)).toEqual([])
    expect(codes(ten.slice(0, 8))).toEqual([])
    expect(codes([], [])).toEqual([])
  })

  it('names a changed row, whether or not its hash was made to fit', () => {
    const changed = { ...at(3), who: 'u2' }
    expect(codes(with_(changed))).toEqual(['access_log_row_altered'])
    expect(codes(with_({ ...changed, hash: rowHash(changed, changed.prev) }))).toEqual(['access_log_row_altered'])
    expect(codes(with_({ ...at(10), who: 'u2' }))).toEqual(['access_log_row_altered'])
  })

  it('names a log that was written again from a row on: it is not what was sealed', () => {
    const rows = ten.slice(0, 2)
    for (let n = 3; n <= 10; n += 1) {
      const prev = rows.at(-1)?.hash ?? null
      const row = { ...written(n), who: 'u2' }
      rows.push({ ...row, prev, hash: rowHash(row, prev) })
    }
    expect(codes(rows)).toEqual(['access_log_row_altered'])
  })

  it('names missing rows, at the beginning and in the midst', () => {
    expect(codes(without(1))).toEqual(['access_log_row_missing'])
    expect(codes(without(5, 6))).toEqual(['access_log_row_missing'])
  })

  it('names a tail that was cut off, as far as it was sealed', () => {
    expect(codes(ten.slice(0, 7))).toEqual(['access_log_truncated'])
    expect(codes([])).toEqual(['access_log_truncated'])
  })

  it('names rows that have changed places', () => {
    const swapped = [...ten.slice(0, 4), { ...at(6), n: 5 }, { ...at(5), n: 6 }, ...ten.slice(6)]
    expect(codes(swapped)).toEqual(['access_log_reordered'])
  })

  it('L-96: begins where retention has ended what was before, and nowhere else', () => {
    const heads = [headAt(4), headAt(8, 3)]
    expect(codes(without(1, 2, 3), heads)).toEqual([])
    expect(codes(without(1, 2, 3, 4), heads)).toEqual(['access_log_row_missing'])
    expect(codes(ten, heads)).toEqual(['access_log_row_altered'])
    const foreign = { ...written(4), prev: 'a'.repeat(64) }
    const begun = [{ ...foreign, hash: rowHash(foreign, foreign.prev) }, ...ten.slice(4)]
    expect(codes(begun, heads)).toContain('access_log_row_altered')
  })
})
