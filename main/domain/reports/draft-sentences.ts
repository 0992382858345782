import { z } from 'zod'
import { entityKinds } from '../../../shared/schema/activity.ts'
import { draftedMax, sentenceMax } from '../../../shared/schema/reports.ts'
import type { NarrativeQuestion, NarrativeSentence, NarrativeSource } from '../../../shared/schema/reports.ts'
import { originOf } from '../../../shared/schema/origin.ts'
import { utcDay } from '../../../shared/text/days.ts'
import { matteringReasons } from '../../../shared/text/mattering-reasons.ts'
import { originBy } from '../../../shared/text/origin-words.ts'
import { scoreText } from '../../../shared/text/score.ts'
import { entityWords, moneyWords } from '../alerts/words.ts'
import type { CaseFacts, FactEntry } from './case-facts.ts'

// What a form's texts may not hold; a fact that holds it is told with marks in its place.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu

/** Somebody’s text on one line, without what the texts of a form may not hold. */
export const clean = (text: string): string =>
  text.toWellFormed().replace(forbidden, '\ufffd').replace(/\s+/gu, ' ').trim()

/** Text of somebody as a quotation; a longer one is left to its source, never cut. */
const quotationMax = 1_500
const quotation = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  const text = clean(value)
  return text === '' || text.length > quotationMax ? null : `“${text.replaceAll('“', '‘').replaceAll('”', '’')}”`
}

const time = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' at ')} UTC`

const frozen = z.looseObject({
  title: z.string(),
  entity: z.object({ kind: z.enum(entityKinds), id: z.string() }).nullable(),
  first_at: z.string(),
  last_at: z.string(),
  reasons: z.array(z.looseObject({ text: z.string(), share: z.number().default(1) })),
  totals: z.record(z.string(), z.int()),
  transactions: z.array(
    z.looseObject({
      transaction_id: z.string(),
      at: z.string(),
      amount: z.int().nullable(),
      currency: z.string().nullable(),
      counterparty_id: z.string().nullable(),
      terminal_id: z.string().nullable(),
    }),
  ),
})
/** The facts that were frozen with an alert, as far as a report tells of them. Amounts in ten-thousandths. */
export type AlertFacts = z.infer<typeof frozen>

/** The facts of an alert; null where they were erased, or are of no known form. */
export const alertFacts = (entry: FactEntry): AlertFacts | null => {
  if (entry.type !== 'alert.attached') return null
  const read = frozen.safeParse(entry.withheld['facts'])
  return read.success &&
    Number.isFinite(Date.parse(read.data.first_at)) &&
    Number.isFinite(Date.parse(read.data.last_at))
    ? read.data
    : null
}

/** A sentence before it has a key. */
interface Told {
  readonly text: string
  readonly answers?: readonly NarrativeQuestion[]
  readonly more?: readonly NarrativeSource[]
  /** One of many that the sentences before it sum up. */
  readonly isDetail?: boolean
}

const many = (count: unknown, one: string, more: string): string =>
  count === 1 ? `1 ${one}` : `${typeof count === 'number' ? count : 0} ${more}`

const listed = (ids: readonly number[]): string =>
  ids.length < 2 ? String(ids[0] ?? '') : `${ids.slice(0, -1).join(', ')} and ${ids.at(-1) ?? ''}`

const named = (one: string, ids: readonly number[]): string => `${one}${ids.length > 1 ? 's' : ''} ${listed(ids)}`

/** What opened a case where no person did by his own hand; of an older entry nobody knows. */
const openedBy = ({ values, actorName }: FactEntry): string => {
  const origin = originOf(values)
  return origin === 'not_recorded' || (origin !== 'unknown' && origin.by === 'person')
    ? ''
    : ` ${clean(originBy(origin, actorName))}`
}

const opened = (entry: FactEntry, { caseNumber, customerIds, accountIds }: CaseFacts): Told[] => {
  const title = quotation(entry.withheld['title'])
  const people =
    customerIds.length === 0
      ? []
      : [{ text: `It is linked to ${named('customer', customerIds)} of the institution.`, answers: ['who'] as const }]
  const accounts =
    accountIds.length === 0
      ? []
      : [{ text: `It is linked to ${named('account', accountIds)} of the institution.`, answers: ['where'] as const }]
  return [
    {
      text: `Case ${caseNumber} was opened on ${utcDay(entry.atMs)}${openedBy(entry)}${title === null ? '' : ` under the title ${title}`}.`,
    },
    ...people,
    ...accounts,
  ]
}

const transactionsTold = 10

const transactionText = ({
  transaction_id: id,
  at,
  amount,
  currency,
  counterparty_id: to,
  terminal_id: terminal,
}: AlertFacts['transactions'][number]): Told => {
  const money =
    amount === null
      ? 'an activity without an amount took place'
      : `${moneyWords({ [currency ?? '']: amount })} was moved`
  const where = `${to === null ? '' : ` to counterparty ${clean(to)}`}${terminal === null ? '' : ` at terminal ${clean(terminal)}`}`
  return {
    text: `On ${time(Date.parse(at))}, ${money}${where} (transaction ${clean(id)}).`,
    answers: ['what', 'when', ...(terminal === null ? [] : (['where'] as const))],
    isDetail: true,
  }
}

const largest = ({ transactions }: AlertFacts): AlertFacts['transactions'] =>
  [...transactions]
    .filter(({ at }) => Number.isFinite(Date.parse(at)))
    .sort((a, b) => (b.amount ?? 0) - (a.amount ?? 0) || (a.transaction_id < b.transaction_id ? -1 : 1))
    .slice(0, transactionsTold)

const attached = (entry: FactEntry): Told[] => {
  const facts = alertFacts(entry)
  if (facts === null) return []
  const { count, risk_level: risk, score, raised_at: raised } = entry.values
  const [first, last] = [Date.parse(facts.first_at), Date.parse(facts.last_at)]
  const span = utcDay(first) === utcDay(last) ? `on ${utcDay(first)}` : `from ${utcDay(first)} to ${utcDay(last)}`
  const money = moneyWords(facts.totals)
  const raisedOn =
    typeof raised === 'string' && Number.isFinite(Date.parse(raised)) ? `On ${utcDay(Date.parse(raised))} the` : 'The'
  const judged =
    typeof risk === 'string' && typeof score === 'number'
      ? `, with ${risk} risk and a score of ${scoreText(score)}`
      : ''
  const about = facts.entity === null ? '' : clean(entityWords(facts.entity))
  // What screening raised is about somebody, and covers no activity.
  const covers: Told[] =
    count === 0
      ? about === ''
        ? []
        : [{ text: `It is about ${about}.`, answers: ['who'] }]
      : [
          {
            text: `It covers ${many(count, 'activity', 'activities')}${about === '' ? '' : ` of ${about}`} ${span}${money === '' ? '' : `, together ${money}`}.`,
            answers: ['what', 'when', ...(about === '' ? [] : (['who'] as const))],
          },
        ]
  const reasons = matteringReasons(facts.reasons).map(({ text }) => clean(text).replace(/\.$/u, ''))
  return [
    {
      text: `${raisedOn} monitoring of the institution raised the alert “${clean(facts.title)}”${judged}.`,
      answers: ['when'],
    },
    ...covers,
    ...(reasons.length === 0
      ? []
      : [{ text: `The alert was raised for these reasons: ${reasons.join('; ')}.`, answers: ['why'] as const }]),
    ...largest(facts).map(transactionText),
  ]
}

const acquired = (entry: FactEntry): Told[] => {
  const { evidence_id: id, size, sha256 } = entry.values
  const name = quotation(entry.withheld['name'])
  if (typeof id !== 'number' || typeof sha256 !== 'string' || name === null) return []
  const from = quotation(entry.withheld['source'])
  const by = typeof entry.withheld['acquired_by'] === 'string' ? ` by ${clean(entry.withheld['acquired_by'])}` : ''
  return [
    {
      text: `The file ${name} (${typeof size === 'number' ? `${size} bytes, ` : ''}SHA-256 ${sha256}) was acquired on ${utcDay(entry.atMs)}${by}${from === null ? '' : ` from ${from}`}.`,
      more: [{ kind: 'evidence', id }],
    },
  ]
}

const decided = (entry: FactEntry): Told[] => {
  const { outcome } = entry.values
  if (typeof outcome !== 'string') return []
  const reason = quotation(entry.withheld['reason'])
  return [
    {
      text: `On ${utcDay(entry.atMs)} ${clean(entry.actorName)} decided: ${outcome}${reason === null ? '' : `, for the reason ${reason}`}.`,
      answers: reason === null ? [] : ['why'],
    },
  ]
}

const noted = (entry: FactEntry): Told[] => {
  const text = quotation(entry.withheld['text'])
  return text === null ? [] : [{ text: `On ${utcDay(entry.atMs)} ${clean(entry.actorName)} noted: ${text}` }]
}

const moved = (entry: FactEntry): Told[] => {
  const notes = quotation(entry.withheld['notes'])
  return entry.values['to'] !== 'escalated'
    ? []
    : [
        {
          text: `On ${utcDay(entry.atMs)} ${clean(entry.actorName)} escalated the case${notes === null ? '' : `: ${notes}`}.`,
        },
      ]
}

const tellers: Readonly<Record<string, (entry: FactEntry, facts: CaseFacts) => readonly Told[]>> = {
  'case.opened': opened,
  'alert.attached': attached,
  'evidence.acquired': acquired,
  'decision.recorded': decided,
  'note.added': noted,
  'status.changed': moved,
}

/**
 * What a draft tells first of a case that has more facts than it holds: what was found and concluded comes before what
 * was said on the way.
 */
const ranks: Readonly<Record<string, number>> = {
  'case.opened': 0,
  'decision.recorded': 1,
  'status.changed': 1,
  'alert.attached': 2,
  'evidence.acquired': 3,
  'note.added': 5,
}
const detailRank = 4

/** A sentence of the draft with the entry that it is of, as places in their order. */
interface Placed {
  readonly sentence: NarrativeSentence
  readonly rank: number
  readonly entry: number
  readonly place: number
}

const placed = (facts: CaseFacts): readonly Placed[] =>
  facts.entries.flatMap((entry, at) => {
    const teller = Object.hasOwn(tellers, entry.type) ? tellers[entry.type] : undefined
    return (teller?.(entry, facts) ?? [])
      .map((told) => ({ ...told, text: clean(told.text) }))
      .filter(({ text }) => text.length <= sentenceMax)
      .map(({ text, answers = [], more = [], isDetail = false }, place): Placed => ({
        sentence: {
          id: `${entry.id.slice(0, 24)}-${place}`,
          text,
          origin: 'drafted',
          sources: [{ kind: 'entry', id: entry.id }, ...more],
          answers: [...answers],
          paragraph: place === 0,
        },
        rank: isDetail ? detailRank : (ranks[entry.type] ?? detailRank),
        entry: at,
        place,
      }))
  })

/**
 * Every fact of a case in a sentence that states what an entry says and nothing else, with its sources. The same
 * entries give the same sentences with the same keys.
 */
export const caseSentences = (facts: CaseFacts): readonly NarrativeSentence[] =>
  placed(facts).map(({ sentence }) => sentence)

/**
 * Drafts a narrative of the facts of a case, in their order: of all of them, or of the `draftedMax` that rank first,
 * the newest entry before the older ones.
 */
export const draftNarrative = (facts: CaseFacts): readonly NarrativeSentence[] => {
  const all = placed(facts)
  const first = all.toSorted((a, b) => a.rank - b.rank || b.entry - a.entry || a.place - b.place).slice(0, draftedMax)
  const chosen = new Set(first)
  return all.filter((one) => chosen.has(one)).map(({ sentence }) => sentence)
}
