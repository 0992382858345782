import { spawnSync } from 'node:child_process'
import { createPublicKey } from 'node:crypto'
import { entryPae } from '../../main/seal/entry.ts'
import { verifyEntries } from '../../main/seal/verify.ts'
import { systemEnv } from '../../main/platform/env.ts'
import { createLog } from '../../main/platform/log.ts'
import { openReadOnly } from '../../main/storage/ledger/open-read-only.ts'
import { readDirectoryOfKeys, storedColumns, storedEntry } from '../../main/storage/ledger/key-directory.ts'
import type { EntriesTable } from '../../main/storage/ledger/tables.ts'
import { openReader } from '../../main/storage/sqlite/connection.ts'
import { statementsOf } from '../../main/storage/sqlite/statements.ts'
import { rawVerifications } from './limits.ts'
import { alternate } from './report.ts'

const rounds = 7

/** Entries a second. */
export interface SealRates {
  readonly raw: number
  readonly ours: number
}

/** The seal's own verifier over the stored entries of a case, beside raw signature checks of the same bytes. */
export const sealRates = async (dataDir: string, caseId: number): Promise<SealRates> => {
  const opened = await openReadOnly(dataDir, systemEnv(createLog('error')))
  if (!opened.ok) throw new Error(opened.error.message)
  const { keys: folderKeys } = opened.value
  const publicKey = createPublicKey(folderKeys.device.privateKey)
  opened.value.close()
  const reader = openReader(`${dataDir}/fieldseal.db`, folderKeys.database)
  const sql = statementsOf(reader)
  const rows = sql.all<EntriesTable>(`select ${storedColumns} from entries where chain = ? order by pos`, caseId)
  const { keys } = readDirectoryOfKeys(sql)
  const caseUid = sql.get<{ uid: string }>('select uid from cases where id = ?', caseId)?.uid ?? ''
  reader.close()
  const entries = rows.map(storedEntry)
  const messages = rows.map((row) => ({ message: entryPae(row.payload), sig: row.sig }))
  return await alternate(rounds, {
    raw: () => rawVerifications(messages, publicKey),
    ours: async () => {
      const start = performance.now()
      const { perEntry, size } = await verifyEntries({
        caseUid,
        caseNumber: null,
        entries,
        keys,
        checkpoints: [],
        checkpointKeys: [],
      })
      if (perEntry.size > 0) throw new Error('an entry of the benchmark did not verify')
      return size / ((performance.now() - start) / 1000)
    },
  })
}

/** The same in a process that may use one core only; null where `taskset` is not there to arrange it. */
export const sealRatesOnOneCore = (dataDir: string, caseId: number): SealRates | null => {
  const run = spawnSync('taskset', ['-c', '0', process.execPath, import.meta.filename, dataDir, String(caseId)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return run.status === 0 ? (JSON.parse(run.stdout) as SealRates) : null
}

if (process.argv[1] === import.meta.filename) {
  process.stdout.write(`${JSON.stringify(await sealRates(process.argv[2] ?? '', Number(process.argv[3])))}\n`)
}
