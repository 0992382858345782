import { describe, expect, test } from 'vitest'
import { hasPostgres } from '../support/postgres.ts'
import type { EngineName } from '../support/sync/processes/cluster.ts'
import { runProcesses } from '../support/sync/processes/run-processes.ts'
import { seedOfRun } from '../support/seed-of-run.ts'

const kills = Number(process.env['FIELDSEAL_SYNC_KILLS'] ?? 3)
const seed = seedOfRun()
const engines: readonly EngineName[] = hasPostgres() ? ['sqlite', 'postgres'] : ['sqlite']

describe('the promises of sync with processes that die, on a network that is cut', () => {
  test.each(engines)(
    '%s: whatever is killed and cut, what was acknowledged has its place, and every device ends with the same',
    async (engine) => {
      console.log(`sync processes on ${engine}: --seed ${seed} --kills ${kills}`)
      const outcome = await runProcesses({ engine, seed, kills })
      console.log(`sync processes on ${engine}: ${JSON.stringify(outcome)}`)
      expect(outcome.notIntact).toEqual([])
      expect(outcome.errors).toEqual([])
      expect(outcome.acknowledged).toBeGreaterThan(kills)
      expect(outcome.hidden).toBeGreaterThan(0)
      expect(Object.values(outcome.kills).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(kills)
    },
  )
})
