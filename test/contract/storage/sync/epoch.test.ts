import { cpSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWorkspace } from '../../../../main/storage/ledger/open-workspace.ts'
import { beginEpoch, prepareEpoch } from '../../../../main/storage/sync/begin-epoch.ts'
import { freshWorkspace, granted } from '../support.ts'
import { answerOf, dumpOf, enrolKey, faultsOf, freshField, keyPub } from './replicas.ts'
import type { Field, Replica } from './replicas.ts'
import { turnedByHand } from '../../../support/turned-by-hand.ts'

/** Y-15: a folder that was cloned becomes another device. */

let field: Field
let device: Replica
beforeEach(async () => {
  field = await freshField()
  device = await field.enrol()
})
afterEach(() => field.remove())

test('Y-15: a new epoch keeps what the hub has, sets the rest aside, and goes on as another device', async () => {
  const actor = field.admin
  const shared = granted(
    await field.root.workspace.cases.create({ title: 'Shared', description: '', priority: 'low' }, { actor }),
  ).id
  await field.order.push(field.root)
  await field.order.pull(device)
  granted(await device.workspace.cases.addNote(shared, { text: 'sent' }, { actor }))
  await field.order.push(device)
  granted(await device.workspace.cases.addNote(shared, { text: 'never sent' }, { actor }))
  const lonely = granted(
    await device.workspace.cases.create({ title: 'Never sent either', description: '', priority: 'low' }, { actor }),
  ).id
  await device.workspace.close()

  const dir = path.join(path.dirname(device.dir), 'clone')
  cpSync(device.dir, dir, { recursive: true })
  const key = granted(await prepareEpoch(dir, device.env))
  expect(granted(await prepareEpoch(dir, device.env)).kid, 'an attempt that broke off has made it').toBe(key.kid)
  const deviceId = device.env.random.uuidv7(1)
  enrolKey(field, keyPub(key, deviceId, 9))
  await field.order.pull(field.root, ['workspace'])
  const stand = await freshWorkspace()
  const answer = {
    ...answerOf(field.order, stand, field.root.workspace.keys.device.kid, deviceId, 9, actor.userUid),
    workspace_id: field.root.workspace.facts.uid,
  }
  await stand.remove()
  granted(await beginEpoch(dir, { answer, url: 'https://hub.test' }, device.env))

  const workspace = granted(await openWorkspace(dir, device.env, { scheduler: turnedByHand() }))
  const next: Replica = { ...device, workspace, dir }
  expect(workspace.facts).toMatchObject({ deviceId, deviceNumber: 9 })
  expect(workspace.keys.device.kid).toBe(key.kid)
  expect((await workspace.cases.read(lonely)).ok).toBe(false)
  expect((await workspace.sync.overview.setAside()).map(({ reason }) => reason)).toEqual(['epoch', 'epoch'])
  await field.order.pull(next)
  expect(await faultsOf(next)).toEqual([])
  granted(await workspace.cases.addNote(shared, { text: 'written anew' }, { actor }))
  const opened = granted(await workspace.cases.create({ title: 'New', description: '', priority: 'low' }, { actor }))
  expect(opened.id).toBe(9 * 2 ** 32 + 1)
  await field.order.push(next)
  await field.order.pull(field.root)
  expect(dumpOf(next)).toEqual(dumpOf(field.root))
  expect(
    granted(await field.root.workspace.cases.notes(shared, { page: 1, size: 9 })).data.map(({ text }) => text),
  ).toEqual(['written anew', 'sent'])
  expect(await faultsOf(field.root)).toEqual([])
  await workspace.close()
})
