import type { WireReceipt } from '../../../shared/protocol/sync.ts'
import { caseOrigin } from '../../seal/case-origin.ts'
import { signCheckpoint } from '../../seal/checkpoint.ts'
import type { Signer } from '../../seal/entry.ts'
import { appendLeaf, decodeFrontier, emptyFrontier, encodeFrontier, frontierRoot } from '../../seal/frontier.ts'
import type { Frontier } from '../../seal/frontier.ts'
import { toHex } from '../../seal/hash.ts'
import { leafHash } from '../../seal/merkle.ts'
import { signReceipt } from '../../seal/receipt.ts'
import { rawFromSpki } from '../../seal/signature.ts'
import type { HubEntry, HubIdentity } from './records.ts'
import type { HubTx } from './store.ts'

/** A chain as one transaction leaves it. */
export interface GrownChain {
  readonly name: string
  readonly sizeBefore: number
  readonly frontier: Frontier
  /** What the hub's rules know of it, kept as JSON. */
  readonly head: object
  /** What was added. */
  readonly entries: readonly HubEntry[]
}

interface HubSigner {
  readonly identity: HubIdentity
  readonly signer: Signer
}

const noteSigner = ({ identity, signer }: HubSigner, name: string) => ({
  name,
  publicKeyRaw: rawFromSpki(identity.spki) as Uint8Array,
  privateKey: signer.privateKey,
})

const storeChain = async (
  tx: HubTx,
  by: HubSigner,
  { name, frontier, sizeBefore, head, entries }: GrownChain,
  feed: number,
): Promise<{ readonly receipt: WireReceipt; readonly note: string }> => {
  const { identity, signer } = by
  const { size } = frontier
  const root = frontierRoot(frontier)
  await tx.saveChain({
    case: name,
    size,
    frontier: encodeFrontier(frontier),
    head: JSON.stringify(head),
    feed,
    checkpointSize: size,
  })
  await tx.appendEntries(entries)
  const at = new Date(feed).toISOString()
  const receipt = signReceipt(
    { v: 1, hub: identity.origin, case: name, first: sizeBefore, size, root: toHex(root), at },
    signer,
  )
  await tx.addReceipt(name, sizeBefore, size, receipt)
  const note = signCheckpoint(
    { origin: caseOrigin(identity.origin, name), size, root },
    noteSigner(by, identity.origin),
  )
  await tx.saveCheckpoint({ case: name, size, root, note, feed, atMs: feed })
  return { receipt, note }
}

const appendLog = async (
  tx: HubTx,
  by: HubSigner,
  notes: readonly { readonly name: string; readonly note: string }[],
): Promise<void> => {
  const leaves = notes
    .map(({ name, note }) => ({ case: name, data: Buffer.from(note, 'utf8') }))
    .map((leaf) => ({ ...leaf, hash: leafHash(leaf.data) }))
  const before = await tx.logHead()
  const frontier = leaves.reduce(
    (grown, leaf) => appendLeaf(grown, leaf.hash),
    before === null ? emptyFrontier : decodeFrontier(before.frontier),
  )
  const origin = `${by.identity.origin}/log`
  const note = signCheckpoint({ origin, size: frontier.size, root: frontierRoot(frontier) }, noteSigner(by, origin))
  await tx.appendLog(leaves, { size: frontier.size, frontier: encodeFrontier(frontier), note })
}

/**
 * Stores the chains that a transaction has grown, signs a receipt and a checkpoint of each, and appends the checkpoints
 * to the log (Y-23, Y-50).
 *
 * @param feed the number of the change in the feed, which is the hub's time in milliseconds
 * @returns the receipts, by chain
 */
export const storeChains = async (
  tx: HubTx,
  by: HubSigner,
  grown: readonly GrownChain[],
  feed: number,
): Promise<ReadonlyMap<string, WireReceipt>> => {
  const receipts = new Map<string, WireReceipt>()
  const notes: { readonly name: string; readonly note: string }[] = []
  for (const chain of grown) {
    const { receipt, note } = await storeChain(tx, by, chain, feed)
    receipts.set(chain.name, receipt)
    notes.push({ name: chain.name, note })
  }
  await appendLog(tx, by, notes)
  return receipts
}
