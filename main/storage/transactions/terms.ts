import { entityKinds } from '../../../shared/schema/activity.ts'
import type { Activity, EntityKind } from '../../../shared/schema/activity.ts'
import { entityOf } from '../../../shared/schema/activity.ts'

const letters: Readonly<Record<EntityKind, string>> = {
  customer: 'c',
  account: 'a',
  counterparty: 'p',
  device: 'd',
  ip: 'i',
  terminal: 't',
}
const eventLetter = 'e'

const plain = /^[0-9a-z]{1,200}$/

/**
 * The index folds case and cuts at punctuation: what could suffer by it is written as hexadecimal digits. The digit
 * says which of both it is.
 */
const term = (letter: string, value: string): string =>
  plain.test(value) ? `${letter}0${value}` : `${letter}1${Buffer.from(value, 'utf8').toString('hex')}`

/** The term under which activities that name an entity are found. */
export const entityTerm = (kind: EntityKind, id: string): string => term(letters[kind], id)

/** A run of the vocabulary: a term, and what lies behind all that begin with it. */
export interface TermRange {
  readonly term: string
  readonly before: string
}

/** Where identifiers that begin with a text lie in the vocabulary: one that is spelled plainly may go on otherwise. */
export const termRanges = (kind: EntityKind, beginning: string): readonly TermRange[] =>
  [`${letters[kind]}1${Buffer.from(beginning, 'utf8').toString('hex')}`, entityTerm(kind, beginning)]
    .filter((one, at, all) => all.indexOf(one) === at)
    .map((one) => ({ term: one, before: `${one}{` }))

/** The identifier that a term of an entity writes. */
export const entityOfTerm = (text: string): string =>
  text.charAt(1) === '0' ? text.slice(2) : Buffer.from(text.slice(2), 'hex').toString('utf8')

/** The term of an event type. */
export const eventTerm = (type: string): string => term(eventLetter, type)

/** A term by its value, each made once. */
const remembered = (letter: string): ((value: string) => string) => {
  const made = new Map<string, string>()
  return (value) => {
    const known = made.get(value)
    if (known !== undefined) return known
    const fresh = term(letter, value)
    made.set(value, fresh)
    return fresh
  }
}

/**
 * Writes everything under which an activity is found. It remembers what it wrote: for the activities of one
 * transaction, which name the same few again and again.
 */
export const createTermWriter = (): ((event: Activity) => string) => {
  const ofEvent = remembered(eventLetter)
  const ofEntity = entityKinds.map((kind) => ({ kind, write: remembered(letters[kind]) }))
  return (event) => {
    let terms = ofEvent(event.event_type)
    for (const { kind, write } of ofEntity) {
      const id = entityOf(event, kind)
      if (id !== undefined) terms += ` ${write(id)}`
    }
    return terms
  }
}

/**
 * A query for activities that have all of the terms, each of which may be one of several. Terms hold letters and digits
 * only, so that nothing of a caller is read as a query.
 */
export const matchAll = (groups: readonly (readonly string[])[]): string =>
  groups.map((terms) => `(${terms.map((one) => `"${one}"`).join(' OR ')})`).join(' AND ')
