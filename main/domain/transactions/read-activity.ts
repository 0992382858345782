import { activityTime, metadataMax } from '../../../shared/schema/activity.ts'
import type { Activity } from '../../../shared/schema/activity.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import {
  amountFault,
  booleanFault,
  countryFault,
  currencyFault,
  idFault,
  latitudeFault,
  lineFault,
  longitudeFault,
} from './checks.ts'
import type { FieldCheck } from './checks.ts'

/** A value of a field that cannot be taken, with why; `field` is null where the activity as a whole is meant. */
export interface FieldProblem {
  readonly field: string | null
  readonly message: string
}

/** An activity with its time as a number. */
export interface TimedActivity {
  readonly event: Activity
  /** `event.at` in milliseconds. */
  readonly atMs: number
  /** The line of the file, or the row of the sheet, in which it begins; absent where it came in no file. */
  readonly line?: number
}

/** How far an activity may lie ahead of the clock: clocks and time zones differ by less than this. */
export const aheadMs = 86_400_000

/**
 * Why an activity of that time cannot be taken now; null: it can. One far ahead would stand in no window until then
 * (docs/detection/features.md, F-4).
 */
export const aheadFault = (atMs: number, nowMs: number): string | null =>
  atMs > nowMs + aheadMs ? `lies more than a day ahead of the clock, which says ${toTimestamp(nowMs)}` : null

const line =
  (max: number): FieldCheck =>
  (value) =>
    lineFault(value, max)

const timeMessage = 'must be an ISO 8601 time with its UTC offset, from 1970 to 2199'

const timeFault: FieldCheck = (value) =>
  typeof value === 'string' && value.length <= 40 && !Number.isNaN(activityTime(value)) ? null : timeMessage

/** The longest name of a value in the metadata. */
export const metadataNameMax = 128

/** A name that no value may have: in most languages it would set what an object is made of. */
export const unbearableName = '__proto__'

/** Whether it is what JSON carries, and no name in it is unbearable at any depth. */
const isJson = (value: unknown): boolean => {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true
    case 'number':
      return Number.isFinite(value)
    case 'object':
      return value === null || (!Object.hasOwn(value, unbearableName) && Object.values(value).every(isJson))
    default:
      return false
  }
}

/** Metadata: an object of whatever JSON carries, bounded in length. */
export const metadataFault: FieldCheck = (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object'
  if (Object.keys(value).some((name) => name.length > metadataNameMax))
    return `has a name longer than ${metadataNameMax} characters`
  if (Object.hasOwn(value, unbearableName)) return `has the name ${unbearableName}, which nothing may bear`
  if (!isJson(value))
    return `holds a value that JSON cannot carry, or one with the name ${unbearableName}, which nothing may bear`
  return JSON.stringify(value).length > metadataMax ? `is longer than ${metadataMax} characters of JSON` : null
}

/** The check of each field of an activity. */
export const fieldChecks: Readonly<Record<keyof Activity, FieldCheck>> = {
  transaction_id: idFault,
  event_type: line(64),
  at: timeFault,
  amount: amountFault,
  currency: currencyFault,
  customer_id: idFault,
  account_id: idFault,
  counterparty_id: idFault,
  device_id: idFault,
  ip: line(45),
  terminal_id: idFault,
  channel: line(64),
  country: countryFault,
  latitude: latitudeFault,
  longitude: longitudeFault,
  metadata: metadataFault,
  is_fraud: booleanFault,
}

const checks = new Map<string, FieldCheck>(Object.entries(fieldChecks))
const idFields: ReadonlySet<string> = new Set([
  'transaction_id',
  'customer_id',
  'account_id',
  'counterparty_id',
  'device_id',
  'terminal_id',
])
const required = ['transaction_id', 'at'] as const

/** Field names come from the caller: shown short and escaped. */
const shown = (name: string): string =>
  /^[\w-]{1,60}$/.test(name) ? name : JSON.stringify(name.slice(0, 60).toWellFormed())

/**
 * Reads one activity out of a JSON value; what it takes and gives is what the schema of an activity takes and gives.
 */
export const readActivity = (value: unknown): Result<TimedActivity, readonly FieldProblem[]> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return fail([{ field: null, message: 'must be an object' }])
  const problems: FieldProblem[] = []
  const read: Record<string, unknown> = { event_type: 'transaction' }
  for (const [name, given] of Object.entries(value)) {
    if (given === undefined) continue
    const check = checks.get(name)
    if (check === undefined) {
      problems.push({ field: shown(name), message: 'is not a field of an activity' })
      continue
    }
    const fault = check(given)
    if (fault !== null) problems.push({ field: name, message: fault })
    else read[name] = typeof given === 'number' && idFields.has(name) ? String(given) : given
  }
  for (const name of required)
    if (!Object.hasOwn(value, name) || (value as Record<string, unknown>)[name] === undefined)
      problems.push({ field: name, message: 'is required' })
  if (problems.length > 0) return fail(problems)
  const atMs = activityTime(read['at'] as string)
  read['at'] = toTimestamp(atMs)
  return ok({ event: read as Activity, atMs })
}
