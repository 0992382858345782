import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { isSignatureLine, openCosignatures } from '../../seal/cosignature.ts'
import type { Cosignature } from '../../seal/cosignature.ts'
import { openCheckpoint } from '../../seal/checkpoint.ts'
import type { NoteVerifier } from '../../seal/checkpoint.ts'
import { rawFromSpki } from '../../seal/signature.ts'
import { entriesBundle, parseTilePath, tiledTree, tilesAt, tileWidth } from '../../seal/tiles.ts'
import type { TileReader } from '../../seal/tiles.ts'
import { refuseCall } from './answer.ts'
import type { CallRefusal } from './answer.ts'
import type { HubCore } from './core.ts'
import type { HubReader } from './store.ts'

/** The log's newest head: the signed note with the cosignatures that it has, and its time stamp. */
export interface LogCheckpoint {
  readonly size: number
  readonly note: string
  readonly timestamp: Uint8Array | null
}

const withCosignatures = (head: {
  readonly size: number
  readonly note: string
  readonly cosignatures: readonly string[]
  readonly timestamp: Uint8Array | null
}): LogCheckpoint => ({
  size: head.size,
  note: head.note + head.cosignatures.join(''),
  timestamp: head.timestamp,
})

/** Y-50: the newest checkpoint of the log; null before the first. */
export const logCheckpoint = (core: HubCore): Promise<LogCheckpoint | null> =>
  core.store.reading(async (tx) => {
    const head = await tx.logHead()
    return head === null ? null : withCosignatures(head)
  })

/** The newest checkpoint of the log that a witness has cosigned, or that bears a time stamp. */
export const provenLogCheckpoint = (core: HubCore, which: 'cosigned' | 'timestamped'): Promise<LogCheckpoint | null> =>
  core.store.reading(async (tx) => {
    const head = await tx.logCheckpoint(which)
    return head === null ? null : withCosignatures(head)
  })

const tilesOf =
  (tx: HubReader): TileReader =>
  (tile) =>
    tx.logTile(tile.level, tile.index, tile.width)

const maxTilePath = 100

/** A tile or a bundle of leaves by its C2SP path; null where the path is none or the log is not that long. */
export const tileAt = async (core: HubCore, path: string): Promise<Uint8Array | null> => {
  const address = path.length > maxTilePath ? null : parseTilePath(path)
  if (address === null) return null
  return await core.store.reading(async (tx) => {
    const size = (await tx.logHead())?.size ?? 0
    const { full, edge } = tilesAt(size, address.kind === 'hashes' ? address.level : 0)
    const reach = address.index < full ? tileWidth : address.index === full ? edge : 0
    if (address.width > reach) return null
    if (address.kind === 'hashes') return await tx.logTile(address.level, address.index, address.width)
    const leaves = await tx.logLeaves(address.index * tileWidth, address.width)
    return leaves.length === address.width ? entriesBundle(leaves.map((leaf) => leaf.data)) : null
  })
}

/** A proof about the log, and the size that it is for. */
export interface ToldLogProof {
  readonly size: number
  readonly hashes: readonly Uint8Array[]
}

const outOfRange = refuseCall('invalid_request', 'The log is not that long.')

/** The proof that a leaf stands in the log of this size (default: the newest). */
export const logInclusion = (core: HubCore, index: number, size?: number): Promise<Result<ToldLogProof, CallRefusal>> =>
  core.store.reading(async (tx) => {
    const newest = (await tx.logHead())?.size ?? 0
    const of = size ?? newest
    if (!Number.isSafeInteger(of) || of > newest || !Number.isSafeInteger(index) || index < 0 || index >= of)
      return outOfRange
    return ok({ size: of, hashes: await tiledTree(of, tilesOf(tx)).inclusionProof(index) })
  })

/** The proof that the log of one size (default: the newest) extends that of another. */
export const logConsistency = (
  core: HubCore,
  from: number,
  size?: number,
): Promise<Result<ToldLogProof, CallRefusal>> =>
  core.store.reading(async (tx) => {
    const newest = (await tx.logHead())?.size ?? 0
    const of = size ?? newest
    if (!Number.isSafeInteger(of) || of > newest || !Number.isSafeInteger(from) || from < 1 || from > of)
      return outOfRange
    return ok({ size: of, hashes: await tiledTree(of, tilesOf(tx)).consistencyProof(from) })
  })

const textOf = (note: string): string => note.slice(0, note.lastIndexOf('\n\n') + 2)

/**
 * Y-53: keeps a witness's cosignature of a log checkpoint, in the place of an earlier one of the same checkpoint by the
 * same witness. Anyone may bring it, at any time later, so one that is older than what is kept changes nothing.
 *
 * @param note the log's note as the witness saw it
 * @param line the witness's signature line
 */
export const addCosignature = async (
  core: HubCore,
  note: string,
  line: string,
  witnesses: readonly NoteVerifier[],
): Promise<Result<void, CallRefusal>> => {
  const origin = `${core.identity.origin}/log`
  const opened = openCheckpoint(note, [{ name: origin, publicKeyRaw: rawFromSpki(core.identity.spki) as Uint8Array }])
  if (!opened.ok || opened.value.checkpoint.origin !== origin)
    return refuseCall('invalid_request', 'This is not a checkpoint of this hub’s log.')
  const cosigned = isSignatureLine(line) ? openCosignatures(`${textOf(note)}${line}`, witnesses) : null
  if (cosigned?.ok !== true || cosigned.value.length !== 1)
    return refuseCall('invalid_request', 'This is not a cosignature of a witness that this hub knows.')
  const [{ name, atSeconds }] = cosigned.value as readonly [Cosignature]
  const { size } = opened.value.checkpoint
  return await core.store.exclusively(async (tx) => {
    // A hub that was restored may have another head of that size than the one that it once signed.
    const head = await tx.logHeadAt(size)
    if (head === null || textOf(head.note) !== textOf(note))
      return refuseCall('invalid_request', 'The log does not have this checkpoint.')
    const earlier = head.cosignatures
      .map((kept) => ({ kept, by: openCosignatures(`${textOf(note)}${kept}`, witnesses) }))
      .flatMap(({ kept, by }) => (by.ok ? by.value.map((one) => ({ ...one, kept })) : []))
    const own = earlier.filter((one) => one.name === name)
    if (own.some((one) => one.atSeconds >= atSeconds)) return ok(undefined)
    await tx.addCosignature(
      size,
      line,
      own.map(({ kept }) => kept),
    )
    return ok(undefined)
  })
}
