import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { openCheckpoint, parseNote } from '../../seal/checkpoint.ts'
import type { NoteVerifier } from '../../seal/checkpoint.ts'
import { TileMissing, tiledTree, tilePath } from '../../seal/tiles.ts'
import { parseVerifierKey } from '../../seal/verifier-key.ts'
import type { LinkFault } from '../link.ts'
import type { LogLink } from '../link/log-link.ts'
import type { WitnessFolder } from './witness-folder.ts'
import { witness } from './witness.ts'
import type { WitnessedTree, WitnessFault } from './witness.ts'

/** Why a round ended without a cosignature that the hub has. */
export interface RoundFault {
  readonly code: WitnessFault['code'] | 'hub_unreachable' | 'hub_refused' | 'proof_missing' | 'log_key_invalid'
  readonly message: string
}

/** A round that was done: the tree that was cosigned and sent. */
export interface WitnessRound {
  readonly tree: WitnessedTree
  readonly atSeconds: number
}

/**
 * What ends a witness: the log contradicts what was cosigned, or the folder cannot be believed. Anything else may be
 * better in the next round.
 */
export const isFinal = ({ code }: RoundFault): boolean =>
  ['tree_smaller', 'tree_forked', 'other_log', 'state_damaged'].includes(code)

const fault = (code: RoundFault['code'], message: string): Result<never, RoundFault> => fail({ code, message })
const ofLink = ({ kind, message }: LinkFault): Result<never, RoundFault> =>
  fault(kind === 'refused' ? 'hub_refused' : 'hub_unreachable', message)

/** The key of the log: the one that was kept, or at the first contact the one that the hub shows. */
const logKey = async (folder: WitnessFolder, link: LogLink): Promise<Result<NoteVerifier, RoundFault>> => {
  const kept = folder.log()
  if (kept !== null) return ok(kept)
  const shown = await link.key()
  if (!shown.ok) return ofLink(shown.error)
  const key = parseVerifierKey(shown.value.trim(), 'log')
  if (key === null) return fault('log_key_invalid', 'What the hub shows as the key of its log is none.')
  folder.keepLog(key)
  return ok(key)
}

/** The note with the log's own signature alone: what others wrote under it is not carried on. */
const ownNote = (note: string, log: NoteVerifier): string => {
  const text = parseNote(note)?.text ?? ''
  const own = note
    .slice(text.length + 1)
    .split('\n')
    .find((line) => openCheckpoint(`${text}\n${line}\n`, [log]).ok)
  return `${text}\n${own ?? ''}\n`
}

class Unread extends Error {
  readonly fault: LinkFault
  constructor(given: LinkFault) {
    super(given.message)
    this.fault = given
  }
}

/**
 * The proof that the shown tree extends the remembered one, computed from the log's tiles; whether it holds is for the
 * witness to say.
 */
const proofFrom = async (
  link: LogLink,
  from: number,
  size: number,
): Promise<Result<readonly Uint8Array[], RoundFault>> => {
  if (from === 0 || from >= size) return ok([])
  const read = async (path: string): Promise<Uint8Array> => {
    const tile = await link.tile(path)
    if (!tile.ok) throw new Unread(tile.error)
    return tile.value
  }
  try {
    return ok(await tiledTree(size, (tile) => read(tilePath(tile))).consistencyProof(from))
  } catch (error) {
    if (error instanceof TileMissing)
      return fault(
        'proof_missing',
        'The log does not prove that it extends the tree that was cosigned last: a tile is not of its length.',
      )
    if (!(error instanceof Unread)) throw error
    return error.fault.status === 404
      ? fault(
          'proof_missing',
          'The log does not prove that it extends the tree that was cosigned last: a tile cannot be had.',
        )
      : ofLink(error.fault)
  }
}

/**
 * Y-53: one round of a witness: reads the log's checkpoint, demands the proof, remembers, and only then says what it
 * has seen.
 */
export const witnessRound = async (
  folder: WitnessFolder,
  link: LogLink,
  nowMs: () => number,
): Promise<Result<WitnessRound, RoundFault>> => {
  const log = await logKey(folder, link)
  if (!log.ok) return log
  const before = await folder.readTree()
  if (!before.ok) return before
  const shown = await link.checkpoint()
  if (!shown.ok) return ofLink(shown.error)
  const opened = openCheckpoint(shown.value, [log.value])
  if (!opened.ok)
    return fault('checkpoint_invalid', 'What the hub shows is no checkpoint under the key of the log that is watched.')
  const note = ownNote(shown.value, log.value)
  const proof = await proofFrom(link, before.value?.size ?? 0, opened.value.checkpoint.size)
  if (!proof.ok) return proof
  const atSeconds = Math.floor(nowMs() / 1_000)
  const seen = witness(before.value, { note, proof: proof.value }, { log: log.value, signer: folder.signer, atSeconds })
  if (!seen.ok) {
    if (seen.error.code === 'tree_smaller' || seen.error.code === 'tree_forked') folder.keepRefused(note)
    return seen
  }
  await folder.keepTree(seen.value.tree)
  const brought = await link.bring(note + seen.value.line)
  return brought.ok ? ok({ tree: seen.value.tree, atSeconds }) : ofLink(brought.error)
}
