import { movementOf, type Movement } from '../../domain/tracing/movement.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { examined, momentsNaming } from './extent.ts'
import { momentOfMs } from './moments.ts'
import { activityOf } from './rows.ts'
import type { ActivityRow } from './tables.ts'

/** A movement and how it was told. */
export interface ToldMovement {
  readonly movement: Movement
  readonly currency: string | null
  /** Whether an activity of the account itself tells of it, and not one of an account that paid it or was paid by it. */
  readonly isOwn: boolean
}

/** What is asked of an account. */
export interface MovementsQuery {
  readonly account: string
  readonly fromMs?: number | undefined
  /** Before this time. */
  readonly toMs?: number | undefined
}

/** The movements of an account. */
export interface AccountMovements {
  /** Oldest first; of one time in the order in which they came. */
  readonly movements: readonly ToldMovement[]
  /** false: there are more than are read, and the oldest are missing. */
  readonly isComplete: boolean
}

/** Activities that one look reads. */
const look = 1_000

const isAsked = ({ at_ms: atMs }: ActivityRow, { fromMs, toMs }: MovementsQuery): boolean =>
  (fromMs === undefined || atMs >= fromMs) && (toMs === undefined || atMs < toMs)

/** Reads the movements of an account, a look at a time. */
export function* readMovements(sql: SyncStatements, query: MovementsQuery): Generator<undefined, AccountMovements> {
  const { account, fromMs, toMs } = query
  const naming = (kind: 'account' | 'counterparty'): readonly number[] =>
    momentsNaming(
      sql,
      { kind, id: account },
      fromMs === undefined ? undefined : momentOfMs(fromMs),
      toMs === undefined ? undefined : momentOfMs(toMs + 999),
    )
  const [own, others] = [naming('account'), naming('counterparty')]
  const moments = [...new Set([...own, ...others])].sort((one, other) => one - other)
  const movements: ToldMovement[] = []
  for (let at = 0; at < moments.length; at += look) {
    const rows = sql.all<ActivityRow>(
      'select a.* from json_each(?) c cross join activities a on a.moment = c.value order by a.moment',
      JSON.stringify(moments.slice(at, at + look)),
    )
    for (const row of rows) {
      const movement = isAsked(row, query) ? movementOf(activityOf(row), row.at_ms, account) : null
      if (movement !== null) movements.push({ movement, currency: row.currency, isOwn: row.account_id === account })
    }
    yield
  }
  return { movements, isComplete: own.length <= examined && others.length <= examined }
}
