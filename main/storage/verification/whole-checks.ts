import type { Finding } from '../../../shared/schema/findings.ts'
import { makeFinding } from '../../seal/findings.ts'
import type { FindingChain } from '../../seal/findings.ts'
import { projections } from '../projections.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { hasSealedHub } from './hub-proofs.ts'
import type { HubStanding } from './hub-proofs.ts'
import { keptColumnChecks } from './kept-columns.ts'

const workspace: FindingChain = { caseUid: 'workspace', caseNumber: null }

type Check = readonly [message: string, sql: string]

/** Numbers of cases that were given back to a hub stay used, so this is asked where there is none. */
const usedNumbers: Check = [
  'the used case numbers of a day differ from the numbers of the cases',
  `select count(*) as wrong from (
     select segment, day, slot, device_number, last from number_slots
     except
     select substr(number, 6, length(number) - 20), substr(number, -14, 8), (cast(substr(number, -5) as integer) - 1) / 100, case_id / 4294967296, max((cast(substr(number, -5) as integer) - 1) % 100 + 1)
     from case_numbers group by 1, 2, 3, 4)`,
]

/** Each query answers how many rows are wrong, within one statement, so that it sees one moment. */
const checks: readonly Check[] = [
  [
    'the counts of cases differ from the cases',
    `select count(*) as wrong from (
       select status, priority, owner_id, sum(cases) as cases from (
         select status, priority, owner_id, cases from case_counts
         union all select status, priority, owner_id, -count(*) from cases group by status, priority, owner_id
       ) group by status, priority, owner_id having sum(cases) <> 0)`,
  ],
  ...projections.flatMap(({ table, orphans }) =>
    orphans.map(({ message, where }) => [message, `select count(*) as wrong from ${table} where ${where}`] as const),
  ),
  [
    'alerts that came with a case are in none',
    "select count(*) as wrong from alerts where source = 'case' and uid not in (select alert_uid from case_alerts)",
  ],
  [
    'alerts that cases tell of are missing',
    'select count(*) as wrong from case_alerts where alert_uid not in (select uid from alerts) and alert_id not in (select id from alerts)',
  ],
  ...keptColumnChecks,
  [
    'withheld values belong to no entry',
    'select count(*) as wrong from disclosures where entry not in (select n from entries)',
  ],
  [
    'entries are filed under no chain',
    'select count(*) as wrong from entries where chain not in (select id from chains)',
  ],
]

/** What belongs to all cases together: counts, used numbers, and rows that hang in the air. */
export const checkWhole = (sql: SyncStatements, hub: HubStanding): { findings: Finding[]; rows: number } => {
  const asked = hasSealedHub(hub) ? checks : [...checks, usedNumbers]
  const findings = asked.flatMap(([message, text]) => {
    const wrong = sql.get<{ wrong: number }>(text)?.wrong ?? 0
    return wrong === 0 ? [] : [makeFinding(workspace, 'row_differs', message)]
  })
  return { findings, rows: sql.get<{ rows: number }>('select count(*) as rows from case_counts')?.rows ?? 0 }
}

/** One chain among all that the tables mention. */
export interface KnownChain extends FindingChain {
  readonly chainId: number
}

/** The lowest number that is no chain's: to begin with. */
export const beforeAllChains = Number.MIN_SAFE_INTEGER

/**
 * The chains of cases, by any trace of them: a row, entries, a state. Those without a place among the cases have
 * numbers below 0.
 */
export const knownChains = (sql: SyncStatements, after: number, count: number): KnownChain[] =>
  sql
    .all<{ id: number; uid: string | null; case_uid: string | null; number: string | null }>(
      `select ids.id, chains.uid, cases.uid as case_uid, cases.number from (
         select id from chains where id > ? and id <> 0 union select id from cases where id > ? union select distinct chain from entries where chain > ? and chain <> 0
         order by 1 limit ?
       ) ids left join chains on chains.id = ids.id left join cases on cases.id = ids.id order by ids.id`,
      after,
      after,
      after,
      count,
    )
    .map(({ id, uid, case_uid: caseUid, number }) => ({
      chainId: id,
      caseUid: uid ?? caseUid ?? `unknown-${id}`,
      caseNumber: number,
    }))
