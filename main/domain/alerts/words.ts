import type { EntityKind, RiskLevel } from '../../../shared/schema/activity.ts'
import type { AlertEntity } from '../../../shared/schema/alerts.ts'
import { titleMax as caseTitleMax } from '../../../shared/schema/text.ts'
import { amountTexts } from '../../../shared/text/money.ts'
import { amountOf } from '../transactions/amounts.ts'

const kindWords: Readonly<Record<EntityKind, string>> = {
  customer: 'customer',
  account: 'account',
  counterparty: 'counterparty',
  device: 'device',
  ip: 'IP address',
  terminal: 'terminal',
}

/** What an entity is called in a sentence. */
export const entityWords = ({ kind, id }: AlertEntity): string => `${kindWords[kind]} ${id}`

const capital = (text: string): string => text.replace(/^./u, (letter) => letter.toUpperCase())

/** A signal as words: `impossible_travel` is `Impossible travel`. */
export const signalWords = (signal: string): string => capital(signal.replaceAll('_', ' '))

const amountText = amountTexts('en-GB')

/** Sums in ten-thousandths by currency, as people write them: `1,250.00 EUR and 9,000 JPY`. */
export const moneyWords = (totals: Readonly<Record<string, number>>): string => {
  const said = Object.entries(totals)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, amount]) => `${amountText(amountOf(amount), currency)}${currency === '' ? '' : ` ${currency}`}`)
  return said.length < 2 ? (said[0] ?? '') : `${said.slice(0, -1).join(', ')} and ${said.at(-1) ?? ''}`
}

/** The longest title of an alert, in UTF-16 units. */
const titleMax = 200

/**
 * The beginning of a text, of `max` UTF-16 units at most. A character outside the basic plane is kept whole or left
 * out: half of one cannot be sealed.
 */
export const beginningOf = (text: string, max: number): string => text.slice(0, max).replace(/\p{Surrogate}$/u, '')

/** What an alert is called. */
export const alertTitle = (signal: string | undefined, level: RiskLevel, entity: AlertEntity | null): string =>
  beginningOf(
    `${signal === undefined ? `${capital(level)} risk` : signalWords(signal)} on ${entity === null ? 'one activity' : entityWords(entity)}`,
    titleMax,
  )

/** A case's title by the policy's template; `otherwise` where its words have no value and nothing else stands in it. */
export const titleByTemplate = (
  template: string,
  values: Readonly<Record<string, string>>,
  otherwise: string,
): string => {
  const filled = template.replaceAll(/\{([a-z_]+)\}/gu, (whole, word: string) =>
    Object.hasOwn(values, word) ? (values[word] ?? '') : whole,
  )
  const title = beginningOf(filled.trim(), caseTitleMax).trim()
  return title === '' ? otherwise : title
}

/** The words of a template's `entity_kind`. */
export const entityKindWord = (kind: EntityKind): string => kindWords[kind]

/** A level at the beginning of a sentence. */
export const levelWord = (level: RiskLevel): string => capital(level)
