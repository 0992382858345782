import type { Activity } from '../../../shared/schema/activity.ts'
import type { TransactionField } from '../../../shared/api/transaction-imports.ts'
import { counterpartyIsName } from '../../../shared/schema/counterparty.ts'
import { directionName, type MoneyField } from '../../../shared/schema/money.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import {
  asText,
  inCapitals,
  isBlank,
  readDecimal,
  readMoment,
  type CellProblem,
  type RowValue,
} from '../imports/cells.ts'
import { noHabits, type PointZeros } from '../imports/column-habits.ts'
import type { TimeReading } from '../imports/times.ts'
import { shownValue } from '../imports/shown-value.ts'
import { lostLetters } from '../imports/values.ts'
import type { Note } from '../imports/notes.ts'
import { saysNothing } from '../imports/words-for-nothing.ts'
import { plainWord, wordTable } from '../imports/words.ts'
import type { Zone } from '../imports/zones.ts'
import { metadataNames, reservedNames } from './mapping.ts'
import { cleanLines } from '../imports/clean-text.ts'
import { createMadeIds } from './made-ids.ts'
import { createMoneyColumns, type MoneyLayout, type ToldCells } from './money-columns.ts'
import { isMoneyField } from './money.ts'
import { readIdIn } from './read-id.ts'
import { aheadFault, fieldChecks, metadataFault } from './read-activity.ts'
import type { TimedActivity } from './read-activity.ts'
import { dateWithTime } from './time-of-day.ts'

type JsonValue = NonNullable<Activity['metadata']>[string]

/** What every row of a file is read with. */
export interface ActivityReading extends MoneyLayout {
  readonly zone: Zone
  /** Whether the file may hold bytes that are no text in its encoding. */
  readonly illFormed: boolean
  readonly eventType: string
  /** What NA means as a country, where a person has said it; Namibia otherwise. */
  readonly naCountry?: NaCountry | undefined
  /** The account of rows that name none. */
  readonly account?: string | undefined
  /** Whether the counterparties of rows are customers here, under the same identifiers. */
  readonly counterpartiesAreCustomers?: boolean | undefined
  /** Whether rows that name no identifier are given one. */
  readonly makeIds?: boolean | undefined
  /** Told of what was done to cells that are taken all the same. */
  readonly note?: Note
  /** The wall clock; Infinity where a file is only studied. */
  readonly nowMs: () => number
}

type Read = Result<unknown, string>

const truths = wordTable<'true' | 'false'>({
  true: [
    '1',
    't',
    'y',
    'yes',
    'ja',
    'j',
    'oui',
    'o',
    'si',
    'sí',
    'да',
    'نعم',
    '是',
    'はい',
    'हाँ',
    'fraud',
    'fraudulent',
    'betrug',
    'laundering',
  ],
  false: [
    '0',
    'f',
    'n',
    'no',
    'nein',
    'non',
    'нет',
    'لا',
    '否',
    'いいえ',
    'नहीं',
    'genuine',
    'legitimate',
    'legit',
    'normal',
    'ok',
    'none',
  ],
})

const readTruth = (value: RowValue): Read => {
  if (typeof value === 'boolean') return ok(value)
  if (value === 0 || value === '0') return ok(false)
  if (value === 1 || value === '1') return ok(true)
  const said = typeof value === 'string' ? truths.get(plainWord(value)) : undefined
  return said === undefined ? fail('is neither yes nor no in a form that is known') : ok(said === 'true')
}

/** A number as itself where writing it again gives the same text; codes with leading zeros stay text. */
const metadataValue = (value: JsonValue): JsonValue => {
  if (typeof value !== 'string' || value.length > 16 || !/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value)) return value
  const number = Number(value)
  return String(number) === value ? number : value
}

const checked = (field: keyof typeof fieldChecks, value: unknown): Read => {
  const fault = fieldChecks[field](value)
  return fault === null ? ok(value) : fail(fault)
}

/** What programs mean by NA in a column of countries. */
export const naCountries = ['namibia', 'nothing'] as const
export type NaCountry = (typeof naCountries)[number]

const readCountry = (value: RowValue, note: Note, na: NaCountry | undefined): Read => {
  const country = inCapitals(value)
  if (country === 'NA') {
    note('country_na')
    if (na === 'nothing') return ok(undefined)
  }
  return typeof country === 'string' && country !== 'NA' && saysNothing(country)
    ? ok(undefined)
    : checked('country', country)
}

const readerOf = (
  field: Exclude<TransactionField, 'metadata' | 'at' | 'time_of_day' | MoneyField>,
  { note = () => undefined, naCountry }: Pick<ActivityReading, 'note' | 'naCountry'>,
  zeros: PointZeros,
): ((value: RowValue) => Read) => {
  switch (field) {
    case 'latitude':
    case 'longitude':
      return (value) => {
        const number = readDecimal(value)
        return number.ok ? checked(field, number.value) : number
      }
    case 'is_fraud':
      return readTruth
    case 'country':
      return (value) => readCountry(value, note, naCountry)
    case 'currency':
      return (value) => checked(field, inCapitals(value))
    case 'event_type':
    case 'ip':
    case 'channel':
      return (value) => checked(field, asText(value))
    default:
      return (value) => readIdIn(zeros, value, note)
  }
}

const unreadableText = 'holds a control character or a text-direction override'

/** The columns of one file, ready to be read. */
interface Column {
  readonly column: number
  readonly name: string
  readonly field: TransactionField
  readonly read: (value: RowValue, values: readonly RowValue[]) => Read
}

/** Makes a function that reads the rows of one file: each gives an activity, or every problem that it has. */
export const createActivityRowReader = (
  reading: ActivityReading,
): ((values: readonly RowValue[]) => Result<TimedActivity, readonly CellProblem[]>) => {
  const timeOf = (value: RowValue, how: TimeReading): Result<number, string> => {
    const time = readMoment(value, how)
    if (!time.ok) return time
    const fault = aheadFault(time.value, reading.nowMs())
    return fault === null ? time : fail(fault)
  }
  const columnOf = (wanted: TransactionField): number | undefined =>
    [...reading.mapping].find(([, field]) => field === wanted)?.[0]
  const beside = columnOf('time_of_day')
  const atOf = (column: number): Column['read'] => {
    const how: TimeReading = { zone: reading.zone, ...(reading.habits.get(column) ?? noHabits) }
    if (beside === undefined) return (value) => timeOf(value, how)
    const name = reading.columns[beside] ?? ''
    return (value, values) => {
      const time = timeOf(dateWithTime(value, values[beside]), how)
      return time.ok || isBlank(values[beside]) ? time : fail(`with ${name} beside it ${time.error}`)
    }
  }
  const moneyColumns = createMoneyColumns(reading)
  const taken = reservedNames(reading.mapping.values(), reading)
  const readOf = (column: number, field: TransactionField): Column['read'] => {
    if (field === 'at') return atOf(column)
    if (isMoneyField(field)) return moneyColumns.readerOf(field)
    return field === 'metadata' || field === 'time_of_day'
      ? ok
      : readerOf(field, reading, (reading.habits.get(column) ?? noHabits).pointZeros)
  }
  const names = metadataNames(reading.columns, reading.mapping, reading)
  const columns: Column[] = [...reading.mapping]
    .filter(([column]) => column !== beside)
    .sort(([one], [other]) => one - other)
    .map(([column, field]) => ({
      column,
      name: names.get(column) ?? reading.columns[column] ?? '',
      field,
      read: readOf(column, field),
    }))

  const isPlain = (value: RowValue): boolean => typeof value !== 'object' || value === null || Array.isArray(value)

  /** Names under which columns of a row stand in its metadata, where some of its columns are objects. */
  const columnNames = (values: readonly RowValue[]): ReadonlySet<string> =>
    new Set(
      columns
        .filter(({ column, field }) => field === 'metadata' && !isBlank(values[column]) && isPlain(values[column]))
        .map(({ name }) => name),
    )

  /**
   * Adds what a column says to the metadata: an object by its members, anything else under the column's name. A member
   * whose name is another's already is numbered, so that none overwrites another.
   */
  const addMetadata = (
    metadata: Map<string, JsonValue>,
    { name }: Column,
    value: JsonValue,
    values: readonly RowValue[],
  ): void => {
    if (isPlain(value)) {
      metadata.set(name, metadataValue(value))
      return
    }
    const borne = columnNames(values)
    for (const [member, held] of Object.entries(value as Readonly<Record<string, JsonValue>>)) {
      let free = member
      for (let number = 2; metadata.has(free) || borne.has(free) || taken.has(free); number += 1)
        free = `${member}_${number}`
      metadata.set(free, held)
    }
  }

  const makeId = reading.makeIds === true ? createMadeIds(reading.columns, reading.account) : undefined

  return (values) => {
    const problems: CellProblem[] = []
    const madeId = makeId?.(values)
    const read: Record<string, unknown> = { event_type: reading.eventType }
    let atMs = Number.NaN
    let metadata: Map<string, JsonValue> | undefined
    const told: Partial<Record<MoneyField, unknown>> = {}
    for (const source of columns) {
      const { column, field, name } = source
      const value = values[column]
      if (isBlank(value)) {
        if ((field === 'transaction_id' && madeId === undefined) || field === 'at')
          problems.push({ column: name, value: null, reason: 'is empty, and every transaction needs it' })
        continue
      }
      if (reading.illFormed && typeof value === 'string' && value.includes('\ufffd')) {
        problems.push({ column: name, value: shownValue(value), reason: lostLetters })
        continue
      }
      if (field === 'metadata') {
        const text = typeof value === 'string' ? cleanLines(value) : value
        if (text === undefined) problems.push({ column: name, value: shownValue(value), reason: unreadableText })
        else {
          if (text !== value) reading.note?.('cleaned')
          addMetadata((metadata ??= new Map<string, JsonValue>()), source, text, values)
        }
        continue
      }
      const result = source.read(value, values)
      if (!result.ok) problems.push({ column: name, value: shownValue(value), reason: result.error })
      else if (field === 'at') atMs = result.value as number
      else if (isMoneyField(field)) told[field] = result.value
      else if (result.value !== undefined) read[field] = result.value
      else if (field === 'transaction_id' && madeId === undefined)
        problems.push({
          column: name,
          value: shownValue(value),
          reason: 'says that there is none, and every transaction needs one',
        })
    }
    const money = moneyColumns.settle(told as ToldCells)
    if (!money.ok)
      problems.push({ ...money.error, value: shownValue(values[reading.columns.indexOf(money.error.column ?? '')]) })
    else if (
      money.value.direction !== undefined &&
      (metadata?.get(directionName) ?? money.value.direction) !== money.value.direction
    )
      problems.push({
        column: directionName,
        value: shownValue(metadata?.get(directionName)),
        reason: 'says another direction than CR or DR at the amount',
      })
    else if (money.value.direction !== undefined)
      (metadata ??= new Map<string, JsonValue>()).set(directionName, money.value.direction)
    if (reading.counterpartiesAreCustomers === true && read['counterparty_id'] !== undefined)
      (metadata ??= new Map<string, JsonValue>()).set(counterpartyIsName, 'customer')
    if (metadata !== undefined) {
      const object: Record<string, JsonValue> = Object.fromEntries(metadata)
      const fault = metadataFault(object)
      if (fault === null) read['metadata'] = object
      else problems.push({ column: null, value: null, reason: `the metadata ${fault}` })
    }
    if (problems.length > 0 || !money.ok) return fail(problems)
    const { amount, currency } = money.value
    if (amount !== undefined) read['amount'] = amount
    if (currency !== undefined) read['currency'] ??= currency
    if (madeId !== undefined) read['transaction_id'] ??= madeId
    if (reading.account !== undefined) read['account_id'] ??= reading.account
    read['at'] = toTimestamp(atMs)
    return ok({ event: read as Activity, atMs })
  }
}
