import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { openReadOnly } from '../../../main/storage/ledger/open-read-only.ts'
import { Forger } from '../../support/forger.ts'
import { tries } from '../../support/tries.ts'
import { workedWorkspace } from '../../support/worked-workspace.ts'

const columns = ['id', 'payload', 'sig', 'pae_sha256', 'kid'] as const

/** Codes of the faults that verification finds in a data folder. */
const faultsOf = async (dataDir: string): Promise<string[]> => {
  const opened = await openReadOnly(dataDir, systemEnv(createLog('silent')))
  if (!opened.ok) throw new Error(opened.error.message)
  const report = await opened.value.verification.verifyWorkspace()
  opened.value.close()
  return (report?.findings ?? []).filter((finding) => finding.severity === 'fault').map((finding) => finding.code)
}

describe('Any single flipped byte of any stored entry is caught', () => {
  let forger: Forger

  beforeAll(async () => {
    forger = new Forger((await workedWorkspace()).dataDir)
  })

  afterAll(() => forger.close())

  test('in every column that holds an entry, whichever bits change', async () => {
    const numbers = (forger.db.prepare('select n from entries').all() as { n: number }[]).map((row) => row.n)
    expect(await faultsOf(forger.dataDir)).toEqual([])
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...numbers),
        fc.constantFrom(...columns),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (n, column, at, mask) => {
          const { value } = forger.db
            .prepare(`select cast(${column} as blob) as value from entries where n = ?`)
            .get(n) as { value: Buffer }
          const flipped = Buffer.from(value)
          const place = at % flipped.length
          flipped[place] = (flipped[place] ?? 0) ^ mask
          const stored = column === 'kid' ? 'cast(? as text)' : '?'
          forger.run(`update entries set ${column} = ${stored} where n = ?`, flipped, n)
          const faults = await faultsOf(forger.dataDir)
          forger.run(`update entries set ${column} = ${stored} where n = ?`, value, n)
          expect(faults).not.toEqual([])
        },
      ),
      { numRuns: tries('FIELDSEAL_FLIPS', { everyday: 50, full: 150 }) },
    )
    expect(await faultsOf(forger.dataDir)).toEqual([])
  }, 180_000)
})
