import { describe, expect, it } from 'vitest'
import { noHabits } from '../../../../main/domain/imports/column-habits.ts'
import { openZone } from '../../../../main/domain/imports/zones.ts'
import { currencyOfHeader } from '../../../../main/domain/transactions/headers.ts'
import {
  checkTransactionMapping,
  guessTransactionMapping,
  unclaimedAmounts,
} from '../../../../main/domain/transactions/mapping.ts'
import type { RowValue } from '../../../../main/domain/imports/cells.ts'
import { createActivityRowReader, type ActivityReading } from '../../../../main/domain/transactions/row.ts'

const zoneOf = (name: string) => {
  const zone = openZone(name)
  if (zone === undefined) throw new Error(`no ${name}`)
  return zone
}

const columns = ['transaction_id', 'at', 'amount', 'currency', 'customer_id', 'country', 'latitude', 'is_fraud', 'note']
const reading = (more: Partial<ActivityReading> = {}): ActivityReading => {
  const mapping = checkTransactionMapping(guessTransactionMapping(more.columns ?? columns), more.columns ?? columns)
  if (!mapping.ok) throw new Error(mapping.error)
  return {
    columns,
    mapping: mapping.value,
    zone: zoneOf('UTC'),
    habits: new Map(),
    illFormed: false,
    currency: undefined,
    eventType: 'transaction',
    negative: 'refund',
    nowMs: () => Date.UTC(2031, 2, 4),
    ...more,
  }
}
const good: readonly RowValue[] = ['T-1', '2018-06-11T00:00:24+00:00', '75.81', 'eur', '3711', 'de', '', '0', '']
const having = (changes: Record<string, RowValue>): RowValue[] =>
  columns.map((name, index) => (name in changes ? changes[name] : good[index]))
const read = (values: readonly RowValue[], more: Partial<ActivityReading> = {}) =>
  createActivityRowReader(reading(more))(values)
const amountOf = (text: RowValue) => {
  const row = read(having({ amount: text }))
  return row.ok ? row.value.event.amount : row.error[0]?.reason
}

describe('a row of a file of activities', () => {
  it('has currency and country in plain letters, however wide they are written', () => {
    expect(read(having({ currency: 'ＥＵＲ', [columns[5] ?? '']: 'ｄｅ' }))).toMatchObject({
      ok: true,
      value: { event: { currency: 'EUR', country: 'DE' } },
    })
  })

  it('becomes an activity', () => {
    expect(read(good)).toEqual({
      ok: true,
      value: {
        atMs: 1_528_675_224_000,
        event: {
          transaction_id: 'T-1',
          event_type: 'transaction',
          at: '2018-06-11T00:00:24.000+00:00',
          amount: 75.81,
          currency: 'EUR',
          customer_id: '3711',
          country: 'DE',
          is_fraud: false,
        },
      },
    })
  })

  it('I-10: says that its counterparty is a customer where a person said so, and no column overwrites it', () => {
    const sides = ['transaction_id', 'at', 'customer_id', 'counterparty_id', 'counterparty_is']
    const metadataOf = (counterparty: RowValue, counterpartiesAreCustomers: boolean) => {
      const row = createActivityRowReader(reading({ columns: sides, counterpartiesAreCustomers }))([
        'T-1',
        '2026-01-01T00:00:00Z',
        '1',
        counterparty,
        'a shop',
      ])
      return row.ok ? row.value.event.metadata : row.error
    }
    expect(metadataOf('2', true)).toEqual({ counterparty_is_2: 'a shop', counterparty_is: 'customer' })
    expect(metadataOf('', true), 'nobody is on the other side').toEqual({ counterparty_is_2: 'a shop' })
    expect(metadataOf('2', false)).toEqual({ counterparty_is: 'a shop' })
  })

  it('lies at most a day ahead of the clock', () => {
    const at = (text: string) => read(having({ at: text }))
    expect(at('2031-03-05T00:00:00Z')).toMatchObject({ ok: true })
    expect(at('2031-03-05T00:00:00.001Z')).toEqual({
      ok: false,
      error: [
        {
          column: 'at',
          value: '2031-03-05T00:00:00.001Z',
          reason: 'lies more than a day ahead of the clock, which says 2031-03-04T00:00:00.000+00:00',
        },
      ],
    })
  })

  it('may say numbers, truths and nothing as JSON does', () => {
    const row = read(
      having({
        transaction_id: 7,
        amount: -12.5,
        customer_id: 3711,
        is_fraud: true,
        country: null,
        note: { shop: 'x', items: [1, 2] },
      }),
    )
    expect(row.ok ? row.value.event : null).toMatchObject({
      transaction_id: '7',
      amount: -12.5,
      customer_id: '3711',
      is_fraud: true,
      metadata: { shop: 'x', items: [1, 2] },
    })
    expect(row.ok ? row.value.event : null).not.toHaveProperty('country')
  })

  it('takes numbers for identifiers only where they are whole and exact', () => {
    const fields = ['transaction_id', 'customer_id'] as const
    for (const field of fields) {
      expect(read(having({ [field]: 9_007_199_254_740_991 }))).toMatchObject({
        ok: true,
        value: { event: { [field]: '9007199254740991' } },
      })
      for (const [number, shown] of [
        [98_765_432_109_876_540_000, null],
        [9_007_199_254_740_992, null],
        [1.5, '1.5'],
        [-1, '-1'],
      ] as const)
        expect(read(having({ [field]: number })), String(number)).toEqual({
          ok: false,
          error: [{ column: field, value: shown, reason: 'must be text or a whole number from 0 to 9007199254740991' }],
        })
    }
    expect(read(having({ customer_id: '98765432109876543211' }))).toMatchObject({
      ok: true,
      value: { event: { customer_id: '98765432109876543211' } },
    })
  })

  it('takes amounts as people write them, and guesses none that can be read two ways', () => {
    expect(
      [
        ' 12 ',
        '-0.5',
        '1 234.50',
        "1'234.5",
        '1,234,567',
        '1.234,56',
        '12,50',
        '(75.00)',
        '١٢٫٥'.replace('٫', '.'),
        '3.5999999999999996',
        '1e3',
      ].map(amountOf),
    ).toEqual([12, -0.5, 1234.5, 1234.5, 1_234_567, 1234.56, 12.5, -75, 12.5, 3.5999999999999996, 1000])
    expect(amountOf('1,234')).toBe(
      'can be read two ways: write it without a separator of thousands, or with a decimal point',
    )
    expect(amountOf('XYZ 5')).toBe('is no number in a form that is known')
    expect(amountOf('0.00001')).toBe('has more than four decimals')
    expect(amountOf('NaN')).toBe('is no number in a form that is known')
  })

  it('reads the currency and the direction that stand at an amount', () => {
    const moneyOf = (row: Readonly<Record<string, RowValue>>) => {
      const taken = read(having(row))
      return taken.ok
        ? {
            amount: taken.value.event.amount,
            currency: taken.value.event.currency,
            direction: taken.value.event.metadata?.['direction'],
          }
        : taken.error.map(({ reason }) => reason)
    }
    expect(moneyOf({ amount: '12,50 € CR' })).toMatchObject({ amount: 12.5, currency: 'EUR', direction: 'in' })
    expect(moneyOf({ amount: '12.00 DR' })).toMatchObject({ amount: 12, direction: 'out' })
    expect(moneyOf({ amount: '1.234,56-' })).toMatchObject({ amount: -1234.56, direction: undefined })
  })

  it('reads times without an offset where they were written', () => {
    const at = (text: RowValue, more: Partial<ActivityReading> = {}) => {
      const row = read(having({ at: text }), more)
      return row.ok ? row.value.event.at : row.error[0]?.reason
    }
    expect(at('2018-07-01 12:00:00', { zone: zoneOf('Europe/Berlin') })).toBe('2018-07-01T10:00:00.000+00:00')
    expect(at('1528675224')).toBe('2018-06-11T00:00:24.000+00:00')
    expect(at(1_528_675_224_500)).toBe('2018-06-11T00:00:24.500+00:00')
    expect(at('03/04/2018', { habits: new Map([[1, { ...noHabits, order: 'day_first' }]]) })).toBe(
      '2018-04-03T00:00:00.000+00:00',
    )
    expect(at('2250-01-01')).toBe('lies before 1970 or after 2199')
    expect(at('soon')).toBe('is no time in a form that is known')
    expect(at('')).toBe('is empty, and every transaction needs it')
  })

  it('understands yes and no in many words, and nothing else', () => {
    const said = (text: RowValue) => {
      const row = read(having({ is_fraud: text }))
      return row.ok ? row.value.event.is_fraud : row.error[0]?.reason
    }
    expect(['1', 'TRUE', 'ja', 'Fraud', 1, true].map(said)).toEqual([true, true, true, true, true, true])
    expect(['0', 'false', 'Nein', 'genuine', 0, false].map(said)).toEqual([false, false, false, false, false, false])
    expect(said('')).toBeUndefined()
    expect(said('perhaps')).toBe('is neither yes nor no in a form that is known')
    expect(said('2')).toBe('is neither yes nor no in a form that is known')
  })

  it('puts what has no field of its own into the metadata, numbers as numbers and codes as text', () => {
    const more = { columns: ['transaction_id', 'at', 'mcc', 'basket', 'constructor'] }
    const row = read(['T', '2018-06-11', '0742', '12.5', 'c'], more)
    expect(row.ok ? Object.entries(row.value.event.metadata ?? {}) : row.error).toEqual([
      ['mcc', '0742'],
      ['basket', 12.5],
      ['constructor', 'c'],
    ])
  })

  it('numbers a column of the one name that nothing may bear, as any that is taken, instead of losing every row to it', () => {
    const metadataOf = (columns: readonly string[], values: readonly RowValue[]) => {
      const row = read(['T', '2018-06-11', ...values], { columns: ['transaction_id', 'at', ...columns] })
      return row.ok ? Object.entries(row.value.event.metadata ?? {}) : row.error
    }
    expect(metadataOf(['__proto__'], ['x'])).toEqual([['__proto___2', 'x']])
    expect(metadataOf(['__proto__', '__proto__', '__proto___2'], ['x', 'y', 'z'])).toEqual([
      ['__proto___3', 'x'],
      ['__proto___4', 'y'],
      ['__proto___2', 'z'],
    ])
  })

  it('joins a date and the time of day beside it', () => {
    const mapping = new Map([
      [0, 'transaction_id'],
      [1, 'time_of_day'],
      [2, 'at'],
    ] as const)
    const at = (time: RowValue, date: RowValue, zone = 'UTC') => {
      const row = read(['T', time, date], {
        columns: ['transaction_id', 'Time', 'Date'],
        mapping,
        zone: zoneOf(zone),
        habits: new Map([[2, { ...noHabits, order: 'day_first' }]]),
      })
      return row.ok ? [row.value.event.at, row.value.event.metadata] : row.error[0]
    }
    expect(at('14:33:10', '2026-05-01')).toEqual(['2026-05-01T14:33:10.000+00:00', undefined])
    expect(at(' 9:05 PM', '01.05.2026', 'Europe/Berlin')).toEqual(['2026-05-01T19:05:00.000+00:00', undefined])
    expect(at('02:10:00', '03/04/2026 00:00')).toEqual(['2026-04-03T02:10:00.000+00:00', undefined])
    expect(at('', '2026-05-01')).toEqual(['2026-05-01T00:00:00.000+00:00', undefined])
    expect(at('14:33', '')).toEqual({ column: 'Date', value: null, reason: 'is empty, and every transaction needs it' })
    expect(at('noon', '2026-05-01')).toMatchObject({
      column: 'Date',
      reason: 'with Time beside it is no time in a form that is known',
    })
    expect(at('14:33', '2026-05-01T10:00:00Z')).toMatchObject({
      column: 'Date',
      reason: 'with Time beside it is no time in a form that is known',
    })
  })

  it('takes NA as a country for Namibia, or for nothing where a person says so, and counts it', () => {
    const country = (naCountry?: 'namibia' | 'nothing', cell = 'NA') => {
      const notes: string[] = []
      const row = read(['T', '2018-06-11', cell], {
        columns: ['transaction_id', 'at', 'country'],
        naCountry,
        note: (note) => notes.push(note),
      })
      return [row.ok ? row.value.event.country : row.error, ...notes]
    }
    expect(country()).toEqual(['NA', 'country_na'])
    expect(country('namibia', 'na')).toEqual(['NA', 'country_na'])
    expect(country('nothing')).toEqual([undefined, 'country_na'])
    expect(country('nothing', 'DE')).toEqual(['DE'])
    expect(country('namibia', 'NULL')).toEqual([undefined])
  })

  it('numbers names that repeat in the metadata, so that none overwrites another', () => {
    const row = read(['T', '2018-06-11', 'a', 'b', 'c', 'd'], {
      columns: ['transaction_id', 'at', 'note', ' note ', 'note_2', 'note'],
    })
    expect(row.ok ? row.value.event.metadata : row.error).toEqual({ note: 'a', note_3: 'b', note_2: 'c', note_4: 'd' })
  })

  it('takes a column whose heading is longer than a name in the metadata may be: its name is cut, and stays one of its own', () => {
    const heading = 'x'.repeat(200)
    const row = read(['T', '2018-06-11', 'a', 'b', 'c'], {
      columns: ['transaction_id', 'at', `${heading}1`, `${heading}2`, `${'y'.repeat(127)}\u{1F600}`],
    })
    expect(row.ok ? row.value.event.metadata : row.error).toEqual({
      ['x'.repeat(128)]: 'a',
      [`${'x'.repeat(126)}_2`]: 'b',
      ['y'.repeat(127)]: 'c',
    })
  })

  it('keeps every member of an object beside columns of the same name, whatever their order', () => {
    const columns = ['transaction_id', 'at', 'metadata', 'risk', 'extra']
    const order = [0, 1, 3, 4, 2]
    const values: RowValue[] = [
      'T',
      '2018-06-11',
      { risk: 'inner', tone: 'low' },
      'top',
      { tone: 'high', risk: 'third' },
    ]
    const expected = { risk: 'top', risk_2: 'inner', tone: 'low', tone_2: 'high', risk_3: 'third' }
    const row = read(values, { columns })
    expect(row.ok ? row.value.event.metadata : row.error).toEqual(expected)
    const turned = read(
      order.map((column) => values[column]),
      { columns: order.map((column) => columns[column] ?? '') },
    )
    expect(turned.ok ? Object.keys(turned.value.event.metadata ?? {}).sort() : turned.error).toEqual(
      Object.keys(expected).sort(),
    )
    expect(turned.ok ? turned.value.event.metadata : turned.error).toMatchObject({ risk: 'top' })
  })

  it('refuses identifiers that a spreadsheet has rounded, which would make one of many', () => {
    for (const id of ['9.87654E+19', '1E+12', ' 4,5e+15 '])
      expect(read(having({ customer_id: id })), id).toEqual({
        ok: false,
        error: [
          {
            column: 'customer_id',
            value: id.trim(),
            reason:
              'is a number that a spreadsheet has rounded, so that its last digits are lost: export the column as text',
          },
        ],
      })
    for (const id of ['9.87654E-19', 'E+12', '12E+12', '1E+1'])
      expect(read(having({ customer_id: id })), id).toMatchObject({ ok: true, value: { event: { customer_id: id } } })
  })

  it('has the currency that the header of its amounts names, where nothing else does', () => {
    const of = (header: string, values: readonly RowValue[], more: Partial<ActivityReading> = {}) => {
      const columns = ['transaction_id', 'at', header, ...(values.length > 1 ? ['currency'] : [])]
      const row = read(['T', '2018-06-11', ...values], { columns, ...more })
      return row.ok ? [row.value.event.amount, row.value.event.currency] : row.error
    }
    expect(of('Amount (EUR)', ['5'])).toEqual([5, 'EUR'])
    expect(of('Amount (EUR)', ['5', 'nok'])).toEqual([5, 'NOK'])
    expect(of('Amount (EUR)', ['5', ''])).toEqual([5, 'EUR'])
    expect(of('Amount (EUR)', ['5'], { currency: 'USD' })).toEqual([5, 'USD'])
    expect(of('Amount', ['5'])).toEqual([5, undefined])
    expect(of('amount_kwd', ['1.234'])).toEqual([1.234, 'KWD'])
  })

  it('gives the currency to amounts that name none, and to nothing else', () => {
    const currency = (changes: Record<string, RowValue>) => {
      const row = read(having(changes), { currency: 'CHF' })
      return row.ok ? row.value.event.currency : null
    }
    expect([currency({}), currency({ currency: '' }), currency({ currency: '', amount: '' })]).toEqual([
      'EUR',
      'CHF',
      undefined,
    ])
  })

  it('tells everything that is wrong with it', () => {
    const row = read(having({ transaction_id: '', amount: 'x', currency: 'EURO', country: '276', latitude: '91' }))
    expect(row.ok ? [] : row.error.map(({ column, reason }) => `${column}: ${reason}`)).toEqual([
      'transaction_id: is empty, and every transaction needs it',
      'amount: is no number in a form that is known',
      'currency: must be three capital letters (ISO 4217)',
      'country: must be two capital letters (ISO 3166-1)',
      'latitude: must be from -90 to 90',
    ])
  })

  it('is refused where its bytes are no text', () => {
    const row = read(having({ customer_id: 'M\ufffdller' }), { illFormed: true })
    expect(row.ok ? [] : row.error).toEqual([
      {
        column: 'customer_id',
        value: 'M\ufffdller',
        reason: expect.stringMatching(/^holds bytes that are no text in the encoding of the file/u) as string,
      },
    ])
  })
})

describe('the guess of columns', () => {
  it.each([
    [
      ['transaction_id', 'datetime', 'customer_id', 'terminal_id', 'amount', 'is_fraud'],
      ['transaction_id', 'at', 'customer_id', 'terminal_id', 'amount', 'is_fraud'],
    ],
    [
      ['TRANSACTION_ID', 'TX_DATETIME', 'CUSTOMER_ID', 'TERMINAL_ID', 'TX_AMOUNT', 'TX_FRAUD'],
      ['transaction_id', 'at', 'customer_id', 'terminal_id', 'amount', 'is_fraud'],
    ],
    [
      ['step', 'type', 'amount', 'nameOrig', 'oldbalanceOrg', 'nameDest', 'isFraud'],
      ['metadata', 'event_type', 'amount', 'account_id', 'metadata', 'counterparty_id', 'is_fraud'],
    ],
    [
      ['Buchungsdatum', 'Betrag', 'Währung', 'Kundennummer', 'Gegenkonto', 'Vorgangsnummer'],
      ['at', 'amount', 'currency', 'customer_id', 'counterparty_id', 'transaction_id'],
    ],
    [
      ['交易号', '时间', '金额', '客户号'],
      ['transaction_id', 'at', 'amount', 'customer_id'],
    ],
    [
      ['id', 'transaction_id', ''],
      ['metadata', 'transaction_id', undefined],
    ],
  ])('%j', (headers, fields) => {
    const guess = guessTransactionMapping(headers)
    expect(headers.map((_, column) => guess[String(column)])).toEqual(fields)
  })

  it.each([
    [
      ['transaction_id', 'Date', 'Time', 'Amount'],
      ['DT1', '2026-05-01', '14:33:10', '5'],
      ['transaction_id', 'at', 'time_of_day', 'amount'],
    ],
    [
      ['Uhrzeit', 'Buchungsdatum', 'transaction_id'],
      ['9:05', '01.05.2026', 'DT1'],
      ['time_of_day', 'at', 'transaction_id'],
    ],
    [
      ['id', 'Fecha', 'Hora'],
      ['DT1', '1/5/2026 00:00:00', '02:10 PM'],
      ['transaction_id', 'at', 'time_of_day'],
    ],
    [
      ['id', 'timestamp', 'date', 'time'],
      ['DT1', '2026-05-01T10:00:00Z', '2026-05-01', '10:00'],
      ['transaction_id', 'at', 'metadata', 'metadata'],
    ],
    [
      ['id', 'booking date', 'value date'],
      ['DT1', '2026-05-01', '2026-05-02'],
      ['transaction_id', 'at', 'metadata'],
    ],
    [
      ['id', 'at', 'time_of_day'],
      ['DT1', '2026-05-01', 'morning'],
      ['transaction_id', 'at', 'metadata'],
    ],
    [
      ['id', 'at', 'opening'],
      ['DT1', '2026-05-01', '09:00'],
      ['transaction_id', 'at', 'metadata'],
    ],
    [
      ['id', 'date', 'time'],
      ['DT1', '', ''],
      ['transaction_id', 'at', 'metadata'],
    ],
  ])('joins a date and a time of day only where headers and values show both: %j %j', (headers, row, fields) => {
    const guess = guessTransactionMapping(headers, [row, headers.map(() => '')])
    expect(headers.map((_, column) => guess[String(column)])).toEqual(fields)
  })

  it('is checked: columns that are there, a field from one column, and what every activity needs', () => {
    const check = (mapping: Parameters<typeof checkTransactionMapping>[0]) => {
      const checked = checkTransactionMapping(mapping, ['a', 'b', 'c'])
      return checked.ok ? 'ok' : checked.error
    }
    expect(check({ 0: 'transaction_id', 1: 'at', 2: 'metadata' })).toBe('ok')
    expect(check({ 0: 'transaction_id' })).toBe('no column is mapped to at')
    expect(check({ 0: 'transaction_id', 1: 'at', 2: 'at' })).toBe('columns 1 and 2 are both mapped to at')
    expect(check({ 0: 'transaction_id', 7: 'at' })).toBe('at is mapped to column 7, but the file has 3 columns')
  })
})

describe('the amount of a file', () => {
  const guessed = (header: string, ...others: string[]) => guessTransactionMapping(['id', 'date', header, ...others])

  it.each([
    ['Amount (EUR)', 'EUR'],
    ['amount_usd', 'USD'],
    ['amountUSD', 'USD'],
    ['Betrag in CHF', 'CHF'],
    ['EUR Amount', 'EUR'],
    ['Montant EUR', 'EUR'],
    ['TransactionAmt', undefined],
  ])('is the column %s where there is no other', (header, currency) => {
    expect(guessed(header)['2']).toBe('amount')
    expect(currencyOfHeader(header)).toBe(currency)
    expect(guessed(header, 'Amount')).toMatchObject({ 2: 'metadata', 3: 'amount' })
  })

  it.each(['amount cents', 'Amount (local)', 'total_all', 'EUR', 'Balance (EUR)', 'amount of eur'])(
    'is not the column %s',
    (header) => {
      expect(guessed(header)['2']).toBe('metadata')
    },
  )

  it('is none of two whose currencies differ', () => {
    expect(guessed('Amount (EUR)', 'Amount (USD)')).toMatchObject({ 2: 'metadata', 3: 'metadata' })
  })

  it('seems to stand in columns that hold two decimals wherever they hold anything, in nearly every row', () => {
    const columns = ['id', 'date', 'Debit', 'Credit', 'score', 'note']
    const mapping = guessTransactionMapping(columns)
    const debit = ['T1', '2026-05-01', '500.00', '', '0.5', 'x']
    const credit = ['T2', '2026-05-01', '', '1.250,10', '0.25', '12.00']
    const found = (sample: readonly (readonly string[])[], ...settled: number[]) =>
      unclaimedAmounts(columns, sample, mapping, new Set(settled))
    expect(found([debit, credit])).toEqual([2, 3])
    expect(found([debit, credit], 2, 3)).toEqual([])
    expect(found([debit, credit, ['T3', '2026-05-01', '', '', '1', '']])).toEqual([])
    expect(found([])).toEqual([])
    expect(unclaimedAmounts(columns, [debit], { ...mapping, 4: 'amount' }, new Set())).toEqual([])
  })
})
