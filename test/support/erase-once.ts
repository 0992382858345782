import { systemEnv } from '../../main/platform/env.ts'
import { createLog } from '../../main/platform/log.ts'
import { timerScheduler } from '../../main/platform/scheduler.ts'
import { createEvidenceService } from '../../main/server/evidence/evidence-service.ts'
import { openWorkspace } from '../../main/storage/ledger/open-workspace.ts'

/** Opens a data folder and approves an erasure of evidence, in a process that a test may kill meanwhile. */

const [dir = '', caseId = '', piece = '', request = '', userId = '', userUid = ''] = process.argv.slice(2)
const opened = await openWorkspace(dir, systemEnv(createLog('silent')))
if (!opened.ok) throw new Error(opened.error.message)
const service = await createEvidenceService(opened.value, '0.0.0', timerScheduler)
const by = { userId: Number(userId), userUid, role: 'supervisor' } as const
const done = await service.erasures.approve(Number(caseId), Number(piece), { request }, by)
if (!done.ok) throw new Error(done.error.message)
await service.close()
await opened.value.close()
