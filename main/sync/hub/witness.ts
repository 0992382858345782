import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { openCheckpoint } from '../../seal/checkpoint.ts'
import type { NoteSigner, NoteVerifier } from '../../seal/checkpoint.ts'
import { cosign } from '../../seal/cosignature.ts'
import { fromBase64, sameBytes } from '../../seal/hash.ts'
import { emptyRoot, verifyConsistency } from '../../seal/merkle.ts'

/**
 * What a witness remembers of a log: the newest tree that it has cosigned. It is kept before a cosignature is given
 * out.
 */
export interface WitnessedTree {
  readonly origin: string
  readonly size: number
  /** base64 */
  readonly root: string
}

/**
 * Why a witness does not cosign. `tree_smaller` and `tree_forked` are proof of a dishonest or restored log, and no
 * reason to forget.
 */
export interface WitnessFault {
  readonly code: 'checkpoint_invalid' | 'other_log' | 'tree_smaller' | 'tree_forked' | 'state_damaged'
  readonly message: string
}

/** What a witness says to a checkpoint: the tree that it now remembers, and its signature line. */
export interface Witnessed {
  readonly tree: WitnessedTree
  readonly line: string
}

const fault = (code: WitnessFault['code'], message: string): Result<never, WitnessFault> => fail({ code, message })

/**
 * Y-53: one step of a witness; pure. A checkpoint is cosigned exactly if it is the log's, and extends the tree that was
 * cosigned last.
 *
 * @param before what the witness remembers; null before its first cosignature
 * @param log the log's origin is the verifier's name
 * @param proof consistency from the remembered size to the checkpoint's (RFC 9162 section 2.1.4); empty where sizes are
 * equal, or nothing is remembered
 */
export const witness = (
  before: WitnessedTree | null,
  { note, proof }: { readonly note: string; readonly proof: readonly Uint8Array[] },
  { log, signer, atSeconds }: { readonly log: NoteVerifier; readonly signer: NoteSigner; readonly atSeconds: number },
): Result<Witnessed, WitnessFault> => {
  const opened = openCheckpoint(note, [log])
  if (!opened.ok) return fault('checkpoint_invalid', opened.error.message)
  const { origin, size, root } = opened.value.checkpoint
  if (origin !== log.name || (before !== null && before.origin !== origin))
    return fault('other_log', 'The checkpoint is of another log than the one that is watched.')
  if (size === 0 && !sameBytes(root, emptyRoot))
    return fault('checkpoint_invalid', 'An empty tree has one root, which this is not.')
  if (before !== null) {
    const remembered = fromBase64(before.root)
    if (remembered === null) return fault('state_damaged', 'What this witness remembers of the log cannot be read.')
    if (size < before.size)
      return fault('tree_smaller', `The log shows ${size} leaves; this witness has cosigned ${before.size}.`)
    // Every tree extends the empty one; nothing is to be proven then.
    const extendsIt =
      before.size === 0 || verifyConsistency({ size1: before.size, size2: size, root1: remembered, root2: root, proof })
    if (!extendsIt)
      return fault(
        'tree_forked',
        `The log’s tree of ${size} leaves does not extend the tree of ${before.size} that this witness has cosigned.`,
      )
  }
  return ok({
    tree: { origin, size, root: Buffer.from(root).toString('base64') },
    line: cosign(note, signer, atSeconds),
  })
}
