import { alertColumnsFromSteps } from '../alerts/row-of-steps.ts'
import { hitColumnsFromDispositions } from '../screening/schema.ts'

/** Columns of a local table that triggers keep by sealed rows. */
interface KeptColumns {
  readonly table: string
  /** What each column must hold, as SQL over a row of the table. */
  readonly columns: Readonly<Record<string, string>>
  /**
   * SQL that holds for every row which sealed rows speak of, or which bears what only these could have brought: the
   * others need no look.
   */
  readonly concerned: string
}

const kept: readonly KeptColumns[] = [
  {
    table: 'alerts',
    columns: alertColumnsFromSteps,
    concerned: `status <> 'new' or revision <> 0 or coalesce(assignee, case_id, acknowledged_at, moved_at, moved_by) is not null
      or uid in (select alert_uid from alert_steps union all select alert_uid from case_alert_steps union all select alert_uid from case_alerts)`,
  },
  {
    table: 'screening_hits',
    columns: hitColumnsFromDispositions,
    concerned:
      'coalesce(disposition, disposition_n, disposed_at, disposed_by, expires_at) is not null or uid in (select hit_uid from screening_dispositions)',
  },
]

/**
 * A query for each column that answers how many rows hold something else than the sealed rows say (L-84). The sealed
 * rows themselves are held against their entries apart.
 */
export const keptColumnChecks: readonly (readonly [message: string, sql: string])[] = kept.flatMap(
  ({ table, columns, concerned }) =>
    Object.entries(columns).map(
      ([column, value]) =>
        [
          `rows of ${table} differ in ${column} from what was sealed of them`,
          `select count(*) as wrong from ${table} where (${concerned}) and ${column} is not ${value}`,
        ] as const,
    ),
)
