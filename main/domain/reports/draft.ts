import { reportForm } from '../../../shared/schema/reports.ts'
import type { CaseReportKind, NarrativeSentence, ReportForm } from '../../../shared/schema/reports.ts'
import type { AlertEntity } from '../../../shared/schema/alerts.ts'
import { utcDay } from '../../../shared/text/days.ts'
import { activityTotals, type AttachedAlert } from './activity-total.ts'
import type { CaseFacts } from './case-facts.ts'
import { alertFacts, draftNarrative } from './draft-sentences.ts'
import { formAmount } from './form-amounts.ts'

const emptyForm = (): ReportForm => reportForm.parse({})

/** What the activities of all alerts sum to, where that is one currency. */
const totalOf = (alerts: readonly AttachedAlert[]): { readonly amount: string; readonly currency: string } | null => {
  const [only, another] = [...(activityTotals(alerts) ?? [])]
  if (only === undefined || another !== undefined || !/^[A-Z]{3}$/.test(only[0]) || only[1] <= 0) return null
  return { currency: only[0], amount: formAmount(only[1], only[0]) }
}

/**
 * Who is named: customers of the case, and whoever its alerts are about. Only a number is known of them, so a number is
 * all that is put down.
 */
const customersOf = (facts: CaseFacts, entities: readonly AlertEntity[]): readonly string[] => [
  ...new Set([
    ...facts.customerIds.map(String),
    ...entities.filter(({ kind }) => kind === 'customer').map(({ id }) => id),
  ]),
]

const accountsOf = (facts: CaseFacts, entities: readonly AlertEntity[]): readonly string[] => [
  ...new Set([
    ...facts.accountIds.map(String),
    ...entities.filter(({ kind }) => kind === 'account').map(({ id }) => id),
  ]),
]

const identified = (number: string) => ({
  type: '999',
  number: number.slice(0, 100),
  other: 'Customer number',
  country: '',
  region: '',
})

/**
 * The form that a new report begins with: what the settings know of the institution and what the case's entries state
 * of the activity. What nobody stated stays empty.
 *
 * @param isEmpty leaves the narrative and the activity to whoever writes
 */
export const draftForm = (kind: CaseReportKind, facts: CaseFacts, isEmpty: boolean): ReportForm => {
  const base: ReportForm = { ...emptyForm(), title: facts.title.slice(0, 300), filer: facts.settings.filer }
  if (isEmpty) return base
  const attached = facts.entries.flatMap((entry): AttachedAlert[] => {
    const frozen = alertFacts(entry)
    return frozen === null ? [] : [{ facts: frozen, count: entry.values['count'] }]
  })
  // When screening found a name says nothing of when somebody acted.
  const active = attached.filter(({ count }) => count !== 0)
  const entities = attached.flatMap(({ facts: { entity } }) => entity ?? [])
  const times = active.flatMap(({ facts: { first_at: first, last_at: last } }) => [Date.parse(first), Date.parse(last)])
  const raised = facts.entries
    .filter(({ type }) => type === 'alert.attached')
    .map(({ values }) => (typeof values['raised_at'] === 'string' ? Date.parse(values['raised_at']) : NaN))
    .filter(Number.isFinite)
  const customers = customersOf(facts, entities)
  const total = totalOf(attached)
  return reportForm.parse({
    ...base,
    filing: { ...base.filing, detected_on: kind === 'sar' ? utcDay(Math.min(facts.openedAtMs, ...raised)) : '' },
    subjects: customers
      .slice(0, 999)
      .map((number, index) => ({ id: `s${index + 1}`, relations: ['customer'], identifiers: [identified(number)] })),
    accounts: accountsOf(facts, entities)
      .slice(0, 999)
      .map((number, index) => ({
        id: `a${index + 1}`,
        subject: customers.length === 1 ? 's1' : 'unassigned',
        number: number.slice(0, 100),
      })),
    activity: {
      ...base.activity,
      ...(times.length === 0 ? {} : { from: utcDay(Math.min(...times)), to: utcDay(Math.max(...times)) }),
      ...(total ?? {}),
    },
    narrative: draftNarrative(facts),
  })
}

const sameSources = (a: NarrativeSentence, b: NarrativeSentence): boolean =>
  JSON.stringify(a.sources) === JSON.stringify(b.sources)

/**
 * Tells drafted sentences from written ones, whatever the caller says: only what stands word by word in the draft of
 * the case, or stood as drafted in the version before, is drafted.
 */
export const withOrigins = (form: ReportForm, known: readonly NarrativeSentence[]): ReportForm => {
  const drafted = new Map(known.filter(({ origin }) => origin === 'drafted').map((sentence) => [sentence.id, sentence]))
  return {
    ...form,
    narrative: form.narrative.map((sentence) => {
      const own = drafted.get(sentence.id)
      return {
        ...sentence,
        origin: own !== undefined && own.text === sentence.text && sameSources(own, sentence) ? 'drafted' : 'written',
      }
    }),
  }
}

/** The first source of a form that the case does not have; null where all are of it. */
export const strangeSource = (form: ReportForm, facts: CaseFacts): string | null => {
  const entries = new Set(facts.entries.map(({ id }) => id))
  const pieces = new Set(facts.evidenceIds)
  for (const [index, { sources }] of form.narrative.entries()) {
    const strange = sources.findIndex((source) =>
      source.kind === 'entry' ? !entries.has(source.id) : !pieces.has(source.id),
    )
    if (strange !== -1) return `form.narrative.${index}.sources.${strange}`
  }
  return null
}
