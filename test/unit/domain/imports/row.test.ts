import { describe, expect, it } from 'vitest'
import { guessMapping } from '../../../../main/domain/imports/mapping.ts'
import { shownValue } from '../../../../main/domain/imports/shown-value.ts'
import { createRowReader, type RowReading } from '../../../../main/domain/imports/row.ts'
import { openZone } from '../../../../main/domain/imports/zones.ts'

const columns = [
  'reference',
  'title',
  'description',
  'priority',
  'status',
  'created_at',
  'sla_due_at',
  'owner',
  'customer_id',
  'account_id',
  'alert_ids',
  'notes',
]
const nowMs = Date.UTC(2026, 5, 1)
const utc = openZone('UTC')
if (utc === undefined) throw new Error('no UTC')
const reading: RowReading = {
  columns,
  mapping: guessMapping(columns, []),
  zone: utc,
  habits: new Map(),
  illFormed: false,
  nowMs,
}
const good = [
  'R-1',
  'Fraude à la carte',
  'Line 1\r\nLine 2',
  'P1',
  'In Progress',
  '2026-01-02',
  '2026-01-03T00:00:00Z',
  'amina',
  '77',
  '٨٨',
  '[1, 2;2 3]',
  ' kept as is ',
]
const read = (cells: readonly string[], other: Partial<RowReading> = {}) =>
  createRowReader({ ...reading, ...other })({ line: 9, cells })
const having = (changes: Record<string, string>) => good.map((cell, index) => changes[columns[index] ?? ''] ?? cell)

describe('a row', () => {
  it('becomes a case, texts untouched', () => {
    expect(read(good)).toEqual({
      ok: true,
      value: {
        line: 9,
        reference: 'R-1',
        title: 'Fraude à la carte',
        description: 'Line 1\r\nLine 2',
        priority: 'urgent',
        status: 'investigating',
        createdAt: Date.UTC(2026, 0, 2),
        slaDueAt: Date.UTC(2026, 0, 3),
        owner: 'amina',
        customerId: 77,
        accountId: 88,
        alertIds: [1, 2, 3],
        notes: ' kept as is ',
      },
    })
  })

  it('is taken without what spreadsheets, word processors and programs put beside what is meant, and says so', () => {
    const notes: string[] = []
    const row = read(
      having({
        reference: '="R-1"',
        title: '\u200fA\u202bB\u202c',
        description: 'first\u000bsecond',
        customer_id: 'NULL',
      }),
      { note: (note) => notes.push(note) },
    )
    expect(row).toMatchObject({
      ok: true,
      value: { reference: 'R-1', title: 'AB', description: 'first\nsecond', customerId: undefined },
    })
    expect(notes.toSorted()).toEqual(['cleaned', 'cleaned', 'no_identifier', 'unwrapped'])
  })

  it('has the reference of another that differs by wide signs, digits of a script or dashes alone', () => {
    const references = ['ＣＡＳＥ－１２', 'CASE–١٢', 'CASE-12'].map((reference) => {
      const row = read(having({ reference }))
      return row.ok ? row.value.reference : row.error
    })
    expect(references).toEqual(['CASE-12', 'CASE-12', 'CASE-12'])
  })

  it('whose reference is a word for nothing has none, so that two such rows stay two', () => {
    const [one, other] = [
      read(having({ reference: 'NULL', title: 'A' })),
      read(having({ reference: 'NULL', title: 'B' })),
    ]
    expect(
      one.ok && other.ok && one.value.reference !== other.value.reference && one.value.reference.startsWith('sha256:'),
    ).toBe(true)
  })

  it('may leave out all but the title', () => {
    const row = read(columns.map((name) => (name === 'title' ? 'T' : '')))
    expect(row).toMatchObject({
      ok: true,
      value: { title: 'T', description: '', priority: 'medium', status: 'open', alertIds: [] },
    })
  })

  it('is known by the hash of its cells where it has no reference', () => {
    const reference = (cells: readonly string[]) => {
      const row = read(cells)
      return row.ok ? row.value.reference : ''
    }
    const one = having({ reference: '' })
    expect(reference(one)).toMatch(/^sha256:[0-9a-f]{64}$/)
    expect(reference(one)).toBe(reference([...one]))
    expect(reference(one)).not.toBe(reference(having({ reference: '', title: 'Other' })))
  })

  it.each([
    ['title', '', 'must not be empty or only white space'],
    ['title', 'x'.repeat(301), 'is longer than 300 characters'],
    ['title', 'a\nb', 'holds a control character, a line break or a text-direction override'],
    ['title', 'a\u202eb', 'holds a control character, a line break or a text-direction override'],
    ['description', 'a\u0000', 'holds a control character or a text-direction override'],
    ['description', 'x'.repeat(50_001), 'is longer than 50000 characters'],
    ['notes', '\ud800', 'holds a lone surrogate: it is not valid Unicode text'],
    ['priority', 'purple', 'is no priority that is known'],
    ['status', 'gone', 'is no status that is known'],
    ['created_at', '2026-02-30', 'is no date of the calendar'],
    ['created_at', '2027-01-01', 'lies in the future'],
    ['created_at', '1969-01-01', 'lies before 1970'],
    ['customer_id', '9007199254740992', 'is no whole number from 1 to 9007199254740991'],
    ['account_id', 'DE89', 'is no whole number from 1 to 9007199254740991'],
    ['alert_ids', '1,x', 'holds "x", which is no whole number from 1 to 9007199254740991'],
  ])('with a bad %s (%j) is refused with line, column and reason', (column, value, reason) => {
    expect(read(having({ [column]: value }))).toEqual({
      ok: false,
      error: [{ line: 9, column, value: shownValue(value), reason }],
    })
  })

  it('names every problem at once', () => {
    const row = read(having({ priority: 'purple', status: 'gone' }))
    expect(row.ok ? [] : row.error.map((problem) => problem.column)).toEqual(['priority', 'status'])
  })

  it('of another width is refused, but empty cells beyond the header are no fault', () => {
    expect(read(['R-1', 'T'])).toEqual({
      ok: false,
      error: [{ line: 9, column: null, value: null, reason: 'has 2 cells where the header has 12' }],
    })
    expect(read([...good, '', '']).ok).toBe(true)
    expect(read([...good, 'x']).ok).toBe(false)
  })

  it('with bytes that are no text is refused only where the file holds such bytes', () => {
    expect(read(having({ title: 'a\ufffd' }), { illFormed: true }).ok).toBe(false)
    expect(read(having({ title: 'a\ufffd' })).ok).toBe(true)
  })
})
