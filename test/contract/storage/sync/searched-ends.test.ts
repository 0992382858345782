import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LoggedRead } from '../../../../main/storage/access-log/write-reading.ts'
import { granted } from '../support.ts'
import { freshField } from './replicas.ts'
import type { Field, Replica } from './replicas.ts'

let field: Field
let laptop: Replica
let caseId: number
beforeEach(async () => {
  field = await freshField()
  caseId = granted(
    await field.root.workspace.cases.create(
      { title: 'Zielinski', description: '', priority: 'low' },
      { actor: field.admin },
    ),
  ).id
  await field.order.push(field.root)
  laptop = await field.enrol()
  const searching = (terms: Record<string, string>, over: Partial<LoggedRead> = {}): Promise<void> =>
    laptop.workspace.accessLog.note({
      who: field.admin.userUid,
      via: 'window',
      kind: 'search',
      operation: 'listCases',
      case: null,
      terms,
      result: 'allowed',
      ...over,
    })
  await searching({ q: 'zielin' })
  await searching({ q: 'Somebody else' })
  await searching({ q: 'invoice' }, { kind: 'evidence_searched', case: { by: 'id', id: caseId } })
})
afterEach(() => field.remove())

const kept = (): readonly unknown[] =>
  laptop.workspace.accessLog
    .list({ skip: 0, size: 100 })
    .data.flatMap(({ terms }) => (terms === null ? [] : [terms['q']]))
const faults = async (): Promise<readonly string[]> =>
  ((await laptop.workspace.verification.verifyWorkspace())?.findings ?? [])
    .map(({ code }) => code)
    .filter((code) => code.startsWith('access_log'))

describe('L-97: what was searched for on a device', () => {
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
    expect(kept()).toHaveLength(3)
    await field.order.pull(laptop)
    expect(kept()).toEqual(['Somebody else'])
    expect(await faults()).toEqual([])
  })

  test('end when their case leaves it (Y-25)', async () => {
    const [uid = ''] = [...field.order.chains.keys()].filter((one) => one !== 'workspace')
    await laptop.workspace.sync.replica.take({ cases: [], granted: [], dropped: [uid], lease: null, since: null })
    expect(kept()).toEqual(['Somebody else', 'zielin'])
    expect(await faults()).toEqual([])
  })

  test('end all when it is removed (Y-13)', async () => {
    await laptop.workspace.sync.replica.halt({ state: 'removed', message: 'Removed' })
    expect(kept()).toEqual([])
    expect(await faults()).toEqual([])
  })
})
