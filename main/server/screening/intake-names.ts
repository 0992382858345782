import type { Activity } from '../../../shared/schema/activity.ts'
import { countryCode, partialDateText, screenedFacts, screenedNameMax } from '../../../shared/schema/screening.ts'
import type { RegisteredSubject, ScreenedFacts } from '../../../shared/schema/screening.ts'
import { cleanLine, cutTo } from '../../domain/lists/text/clean.ts'
import { screenedFactsOf } from '../../domain/screening/facts.ts'
import type { ScoredActivity } from '../../storage/alerts/ports.ts'
import type { LedgerTx } from '../../storage/ledger/ledger.ts'
import { registerSubject, storedFacts, subjectRow } from '../../storage/screening/subjects.ts'
import { covers, tellFacts } from '../../storage/screening/told-names.ts'

const kinds = ['customer', 'counterparty'] as const

/** Names of one subject that activities may add to. */
const namesKept = 20
const factsKept = 10

/** A name as an activity tells it, as one line without what cannot be seen; null where there is none in it. */
const nameIn = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  const line = cutTo(cleanLine(value), screenedNameMax)
  return line === '' ? null : line
}

/**
 * Subjects that an activity names, by `customer_name`, `counterparty_name` and what is told beside them in its
 * metadata.
 */
export const subjectsNamed = ({
  metadata,
  customer_id: customer,
  counterparty_id: counterparty,
}: Activity): RegisteredSubject[] => {
  if (metadata === undefined) return []
  const ids = { customer, counterparty }
  return kinds.flatMap((kind): RegisteredSubject[] => {
    const id = ids[kind]
    const name = nameIn(metadata[`${kind}_name`])
    if (id === undefined || name === null) return []
    const date = partialDateText.safeParse(metadata[`${kind}_date_of_birth`])
    const country = countryCode.safeParse(metadata[`${kind}_country`])
    const facts = screenedFacts.parse({
      names: [name],
      dates: date.success ? [date.data] : [],
      countries: country.success ? [country.data] : [],
    })
    return [{ subject: { kind, id }, ...facts }]
  })
}

const joined = (before: readonly string[], now: readonly string[], most: number): string[] =>
  [...new Set([...before, ...now])].slice(0, most)

/**
 * What is known of a subject with what an activity adds; activities that tell different things must not make it change
 * with each.
 */
const withMore = (before: ScreenedFacts, now: ScreenedFacts): ScreenedFacts => ({
  ...before,
  names: joined(before.names, now.names, namesKept),
  dates: joined(before.dates, now.dates, factsKept),
  countries: joined(before.countries, now.countries, factsKept),
})

/**
 * Takes the subjects that activities name into the register, in the transaction that keeps these. What the institution
 * registered itself stays as it is: what an activity tells besides is kept beside
 * it, as is what a subject has no more room for, and is screened by itself. Answers how many wait to be screened for
 * it.
 */
export const registerNamed = async (
  tx: LedgerTx,
  scored: readonly Pick<ScoredActivity, 'event'>[],
): Promise<number> => {
  let waiting = 0
  for (const { event } of scored) {
    for (const named of subjectsNamed(event)) {
      const known = await subjectRow(tx.sql, named.subject)
      if (known === undefined) {
        await registerSubject(tx, named, 'transactions')
        waiting += 1
        continue
      }
      const before = storedFacts(known)
      const facts = known.source === 'register' ? before : withMore(before, named)
      if (
        known.source !== 'register' &&
        (await registerSubject(tx, { subject: named.subject, ...facts }, 'transactions')).outcome !== 'unchanged'
      )
        waiting += 1
      if (!covers(facts, named) && (await tellFacts(tx, known.n, screenedFactsOf(named)))) waiting += 1
    }
  }
  return waiting
}
