import { timerScheduler } from '../../platform/scheduler.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import type { Route } from '../http/call.ts'
import { listRoutes } from '../routes/lists.ts'
import { createEntrySearch } from './entry-search.ts'
import { createListImports } from './list-imports.ts'

/** Lists for screening at work. */
export interface ListService {
  readonly routes: readonly Route[]
  /** Ends what is being read. */
  close(): Promise<void>
}

/** Composes them over an open workspace. The staging folder must be there and empty. */
export const composeLists = (workspace: Workspace): ListService => {
  const { env, lists } = workspace
  const imports = createListImports({
    lists,
    dataDir: workspace.folder.dir,
    random: env.random,
    clock: env.clock,
    newId: () => env.random.uuidv7(env.clock.nowMs()),
    onFailure: (error) => env.log.error({ err: error }, 'an import of a list failed'),
  })
  const search = createEntrySearch({ lists, scheduler: timerScheduler, monoMs: () => env.clock.monoMs() })
  return {
    routes: listRoutes({ lists, imports, search }),
    close: () => {
      search.close()
      return imports.close()
    },
  }
}
