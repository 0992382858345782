import { caseOrigin } from '../../seal/case-origin.ts'
import { openCheckpoint } from '../../seal/checkpoint.ts'
import type { Checkpoint } from '../../seal/checkpoint.ts'
import { sameBytes } from '../../seal/hash.ts'
import { rootsAt } from '../../seal/heads.ts'
import { leafHash, verifyInclusion } from '../../seal/merkle.ts'
import { rawFromSpki } from '../../seal/signature.ts'
import type { LogHead, CheckpointProof } from '../../sync/device/replica.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { proofsOf } from '../sync/log-proofs.ts'
import type { HubCheckpointsTable, HubTable, StandingsTable } from '../sync/tables.ts'
import type { HubStanding } from './hub-proofs.ts'

/** What the hub has signed in a note, under one of these names; null where it has not. */
const signedBy = (hub: HubTable, names: readonly string[], origin: string, note: string): Checkpoint | null => {
  const publicKeyRaw = rawFromSpki(hub.spki)
  const opened =
    publicKeyRaw === null
      ? null
      : openCheckpoint(
          note,
          names.map((name) => ({ name, publicKeyRaw })),
        )
  return opened?.ok === true && opened.value.checkpoint.origin === origin ? opened.value.checkpoint : null
}

const saysSo = (
  signed: Checkpoint | null,
  { size, root }: { readonly size: number; readonly root: Uint8Array },
): boolean => signed?.size === size && sameBytes(signed.root, root)

type Remembered = Pick<StandingsTable, 'anchor_size' | 'anchor_root' | 'anchor_note' | 'last_receipt_at'>

/**
 * The newest checkpoint is what people read as witnessed, and what is sealed as the anchor of the next entry (Y-52).
 */
const isRemembered = (
  newest: HubCheckpointsTable | undefined,
  { anchor_size: size, anchor_root: root, anchor_note: note }: Remembered,
): boolean =>
  newest === undefined
    ? size === null && root === null && note === null
    : size === newest.size && note === newest.note && root !== null && sameBytes(root, newest.root)

const standingProblems = (sql: SyncStatements, hub: HubTable, uid: string): string[] => {
  const standing = sql.get<Remembered>(
    'select anchor_size, anchor_root, anchor_note, last_receipt_at from standings where uid = ?',
    uid,
  )
  const checkpoints = sql.all<HubCheckpointsTable>('select * from hub_checkpoints where uid = ? order by size', uid)
  const origin = caseOrigin(hub.origin, uid)
  // A note that the hub has not signed has a finding of its own (S-94).
  const differing = checkpoints.filter((row) => {
    const signed = signedBy(hub, [hub.origin, origin], origin, row.note)
    return signed !== null && !saysSo(signed, row)
  }).length
  const received = sql
    .all<{ at: string }>('select at from receipts where uid = ?', uid)
    .reduce<number | null>((last, { at }) => Math.max(last ?? -Infinity, Date.parse(at)), null)
  const told = standing?.last_receipt_at ?? null
  return [
    ...(differing === 0 ? [] : [`${differing} rows of kept checkpoints of the hub differ from what it signed`]),
    ...(standing === undefined || isRemembered(checkpoints.at(-1), standing)
      ? []
      : ['how far the hub vouches for the chain is remembered otherwise than it signed']),
    ...(standing === undefined || (told === null ? null : Date.parse(told)) === received
      ? []
      : ['the time of the newest receipt is remembered otherwise than the hub signed']),
  ]
}

/** Y-53: whether the hub's log holds the checkpoint that a proof is of, and its entries are those that are here. */
const isProven = (
  hub: HubTable,
  uid: string,
  { proof, head }: { readonly proof: CheckpointProof; readonly head: LogHead },
  roots: ReadonlyMap<number, Uint8Array>,
): boolean => {
  const origin = caseOrigin(hub.origin, uid)
  const log = `${hub.origin}/log`
  const root = roots.get(proof.size)
  if (
    root === undefined ||
    !saysSo(signedBy(hub, [hub.origin, origin], origin, proof.note), { size: proof.size, root })
  )
    return false
  if (!saysSo(signedBy(hub, [log], log, head.note), head)) return false
  return verifyInclusion({
    leafHash: leafHash(Buffer.from(proof.note, 'utf8')),
    index: proof.index,
    size: head.size,
    proof: proof.hashes,
    root: head.root,
  })
}

const logProblems = (sql: SyncStatements, hub: HubTable, uid: string, chainId: number): string[] => {
  const kept = sql.get<{ proofs: number }>('select count(*) as proofs from log_proofs where uid = ?', uid)?.proofs ?? 0
  if (kept === 0) return []
  const ids = sql
    .all<{ id: Buffer }>('select id from entries where chain = ? and hub_pos is not null order by hub_pos', chainId)
    .map(({ id }) => id)
  const proofs = proofsOf(sql, uid)
  const roots = rootsAt(ids, new Set(proofs.map(({ proof }) => proof.size)))
  const failing = kept - proofs.filter((one) => isProven(hub, uid, one, roots)).length
  return failing === 0 ? [] : [`${failing} kept proofs from the log of the hub do not hold for the entries`]
}

/**
 * Holds what a folder remembers of how far its hub vouches for a chain (L-86) against what the hub signed: a person
 * reads it beside the case as fact, and the next entry is sealed with it.
 * Of a hub that nothing sealed speaks of, or another one than is kept, nothing is said: its proofs count for nothing
 * (L-85).
 */
export const hubMemoryProblems = (
  sql: SyncStatements,
  standing: HubStanding,
  { chainId, caseUid }: { readonly chainId: number; readonly caseUid: string },
): string[] =>
  standing.kind === 'enrolled'
    ? [...standingProblems(sql, standing.hub, caseUid), ...logProblems(sql, standing.hub, caseUid, chainId)]
    : []
