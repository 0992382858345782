import { describe, expect, it } from 'vitest'
import {
  checkAlertMapping,
  guessAlertMapping,
  guessScoreMax,
} from '../../../../../main/domain/alerts/import/mapping.ts'
import { createAlertRowReader, type AlertReading } from '../../../../../main/domain/alerts/import/row.ts'
import type { RowValue } from '../../../../../main/domain/imports/cells.ts'
import { noHabits } from '../../../../../main/domain/imports/column-habits.ts'
import { openZone, type Zone } from '../../../../../main/domain/imports/zones.ts'
import { importedAlertFields } from '../../../../../shared/api/alert-imports.ts'

const columns = [...importedAlertFields]
const reading = (more: Partial<AlertReading> = {}): AlertReading => ({
  columns,
  mapping: new Map(importedAlertFields.map((field, column) => [column, field])),
  zone: openZone('UTC') as Zone,
  habits: new Map(),
  illFormed: false,
  scoreMax: 1,
  currency: undefined,
  nowMs: () => Date.UTC(2026, 6, 1),
  ...more,
})
type Cells = Partial<Record<(typeof importedAlertFields)[number], RowValue>>
const good: Cells = { external_id: 'A-1', at: '2026-03-01T00:00:00Z', score: '0.5' }
const read = (cells: Cells, more: Partial<AlertReading> = {}) =>
  createAlertRowReader(reading(more))(columns.map((field) => ({ ...good, ...cells })[field]))
const alertOf = (cells: Cells, more: Partial<AlertReading> = {}) => {
  const row = read(cells, more)
  if (!row.ok) throw new Error(JSON.stringify(row.error))
  return row.value
}
const reasonOf = (cells: Cells, more: Partial<AlertReading> = {}): string => {
  const row = read(cells, more)
  return row.ok ? 'ok' : row.error.map(({ column, reason }) => `${column}: ${reason}`).join('; ')
}

describe('a row of another system’s alerts', () => {
  it('is read with what it names; what it leaves out is absent', () => {
    expect(alertOf({})).toMatchObject({
      externalId: 'A-1',
      atMs: Date.UTC(2026, 2, 1),
      score: 0.5,
      reasons: [],
      transactionIds: [],
    })
    expect(
      alertOf({ external_id: 42, customer_id: 7, amount: '1 234,50', currency: 'eur', title: ' Mule ' }),
    ).toMatchObject({ externalId: '42', customerId: '7', amount: 1_234.5, currency: 'EUR', title: 'Mule' })
  })

  it.each([
    ['0', 1, 0],
    ['1', 1, 1],
    [72, 100, 0.72],
    ['1000', 1_000, 1],
    ['0,5', 1, 0.5],
  ])('score %s of %s is %s', (score, scoreMax, expected) => {
    expect(alertOf({ score }, { scoreMax }).score).toBeCloseTo(expected, 12)
  })

  it.each([
    ['Critical', 'critical'],
    ['P1', 'critical'],
    ['HIGH', 'high'],
    ['mittel', 'medium'],
    ['низкий', 'low'],
    ['紧急', 'critical'],
  ])('severity %s is %s', (severity, level) => {
    expect(alertOf({ severity, score: null }).severity).toBe(level)
  })

  it('takes several reasons and transactions, each once, from a cell or a list', () => {
    expect(alertOf({ reasons: ' Fan-in ;New payee|Fan-in\nMule;; ' }).reasons).toEqual(['Fan-in', 'New payee', 'Mule'])
    expect(alertOf({ reasons: ['a; b', 'c'], transaction_ids: 'T-1, T-2;T-3 T-1' })).toMatchObject({
      reasons: ['a; b', 'c'],
      transactionIds: ['T-1', 'T-2', 'T-3'],
    })
    expect(alertOf({ transaction_ids: 'Ｔ-１, T–٢' }).transactionIds).toEqual(['T-1', 'T-2'])
    expect(alertOf({ transaction_ids: [1, 'T-2'] }).transactionIds).toEqual(['1', 'T-2'])
  })

  it('has its amount read as the column proves, or as the currency of the row has it', () => {
    const amounts = (decimal: 'comma' | 'unknown', cells: Cells) =>
      reasonOf(
        { amount: '1.234', ...cells },
        { habits: new Map([[columns.indexOf('amount'), { ...noHabits, decimal }]]) },
      )
    expect(
      alertOf(
        { amount: '1.234' },
        { habits: new Map([[columns.indexOf('amount'), { ...noHabits, decimal: 'comma' }]]) },
      ).amount,
    ).toBe(1_234)
    expect([amounts('unknown', { currency: 'KWD' }), amounts('unknown', { currency: 'EUR' }).slice(0, 29)]).toEqual([
      'ok',
      'amount: can be read two ways:',
    ])
  })

  it('without an amount has no currency; with one and none named it has that of the import', () => {
    expect(alertOf({ currency: 'EUR' }, { currency: 'NOK' }).currency).toBeUndefined()
    expect(alertOf({ amount: 1 }, { currency: 'NOK' }).currency).toBe('NOK')
    expect(alertOf({ amount: 1, currency: 'EUR' }, { currency: 'NOK' }).currency).toBe('EUR')
  })

  it.each<[string, Cells, Partial<AlertReading>, RegExp]>([
    ['no id', { external_id: ' ' }, {}, /^external_id: is empty, and every alert needs it$/],
    ['no time', { at: null }, {}, /^at: is empty/],
    ['a time that is none', { at: true }, {}, /^at: is no time in a form that is known$/],
    ['a time ahead of the clock', { at: '2026-07-03' }, {}, /^at: lies more than a day ahead/],
    ['a time before 1970', { at: '1969-12-31T00:00:00Z' }, {}, /^at: lies before 1970/],
    ['an ambiguous date', { at: '03/04/2026' }, {}, /^at: may be day\/month or month\/day/],
    ['neither score nor severity', { score: '' }, {}, /^null: has neither score nor severity$/],
    ['a score below 0', { score: '-0.1' }, {}, /^score: is below 0$/],
    ['a score above the highest', { score: 1.01 }, {}, /^score: is above the highest score, which was said to be 1$/],
    ['a bare number as severity', { severity: '1' }, {}, /^severity: is no severity that is known/],
    ['an id with a control character', { external_id: 'A\u0007' }, {}, /^external_id: holds a control character/],
    [
      'ids that JSON has rounded',
      { external_id: 12_345_678_901_234_567_000, account_id: 1.5, transaction_ids: ['T', 98_765_432_109_876_540_000] },
      {},
      /^external_id: must be text or a whole number.*account_id: must be text or a whole number.*transaction_ids: has a part that must be text or a whole number/s,
    ],
    ['an id that is an object', { external_id: { a: 1 } }, {}, /^external_id: must be text$/],
    ['a long title', { title: 'x'.repeat(201) }, {}, /^title: must be at most 200/],
    ['reasons that are no texts', { reasons: [{ a: 1 }] }, {}, /^reasons: is a list that does not hold texts alone$/],
    ['reasons that are an object', { reasons: { a: 1 } }, {}, /^reasons: is neither text nor a list/],
    [
      'too many reasons',
      { reasons: Array.from({ length: 21 }, (_, index) => `r${index}`) },
      {},
      /^reasons: names 21, and at most 20 are taken$/,
    ],
    ['an amount with five decimals', { amount: '1.00001' }, {}, /^amount: has more than four decimals$/],
    ['a currency that is none', { amount: 1, currency: 'euro' }, {}, /^currency: must be three capital letters/],
    ['bytes that are no text', { title: 'M\ufffdller' }, { illFormed: true }, /^title: holds bytes that are no text/],
    ['several faults at once', { at: 'never', score: 'much' }, {}, /^at: .*; score: is no number/],
  ])('with %s is refused with its reason', (_, cells, more, reason) => {
    expect(reasonOf(cells, more)).toMatch(reason)
  })
})

describe('the columns of a file of alerts', () => {
  it('are guessed by their headers in many languages, a field’s own name first, each field once', () => {
    expect(
      guessAlertMapping([
        'Alert ID',
        'Created On',
        'Focal Entity',
        'IBAN',
        'Risk Score',
        'Scenario Name',
        'Amount',
        'CCY',
        'Notes',
      ]),
    ).toEqual({
      0: 'external_id',
      1: 'at',
      2: 'customer_id',
      3: 'account_id',
      4: 'score',
      5: 'reasons',
      6: 'amount',
      7: 'currency',
    })
    expect(
      guessAlertMapping(['Alarmnummer', 'Erstellt am', 'Kundennummer', 'Schweregrad', 'Gründe', 'Betrag']),
    ).toEqual({ 0: 'external_id', 1: 'at', 2: 'customer_id', 3: 'severity', 4: 'reasons', 5: 'amount' })
    expect(guessAlertMapping(['id', 'reference', 'external_id'])).toEqual({ 2: 'external_id' })
  })

  it('must be there, each field filled once, and one of score and severity among them', () => {
    expect(checkAlertMapping({ 0: 'external_id', 1: 'at', 2: 'severity' }, ['a', 'b', 'c']).ok).toBe(true)
    const errorOf = (mapping: Parameters<typeof checkAlertMapping>[0]) => {
      const checked = checkAlertMapping(mapping, ['a', 'b', 'c'])
      return checked.ok ? 'ok' : checked.error
    }
    expect(errorOf({ 0: 'external_id', 1: 'at' })).toBe('no column is mapped to score, and none to severity')
    expect(errorOf({ 0: 'external_id', 2: 'score' })).toBe('no column is mapped to at')
    expect(errorOf({ 0: 'external_id', 1: 'at', 9: 'score' })).toBe(
      'score is mapped to column 9, but the file has 3 columns',
    )
    expect(errorOf({ 0: 'external_id', 1: 'external_id' })).toBe('columns 0 and 1 are both mapped to external_id')
  })

  it.each([
    [['0.2', '1'], 1],
    [['7', '10'], 10],
    [['12', ''], 100],
    [['700', 'none'], 1_000],
    [['5000'], 1_000],
    [[], 1],
  ])('scores %j are told to be out of %s', (scores, highest) => {
    expect(
      guessScoreMax(
        { 0: 'external_id', 1: 'score' },
        scores.map((score) => ['A', score]),
      ),
    ).toBe(highest)
    expect(guessScoreMax({ 0: 'external_id' }, [['900', '900']])).toBe(1)
  })
})
