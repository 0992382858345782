import { entityKinds, type EntityKind } from '../schema/activity.ts'
import { entityWord, wordingOf } from './feature-words.ts'

/** Where what a rule may read belongs, in the order in which people look for it. */
export const fieldGroups = ['event', 'metadata', ...entityKinds, 'profile', 'network', 'model', 'other'] as const
export type FieldGroup = (typeof fieldGroups)[number]

const eventNames: Readonly<Record<string, string>> = {
  transaction_id: 'The institution’s own identifier of the transaction',
  event_type: 'Kind of transaction',
  at: 'When it happened',
  amount: 'Amount of the transaction',
  currency: 'Currency',
  customer_id: 'Identifier of the customer',
  account_id: 'Identifier of the account',
  counterparty_id: 'Identifier of the payee (counterparty)',
  device_id: 'Identifier of the device',
  ip: 'IP address',
  terminal_id: 'Identifier of the terminal',
  channel: 'Channel',
  country: 'Country',
  latitude: 'Latitude',
  longitude: 'Longitude',
}

const graphNames: Readonly<Record<string, (entity: string) => string>> = {
  known_bad: (entity) => `Whether the ${entity} is known bad`,
  hops_to_bad: (entity) => `Links from the ${entity} to the nearest known bad node`,
  nearness: (entity) => `Nearness of the ${entity} to known bad nodes`,
  risk: (entity) => `Risk of the ${entity} in the network`,
  ties: (entity) => `How many nodes the ${entity} is linked to`,
  shapes: (entity) => `Shapes of transfers that the ${entity} is part of`,
}

const own = <Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

const spaced = (name: string): string => name.replaceAll('_', ' ')

const nameIn = (section: string, rest: string): string | undefined => {
  const [kind = '', ...names] = rest.split('.')
  const name = names.join('.')
  if (section === 'features') return wordingOf(rest).name
  if (section === 'event') return own(eventNames, rest)
  if (section === 'graph') return own(graphNames, name)?.(entityWord(kind))
  if (section === 'profile' && name !== '') return `What is usual for the ${entityWord(kind)}: ${spaced(name)}`
  if (section === 'metadata' && rest !== '') return `Metadata: ${spaced(rest)}`
  return section === 'model' && rest === 'score' ? 'Score of the model' : undefined
}

/**
 * What a path that a rule reads (`event.amount`, `features.customer_count_1h`) is called; one that has no words here is
 * called by the path.
 */
export const fieldName = (path: string): string => {
  const dot = path.indexOf('.')
  return (dot < 0 ? undefined : nameIn(path.slice(0, dot), path.slice(dot + 1))) ?? path
}

const groupOfSection: Readonly<Record<string, FieldGroup>> = {
  event: 'event',
  metadata: 'metadata',
  profile: 'profile',
  graph: 'network',
  model: 'model',
}

const isKind = (text: string): text is EntityKind => entityKinds.some((kind) => kind === text)

/**
 * The group of a path: a feature belongs to the entity that it counts for, and one of the transaction alone to the
 * transaction.
 */
export const fieldGroup = (path: string): FieldGroup => {
  const [section = '', name = ''] = path.split('.')
  if (section !== 'features') return own(groupOfSection, section) ?? 'other'
  const [kind = ''] = name.split('_')
  if (isKind(kind)) return kind
  return wordingOf(name).name === name ? 'other' : 'event'
}
