import { createLog } from '../../main/platform/log.ts'
import { systemEnv } from '../../main/platform/env.ts'
import { openWorkspace } from '../../main/storage/ledger/open-workspace.ts'
import { migrations } from '../../main/storage/migrations/all.ts'

/** A migration of a release that is not there yet. */
export const ofTomorrow = {
  name: '9001_of_tomorrow',
  up: (db: { exec(sql: string): unknown }): void => {
    db.exec('create table tomorrow (n integer primary key) strict')
  },
}

/** `node upgrade-once.ts DIR`: opens the folder as that release does, and closes it. */
const [dir] = process.argv.slice(2)
if (dir !== undefined && process.argv[1]?.endsWith('upgrade-once.ts') === true) {
  const opened = await openWorkspace(dir, systemEnv(createLog('error')), { migrations: [...migrations, ofTomorrow] })
  if (!opened.ok) throw new Error(opened.error.message)
  await opened.value.close()
}
