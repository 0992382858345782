import type { SyncReads } from '../../sync/reads.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { createCaseStandings } from './case-standings.ts'
import { createConflictViews } from './conflict-views.ts'
import { createNews } from './news.ts'
import { createSetAside } from './set-aside.ts'

/** What the window shows of sync. */
export interface SyncOverview extends SyncReads {
  /** How many own entries no hub has. */
  waiting(): number
  openConflicts(): number
}

/** Makes the views of sync over what is committed. */
export const createSyncOverview = ({ sql, vault }: { readonly sql: SyncStatements; readonly vault: Vault }): SyncOverview => ({
  ...createCaseStandings(sql),
  ...createConflictViews({ sql, vault }),
  ...createNews(sql),
  waiting: () => sql.get<{ waiting: number }>('select count(*) as waiting from pending')?.waiting ?? 0,
  openConflicts: () => sql.get<{ open: number }>('select count(*) as open from conflicts where settled is null')?.open ?? 0,
  ...createSetAside({ sql, vault }),
})
