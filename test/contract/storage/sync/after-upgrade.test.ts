import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWorkspace } from '../../../../main/storage/ledger/open-workspace.ts'
import { openWriter } from '../../../../main/storage/sqlite/connection.ts'
import { granted } from '../support.ts'
import { faultsOf, freshField } from './replicas.ts'
import type { Field, Replica } from './replicas.ts'

let field: Field
let laptop: Replica

beforeEach(async () => {
  field = await freshField()
  laptop = await field.enrol()
})
afterEach(() => field.remove())

/**
 * The folder as a release leaves it that cannot read outcomes: its rows say nothing of them, and it counts the entries
 * that say more.
 */
const withoutOutcomes = async ({ workspace }: Replica): Promise<void> => {
  await workspace.close()
  const writer = openWriter(workspace.folder.database, workspace.keys.database)
  writer.exec(
    'update standings set opaque = opaque + 1 where uid in (select uid from cases where outcome is not null); update cases set outcome = null',
  )
  writer.close()
}

test('Y-27, L-67: what came to a laptop before its release could read it is there once one can', async () => {
  const actor = { actor: field.admin }
  const { cases } = field.root.workspace
  const open = async (title: string): Promise<number> =>
    granted(await cases.create({ title, description: '', priority: 'high' }, actor)).id
  const [found, without, goesOn] = [await open('Found'), await open('Without'), await open('Goes on')]
  granted(await cases.changeStatus(found, { status: 'closed', notes: 'A ring', outcome: 'confirmed_fraud' }, actor))
  granted(await cases.changeStatus(without, { status: 'closed', notes: 'Nothing said' }, actor))
  granted(await cases.changeStatus(goesOn, { status: 'closed', notes: 'Too early', outcome: 'not_fraud' }, actor))
  granted(await cases.changeStatus(goesOn, { status: 'investigating', notes: 'Opened again' }, actor))
  await field.order.push(field.root)
  await field.order.pull(laptop)
  await withoutOutcomes(laptop)

  const workspace = granted(await openWorkspace(laptop.dir, laptop.env))
  try {
    for (const id of [found, without, goesOn]) {
      const { status, outcome } = granted(await cases.read(id))
      expect(granted(await workspace.cases.read(id))).toMatchObject({ status, outcome })
    }
    expect(granted(await workspace.cases.read(found)).outcome).toBe('confirmed_fraud')
    expect(await faultsOf({ ...laptop, workspace })).toEqual([])
  } finally {
    await workspace.close()
  }
})
