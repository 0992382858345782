import { isIP } from 'node:net'
import { amountScale, activityIdMax } from '../../shared/schema/activity.ts'
import type { Activity } from '../../shared/schema/activity.ts'
import { refusal } from '../../shared/api/errors.ts'
import type { ErrorDetail, Refusal } from '../../shared/api/errors.ts'
import { fail, ok } from '../../shared/schema/result.ts'
import type { Result } from '../../shared/schema/result.ts'
import { lineOfText, toTimestamp } from '../../shared/schema/text.ts'
import type { JsonValue } from '../seal/canonical.ts'

/** Names of an activity's fields as the systems of others write them, without case and punctuation; the first that is there counts. */
const names = {
  transaction_id: ['transactionid', 'txid', 'txnid', 'paymentid', 'transferid', 'transactionreference'],
  at: ['at', 'timestamp', 'occurredat', 'eventtime', 'eventtimestamp', 'datetime', 'transactiontime', 'transactiondatetime'],
  amount: ['amount', 'transactionamount', 'amountvalue', 'txamount', 'paymentamount', 'totalamount', 'value', 'total'],
  currency: ['currency', 'currencycode', 'amountcurrency', 'transactioncurrency', 'ccy'],
  customer_id: ['customerid', 'userid', 'clientid', 'memberid', 'customer', 'user', 'customerref', 'customernumber', 'cif'],
  account_id: ['accountid', 'account', 'accountnumber', 'iban', 'fromaccount', 'fromaccountid', 'sourceaccount', 'senderaccount', 'debtoraccount', 'cardid', 'cardtoken'],
  counterparty_id: ['counterpartyid', 'counterparty', 'beneficiaryid', 'beneficiary', 'beneficiaryaccount', 'recipientid', 'recipient', 'payeeid', 'payee', 'toaccount', 'toaccountid', 'destinationaccount', 'receiverid', 'creditoraccount', 'merchantid', 'merchant'],
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

/** Objects whose own name says nothing of what they hold. */
const wrappers = new Set(['transaction', 'payment', 'transfer', 'network', 'geo', 'geolocation', 'location', 'client', 'session', 'context', 'details', 'data', 'event', 'request', 'position', 'coordinates'])

const depthMax = 4
const leavesMax = 2_000

interface Leaf {
  readonly path: readonly string[]
  readonly value: string | number | boolean
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/gu, '')

const leavesOf = (value: JsonValue | undefined, path: readonly string[], found: Leaf[]): Leaf[] => {
  if (found.length >= leavesMax) return found
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') found.push({ path, value })
  else if (typeof value === 'object' && value !== null && !Array.isArray(value) && path.length < depthMax) for (const [name, inner] of Object.entries(value)) leavesOf(inner, [...path, name], found)
  return found
}

/** The names by which a leaf can be meant: its whole path, and what is left of it without wrappers. */
const meaningsOf = ({ path }: Leaf): readonly string[] => {
  const parts = path.map(plain)
  const bare = parts.filter((part, place) => place === parts.length - 1 || !wrappers.has(part))
  return [...new Set([parts.join(''), bare.join('')])]
}

type Read<T> = { readonly value: T } | { readonly fault: string } | null

const lineMax = lineOfText(activityIdMax)

/** An identifier; one that is empty is none. */
const idOf = (max: number) => (value: Leaf['value']): Read<string> => {
  if (typeof value === 'boolean') return { fault: 'must be text or a whole number' }
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? { value: String(value) } : { fault: 'must be text or a whole number' }
  const text = value.trim()
  if (text === '') return null
  return text.length <= max && lineMax.safeParse(text).success ? { value: text } : { fault: `must be one line of at most ${max} characters` }
}

const numberOf = (low: number, high: number, what: string) => (value: Leaf['value']): Read<number> => {
  const number = typeof value === 'string' && /^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?\s*$/u.test(value) ? Number(value) : value
  return typeof number === 'number' && number >= low && number <= high ? { value: number } : { fault: `must be ${what}` }
}

const money = numberOf(-1e11, 1e11, 'a number between -100,000,000,000 and 100,000,000,000')

const amountOf = (value: Leaf['value']): Read<number> => {
  const read = money(value)
  return read !== null && 'value' in read ? { value: Math.round(read.value * amountScale) / amountScale } : read
}

/** Of codes in another form nothing is taken: they stay what they are, for rules. */
const codeOf = (pattern: RegExp) => (value: Leaf['value']): Read<string> => (typeof value === 'string' && pattern.test(value.trim()) ? { value: value.trim().toUpperCase() } : null)

const addressOf = (value: Leaf['value']): Read<string> => (typeof value === 'string' && isIP(value.trim()) !== 0 ? { value: value.trim() } : null)

const zoned = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|z|[+-]\d{2}:?\d{2})$/u
const firstMs = 0
const lastMs = Date.UTC(9999, 11, 31)

const timeOf = (value: Leaf['value']): Read<string> => {
  const stated = typeof value === 'string' && zoned.test(value.trim()) ? Date.parse(value.trim().replace(' ', 'T')) : value
  // Numbers are Unix times: in seconds before they could be milliseconds of this century.
  const ms = typeof stated === 'number' && typeof value === 'number' && stated < 1e11 ? stated * 1_000 : stated
  return typeof ms === 'number' && ms >= firstMs && ms <= lastMs ? { value: toTimestamp(Math.trunc(ms)) } : { fault: 'must be a time with its UTC offset (ISO 8601), or Unix seconds or milliseconds' }
}

const readers: Readonly<Record<Field, (value: Leaf['value']) => Read<string | number>>> = {
  transaction_id: idOf(activityIdMax),
  at: timeOf,
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

const chosenLeaf = (leaves: readonly { readonly leaf: Leaf; readonly meanings: readonly string[] }[], field: Field): Leaf | undefined => {
  for (const name of names[field]) {
    const found = leaves.find(({ meanings }) => meanings.includes(name))
    if (found !== undefined) return found.leaf
  }
  return undefined
}

/**
 * Finds the fields of an activity in arbitrary metadata: by their usual names in any case and punctuation, also nested (`device.id`, `transaction.amount`). What is no field stays for rules.
 *
 * @returns a refusal that names each field whose value cannot be one
 */
export const readMetadata = (metadata: Readonly<Record<string, JsonValue>>): Result<MetadataReading, Refusal> => {
  const leaves = leavesOf(metadata, [], []).map((leaf) => ({ leaf, meanings: meaningsOf(leaf) }))
  const found: Record<string, string | number> = {}
  const understood: Record<string, string> = {}
  const faults: ErrorDetail[] = []
  for (const field of fields) {
    const leaf = chosenLeaf(leaves, field)
    if (leaf === undefined) continue
    const read = readers[field](leaf.value)
    if (read === null) continue
    const path = leaf.path.join('.')
    if ('fault' in read) faults.push({ path: `body.metadata.${path}`, message: read.fault })
    else {
      found[field] = read.value
      understood[field] = path
    }
  }
  const [first] = faults
  if (first !== undefined) return fail(refusal('invalid_request', `${first.path} ${first.message}.`, faults))
  const taken = new Set(Object.values(understood))
  const kept = leaves.map(({ leaf }) => leaf.path.join('.')).filter((path) => !taken.has(path))
  return ok({ found: found, understood, kept })
}
