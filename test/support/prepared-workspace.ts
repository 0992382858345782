import { systemEnv } from '../../main/platform/env.ts'
import { createLog } from '../../main/platform/log.ts'
import { createWorkspaceFolder } from '../../main/server/create-workspace.ts'
import type { MadeWorkspace, NewWorkspace } from '../../main/storage/ledger/init-workspace.ts'
import { must } from './must.ts'
import { preparedFolder } from './prepared.ts'

/**
 * A fresh workspace of the system's clock in a folder, for tests that are not about how one is made: two of the same
 * input have the same keys and ids.
 */
export const preparedWorkspace = (dataDir: string, input: NewWorkspace): Promise<MadeWorkspace> =>
  preparedFolder(`workspace ${JSON.stringify(input)}`, dataDir, async (dir) =>
    must(await createWorkspaceFolder(dir, input, systemEnv(createLog('silent')))),
  )
