import { toTimestamp } from '../../../shared/schema/text.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import type { Route } from '../http/call.ts'
import { summarySeal } from '../imports/workspace-target.ts'
import { createOwnershipImports } from './import-service.ts'
import type { CustomerHistory, PartyScreening } from './ports.ts'
import { businessRoutes } from './routes.ts'

/** Checks of businesses at work. */
export interface KybService {
  readonly routes: readonly Route[]
  /** Stops what runs. */
  close(): Promise<void>
}

const historyOf = ({ transactions }: Pick<Workspace, 'transactions'>): CustomerHistory => ({
  of: (id) => {
    const extent = transactions.extent({ kind: 'customer', id })
    return extent === null
      ? { transactions: 0, first: null, last: null }
      : {
          transactions: extent.activities,
          first: toTimestamp(extent.firstMs).slice(0, 10),
          last: toTimestamp(extent.lastMs).slice(0, 10),
        }
  },
})

/** Composes business checks over an open workspace. The staging folder must be there and empty. */
export const composeKyb = (workspace: Workspace, screening: PartyScreening): KybService => {
  const { env, businesses: store } = workspace
  const newId = (): string => env.random.uuidv7(env.clock.nowMs())
  const imports = createOwnershipImports({
    writing: store.writing,
    target: summarySeal(workspace),
    dataDir: workspace.folder.dir,
    random: env.random,
    clock: env.clock,
    newId,
    onFailure: (error) => env.log.error({ err: error }, 'an import of ownership data failed'),
  })
  return {
    routes: businessRoutes({
      checks: { store, screening, history: historyOf(workspace), nowMs: () => env.clock.nowMs(), newId },
      imports,
    }),
    close: () => imports.close(),
  }
}
