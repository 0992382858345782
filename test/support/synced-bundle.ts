import type { BundleContents } from '../../main/bundle/contents.ts'
import { readContents } from '../../main/bundle/read/read-contents.ts'
import type { DeviceKey } from '../../main/platform/key-files.ts'
import { signReceipt } from '../../main/seal/receipt.ts'
import type { Intake } from '../../main/sync/device/replica.ts'
import { granted } from '../contract/storage/support.ts'
import { freshField } from '../contract/storage/sync/replicas.ts'
import type { Field, Replica } from '../contract/storage/sync/replicas.ts'

const nothing: Intake = { cases: [], granted: [], dropped: [], lease: null, since: null }

/** Gives a device the hub's receipt over what it has of a chain from an entry on. */
export const giveReceipt = async (
  { order }: Field,
  device: Replica,
  uid: string,
  first: number,
  at: string,
): Promise<void> => {
  const { replica } = device.workspace.sync
  const size = (await replica.standing(uid))?.received ?? 0
  const root = Buffer.from(order.checkpoint(uid, size).root).toString('hex')
  const receipt = signReceipt(
    { v: 1, hub: order.origin, case: uid, first, size, root, at },
    { kid: order.key.kid, privateKey: order.key.privateKey },
  )
  await replica.take({
    ...nothing,
    cases: [{ case: uid, from: size, entries: [], receipts: [receipt], checkpoint: null }],
  })
}

/** Seals an export of a case on a device, and reads what its bundle is made from, as the service does. */
export const exportedFrom = async (
  { workspace }: Replica,
  { admin }: Field,
  caseId: number,
): Promise<{ contents: BundleContents; key: DeviceKey }> => {
  const reason = 'Order of the court of Łódź'
  const sealed = granted(
    await workspace.evidence.store.recordExport(
      caseId,
      { evidence: 'all', disclosures: 'all', leftOut: [], recipient: undefined, reason },
      admin,
    ),
  )
  await workspace.signChain(caseId)
  await workspace.signChain(0)
  const { evidence, facts, keys } = workspace
  const parts = { blobKey: evidence.store.blobKey, blobs: evidence.blobs, facts, softwareVersion: '0.1.0' }
  const choice = { evidence: 'all', disclosures: 'all', reason } as const
  const contents = await workspace.readMoment((reading) =>
    readContents(
      { ...reading, ...parts },
      { caseId, choice, entryId: sealed.id, atMs: sealed.atMs, byUid: admin.userUid },
    ),
  )
  return { contents, key: keys.device }
}

/** A case on which two devices worked apart, with one who was overtaken; both have all of it. */
export interface ContestedCase {
  readonly field: Field
  readonly a: Replica
  readonly b: Replica
  readonly caseId: number
  readonly uid: string
  /** The entry that was overtaken. */
  readonly loser: string
}

/**
 * What `a` and `b` did without each other: both changed the state, both edited the title; `a` reached the hub first.
 */
export const contestedCase = async (): Promise<ContestedCase> => {
  const field = await freshField()
  const { order, admin: actor } = field
  const [a, b] = [await field.enrol(), await field.enrol()]
  const opened = granted(
    await a.workspace.cases.create(
      { title: 'Mule accounts', description: 'Three salary payments', priority: 'high', alert_ids: [1] },
      { actor },
    ),
  )
  const caseId = opened.id
  await order.push(a)
  await order.pull(b)
  // On `b` the entry that loses has arrived first, and its title last.
  granted(await b.workspace.cases.changeStatus(caseId, { status: 'closed', notes: 'B closes it' }, { actor }))
  granted(await b.workspace.cases.edit(caseId, { title: 'Title of B' }, { actor }))
  granted(await a.workspace.cases.edit(caseId, { title: 'Title of A' }, { actor }))
  granted(
    await a.workspace.cases.changeStatus(caseId, { status: 'investigating', notes: 'A looks into it' }, { actor }),
  )
  await order.push(a)
  const { uid } = granted(await a.workspace.cases.read(caseId))
  const received = order.chain(uid).length
  await order.push(b)
  await order.pull(b)
  await order.pull(a)
  const at = new Date(Math.max(a.clock.nowMs(), b.clock.nowMs()) + 1_000).toISOString()
  for (const device of [a, b]) {
    await giveReceipt(field, device, uid, received, at)
    await giveReceipt(field, device, 'workspace', 0, at)
  }
  const [conflict] = (await a.workspace.sync.overview.conflicts({ state: 'open', page: 1, size: 10 })).items
  return { field, a, b, caseId, uid, loser: conflict?.id ?? '' }
}
