import { systemEnv } from '../../main/platform/env.ts'
import { createLog } from '../../main/platform/log.ts'
import { createWorkspaceFolder } from '../../main/server/create-workspace.ts'

/** Makes a sample workspace in the folder that is named. */

const made = await createWorkspaceFolder(
  process.argv[2] ?? '',
  { institution: 'ACME', name: 'Acme Bank', admin: 'Ada Berg', sample: true },
  systemEnv(createLog('silent')),
)
if (!made.ok) throw new Error(made.error.message)
