import { fail, ok } from '../../shared/schema/result.ts'
import type { Result } from '../../shared/schema/result.ts'
import { dayMs } from '../../shared/text/days.ts'
import { openCheckpoint, openNote } from '../seal/checkpoint.ts'
import type { Checkpoint } from '../seal/checkpoint.ts'
import { openCosignatures } from '../seal/cosignature.ts'
import { fromBase64, sameBytes, toBase64 } from '../seal/hash.ts'
import { leafHash, verifyConsistency, verifyInclusion } from '../seal/merkle.ts'
import { tiledTree, TileMissing } from '../seal/tiles.ts'
import type { TileReader } from '../seal/tiles.ts'
import { parseFeed } from './feed.ts'
import type { ReleaseFeed } from './feed.ts'
import { parseLogProof } from './log-proof.ts'
import { refused } from './refusal.ts'
import type { UpdateRefusal } from './refusal.ts'
import type { UpdateTrust } from './trust.ts'

/** What was fetched from the address of the updates; nothing of it is believed yet. */
export interface FetchedFeed {
  /** The signed feed. */
  readonly note: string
  /** That it stands in the release log (C2SP tlog-proof). */
  readonly proof: string
  /** The log's tiles, of which its growth is proven. */
  readonly tiles: TileReader
}

/** What a computer keeps of the feed that it believed last. */
export interface Remembered {
  /** The log's size. */
  readonly size: number
  /** Its root, in base64. */
  readonly root: string
  /** Where that feed stands in the log. */
  readonly index: number
  readonly issuedMs: number
}

/** By what a feed is judged. */
export interface Grounds {
  readonly trust: UpdateTrust
  readonly nowMs: number
  /** Null before a feed was ever believed. */
  readonly remembered: Remembered | null
}

/** A feed that holds, and what is to be remembered of it from now on. */
export interface BelievedFeed {
  readonly feed: ReleaseFeed
  readonly remembered: Remembered
}

type Judged<T> = Result<T, UpdateRefusal>

/** A feed and its signatures are never longer. */
export const longestNote = 65_536

/** U-11: the text that enough of the known keys have signed, each counted once. */
const signedText = (note: string, { keys, threshold }: UpdateTrust): Judged<string> => {
  const opened = note.length > longestNote ? null : openNote(note, keys)
  if (opened === null) return fail(refused('feed_malformed'))
  if (!opened.ok)
    return opened.error.reason === 'malformed'
      ? fail(refused('feed_malformed'))
      : fail(refused('feed_signature_bad', opened.error.signer))
  const signers = new Set(opened.value.signedBy).size
  if (signers === 0) return fail(refused('feed_unknown_key'))
  return signers < threshold
    ? fail(refused('feed_signatures_few', `${signers} of ${threshold}`))
    : ok(opened.value.text)
}

interface Logged {
  readonly checkpoint: Checkpoint
  readonly index: number
}

/** U-21 and U-22: the log's own checkpoint, seen by enough witnesses, and the feed in it. */
const loggedAt = (text: string, proofText: string, { log, witnesses, quorum }: UpdateTrust): Judged<Logged> => {
  const proof = parseLogProof(proofText)
  if (proof === null) return fail(refused('log_proof_malformed'))
  const opened = openCheckpoint(proof.checkpoint, [log])
  if (!opened.ok) return fail(refused(opened.error.reason === 'malformed' ? 'log_proof_malformed' : 'log_unknown'))
  const { checkpoint } = opened.value
  if (checkpoint.origin !== log.name) return fail(refused('log_unknown', checkpoint.origin))
  const cosigned = openCosignatures(proof.checkpoint, witnesses)
  if (!cosigned.ok) return fail(refused('log_cosignature_bad'))
  const seenBy = new Set(cosigned.value.map(({ name }) => name)).size
  if (seenBy < quorum) return fail(refused('log_witnesses_few', `${seenBy} of ${quorum}`))
  const { size, root } = checkpoint
  const leaf = leafHash(Buffer.from(text, 'utf8'))
  return verifyInclusion({ leafHash: leaf, index: proof.index, size, proof: proof.hashes, root })
    ? ok({ checkpoint, index: proof.index })
    : fail(refused('log_without_release'))
}

/** U-23 and U-24: the log has only grown since, and the feed is none that stood in it before. */
const growth = async (
  { checkpoint: { size, root }, index }: Logged,
  before: Remembered | null,
  tiles: TileReader,
): Promise<UpdateRefusal | null> => {
  if (before === null) return null
  const root1 = fromBase64(before.root)
  if (root1 === null) throw new RangeError('what is remembered of the log is no root')
  if (size < before.size) return refused('log_shorter', `${size} entries, ${before.size} were seen`)
  if (size === before.size && !sameBytes(root, root1)) return refused('log_forked')
  if (size > before.size) {
    try {
      const proof = await tiledTree(size, tiles).consistencyProof(before.size)
      if (!verifyConsistency({ size1: before.size, size2: size, root1, root2: root, proof }))
        return refused('log_forked')
    } catch (error) {
      if (error instanceof TileMissing) return refused('log_unproven')
      throw error
    }
  }
  return index < before.index ? refused('feed_older') : null
}

/** U-30 and U-31. A clock that was set back does not make time run again: what was believed before is its least. */
const timeliness = ({ issuedMs, expiresMs }: ReleaseFeed, { nowMs, remembered }: Grounds): UpdateRefusal | null => {
  if (issuedMs > nowMs + dayMs) return refused('feed_not_yet', new Date(issuedMs).toISOString().slice(0, 10))
  const least = Math.max(nowMs, remembered?.issuedMs ?? 0)
  return least < expiresMs ? null : refused('feed_expired', `on ${new Date(expiresMs).toISOString().slice(0, 10)}`)
}

/**
 * Judges what was fetched: who signed it, whether it stands in the release log, whether that log has only grown, and
 * whether it is still in force. The same feed judged twice is judged the same.
 */
export const believeFeed = async (
  { note, proof, tiles }: FetchedFeed,
  grounds: Grounds,
): Promise<Judged<BelievedFeed>> => {
  const text = signedText(note, grounds.trust)
  if (!text.ok) return text
  const feed = parseFeed(text.value)
  if (feed === null) return fail(refused('feed_malformed'))
  const logged = loggedAt(text.value, proof, grounds.trust)
  if (!logged.ok) return logged
  const problem = (await growth(logged.value, grounds.remembered, tiles)) ?? timeliness(feed, grounds)
  if (problem !== null) return fail(problem)
  const { checkpoint, index } = logged.value
  return ok({
    feed,
    remembered: { size: checkpoint.size, root: toBase64(checkpoint.root), index, issuedMs: feed.issuedMs },
  })
}
