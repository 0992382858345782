import { riskLevels } from '../../../shared/schema/activity.ts'
import { isFinished } from '../../../shared/schema/case.ts'
import type { CaseOutcome, CaseStatus } from '../../../shared/schema/case.ts'
import type { EntityRef, NetworkSource } from '../../../shared/schema/network.ts'
import { levelWord } from '../../domain/alerts/words.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { Because } from './because.ts'

/** An entity that a case names, and by what. */
export interface NamedInCase {
  readonly case_id: number
  readonly kind: EntityRef['kind']
  readonly id: string
  readonly at: number
  readonly source: NetworkSource
}

/**
 * What an open alert says by its level, low to critical: by itself it brings an entity to the level below its own, until
 * somebody decides (docs/decisions/network-risk.md).
 */
const alertSays = [0.08, 0.15, 0.45, 0.7] as const

/** What a case says that names an entity and is open: somebody works on it, and nothing is found yet. */
const caseSays = 0.2

interface OpenAlert {
  readonly kind: EntityRef['kind']
  readonly entity: string
  readonly id: number
  readonly title: string
  readonly level: number
  readonly at: number
}

/**
 * L-104: the network is one for everybody, so restricted cases and their alerts tell it nothing; not even those who may
 * know them see more there than others.
 */
export const ofOpenCase = (alerts: string): string =>
  `(${alerts}.case_id is null or ${alerts}.case_id not in (select case_id from case_access))`

// What a list may name is told by screening itself.
const openAlerts = `select entity_kind as kind, entity_id as entity, id, title, level, raised_at as at from alerts
  where open = 1 and kind = 'activity' and ${ofOpenCase('alerts')} and entity_kind is not null and entity_id is not null order by id`

/** What alerts tell that nobody has decided yet. */
export const byOpenAlerts = (sql: SyncStatements): Because[] =>
  sql.all<OpenAlert>(openAlerts).map(({ kind, entity, id, title, level, at }) => ({
    entity: { kind, id: entity },
    certainty: 'open',
    says: alertSays[level] ?? 0,
    beyondRules: true,
    source: 'alerts',
    text: `${levelWord(riskLevels[level] ?? 'low')} risk by an alert that nobody has decided yet: ${title}`,
    alertId: id,
    atMs: at,
  }))

interface NamingCase {
  readonly id: number
  readonly number: string
  readonly status: CaseStatus
  readonly outcome: CaseOutcome | null
  readonly finished: number | null
}

const keyOf = (kind: string, id: string): string => `${kind}:${id}`

/**
 * What cases tell of whom they name: that one is open, or that it was closed as fraud. Who is who in it is said by its
 * alerts; whom none of them is about was named and no more.
 */
export const byCases = (sql: SyncStatements, named: readonly NamedInCase[]): Because[] => {
  if (named.length === 0) return []
  const cases = new Map(
    sql
      .all<NamingCase>(
        'select id, number, status, outcome, finished_at as finished from cases where id not in (select case_id from case_access)',
      )
      .map((one) => [one.id, one]),
  )
  const decided = new Set(
    sql
      .all<{ kind: string; id: string }>(
        "select distinct entity_kind as kind, entity_id as id from alerts where status = 'confirmed' and entity_kind is not null and entity_id is not null",
      )
      .map(({ kind, id }) => keyOf(kind, id)),
  )
  const told = new Set<string>()
  return named.flatMap(({ case_id: caseId, kind, id, at }): Because[] => {
    const one = cases.get(caseId)
    const key = `${caseId} ${keyOf(kind, id)}`
    if (one === undefined || told.has(key)) return []
    told.add(key)
    const shared = { entity: { kind, id }, source: 'cases', alertId: null, beyondRules: true } as const
    if (!isFinished(one.status))
      return [
        { ...shared, certainty: 'open', says: caseSays, text: `Case ${one.number} names it and is open.`, atMs: at },
      ]
    if (one.outcome !== 'confirmed_fraud' || decided.has(keyOf(kind, id))) return []
    return [
      {
        ...shared,
        certainty: 'exposed',
        text: `Case ${one.number} names it and was closed with fraud found; no alert says what part it had.`,
        atMs: one.finished,
      },
    ]
  })
}
