import { currencyRate, mostRates, type Currencies } from '../../../../shared/schema/detection-policy.ts'

/** One dated rate of a policy. */
export type Rate = Currencies['rates'][number]

/** A rate as it is being typed. */
export interface RateDraft {
  readonly currency: string
  /** A day, `YYYY-MM-DD`. */
  readonly from: string
  readonly rate: string
}

export const noDraft: RateDraft = { currency: '', from: '', rate: '' }

/** Why a field of a rate cannot be taken, by its name among the messages. */
export type RateFault = 'code' | 'isBase' | 'day' | 'taken' | 'number' | 'most'
export type RateFaults = Readonly<Partial<Record<keyof RateDraft, RateFault>>>

/** Whether anything was typed that is in no rate yet. */
export const isBegun = ({ currency, from, rate }: RateDraft): boolean => currency !== '' || from !== '' || rate !== ''

const { currency: code, from: day, rate: worth } = currencyRate.shape
const isCode = (text: string): boolean => code.safeParse(text).success
const isRate = (text: string): boolean =>
  /^\d{1,10}(?:\.\d{1,15})?$/u.test(text.trim()) && worth.safeParse(Number(text)).success

const currencyFault = ({ currency }: RateDraft, { base, rates }: Currencies): RateFault | undefined => {
  if (!isCode(currency)) return 'code'
  if (currency === base) return 'isBase'
  return rates.length >= mostRates ? 'most' : undefined
}

const dayFault = ({ currency, from }: RateDraft, { rates }: Currencies): RateFault | undefined => {
  if (!day.safeParse(from).success) return 'day'
  return rates.some((one) => one.currency === currency && one.from === from) ? 'taken' : undefined
}

/** What is wrong with a rate that is to be added; empty: nothing. */
export const rateFaults = (draft: RateDraft, currencies: Currencies): RateFaults => {
  const found = {
    currency: currencyFault(draft, currencies),
    from: dayFault(draft, currencies),
    rate: isRate(draft.rate) ? undefined : 'number',
  } as const
  return Object.fromEntries(Object.entries(found).filter(([, fault]) => fault !== undefined))
}

/** By currency, of each the newest first. */
export const ratesInOrder = (rates: readonly Rate[]): readonly Rate[] =>
  rates.toSorted(
    (one, other) => one.currency.localeCompare(other.currency, 'en') || other.from.localeCompare(one.from, 'en'),
  )

/** The rates with one that has no faults. */
export const withRate = (currencies: Currencies, { currency, from, rate }: RateDraft): Currencies => ({
  ...currencies,
  rates: [...currencies.rates, { currency, rate: Number(rate), from }],
})

/** The rates without one of them. */
export const withoutRate = (currencies: Currencies, { currency, from }: Rate): Currencies => ({
  ...currencies,
  rates: currencies.rates.filter((one) => one.currency !== currency || one.from !== from),
})

/** Why a base cannot stand with the rates, by its name among the messages; null: it can. */
export const baseFault = ({ base, rates }: Currencies): 'code' | 'baseMissing' | 'baseHasRate' | null => {
  if (base === null) return rates.length === 0 ? null : 'baseMissing'
  if (!isCode(base)) return 'code'
  return rates.some(({ currency }) => currency === base) ? 'baseHasRate' : null
}
