import { InvalidArgumentError } from 'commander'
import { transactionFields } from '../../shared/api/transaction-imports.ts'
import type { TransactionField } from '../../shared/api/transaction-imports.ts'
import { dayRange, type DayRange } from '../../shared/schema/models.ts'
import { day } from '../../shared/schema/text.ts'

/** Reads `2018-07-25..2018-07-31`: two days, both in the range. */
export const asDayRange = (value: string): DayRange => {
  const [from, to, ...rest] = value.split('..')
  const read = dayRange.safeParse({ from, to })
  if (!read.success || rest.length > 0)
    throw new InvalidArgumentError(
      'Write two days as FROM..TO, for example 2018-07-25..2018-07-31; both belong to the range (UTC).',
    )
  return read.data
}

/** Reads one day. */
export const asDay = (value: string): string => {
  if (!day.safeParse(value).success) throw new InvalidArgumentError('Write a day as YYYY-MM-DD.')
  return value
}

/** Reads `7d` or `7` as days. */
export const asDays = (value: string): number => {
  const found = /^(\d{1,3}(?:\.\d{1,3})?)d?$/u.exec(value)
  const days = Number(found?.[1])
  if (found === null || days > 365) throw new InvalidArgumentError('Write days as 7d; 365d at most.')
  return days
}

/** Reads `7d` or `7` as the days after which something counts half as much; of none, nothing would count at all. */
export const asHalfLife = (value: string): number => {
  const days = asDays(value)
  if (days === 0)
    throw new InvalidArgumentError(
      'It must be more than 0 days; leave the option out where all transactions count the same.',
    )
  return days
}

/** A whole number in a range. */
export const asWhole =
  (min: number, max: number) =>
  (value: string): number => {
    const number = Number(value)
    if (!/^\d{1,10}$/u.test(value) || number < min || number > max)
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
    return number
  }

/** A number in a range. */
export const asNumber =
  (min: number, max: number) =>
  (value: string): number => {
    const number = Number(value)
    if (!/^\d{1,9}(?:\.\d{1,9})?$/u.test(value) || number < min || number > max)
      throw new InvalidArgumentError(`It must be a number from ${min} to ${max}.`)
    return number
  }

/** Numbers with commas between. */
export const asCounts = (value: string): number[] => value.split(',').map((item) => asWhole(1, 1_000_000)(item.trim()))

/** Names with commas between, each once. */
export const asNames = (value: string): string[] => {
  const names = value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (names.length === 0) throw new InvalidArgumentError('Name at least one.')
  if (twice !== undefined) throw new InvalidArgumentError(`${twice} is named twice.`)
  return names
}

/** Columns of a transaction file and the fields that they are. */
export type TransactionColumns = readonly { readonly column: string; readonly field: TransactionField }[]

/** Reads `column=field,column=field`; a comma or an equals sign in a header is written with a backslash before it. */
export const asTransactionColumns = (value: string, earlier: TransactionColumns = []): TransactionColumns => [
  ...earlier,
  ...value.split(/(?<!\\),/u).map((pair) => {
    const at = pair.search(/(?<!\\)=[^=]*$/u)
    const field = transactionFields.find((known) => known === pair.slice(at + 1).trim())
    if (at < 1 || field === undefined)
      throw new InvalidArgumentError(`Write column=field; fields are ${transactionFields.join(', ')}.`)
    return {
      column: pair
        .slice(0, at)
        .replaceAll(/\\([,=\\])/gu, '$1')
        .trim(),
      field,
    }
  }),
]
