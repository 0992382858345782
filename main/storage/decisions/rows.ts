import { redactedText } from '../../../shared/schema/case.ts'
import type { ActingPerson, DecisionState, ManualDecision } from '../../../shared/schema/decisions.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { isApiKey } from '../../domain/decisions/four-eyes.ts'
import type { People } from '../cases/people.ts'
import { openDisclosures } from '../ledger/open-entry.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { DecisionsTable } from '../alerts/tables.ts'
import { supersededSql } from './superseded.ts'

/** A decision of any chain, with its case. */
export type DecisionRow = Omit<DecisionsTable, 'state'> & {
  readonly state: DecisionState
  readonly case_id: number | null
  readonly case_number: string | null
}

/** In force until another decision takes its place. */
const state = `iif(d.state in ('recorded', 'approved') and (${supersededSql}), 'superseded', d.state) as state`

const columns = `d.uid, d.n, d.entry, d.subject, d.alert_uid, d.alert_id, d.assessment_id, d.transaction_id, d.outcome, ${state}, d.score, d.level, d.decided_by, d.decided_at, d.replaces, d.second_by, d.second_at, d.second_n`

/** All decisions of the workspace's chain and of cases, as a table `d`. */
export const everyDecision = `(select ${columns}, null as case_id, null as case_number from decisions d union all select ${columns}, d.case_id, c.number from case_decisions d left join cases c on c.id = d.case_id) d`

/** Who acted, as the interface says it. */
export const personOf = (people: People, actor: string): ActingPerson => ({
  id: people.get(actor)?.id ?? null,
  name: people.get(actor)?.name ?? actor,
  kind: isApiKey(actor) ? 'api_key' : 'user',
})

/**
 * A withheld text of an entry: null where it withholds none of that name, the mark of an erasure where it was erased.
 */
export const withheldText = (sql: SyncStatements, vault: Vault, n: number, name: string): string | null => {
  const disclosed = openDisclosures(sql, vault, n)[name]
  if (disclosed === undefined) return null
  return typeof disclosed.value === 'string' ? disclosed.value : redactedText
}

/** A decision as the interface shows it. */
export const decisionOf = (
  { sql, vault }: { readonly sql: SyncStatements; readonly vault: Vault },
  people: People,
  row: DecisionRow,
): ManualDecision => ({
  id: row.uid,
  subject: row.subject,
  alert_id: row.alert_id,
  transaction_id: row.transaction_id,
  assessment_id: row.assessment_id,
  case_id: row.case_id,
  case_number: row.case_number,
  outcome: row.outcome,
  state: row.state,
  reason: withheldText(sql, vault, row.n, 'reason') ?? redactedText,
  score: row.score,
  risk_level: row.level,
  decided_by: personOf(people, row.decided_by),
  decided_at: toTimestamp(row.decided_at),
  second:
    row.second_by === null || row.second_at === null || row.second_n === null
      ? null
      : {
          by: personOf(people, row.second_by),
          at: toTimestamp(row.second_at),
          note: withheldText(sql, vault, row.second_n, 'notes'),
        },
  replaces: row.replaces,
  entry_id: row.entry,
})
