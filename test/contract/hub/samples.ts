import { randomBytes } from 'node:crypto'
import { disclosureDigest, makeDisclosure } from '../../../main/seal/disclosure.ts'
import { appendLeaf, emptyFrontier, encodeFrontier } from '../../../main/seal/frontier.ts'
import { leafHash } from '../../../main/seal/merkle.ts'
import type { CarriedEntry } from '../../../main/sync/entry.ts'
import type { HubCode, HubDevice, HubEntry, HubIdentity } from '../../../main/sync/hub/records.ts'
import type { HubStore, HubTx } from '../../../main/sync/hub/store.ts'

/** What hubs of tests are made of. The store looks into no entry, so that random bytes stand for them. */

export const identity: HubIdentity = {
  workspaceUid: '0197a5c0-0000-7000-8000-000000000001',
  institution: 'ACME',
  name: 'Acme Bank',
  origin: 'hub/0197a5c0-0000-7000-8000-000000000001',
  kid: 'hub-kid',
  spki: Buffer.from('the public key of the hub'),
  sealedKey: Buffer.from('the private key of the hub, sealed'),
  rootKid: 'root-kid',
}

export const device = (number: number, more: Partial<HubDevice> = {}): HubDevice => ({
  deviceId: `device-${number}`,
  number,
  name: `Laptop ${number}`,
  userUid: `user-${number}`,
  kid: `kid-${number}`,
  spki: Buffer.from(`spki ${number}`),
  state: 'active',
  enrolledAtMs: 1_000,
  lastContactMs: null,
  dseq: 0,
  revokedFromDseq: null,
  slots: [],
  leaseUntilMs: 0,
  pastSlots: [],
  joined: false,
  codeHash: `code-${number}`,
  ...more,
})

export const code = (hash: string, more: Partial<HubCode> = {}): HubCode => ({
  hash,
  userUid: 'user-1',
  deviceName: 'Laptop 1',
  cases: 'all',
  createdAtMs: 1_000,
  expiresAtMs: 2_000,
  usedBy: null,
  ...more,
})

/** A disclosure, encoded, with its digest. */
export const disclosure = (name: string, value: string): { readonly encoded: string; readonly digest: string } => {
  const { encoded } = makeDisclosure(name, value, randomBytes(16))
  return { encoded, digest: disclosureDigest(encoded) }
}

export const carried = (disclosures: readonly string[] = []): CarriedEntry => ({
  id: randomBytes(32).toString('hex'),
  payload: Buffer.from(`{"v":1,"salt":"${randomBytes(8).toString('hex')}"}`),
  kid: 'kid-1',
  sig: randomBytes(64),
  disclosures,
})

/** An entry of a device that has one case: `dseq` and `seq` are the same. */
export const entry = (name: string, pos: number, more: Partial<HubEntry> = {}): HubEntry => ({
  ...carried(),
  case: name,
  pos,
  deviceId: 'device-1',
  seq: pos + 1,
  dseq: pos + 1,
  feed: 1,
  receivedAtMs: 5_000,
  ...more,
})

/**
 * Takes an entry into a case as the hub does: the next place of the case, of the device, of the feed. Answers its place
 * and its feed number.
 */
export const take = async (
  tx: HubTx,
  name: string,
  deviceId: string,
): Promise<{ readonly pos: number; readonly feed: number }> => {
  const chain = await tx.chain(name)
  const pos = chain?.size ?? 0
  const feed = await tx.nextFeed()
  const seq = ((await tx.lastOf(name, deviceId))?.seq ?? 0) + 1
  let dseq = 1
  while ((await tx.entryAt({ deviceId, dseq })) !== null) dseq += 1
  await tx.appendEntries([entry(name, pos, { deviceId, seq, dseq, feed })])
  await tx.saveChain({
    case: name,
    size: pos + 1,
    frontier: Buffer.from('frontier'),
    head: '{}',
    feed,
    checkpointSize: 0,
  })
  return { pos, feed }
}

/** Makes a case change at the next feed number, and answers that. */
export const touch = async (tx: HubTx, name: string, size = 1): Promise<number> => {
  const feed = await tx.nextFeed()
  await tx.saveChain({ case: name, size, frontier: Buffer.from('frontier'), head: '{}', feed, checkpointSize: 0 })
  return feed
}

export interface Leaf {
  readonly case: string
  readonly hash: Uint8Array
  readonly data: Uint8Array
}

export const leaves = (from: number, count: number): Leaf[] =>
  Array.from({ length: count }, (_, index) => {
    const data = Buffer.from(`leaf ${from + index}`)
    return { case: `case ${(from + index) % 3}`, data, hash: leafHash(data) }
  })

/** Appends leaves in batches of the given sizes and answers all of them. */
export const appendLeaves = async (store: HubStore, batches: readonly number[]): Promise<Leaf[]> => {
  const all: Leaf[] = []
  let frontier = emptyFrontier
  for (const count of batches) {
    const batch = leaves(all.length, count)
    all.push(...batch)
    for (const { hash } of batch) frontier = appendLeaf(frontier, hash)
    const { size } = frontier
    const encoded = encodeFrontier(frontier)
    await store.exclusively((tx) => tx.appendLog(batch, { size, frontier: encoded, note: `note ${size}` }))
  }
  return all
}
