import type { HeadKind } from '../../../shared/protocol/sync.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { openCheckpoint } from '../../seal/checkpoint.ts'
import type { NoteVerifier } from '../../seal/checkpoint.ts'
import { openCosignatures } from '../../seal/cosignature.ts'
import { appendLeaf, decodeFrontier, emptyFrontier, frontierRoot } from '../../seal/frontier.ts'
import { sameBytes } from '../../seal/hash.ts'
import { leafHash, verifyConsistency, verifyInclusion } from '../../seal/merkle.ts'
import { rawFromSpki } from '../../seal/signature.ts'
import type { FeedItem } from '../wire.ts'
import type { HubFault, HubFaultCode } from './hub-fault.ts'
import { openCheckpointOf } from './proofs.ts'
import type { KnownHub } from './proofs.ts'
import { idsAtOnce, Refused } from './refused.ts'
import type { DeviceReplica, LogHead, CheckpointProof } from './replica.ts'

/** What a page tells of the hub's log. */
export type LogItem = Extract<FeedItem, { k: 'log' | 'proof' }>

export interface LogContext {
  readonly hub: KnownHub
  /**
   * Witnesses that this device trusts: the signature of one that does not hold is a fault, those of others say nothing.
   */
  readonly witnesses: readonly NoteVerifier[]
  readonly source: Pick<DeviceReplica, 'logHeads' | 'standing' | 'ids'>
  /** Whether a time-stamp token holds over a note (Y-54); one that does not is left where it is, with its head. */
  readonly stamped: (note: string, token: string) => boolean
}

interface Tree {
  readonly size: number
  readonly root: Uint8Array
}

const refuse = (code: HubFaultCode, message: string, name: string | null = null): never => {
  throw new Refused({ code, case: name, entryId: null, message })
}

const bytesOf = (hashes: readonly string[]): Uint8Array[] => hashes.map((hash) => Buffer.from(hash, 'hex'))

const openHead = ({ hub, witnesses }: LogContext, item: Extract<LogItem, { k: 'log' }>): LogHead => {
  const origin = `${hub.origin}/log`
  const opened = openCheckpoint(item.note, [{ name: origin, publicKeyRaw: rawFromSpki(hub.spki) as Uint8Array }])
  if (!opened.ok)
    return refuse(
      opened.error.reason === 'unknown_signer' ? 'hub_key_changed' : 'checkpoint_invalid',
      `the head of the hub’s log: ${opened.error.message}`,
    )
  const { checkpoint } = opened.value
  if (checkpoint.origin !== origin) return refuse('hub_origin_changed', 'the head of a log is of another hub')
  if (checkpoint.size < 1) return refuse('checkpoint_invalid', 'a log without a leaf has no proven head')
  const cosigned = openCosignatures(item.note, witnesses)
  if (!cosigned.ok) return refuse('cosignature_invalid', cosigned.error.message)
  return {
    kind: item.kind,
    size: checkpoint.size,
    root: checkpoint.root,
    note: item.note,
    token: item.kind === 'timestamped' ? (item.token ?? '') : null,
  }
}

/** S-53: whichever of the two trees is larger extends the other. */
const join = (known: Tree, head: Tree, proof: readonly Uint8Array[]): void => {
  const [from, to] = known.size <= head.size ? [known, head] : [head, known]
  const holds = verifyConsistency({ size1: from.size, root1: from.root, size2: to.size, root2: to.root, proof })
  if (!holds)
    refuse(
      'log_forked',
      `the hub’s log of ${to.size} leaves does not extend the one of ${from.size} that it showed before`,
    )
}

/** The root of the first entries of a case in hub order; null where they are not all here. */
const rootOfFirst = async ({ source }: LogContext, name: string, size: number): Promise<Uint8Array | null> => {
  const standing = await source.standing(name)
  if (standing === null || standing.received < size) return null
  if (standing.received === size) return frontierRoot(decodeFrontier(standing.frontier))
  let tree = emptyFrontier
  while (tree.size < size) {
    const ids = await source.ids(name, tree.size, Math.min(idsAtOnce, size - tree.size))
    if (ids.length === 0) return null
    for (const id of ids) tree = appendLeaf(tree, Buffer.from(id, 'hex'))
  }
  return frontierRoot(tree)
}

const openProof = async (
  context: LogContext,
  head: LogHead,
  item: Extract<LogItem, { k: 'proof' }>,
): Promise<CheckpointProof | null> => {
  const { case: name, kind, index, note } = item
  const hashes = bytesOf(item.hashes)
  if (
    !verifyInclusion({
      leafHash: leafHash(Buffer.from(note, 'utf8')),
      index,
      size: head.size,
      proof: hashes,
      root: head.root,
    })
  ) {
    return refuse(
      'log_proof_invalid',
      `the checkpoint does not stand at ${index} of the hub’s log of ${head.size} leaves`,
      name,
    )
  }
  const opened = openCheckpointOf(context.hub, name, note)
  if (!opened.ok) return refuse(opened.error.code, opened.error.message, name)
  const { size, root } = opened.value
  const here = await rootOfFirst(context, name, size)
  // What is not here yet is asked for again when it is.
  if (here === null) return null
  if (!sameBytes(here, root))
    return refuse(
      'checkpoint_not_extending',
      `the hub’s log holds another checkpoint of the first ${size} entries than they give`,
      name,
    )
  return { case: name, kind, size, note, index, hashes, headSize: head.size }
}

/** Turns the first fault into a result. */
const judged = async <T>(job: () => T | Promise<T>): Promise<Result<T, HubFault>> => {
  try {
    return ok(await job())
  } catch (error) {
    if (error instanceof Refused) return fail(error.fault)
    throw error
  }
}

/** Heads of a page that hold, in its order, and the newest of each kind then. */
export interface AcceptedHeads {
  readonly heads: readonly LogHead[]
  readonly newest: ReadonlyMap<HeadKind, LogHead>
}

/**
 * Y-53: holds the heads of the hub's log that a page tells against those that this device has: each extends, or is
 * extended by, the largest tree that was verified, and none is older than the last one of its kind.
 *
 * @param asked the newest heads as they were when the page was asked for
 */
export const acceptHeads = (
  context: LogContext,
  asked: readonly LogHead[],
  items: readonly LogItem[],
): Promise<Result<AcceptedHeads, HubFault>> =>
  judged(() => {
    const newest = new Map<HeadKind, LogHead>(asked.map((head) => [head.kind, head]))
    let largest: Tree | null = asked.reduce<Tree | null>(
      (tree, head) => (tree !== null && tree.size >= head.size ? tree : head),
      null,
    )
    const heads: LogHead[] = []
    for (const item of items) {
      if (item.k !== 'log') continue
      const head = openHead(context, item)
      const before = newest.get(item.kind)
      if (before !== undefined && head.size < before.size)
        refuse('hub_rolled_back', `the hub’s log has ${head.size} leaves, and this device has verified ${before.size}`)
      if (largest !== null) join(largest, head, bytesOf(item.consistency))
      if (largest === null || head.size > largest.size) largest = head
      if (head.token !== null && !context.stamped(head.note, head.token)) {
        // What the page proves against this head says nothing about the one before.
        newest.delete(item.kind)
        continue
      }
      newest.set(item.kind, head)
      heads.push(head)
    }
    return { heads, newest }
  })

/**
 * Y-53: holds the proofs of a page, once its entries are taken in: each checkpoint stands in the newest head of its
 * kind, and is what the case's own entries give.
 */
export const acceptProofs = (
  context: LogContext,
  newest: AcceptedHeads['newest'],
  items: readonly LogItem[],
): Promise<Result<readonly CheckpointProof[], HubFault>> =>
  judged(async () => {
    const proofs: CheckpointProof[] = []
    for (const item of items) {
      const head = item.k === 'proof' ? newest.get(item.kind) : undefined
      const proof = item.k === 'log' || head === undefined ? null : await openProof(context, head, item)
      if (proof !== null) proofs.push(proof)
    }
    return proofs
  })
