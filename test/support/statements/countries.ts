/** How banks of a country write their statements. */
export interface Country {
  readonly code: string
  readonly currency: string
  /** Decimals of the currency. */
  readonly places: number
  readonly decimal: '.' | ','
  readonly thousands: string
  /** Encodings that its files come in. */
  readonly encodings: readonly string[]
  readonly date: (day: string) => string
  readonly names: readonly string[]
  readonly texts: readonly string[]
  /** Lines above the header of a table, without what is drawn. */
  readonly words: {
    readonly account: string
    readonly opening: string
    readonly closing: string
    readonly date: string
    readonly text: string
    readonly amount: string
    readonly debit: string
    readonly credit: string
    readonly balance: string
    readonly currency: string
  }
}

const parts = (day: string): readonly [year: string, month: string, day: string] =>
  [day.slice(0, 4), day.slice(5, 7), day.slice(8, 10)] as const
const dotted = (day: string): string => parts(day).toReversed().join('.')

const english = {
  account: 'Account number',
  opening: 'Opening balance',
  closing: 'Closing balance',
  date: 'Date',
  text: 'Description',
  amount: 'Amount',
  debit: 'Debit',
  credit: 'Credit',
  balance: 'Balance',
  currency: 'Currency',
}

/** Six countries, with their currencies, code pages, dates and numbers. */
export const countries: readonly Country[] = [
  {
    code: 'DE',
    currency: 'EUR',
    places: 2,
    decimal: ',',
    thousands: '.',
    encodings: ['windows-1252', 'utf-8', 'utf-16le'],
    date: dotted,
    names: ['Jürgen Großmann', 'Käthe Schröder', 'Bäckerei Müßig', 'Anna Weiß'],
    texts: ['Miete für', 'Gebühr', 'Einkauf Köln', 'Überweisung'],
    words: {
      account: 'IBAN',
      opening: 'Anfangssaldo',
      closing: 'Endsaldo',
      date: 'Buchungstag',
      text: 'Verwendungszweck',
      amount: 'Betrag',
      debit: 'Soll',
      credit: 'Haben',
      balance: 'Saldo',
      currency: 'Währung',
    },
  },
  {
    code: 'PL',
    currency: 'PLN',
    places: 2,
    decimal: ',',
    thousands: '\u00a0',
    encodings: ['windows-1250', 'iso-8859-2', 'utf-8'],
    date: dotted,
    names: ['Łukasz Żółtowski', 'Grażyna Świątek', 'Paweł Gąsior'],
    texts: ['Opłata za prąd', 'Zakupy Łódź', 'Wynagrodzenie', 'Przelew środków'],
    words: {
      account: 'Numer rachunku',
      opening: 'Saldo początkowe',
      closing: 'Saldo końcowe',
      date: 'Data operacji',
      text: 'Tytuł',
      amount: 'Kwota',
      debit: 'Obciążenia',
      credit: 'Uznania',
      balance: 'Saldo',
      currency: 'Waluta',
    },
  },
  {
    code: 'RU',
    currency: 'RUB',
    places: 2,
    decimal: ',',
    thousands: ' ',
    encodings: ['windows-1251', 'koi8-r', 'ibm866', 'utf-8'],
    date: dotted,
    names: ['Сергей Щукин', 'Наталья Ёлкина', 'ООО Ромашка'],
    texts: ['Оплата по счёту', 'Зарплата', 'Аренда помещения', 'Перевод средств'],
    words: {
      account: 'Номер счета',
      opening: 'Входящий остаток',
      closing: 'Исходящий остаток',
      date: 'Дата',
      text: 'Назначение платежа',
      amount: 'Сумма',
      debit: 'Дебет',
      credit: 'Кредит',
      balance: 'Остаток',
      currency: 'Валюта',
    },
  },
  {
    code: 'JP',
    currency: 'JPY',
    places: 0,
    decimal: '.',
    thousands: ',',
    encodings: ['shift_jis', 'euc-jp', 'utf-8'],
    date: (day) => `${parts(day)[0]}年${Number(parts(day)[1])}月${Number(parts(day)[2])}日`,
    names: ['山田太郎', '佐藤花子', '株式会社東京商事'],
    texts: ['家賃', '給与振込', '電気料金', '商品代金'],
    words: {
      account: '口座番号',
      opening: '前月繰越',
      closing: '次月繰越',
      date: '取引日',
      text: '摘要',
      amount: '金額',
      debit: '出金額',
      credit: '入金額',
      balance: '残高',
      currency: '通貨',
    },
  },
  {
    code: 'US',
    currency: 'USD',
    places: 2,
    decimal: '.',
    thousands: ',',
    encodings: ['utf-8', 'utf-16le'],
    date: (day) => `${parts(day)[1]}/${parts(day)[2]}/${parts(day)[0]}`,
    names: ['Ann Lee', 'Smith & Sons <Ltd>', "O'Brien Inc"],
    texts: ['Rent', 'Payroll', 'Card purchase', 'Wire'],
    words: english,
  },
  {
    code: 'KW',
    currency: 'KWD',
    places: 3,
    decimal: '.',
    thousands: ',',
    encodings: ['utf-8'],
    date: (day) => day,
    names: ['Gulf Trading Co', 'Noor Stores'],
    texts: ['Fee', 'Transfer', 'Purchase'],
    words: english,
  },
]

const grouped = (digits: string, separator: string): string => digits.replaceAll(/\B(?=(?:\d{3})+$)/gu, separator)

/** Smallest units as a decimal number with a point and no groups; `written` as the country writes amounts. */
export const plainAmount = (units: number, places: number): string => {
  const digits = String(Math.abs(units)).padStart(places + 1, '0')
  const sign = units < 0 ? '-' : ''
  return places === 0 ? sign + digits : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** The same as the country writes it, with its thousands and its decimal sign. */
export const writtenAmount = (units: number, { places, decimal, thousands }: Country): string => {
  const [whole = '', fraction] = plainAmount(Math.abs(units), places).split('.')
  return `${units < 0 ? '-' : ''}${grouped(whole, thousands)}${fraction === undefined ? '' : decimal + fraction}`
}
