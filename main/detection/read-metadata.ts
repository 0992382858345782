import { isIP } from 'node:net'
import { activityIdMax, activityTimeLimits, amountScale } from '../../shared/schema/activity.ts'
import type { Activity } from '../../shared/schema/activity.ts'
import { refusal } from '../../shared/api/errors.ts'
import type { ErrorDetail, Refusal } from '../../shared/api/errors.ts'
import { fail, ok } from '../../shared/schema/result.ts'
import type { Result } from '../../shared/schema/result.ts'
import { requestTimeMs } from '../../shared/schema/request-time.ts'
import { lineOfText, toTimestamp } from '../../shared/schema/text.ts'
import { amountFault } from '../domain/transactions/checks.ts'
import { aheadFault } from '../domain/transactions/read-activity.ts'
import type { JsonValue } from '../seal/canonical.ts'
import { candidatesOf, leavesOf, type Leaf } from './metadata-leaves.ts'

/**
 * Names of an activity's fields as the systems of others write them, without case and punctuation; those before are
 * preferred to those behind.
 */
const names = {
  transaction_id: ['transactionid', 'txid', 'txnid', 'paymentid', 'transferid', 'transactionreference'],
  at: [
    'at',
    'timestamp',
    'occurredat',
    'eventtime',
    'eventtimestamp',
    'datetime',
    'transactiontime',
    'transactiondatetime',
  ],
  amount: ['amount', 'transactionamount', 'amountvalue', 'txamount', 'paymentamount', 'totalamount', 'value', 'total'],
  currency: ['currency', 'currencycode', 'amountcurrency', 'transactioncurrency', 'ccy'],
  customer_id: [
    'customerid',
    'userid',
    'clientid',
    'memberid',
    'customer',
    'user',
    'customerref',
    'customernumber',
    'cif',
  ],
  account_id: [
    'accountid',
    'account',
    'accountnumber',
    'iban',
    'fromaccount',
    'fromaccountid',
    'sourceaccount',
    'senderaccount',
    'debtoraccount',
    'cardid',
    'cardtoken',
  ],
  counterparty_id: [
    'counterpartyid',
    'counterparty',
    'beneficiaryid',
    'beneficiary',
    'beneficiaryaccount',
    'recipientid',
    'recipient',
    'payeeid',
    'payee',
    'toaccount',
    'toaccountid',
    'destinationaccount',
    'receiverid',
    'creditoraccount',
    'merchantid',
    'merchant',
  ],
  device_id: ['deviceid', 'devicefingerprint', 'fingerprint', 'deviceuuid', 'device'],
  ip: ['ip', 'ipaddress', 'ipaddr', 'clientip', 'remoteip', 'sourceip', 'remoteaddr', 'ipv4', 'ipv6'],
  terminal_id: ['terminalid', 'terminal', 'posid', 'atmid'],
  channel: ['channel'],
  country: ['country', 'countrycode', 'ipcountry', 'countryiso'],
  latitude: ['latitude', 'lat'],
  longitude: ['longitude', 'lon', 'lng', 'long'],
} as const satisfies Partial<Record<keyof Activity, readonly string[]>>

type Field = keyof typeof names
const fields = Object.keys(names) as Field[]
const placesOf = (field: Field): ReadonlyMap<string, number> =>
  new Map(names[field].map((name, place) => [name, place]))
const places = new Map(fields.map((field) => [field, placesOf(field)] as const))

/** Paths of the metadata that an answer names; what a field is looked for in knows no such limit. */
const keptMax = 2_000

type Value = Leaf['value']

type Read<T> = { readonly value: T } | { readonly fault: string } | null

const lineMax = lineOfText(activityIdMax)

/** An identifier; one that is empty is none. */
const idOf =
  (max: number) =>
  (value: Value): Read<string> => {
    if (typeof value === 'boolean') return { fault: 'must be text or a whole number' }
    if (typeof value === 'number')
      return Number.isSafeInteger(value) && value >= 0
        ? { value: String(value) }
        : { fault: 'must be text or a whole number' }
    const text = value.trim()
    if (text === '') return null
    return text.length <= max && lineMax.safeParse(text).success
      ? { value: text }
      : { fault: `must be one line of at most ${max} characters` }
  }

/**
 * Two runs of digits stand only with a point between them: a text of any length can be cut into them in one way, so
 * that it is looked at once.
 */
const decimal = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?\s*$/u

const numberOf =
  (low: number, high: number, what: string) =>
  (value: Value): Read<number> => {
    const number = typeof value === 'string' && decimal.test(value) ? Number(value) : value
    return typeof number === 'number' && number >= low && number <= high
      ? { value: number }
      : { fault: `must be ${what}` }
  }

const money = numberOf(-1e11, 1e11, 'a number between -100,000,000,000 and 100,000,000,000')

const amountOf = (value: Value): Read<number> => {
  const read = money(value)
  if (read === null || !('value' in read)) return read
  const fault = amountFault(read.value)
  return fault === null ? { value: Math.round(read.value * amountScale) / amountScale } : { fault }
}

/** Of codes in another form nothing is taken: they stay what they are, for rules. */
const codeOf =
  (pattern: RegExp) =>
  (value: Value): Read<string> =>
    typeof value === 'string' && pattern.test(value.trim()) ? { value: value.trim().toUpperCase() } : null

const addressOf = (value: Value): Read<string> =>
  typeof value === 'string' && isIP(value.trim()) !== 0 ? { value: value.trim() } : null

const zoned = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|z|[+-]\d{2}:?\d{2})$/u
/** A time as others write it, in the form of the interface's own. */
const inOwnForm = (text: string): string =>
  text
    .toUpperCase()
    .replace(' ', 'T')
    .replace(/([+-]\d{2})(\d{2})$/u, '$1:$2')

const timeOf =
  (nowMs: number) =>
  (value: Value): Read<string> => {
    const stated =
      typeof value === 'string' && zoned.test(value.trim()) ? requestTimeMs(inOwnForm(value.trim())) : value
    // Numbers are Unix times: in seconds before they could be milliseconds of this century.
    const ms = typeof stated === 'number' && typeof value === 'number' && stated < 1e11 ? stated * 1_000 : stated
    if (typeof ms !== 'number' || !(ms >= activityTimeLimits.from && ms < activityTimeLimits.before))
      return {
        fault:
          'must be a time from 1970 to 2199 that exists, with its UTC offset (ISO 8601), or Unix seconds or milliseconds',
      }
    const ahead = aheadFault(ms, nowMs)
    return ahead === null ? { value: toTimestamp(Math.trunc(ms)) } : { fault: ahead }
  }

const readers: Readonly<Record<Exclude<Field, 'at'>, (value: Value) => Read<string | number>>> = {
  transaction_id: idOf(activityIdMax),
  amount: amountOf,
  currency: codeOf(/^[A-Za-z]{3}$/u),
  customer_id: idOf(activityIdMax),
  account_id: idOf(activityIdMax),
  counterparty_id: idOf(activityIdMax),
  device_id: idOf(activityIdMax),
  ip: addressOf,
  terminal_id: idOf(activityIdMax),
  channel: idOf(64),
  country: codeOf(/^[A-Za-z]{2}$/u),
  latitude: numberOf(-90, 90, 'a number between -90 and 90'),
  longitude: numberOf(-180, 180, 'a number between -180 and 180'),
}

/** What an assessment's `metadata` says of an activity. */
export interface MetadataReading {
  readonly found: Partial<Pick<Activity, Field>>
  /** Field -> where it was found, its path with dots. */
  readonly understood: Readonly<Record<string, string>>
  /** Paths that are no field. */
  readonly kept: readonly string[]
}

const pathOf = ({ path }: Leaf): string => path.join('.')
const inMetadata = (path: string): string => `metadata.${path}`

/** What a field is, and where; null where nothing says it. */
type Choice =
  | { readonly value: string | number; readonly path: string }
  | { readonly faults: readonly ErrorDetail[] }
  | null

/** What the candidates of a field say of it; where they contradict each other, none is taken. */
const chosen = (field: Field, candidates: readonly Leaf[], read: (value: Value) => Read<string | number>): Choice => {
  const said: { readonly value: string | number; readonly path: string }[] = []
  const faults: ErrorDetail[] = []
  // In an order that is not the members' own.
  for (const { path, value } of candidates
    .map((leaf) => ({ path: pathOf(leaf), value: leaf.value }))
    .sort((one, other) => (one.path < other.path ? -1 : 1))) {
    const one = read(value)
    if (one === null) continue
    if ('fault' in one) faults.push({ path: inMetadata(path), message: one.fault })
    else said.push({ value: one.value, path })
  }
  const [first, ...others] = said
  if (faults.length > 0) return { faults }
  if (first === undefined) return null
  const contrary = others.find(({ value }) => value !== first.value)
  if (contrary === undefined) return first
  const contradicts = (path: string, other: string): ErrorDetail => ({
    path: inMetadata(path),
    message: `contradicts ${inMetadata(other)}: both may be ${field}, and they differ. Write the one that counts as ${field} at the top of metadata`,
  })
  return { faults: [contradicts(first.path, contrary.path), contradicts(contrary.path, first.path)] }
}

/**
 * Finds the fields of an activity in arbitrary metadata: by their usual names in any case and punctuation, also nested
 * (`device.id`, `transaction.amount`). What is no field stays for rules.
 * What stands at the top is never replaced by what lies deeper, and the order of the members says nothing.
 *
 * @param nowMs the wall clock: no activity lies far ahead of it
 * @returns a refusal that names each field whose value cannot be one, and both places where two of equal rank differ
 */
export const readMetadata = (
  metadata: Readonly<Record<string, JsonValue>>,
  nowMs: number,
): Result<MetadataReading, Refusal> => {
  const leaves = leavesOf(metadata)
  const found: Record<string, string | number> = {}
  const understood: Record<string, string> = {}
  const faults: ErrorDetail[] = []
  for (const [field, preferred] of places) {
    const choice = chosen(
      field,
      candidatesOf(leaves, field, preferred),
      field === 'at' ? timeOf(nowMs) : readers[field],
    )
    if (choice === null) continue
    if ('faults' in choice) faults.push(...choice.faults)
    else {
      found[field] = choice.value
      understood[field] = choice.path
    }
  }
  const [first] = faults
  if (first !== undefined) return fail(refusal('invalid_request', `${first.path} ${first.message}.`, faults))
  const taken = new Set(Object.values(understood))
  const kept = leaves.map(pathOf).filter((path) => !taken.has(path))
  return ok({ found, understood, kept: kept.slice(0, keptMax) })
}
