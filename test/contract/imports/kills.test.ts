import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { openWorkspace } from '../../../main/storage/ledger/open-workspace.ts'
import type { Workspace } from '../../../main/storage/ledger/workspace.ts'
import { freshWorkspaceHere, runHere } from '../../support/command-here.ts'
import { spawnCliIn } from '../cli/spawn-cli.ts'

const scratch = mkdtempSync(path.join(tmpdir(), 'fieldseal-kills-'))
const inScratch = (name: string, content: string): string => {
  writeFileSync(path.join(scratch, name), content)
  return path.join(scratch, name)
}

/** Looks into a folder that nobody has open. */
const within = async <T>(dataDir: string, look: (workspace: Workspace) => Promise<T>): Promise<T> => {
  const opened = await openWorkspace(dataDir, systemEnv(createLog('silent')))
  if (!opened.ok) throw new Error(opened.error.message)
  try {
    return await look(opened.value)
  } finally {
    await opened.value.close()
  }
}

/** Runs a command that is killed (SIGKILL) at its n-th commit. */
const killedAt = async (commit: number, when: 'before' | 'after', ...args: readonly string[]): Promise<void> => {
  const env = {
    NODE_OPTIONS: `--import=${path.resolve('test/support/die-at-commit.ts')}`,
    DIE_AT_COMMIT: String(commit),
    ...(when === 'after' ? { DIE_AFTER: '1' } : {}),
  }
  expect((await spawnCliIn(env, ...args).ended).code).toBeNull()
}

describe('an import of alerts that is killed', { timeout: 180_000 }, () => {
  const count = 400
  const levels = ['low', 'medium', 'high', 'critical']
  const rows = Array.from(
    { length: count },
    (_, index) =>
      `A-${index},2026-03-0${1 + (index % 5)}T10:00:00Z,${index % 90},${levels[index % 7] ?? 'low'},Scenario ${index % 11}`,
  )
  const file = inScratch('alerts.csv', `id,at,customer,severity,reason\n${rows.join('\n')}\n`)
  /** Every alert as it stands, with the alerts that share its case. */
  const contentOf = (dataDir: string) =>
    within(dataDir, async ({ db }) => {
      const alerts = await db
        .selectFrom('alerts')
        .select(['source_system', 'source_reference', 'entity_id', 'score', 'level', 'title', 'status', 'case_id'])
        .orderBy('source_reference')
        .execute()
      const held = (caseId: number | null): string[] =>
        caseId === null
          ? []
          : alerts.filter(({ case_id: id }) => id === caseId).map(({ source_reference: id }) => id ?? '')
      const attached = await db.selectFrom('case_alerts').select('alert_id').execute()
      return {
        alerts: alerts.map(({ case_id: caseId, ...alert }) => ({ ...alert, together: held(caseId) })),
        attached: attached.length,
        cases: (await db.selectFrom('cases').select('id').execute()).length,
      }
    })
  let whole: Awaited<ReturnType<typeof contentOf>>
  beforeAll(async () => {
    const { dataDir } = await freshWorkspaceHere()
    expect((await runHere('import', 'alerts', file, '--data', dataDir, '--source', 'tm')).lines[0]).toMatchObject({
      created: count,
    })
    whole = await contentOf(dataDir)
  })

  it('goes on behind what it had done: every alert is there once, with the case that an import that was never cut gave it', async () => {
    expect(whole.alerts).toHaveLength(count)
    expect(whole.cases).toBeGreaterThan(10)
    const { dataDir } = await freshWorkspaceHere()
    let earlier = 0
    for (const [commit, when] of [
      [5, 'after'],
      [6, 'before'],
    ] as const) {
      await killedAt(commit, when, 'import', 'alerts', file, '--data', dataDir, '--source', 'tm')
      const there = (await contentOf(dataDir)).alerts.length
      expect(there).toBeGreaterThanOrEqual(earlier)
      expect(there).toBeLessThan(count)
      earlier = there
    }
    expect(earlier).toBeGreaterThan(0)
    expect((await runHere('import', 'alerts', file, '--data', dataDir, '--source', 'tm')).lines[0]).toMatchObject({
      created: count - earlier,
      already_there: earlier,
    })
    expect(await contentOf(dataDir)).toEqual(whole)
  })
})
