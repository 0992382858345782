import { readFileSync } from 'node:fs'
import { systemEnv } from '../../main/platform/env.ts'
import { createLog } from '../../main/platform/log.ts'
import { joinFolder } from '../../main/storage/sync/join-folder.ts'
import type { JoiningEnrolment } from '../../main/storage/sync/join-folder.ts'

/** Joins the folder of the first argument to a hub, by the enrolment in the file of the second. */
const [dir = '', enrolment = ''] = process.argv.slice(2)
const joined = await joinFolder(
  dir,
  JSON.parse(readFileSync(enrolment, 'utf8')) as JoiningEnrolment,
  systemEnv(createLog('silent')),
)
process.stdout.write(joined.ok ? 'joined\n' : `refused ${joined.error.message}\n`)
