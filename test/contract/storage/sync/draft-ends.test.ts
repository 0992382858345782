import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { judged, payment, takeIn } from '../../alerts/support.ts'
import { granted } from '../support.ts'
import { freshField } from './replicas.ts'
import type { Field, Replica } from './replicas.ts'

let field: Field
let laptop: Replica
let caseId: number
let alertId: number
beforeEach(async () => {
  field = await freshField()
  const [alert] = await takeIn(field.root.workspace, field.admin, [
    { event: payment('one', Date.UTC(2026, 1, 20), { customer_id: '4711' }), assessment: judged(0.5) },
  ])
  alertId = alert?.id ?? 0
  caseId = granted(
    await field.root.workspace.cases.create(
      { title: 'Zielinski', description: '', priority: 'low', alert_ids: [alertId] },
      { actor: field.admin },
    ),
  ).id
  await field.order.push(field.root)
  laptop = await field.enrol()
  for (const key of [`note:${caseId}`, `alert:${alertId}:confirmed`, 'rule:large-cash'])
    granted(await laptop.workspace.access.keepDraft(field.admin, { key, text: 'About Zielinski', caseId: null }))
})
afterEach(() => field.remove())

const kept = async (): Promise<readonly string[]> =>
  (await laptop.workspace.access.listDrafts(field.admin.userUid)).map(({ key }) => key)

describe('L-57: drafts on a device', () => {
  test('end with an erasure that came from another one', async () => {
    const { cases } = field.root.workspace
    const [entry] = granted(await cases.timeline(caseId, { order: 'oldest', page: 1, size: 1 })).data
    granted(
      await cases.redact(
        caseId,
        {
          entry_id: entry?.entry_id ?? '',
          digests: [entry?.withheld['title']?.digest ?? ''],
          legal_basis: 'gdpr_art_17',
        },
        { actor: field.admin },
      ),
    )
    await field.order.push(field.root)
    expect(await kept()).toHaveLength(3)
    await field.order.pull(laptop)
    expect(await kept()).toEqual(['rule:large-cash'])
  })

  test('end when their case leaves it (Y-25)', async () => {
    const [uid = ''] = [...field.order.chains.keys()].filter((one) => one !== 'workspace')
    await laptop.workspace.sync.replica.take({ cases: [], granted: [], dropped: [uid], lease: null, since: null })
    expect(await kept()).toEqual(['rule:large-cash'])
  })

  test('end all when it is removed (Y-13)', async () => {
    await laptop.workspace.sync.replica.halt({ state: 'removed', message: 'Removed' })
    expect(await kept()).toEqual([])
  })
})
