import { cpSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkTrust, parseTrust } from '../../../main/cli/trust.ts'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { openReadOnly } from '../../../main/storage/ledger/open-read-only.ts'
import type { ReadOnlyWorkspace } from '../../../main/storage/ledger/workspace.ts'
import { byHand, byHandMarks, signaturesVerified } from '../../support/by-hand.ts'
import { runHere } from '../../support/command-here.ts'
import { openRaw } from '../../support/raw-database.ts'
import { ask, createServedWorld, did } from './served-world.ts'

/**
 * What somebody outside keeps of one device, held against the folders of others: a case that three of them wrote in,
 * each with the entries in another order of arrival.
 */

const world = createServedWorld()
let hub: RunningService
let anna: RunningService
let bert: RunningService
let caseId = 0

const sync = (service: RunningService) => did(service, 'POST', '/v1/sync/now', {})
const note = (service: RunningService, text: string) => did(service, 'POST', `/v1/cases/${caseId}/notes`, { text })
const checkpointOf = async (
  service: RunningService,
): Promise<{ checkpoint: string; hub_checkpoint: string | null; size: number }> =>
  (await did(service, 'GET', `/v1/cases/${caseId}/checkpoint`)) as {
    checkpoint: string
    hub_checkpoint: string | null
    size: number
  }

const heldIn = async (db: ReadOnlyWorkspace['db'], ...notes: readonly string[]): Promise<readonly string[]> => {
  const trust = parseTrust(notes.join('---\n'))
  if (!trust.ok) throw new Error(trust.error.message)
  return (await checkTrust(db, trust.value)).map(({ code, severity }) => `${severity} ${code}`)
}

const held = (service: RunningService, ...notes: readonly string[]): Promise<readonly string[]> =>
  heldIn(service.workspace.db, ...notes)

/** Exchanges the first two entries of a chain in one of its orders. */
const swapped = (order: 'pos' | 'hub_pos'): readonly string[] => [
  `update entries set ${order} = -1 - ${order} where chain = ? and ${order} < 2`,
  `update entries set ${order} = ${order} + 2 where chain = ? and ${order} < 0`,
]

describe('checkpoints and entries from outside', () => {
  let kept: { checkpoint: string; hub_checkpoint: string | null }

  beforeAll(async () => {
    hub = await world.hub()
    caseId = (
      await did(hub, 'POST', '/v1/cases', { title: 'Shared', description: 'Three write in it.', priority: 'high' })
    )['id'] as number
    await note(hub, 'Written at the hub.')
    await sync(hub)
    anna = await world.enrol(hub, 'anna', { cases: 'all' })
    bert = await world.enrol(hub, 'bert', { cases: 'all' })
    await did(anna, 'PUT', '/v1/sync/settings', { paused: true })
    await note(anna, 'Written before Bert’s arrived.')
    await note(bert, 'Written and sent at once.')
    await sync(bert)
    kept = await checkpointOf(anna)
    await did(anna, 'PUT', '/v1/sync/settings', { paused: false })
    for (const service of [anna, bert, hub]) await sync(service)
  }, 180_000)

  afterAll(() => world.end(), 60_000)

  test('S-111, L-33: a device’s own checkpoint holds in its folder, and is no fault in another one', async () => {
    expect(await held(anna, kept.checkpoint)).toEqual([])
    expect(await held(bert, kept.checkpoint)).toEqual(['information checkpoint_elsewhere'])
    expect(await held(hub, kept.checkpoint)).toEqual(['information checkpoint_elsewhere'])
  })

  test('S-80: the command says of information from outside what it says of its own: it is no fault, and the folder intact', async () => {
    const file = path.join(world.root, 'trust.txt')
    const verified = async (...notes: readonly string[]) => {
      writeFileSync(file, notes.join('---\n'))
      const { code, lines } = await runHere('verify', world.folder('bert'), '--trust', file)
      return [
        code,
        lines.at(-1)?.['verdict'],
        ...lines.slice(0, -1).flatMap((line) => (String(line['code']).startsWith('checkpoint_') ? [line['code']] : [])),
      ]
    }
    expect(await verified(kept.checkpoint)).toEqual([0, 'intact', 'checkpoint_elsewhere'])
    expect(await verified(kept.checkpoint, kept.checkpoint.replace(/\n(\d+)\n/u, '\n1$1\n'))).toEqual([
      1,
      'faults_found',
      'checkpoint_elsewhere',
      'checkpoint_invalid',
    ])
  })

  test('L-33: the hub’s, given out beside it, holds in every folder', async () => {
    const { hub_checkpoint: ofHub } = await checkpointOf(bert)
    for (const service of [anna, bert, hub])
      expect(await held(service, ofHub ?? '', kept.hub_checkpoint ?? '')).toEqual([])
  })

  test('a checkpoint whose size or root was changed is signed by nobody', async () => {
    for (const text of [kept.checkpoint, kept.hub_checkpoint ?? ''])
      expect(await held(anna, text.replace(/\n(\d+)\n/u, '\n1$1\n'))).toEqual(['fault checkpoint_invalid'])
  })

  test('entries that are gone from a folder, or stand elsewhere, are found by the hub’s checkpoint and by its own', async () => {
    const { checkpoint, hub_checkpoint: ofHub } = await checkpointOf(bert)
    await world.stop(bert)
    const altered = async (...changes: readonly string[]): Promise<readonly (readonly string[])[]> => {
      const folder = world.folder('altered')
      cpSync(world.folder('bert'), folder, { recursive: true })
      const raw = openRaw(folder)
      raw.pragma('foreign_keys = off')
      for (const change of changes) raw.prepare(change).run(caseId)
      raw.close()
      const opened = await openReadOnly(folder, systemEnv(createLog('silent')))
      if (!opened.ok) throw new Error(opened.error.message)
      const findings = await Promise.all([checkpoint, ofHub ?? ''].map((text) => heldIn(opened.value.db, text)))
      opened.value.close()
      rmSync(folder, { recursive: true })
      return findings
    }
    expect(await altered()).toEqual([[], []])
    expect(await altered('delete from entries where chain = ? and hub_pos >= 2')).toEqual([
      ['fault truncated_tail'],
      ['fault truncated_tail'],
    ])
    expect(await altered(...swapped('pos'))).toEqual([['fault checkpoint_not_extending'], []])
    expect(await altered(...swapped('hub_pos'))).toEqual([[], ['fault checkpoint_not_extending']])
  }, 60_000)

  test('docs/verify-by-hand.md passes on an entry that another device sealed', async () => {
    const timeline = (await ask(anna, 'GET', `/v1/cases/${caseId}/timeline?size=100`)).data as unknown as {
      entry_id: string
      device: { id: string }
    }[]
    expect(new Set(timeline.map(({ device }) => device.id)).size).toBe(3)
    for (const { entry_id: id } of timeline) {
      const data = await did(anna, 'GET', `/v1/cases/${caseId}/entries/${id}`)
      const { code, output } = byHand(JSON.stringify({ data }))
      for (const mark of byHandMarks) expect(output).toContain(mark)
      expect(signaturesVerified(output)).toBe(2)
      expect(code).toBe(0)
    }
  }, 120_000)
})
