/** Which way the money of an activity went, seen from its own account or customer. */
export const directions = ['in', 'out'] as const
export type Direction = (typeof directions)[number]

/** The member of an activity's metadata that tells its direction. */
export const directionName = 'direction'

/** What a minus before an amount of a file means: a refund or a reversal, or that money went out. */
export const negativeMeanings = ['refund', 'out'] as const
export type NegativeMeaning = (typeof negativeMeanings)[number]

/** Fields of an import from which the amount of a row and its direction are made. */
export const moneyFields = ['amount', 'debit', 'credit', 'direction'] as const
export type MoneyField = (typeof moneyFields)[number]

/** Why columns cannot be read as one amount with one direction: they tell the amount twice, or the direction. */
export type MoneyClash = 'two_amounts' | 'two_directions'

/** What contradicts itself in the fields that the columns of a file fill; null: nothing. */
export const moneyClash = (fields: readonly (string | null)[]): MoneyClash | null => {
  if (!fields.includes('debit') && !fields.includes('credit')) return null
  if (fields.includes('amount')) return 'two_amounts'
  return fields.includes('direction') ? 'two_directions' : null
}

/** The direction that an activity tells of itself; undefined where it tells none. */
export const directionIn = (metadata: Readonly<Record<string, unknown>> | undefined): Direction | undefined => {
  const told = metadata !== undefined && Object.hasOwn(metadata, directionName) ? metadata[directionName] : undefined
  return directions.find((direction) => direction === told)
}
