import {
  discardAlerts,
  readAlertImport,
  readAlertRejects,
  runAlerts,
  stageAlerts,
} from '../../../shared/api/alert-imports.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import type { Route } from '../http/call.ts'
import { summarySeal } from '../imports/workspace-target.ts'
import { importRoutes } from '../routes/imports.ts'
import { createAlertImports } from './alert-imports.ts'

/** Imports of alerts at work. */
export interface AlertImportService {
  readonly routes: readonly Route[]
  /** Stops what runs. */
  close(): Promise<void>
}

/** Composes them over an open workspace. The staging folder must be there and empty. */
export const composeAlertImports = (workspace: Workspace): AlertImportService => {
  const { env, alerts } = workspace
  const imports = createAlertImports({
    alerts,
    target: summarySeal(workspace),
    dataDir: workspace.folder.dir,
    random: env.random,
    clock: env.clock,
    newId: () => env.random.uuidv7(env.clock.nowMs()),
    onFailure: (error) => env.log.error({ err: error }, 'an import of alerts failed'),
  })
  return {
    routes: importRoutes(
      { stage: stageAlerts, run: runAlerts, read: readAlertImport, rejects: readAlertRejects, discard: discardAlerts },
      imports,
    ),
    close: () => imports.close(),
  }
}
