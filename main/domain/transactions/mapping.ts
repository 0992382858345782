import { transactionFields } from '../../../shared/api/transaction-imports.ts'
import type { TransactionField, TransactionMapping } from '../../../shared/api/transaction-imports.ts'
import { fail, type Result } from '../../../shared/schema/result.ts'
import { counterpartyIsName } from '../../../shared/schema/counterparty.ts'
import { moneyClash, directionName, type NegativeMeaning } from '../../../shared/schema/money.ts'
import { checkFields, guessFields, shownGuess } from '../imports/column-fields.ts'
import { undressed } from '../imports/money-text.ts'
import { rejectedColumns } from '../imports/rejected.ts'
import { cutTo } from '../lists/text/clean.ts'
import { mayBeAmount, tellsTime, transactionFieldOf } from './headers.ts'
import { findDirection, findSides } from './guess-money.ts'
import { tellsDirection } from './money.ts'
import { metadataNameMax, unbearableName } from './read-activity.ts'
import { areDatesAlone, areTimesOfDay } from './time-of-day.ts'

/** Columns beyond these are left out of the guess; a person can still name them. */
const metadataColumnsMax = 50

/** A name alone does not make these: such a column may hold words, or numbers of accounts. */
const byValues: ReadonlySet<TransactionField> = new Set(['time_of_day', 'debit', 'credit', 'direction'])
const namedFields = transactionFields.filter((field) => !byValues.has(field))

/** The field that a header names. `Valuta` is a currency in some languages and a day in others: its cells decide. */
const fittingField = (header: string, cells: readonly string[]): (typeof namedFields)[number] | undefined => {
  const field = transactionFieldOf(header)
  const filled = cells.filter((cell) => cell.trim() !== '')
  return field === 'currency' && filled.length > 0 && filled.every((cell) => /\d/u.test(cell)) ? undefined : field
}

/**
 * Where the column taken as the time holds dates alone, or times of day alone, finds its other half by header and
 * values.
 */
const joinTimeOfDay = (
  mapping: Map<number, TransactionField>,
  columns: readonly string[],
  sample: readonly (readonly string[])[],
): void => {
  const at = [...mapping].find(([, field]) => field === 'at')?.[0]
  if (at === undefined) return
  const half = (test: (values: readonly string[]) => boolean): number | undefined => {
    const holds = (column: number): boolean => test(sample.map((row) => row[column] ?? ''))
    return holds(at) ? at : columns.findIndex((header, column) => tellsTime(header) && holds(column))
  }
  const [date = -1, time = -1] = [half(areDatesAlone), half(areTimesOfDay)]
  if (date < 0 || time < 0 || (date !== at && time !== at)) return
  mapping.set(date, 'at')
  mapping.set(time, 'time_of_day')
}

/**
 * Where no column is the amount, one whose header names an amount beside its currency is; of several nobody can tell
 * which.
 */
const findAmount = (mapping: Map<number, TransactionField>, columns: readonly string[]): void => {
  if ([...mapping.values()].includes('amount')) return
  const [only, ...others] = columns.flatMap((header, column) =>
    !mapping.has(column) && mayBeAmount(header) ? [column] : [],
  )
  if (only !== undefined && others.length === 0) mapping.set(only, 'amount')
}

/**
 * Guesses which column is which field: by its own name first, then by its header in many languages, of several with the
 * same meaning the first.
 * A date and a time of day in two columns are joined where the sample rows show both; so are money out and money in,
 * and a direction is read beside an amount. What has no meaning that is known goes to the metadata, where rules can
 * read it.
 */
export const guessTransactionMapping = (
  columns: readonly string[],
  sample: readonly (readonly string[])[] = [],
): TransactionMapping => {
  const mapping = guessFields<TransactionField>(columns, {
    fields: namedFields,
    fieldOf: (header, column) =>
      fittingField(
        header,
        sample.map((row) => row[column] ?? ''),
      ),
    several: 'metadata',
  })
  joinTimeOfDay(mapping, columns, sample)
  findAmount(mapping, columns)
  const rejected = rejectedColumns(columns)
  const free = columns.flatMap((header, column) =>
    mapping.has(column) || rejected.has(column)
      ? []
      : [{ column, header, cells: sample.map((row) => row[column] ?? '') }],
  )
  findSides(mapping, free)
  findDirection(mapping, free)
  let others = 0
  columns.forEach((header, column) => {
    if (mapping.has(column) || rejected.has(column) || header.trim() === '' || others >= metadataColumnsMax) return
    others += 1
    mapping.set(column, 'metadata')
  })
  return shownGuess(mapping)
}

const twoDecimals = /[.,]\d{2}$/u

/**
 * Columns that look like the amount (two decimals in every row in which they say anything) where none is mapped to it,
 * and nearly every sample row has one. Rows taken without their amount could never
 * get it: their ids would be taken.
 *
 * @param settled columns of which a person has said what they are
 */
export const unclaimedAmounts = (
  columns: readonly string[],
  sample: readonly (readonly string[])[],
  mapping: Readonly<Record<string, TransactionField>>,
  settled: ReadonlySet<number>,
): readonly number[] => {
  if (
    sample.length === 0 ||
    Object.values(mapping).some((field) => field === 'amount' || field === 'debit' || field === 'credit')
  )
    return []
  const isMoney = (value: string | undefined): boolean =>
    value !== undefined && twoDecimals.test(undressed(value)?.text ?? '')
  const found = columns.flatMap((_, column) => {
    const field = mapping[String(column)]
    if (settled.has(column) || (field !== undefined && field !== 'metadata')) return []
    const filled = sample.map((row) => row[column] ?? '').filter((value) => value.trim() !== '')
    return filled.length > 0 && filled.every(isMoney) ? [column] : []
  })
  const withOne = sample.filter((row) => found.some((column) => isMoney(row[column])))
  return withOne.length >= 0.9 * sample.length ? found : []
}

const clashes = {
  two_amounts:
    'amount is mapped beside debit or credit: all amounts stand in one column, or money out and money in in two; map what is neither to metadata',
  two_directions: 'direction is mapped beside debit or credit, which tell it by themselves; map it to metadata',
} as const

/**
 * Checks a mapping against the columns of a file: all of them there, a field from one column, `transaction_id` and `at`
 * among them (the first not where identifiers are made), one way in which amount and direction are told.
 */
export const checkTransactionMapping = (
  mapping: TransactionMapping,
  columns: readonly string[],
  { make_ids: makeIds }: { readonly make_ids?: boolean | undefined } = {},
): Result<ReadonlyMap<number, TransactionField>, string> => {
  const clash = moneyClash(Object.values(mapping))
  return clash === null
    ? checkFields<TransactionField>(mapping, columns, {
        several: 'metadata',
        needed: makeIds === true ? ['at'] : ['transaction_id', 'at'],
      })
    : fail(clashes[clash])
}

/**
 * What stays of a guess beside the fields that a person named: what was found together with another field than theirs
 * is kept by its name.
 */
export const guessBeside = (
  guess: TransactionMapping,
  named: readonly (TransactionField | null)[],
): TransactionMapping => {
  const isNamed = (...fields: readonly TransactionField[]): boolean => fields.some((field) => named.includes(field))
  const without = new Set<TransactionField>([
    ...(isNamed('at') ? (['time_of_day'] as const) : []),
    ...(isNamed('amount') ? (['debit', 'credit'] as const) : []),
    ...(isNamed('debit', 'credit') ? (['amount', 'direction'] as const) : []),
  ])
  return Object.fromEntries(
    Object.entries(guess).map(([column, field]) => [column, without.has(field) ? 'metadata' : field]),
  )
}

/** A column's own name with a number after it, within what a name in the metadata may be. */
const numbered = (name: string, number: number): string => {
  const ending = `_${number}`
  return `${cutTo(name, metadataNameMax - ending.length)}${ending}`
}

/** What rows tell in the metadata by themselves. */
interface TellsByItself {
  readonly negative: NegativeMeaning
  readonly counterpartiesAreCustomers?: boolean | undefined
}

/** Names of the metadata that what rows tell by themselves takes. */
export const reservedNames = (
  fields: Iterable<TransactionField>,
  { negative, counterpartiesAreCustomers }: TellsByItself,
): ReadonlySet<string> =>
  new Set([
    ...(tellsDirection(fields, negative) ? [directionName] : []),
    ...(counterpartiesAreCustomers === true ? [counterpartyIsName] : []),
  ])

/**
 * Under which name each column stands in the metadata: its own, cut where it is a longer heading than a name may be; of
 * several with one name the later ones are numbered (note, note_2), so that none overwrites another. Where rows tell a
 * direction, its name is taken; that of an object's prototype, which nothing may bear, always is.
 */
export const metadataNames = (
  columns: readonly string[],
  mapping: ReadonlyMap<number, TransactionField>,
  reading: TellsByItself,
): ReadonlyMap<number, string> => {
  const own = [...mapping]
    .filter(([, field]) => field === 'metadata')
    .map(([column]) => [column, cutTo((columns[column] ?? '').trim(), metadataNameMax)] as const)
  const borne = new Set(own.map(([, name]) => name))
  const names = new Map<number, string>()
  const given = new Set<string>([unbearableName, ...reservedNames(mapping.values(), reading)])
  for (const [column, name] of own.toSorted(([one], [other]) => one - other)) {
    let free = name
    for (let number = 2; given.has(free) || (free !== name && borne.has(free)); number += 1)
      free = numbered(name, number)
    given.add(free)
    names.set(column, free)
  }
  return names
}
