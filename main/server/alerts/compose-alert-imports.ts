import { Readable } from 'node:stream'
import { discardAlerts, readAlertImport, readAlertRejects, runAlerts, stageAlerts } from '../../../shared/api/alert-imports.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { enveloped } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Route } from '../http/call.ts'
import { summarySeal } from '../imports/workspace-target.ts'
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
    routes: [
      route(stageAlerts, async ({ query, upload }) => enveloped(await imports.stage(query.file_name, upload ?? Readable.from([])))),
      route(runAlerts, ({ params, body, caller }) => Promise.resolve(enveloped(imports.run(caller, params.id, body)))),
      route(readAlertImport, ({ params }) => Promise.resolve(enveloped(imports.read(params.id)))),
      route(readAlertRejects, ({ params }) => {
        const rows = imports.rejects(params.id)
        return Promise.resolve(rows.ok ? ok({ fileName: 'rejects.csv', rows: rows.value }) : rows)
      }),
      route(discardAlerts, async ({ params }) => enveloped(await imports.discard(params.id))),
    ],
    close: () => imports.close(),
  }
}
