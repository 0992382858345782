import { systemEnv } from '../../main/platform/env.ts'
import { createLog } from '../../main/platform/log.ts'
import { openWorkspace } from '../../main/storage/ledger/open-workspace.ts'

/** Opens the workspace of the folder that is named, and closes it again. */

const opened = await openWorkspace(process.argv[2] ?? '', systemEnv(createLog('silent')))
if (!opened.ok) throw new Error(opened.error.message)
await opened.value.close()
