import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { provenByBoth, type DecimalSign } from '../../../../main/domain/imports/amounts.ts'
import type { RowValue } from '../../../../main/domain/imports/cells.ts'
import { noHabits, type ColumnHabits } from '../../../../main/domain/imports/column-habits.ts'
import { openZone } from '../../../../main/domain/imports/zones.ts'
import {
  checkTransactionMapping,
  guessBeside,
  guessTransactionMapping,
  metadataNames,
  unclaimedAmounts,
} from '../../../../main/domain/transactions/mapping.ts'
import { createActivityRowReader } from '../../../../main/domain/transactions/row.ts'
import type { TransactionField } from '../../../../shared/api/transaction-imports.ts'
import type { NegativeMeaning } from '../../../../shared/schema/money.ts'

interface File {
  readonly columns?: readonly string[]
  readonly fields: readonly TransactionField[]
  readonly negative?: NegativeMeaning
  readonly decimals?: readonly DecimalSign[]
}

/** Amount, currency and metadata of a row whose columns stand behind its id and its time; or why it is refused. */
const told = (cells: readonly RowValue[], { fields, columns = fields, negative = 'refund', decimals = [] }: File) => {
  const zone = openZone('UTC')
  if (zone === undefined) throw new Error('no UTC')
  const mapping = new Map<number, TransactionField>([
    [0, 'transaction_id'],
    [1, 'at'],
    ...fields.map((field, place) => [place + 2, field] as const),
  ])
  const habits = new Map(
    decimals.map((decimal, place): [number, ColumnHabits] => [place + 2, { ...noHabits, decimal }]),
  )
  const row = createActivityRowReader({
    columns: ['id', 'at', ...columns],
    mapping,
    zone,
    habits,
    illFormed: false,
    currency: undefined,
    eventType: 'transaction',
    negative,
    nowMs: () => Number.POSITIVE_INFINITY,
  })(['T', '2026-05-01', ...cells])
  if (!row.ok) return row.error.map(({ column, reason }) => `${column ?? ''}: ${reason}`)
  const { amount, currency, metadata } = row.value.event
  return { amount, ...(currency === undefined ? {} : { currency }), ...metadata }
}

const out = (amount: number) => ({ amount, direction: 'out' })
const came = (amount: number) => ({ amount, direction: 'in' })

describe('I-9: money out and money in in two columns', () => {
  const sides: File = { fields: ['debit', 'credit'], columns: ['Debit', 'Credit'] }

  it('is one amount with its direction; a zero beside it is none', () => {
    expect(
      [
        ['5.00', ''],
        ['', '7'],
        ['0.00', '7'],
        ['5', '0'],
        [5, null],
      ].map((cells) => told(cells, sides)),
    ).toEqual([out(5), came(7), came(7), out(5), out(5)])
    expect(
      [
        ['', ''],
        ['0', '0.00'],
        ['', '0'],
      ].map((cells) => told(cells, sides)),
    ).toEqual([{ amount: undefined }, { amount: 0 }, { amount: 0 }])
    expect(told(['5'], { fields: ['debit'] })).toEqual(out(5))
  })

  it('is refused where both are filled', () => {
    for (const cells of [
      ['5', '7'],
      ['5', '-5'],
      ['0.0001', '1'],
    ])
      expect(told(cells, sides)).toEqual([
        'Debit: is filled, and so is Credit: which way the money went cannot be told',
      ])
    expect(told(['x', '7'], sides)).toEqual(['Debit: is no number in a form that is known'])
  })

  it('takes a minus back, or says that money went out', () => {
    expect([told(['-5', ''], sides), told(['', '-5'], sides)]).toEqual([out(-5), came(-5)])
    const signed: File = { ...sides, negative: 'out' }
    expect([told(['-5', ''], signed), told(['5', ''], signed), told(['', '5'], signed)]).toEqual([
      out(5),
      out(5),
      came(5),
    ])
    expect(told(['', '-5'], signed)).toEqual([
      'Credit: is negative, which is to mean that money went out, but its column says that it came in',
    ])
  })

  it('is read by what both columns prove of their decimal sign', () => {
    expect(told(['1.234', ''], { ...sides, decimals: ['unknown', 'comma'] })).toEqual(out(1234))
    expect(told(['', '1.234'], { ...sides, decimals: ['point', 'unknown'] })).toEqual(came(1.234))
    expect(told(['1.234', ''], { ...sides, decimals: ['point', 'comma'] })).toEqual([
      expect.stringContaining('Debit: can be read two ways'),
    ])
    const signs: readonly DecimalSign[] = ['point', 'comma', 'unknown', 'mixed']
    for (const one of signs) for (const other of signs) expect(provenByBoth(one, other)).toBe(provenByBoth(other, one))
  })

  it('has the currency that its own header names', () => {
    expect(told(['', '7'], { ...sides, columns: ['Debit (EUR)', 'Credit (EUR)'] })).toEqual({
      ...came(7),
      currency: 'EUR',
    })
  })

  it('keeps what came whatever it was', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.boolean(),
        fc.constantFrom<NegativeMeaning>('refund', 'out'),
        (cents, isOut, negative) => {
          const amount = cents / 100
          expect(told(isOut ? [String(amount), ''] : ['', String(amount)], { ...sides, negative })).toEqual(
            isOut ? out(amount) : came(amount),
          )
        },
      ),
    )
  })
})

describe('I-9: a word beside the amount', () => {
  const worded: File = { fields: ['amount', 'direction'], columns: ['Amount', 'D/C'] }

  it.each([
    [
      'out',
      [
        'D',
        'dr',
        'DBIT',
        'Debit',
        'OUT',
        'outgoing',
        'Soll',
        'S',
        'débit',
        'cargo',
        'Дебет',
        'مدين',
        '借',
        '支出',
        '出金',
        'डेबिट',
        '-',
        '\u2212',
      ],
    ],
    [
      'in',
      [
        'C',
        'CR.',
        'CRDT',
        'credit',
        'in',
        'Incoming',
        'Haben',
        'H',
        'crédit',
        'abono',
        'Кредит',
        'دائن',
        '贷',
        '收入',
        '入金',
        'जमा',
        '+',
      ],
    ],
  ])('says %s in many languages', (direction, words) => {
    for (const word of words) expect(told(['5', word], worded), word).toEqual({ amount: 5, direction })
  })

  it('that is not known is refused; one that is not there says nothing', () => {
    for (const word of ['RD', 'both', '1', 1, true])
      expect(told(['5', word], worded), String(word)).toEqual([
        'D/C: does not say in a word that is known whether money came in or went out',
      ])
    expect([told(['5', ''], worded), told(['', 'D'], worded)]).toEqual([
      { amount: 5 },
      { amount: undefined, direction: 'out' },
    ])
  })

  it('stands with the sign, unless they contradict each other', () => {
    expect([told(['-5', 'D'], worded), told(['-5', 'C'], worded)]).toEqual([out(-5), came(-5)])
    const signed: File = { ...worded, negative: 'out' }
    expect([
      told(['-5', 'D'], signed),
      told(['5', 'D'], signed),
      told(['5', 'C'], signed),
      told(['5', ''], signed),
      told(['-5', ''], signed),
    ]).toEqual([out(5), out(5), came(5), { amount: 5 }, out(5)])
    expect(told(['-5', 'C'], signed)).toEqual([
      'Amount: is negative, which is to mean that money went out, but D/C says that it came in',
    ])
  })
})

describe('I-9: the sign of the amount', () => {
  it('is a refund, or the direction where a person says so', () => {
    expect([told(['-5'], { fields: ['amount'] }), told(['5'], { fields: ['amount'] })]).toEqual([
      { amount: -5 },
      { amount: 5 },
    ])
    expect(['-5', '5', '0', '', '(5.00)'].map((cell) => told([cell], { fields: ['amount'], negative: 'out' }))).toEqual(
      [out(5), came(5), { amount: 0 }, { amount: undefined }, out(5)],
    )
  })

  it('leaves the name of the direction to nothing else in the metadata', () => {
    const beside: File = {
      fields: ['amount', 'metadata', 'metadata'],
      columns: ['amount', 'direction', 'extra'],
      negative: 'out',
    }
    expect(told(['-5', 'north', { direction: 'south' }], beside)).toEqual({
      ...out(5),
      direction_2: 'north',
      direction_3: 'south',
    })
    expect(told(['-5', 'north', { direction: 'south' }], { ...beside, negative: 'refund' })).toEqual({
      amount: -5,
      direction: 'north',
      direction_2: 'south',
    })
    expect([...metadataNames(['direction'], new Map([[0, 'metadata']]), { negative: 'out' }).values()]).toEqual([
      'direction',
    ])
  })
})

describe('a column that has signs of a direction and no name', () => {
  const directionOf = (header: string, ...cells: readonly string[]): string | undefined =>
    guessTransactionMapping(
      ['id', 'date', 'amount', header],
      cells.map((cell) => ['T', '2026-05-01', '5.00', cell]),
    )['3']

  it.each([
    ['', 'S', 'H'],
    [' ', 'D', 'C'],
    ['+/-', '-', '+'],
    ['Vorzeichen', '-', '+'],
    ['sign', '-', ''],
    ['', 'CR', 'DR'],
  ])('%j with %j says which way the money went', (header, ...cells) => {
    expect(directionOf(header, ...cells)).toBe('direction')
  })

  it.each([
    ['', 'S', 'X'],
    ['', '', ''],
    ['', 'in', 'out'],
    ['Size', 'S', 'S'],
    ['Sign', 'Leo', 'Aries'],
  ])('%j with %j does not', (header, ...cells) => {
    expect(directionOf(header, ...cells)).not.toBe('direction')
  })
})

describe('I-9: the guess of the columns of money', () => {
  const fieldsOf = (headers: readonly string[], ...rows: readonly (readonly string[])[]) => {
    const columns = ['id', 'date', ...headers]
    const guess = guessTransactionMapping(
      columns,
      rows.map((row) => ['T', '2026-05-01', ...row]),
    )
    return headers.map((_, place) => guess[String(place + 2)])
  }

  it.each([
    ['Debit', 'Credit'],
    ['Withdrawal Amt.', 'Deposit Amt.'],
    ['Paid out', 'Paid in'],
    ['Debit (EUR)', 'Credit (EUR)'],
    ['Soll', 'Haben'],
    ['Belastung', 'Gutschrift'],
    ['Débit', 'Crédit'],
    ['Cargos', 'Abonos'],
    ['Расход', 'Приход'],
    ['مدين', 'دائن'],
    ['支出', '收入'],
    ['借方发生额', '贷方发生额'],
    ['お支払金額', 'お預り金額'],
    ['निकासी', 'जमा'],
  ])('finds %s and %s, in either order', (debit, credit) => {
    expect(fieldsOf([debit, credit], ['5.00', ''], ['', '1.250,10'])).toEqual(['debit', 'credit'])
    expect(fieldsOf([credit, debit], ['5', '0'], ['0,00', '12'])).toEqual(['credit', 'debit'])
  })

  it('takes no pair where an amount is, where one lacks or is double, or where the values show another thing', () => {
    expect(fieldsOf(['Debit', 'Credit', 'Amount'], ['5', '', '5'])).toEqual(['metadata', 'metadata', 'amount'])
    expect(fieldsOf(['Debit', 'Balance'], ['5', ''])).toEqual(['metadata', 'metadata'])
    expect(fieldsOf(['Debit', 'Credit', 'Debit'], ['5', '', ''])).toEqual(['metadata', 'metadata', 'metadata'])
    expect(fieldsOf(['Debit', 'Credit'], ['1200', '4400'], ['1200', '8400'])).toEqual(['metadata', 'metadata'])
    expect(fieldsOf(['Debit', 'Credit'], ['DE02 1203', ''])).toEqual(['metadata', 'metadata'])
    expect(fieldsOf(['Debit', 'Credit'], ['0', ''], ['', ''])).toEqual(['metadata', 'metadata'])
    expect(fieldsOf(['Debit', 'Credit'])).toEqual(['metadata', 'metadata'])
  })

  it('finds a direction beside an amount, where all its words are known', () => {
    for (const header of [
      'Direction',
      'D/C',
      'Dr./Cr.',
      'CdtDbtInd',
      'debit_credit_indicator',
      'Soll/Haben-Kennzeichen',
      'Sens',
      '借贷标志',
    ])
      expect(fieldsOf(['Amount', header], ['5', 'D'], ['6', ''], ['7', 'credit']), header).toEqual([
        'amount',
        'direction',
      ])
    expect(fieldsOf(['Amount', 'Direction'], ['5', 'D'], ['6', 'north'])).toEqual(['amount', 'metadata'])
    expect(fieldsOf(['Amount', 'Direction'], ['5', ''])).toEqual(['amount', 'metadata'])
    expect(fieldsOf(['Direction'], ['in'])).toEqual(['metadata'])
    expect(fieldsOf(['Amount', 'Direction', 'D/C'], ['5', 'in', 'C'])).toEqual(['amount', 'metadata', 'metadata'])
    expect(fieldsOf(['Debit', 'Credit', 'D/C'], ['5', '', 'D'])).toEqual(['debit', 'credit', 'metadata'])
  })

  it('gives way to what a person names', () => {
    const sides = { 0: 'transaction_id', 1: 'debit', 2: 'credit', 3: 'metadata' } as const
    expect(guessBeside(sides, ['amount'])).toEqual({ ...sides, 1: 'metadata', 2: 'metadata' })
    expect(guessBeside(sides, ['debit', 'currency', null])).toEqual(sides)
    expect(guessBeside({ 0: 'amount', 1: 'direction' }, ['credit'])).toEqual({ 0: 'metadata', 1: 'metadata' })
    expect(guessBeside({ 0: 'at', 1: 'time_of_day' }, ['at'])).toEqual({ 0: 'at', 1: 'metadata' })
  })

  it('is no longer one of columns in which nobody has said what the amounts are', () => {
    expect(
      unclaimedAmounts(
        ['id', 'a', 'b'],
        [['T', '5.00', '']],
        { 0: 'transaction_id', 1: 'debit', 2: 'metadata' },
        new Set(),
      ),
    ).toEqual([])
  })

  it('is checked: amounts and their direction are told in one way', () => {
    const check = (...fields: readonly TransactionField[]) => {
      const checked = checkTransactionMapping(
        Object.fromEntries([
          ['0', 'transaction_id'],
          ['1', 'at'],
          ...fields.map((field, place) => [String(place + 2), field]),
        ]) as Record<string, TransactionField>,
        ['id', 'at', 'a', 'b', 'c'],
      )
      return checked.ok ? 'ok' : checked.error
    }
    expect([check('debit', 'credit'), check('credit'), check('amount', 'direction'), check('direction')]).toEqual([
      'ok',
      'ok',
      'ok',
      'ok',
    ])
    expect(check('amount', 'credit')).toBe(
      'amount is mapped beside debit or credit: all amounts stand in one column, or money out and money in in two; map what is neither to metadata',
    )
    expect(check('debit', 'credit', 'direction')).toBe(
      'direction is mapped beside debit or credit, which tell it by themselves; map it to metadata',
    )
  })
})
