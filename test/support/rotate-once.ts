import { systemEnv } from '../../main/platform/env.ts'
import { createLog } from '../../main/platform/log.ts'
import { rotateKey } from '../../main/storage/ledger/rotate-key.ts'

/** Gives the device of the folder of the first argument another key, in the name of the user of the second. */
const [dir = '', userUid = ''] = process.argv.slice(2)
const rotated = await rotateKey(dir, { userId: 1, userUid, role: 'admin' }, systemEnv(createLog('silent')))
process.stdout.write(rotated.ok ? 'rotated\n' : `refused ${rotated.error.message}\n`)
