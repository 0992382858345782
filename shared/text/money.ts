/**
 * The currencies whose minor unit has not two digits, by its digits (ISO 4217, list one). `Intl.NumberFormat` cannot be
 * asked: it follows CLDR, which has no digits for some that are little used in cash (HUF, IDR, IQD),
 * others in each release, so that the window and a report would write one amount in two ways.
 */
const otherDigits: Readonly<Record<number, readonly string[]>> = {
  0: [
    'BIF',
    'CLP',
    'DJF',
    'GNF',
    'ISK',
    'JPY',
    'KMF',
    'KRW',
    'PYG',
    'RWF',
    'UGX',
    'UYI',
    'VND',
    'VUV',
    'XAF',
    'XOF',
    'XPF',
  ],
  3: ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'],
  4: ['CLF', 'UYW'],
}

const digitsOf: ReadonlyMap<string, number> = new Map(
  Object.entries(otherDigits).flatMap(([digits, codes]) => codes.map((code) => [code, Number(digits)] as const)),
)

const usualDigits = 2

/** Amounts are told and kept with so many digits after the point at most (`amountScale`). */
const keptDigits = 4

/** How many digits the minor unit of a currency has (ISO 4217); two for a code that is not among its own. */
export const minorDigits = (currency: string): number => digitsOf.get(currency) ?? usualDigits

/** A computed amount, such as a mean, rounded to the minor unit of its currency; to two digits where it has none. */
export const roundedToMinor = (amount: number, currency: string | null): number => {
  const perUnit = 10 ** minorDigits(currency ?? '')
  return Math.round(amount * perUnit) / perUnit
}

/**
 * Of an amount without a currency nobody knows the minor digits: a whole one is written without any, another with two
 * at least.
 */
const leastDigits = (amount: number, currency: string): number =>
  currency !== '' ? minorDigits(currency) : Number.isInteger(amount) ? 0 : usualDigits

const formatOf = (language: string, least: number): Intl.NumberFormat =>
  new Intl.NumberFormat(language, { minimumFractionDigits: least, maximumFractionDigits: keptDigits })

/**
 * An amount as people read it, without the code of its currency: with the minor digits of the currency, and all of its
 * own where it has more.
 *
 * @param currency '': none
 * @param language as in BCP 47
 */
export const amountText = (amount: number, currency: string, language: string): string =>
  formatOf(language, leastDigits(amount, currency)).format(amount)

/** Makes `amountText` of one language for many amounts: making a formatter costs a hundred times what it formats. */
export const amountTexts = (language: string): ((amount: number, currency: string) => string) => {
  const formats = Array.from({ length: keptDigits + 1 }, (_, least) => formatOf(language, least))
  return (amount, currency) =>
    formats[leastDigits(amount, currency)]?.format(amount) ?? amountText(amount, currency, language)
}
