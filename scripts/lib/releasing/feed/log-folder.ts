import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  openCheckpoint,
  parseNote,
  signCheckpoint,
  type NoteSigner,
  type NoteVerifier,
} from '../../../../main/seal/checkpoint.ts'
import { isSignatureLine } from '../../../../main/seal/cosignature.ts'
import { sameBytes } from '../../../../main/seal/hash.ts'
import { inclusionProof, leafHash, treeRoot } from '../../../../main/seal/merkle.ts'
import {
  entriesBundle,
  entriesPath,
  tilePath,
  tilesAt,
  tileWidth,
  type TileReader,
} from '../../../../main/seal/tiles.ts'
import { formatLogProof } from '../../../../main/update/log-proof.ts'
import { fail, ok, type Result } from '../../../../shared/schema/result.ts'

/** The release log as a folder of tiles, as a web server hands them out. Its entries are few, and are read whole. */
export type ReleaseLog = {
  readonly leaves: readonly Uint8Array[]
  /** The signed note; null where the log is new. */
  readonly checkpoint: string | null
}

const checkpointOf = (folder: string): string => path.join(folder, 'checkpoint')

/** The entries of a bundle; null where it is cut off. */
function leavesOf(bundle: Uint8Array): readonly Uint8Array[] | null {
  const leaves: Uint8Array[] = []
  for (let at = 0; at < bundle.length;) {
    const length = ((bundle[at] ?? 0) << 8) | (bundle[at + 1] ?? 0)
    const end = at + 2 + length
    if (end > bundle.length) return null
    leaves.push(bundle.subarray(at + 2, end))
    at = end
  }
  return leaves
}

function readLeaves(folder: string, size: number): readonly Uint8Array[] | null {
  const { full, edge } = tilesAt(size, 0)
  const widths = [...Array.from({ length: full }, () => tileWidth), ...(edge === 0 ? [] : [edge])]
  const leaves: Uint8Array[] = []
  for (const [index, width] of widths.entries()) {
    const file = path.join(folder, entriesPath({ index, width }))
    const read = existsSync(file) ? leavesOf(readFileSync(file)) : null
    if (read?.length !== width) return null
    leaves.push(...read)
  }
  return leaves
}

/** Reads a release log and checks that its entries are those of its checkpoint. An error says what is wrong with it. */
export function readLog(folder: string, key: NoteVerifier): Result<ReleaseLog, string> {
  const file = checkpointOf(folder)
  if (!existsSync(file)) return ok({ leaves: [], checkpoint: null })
  const checkpoint = readFileSync(file, 'utf8')
  const opened = openCheckpoint(checkpoint, [key])
  if (!opened.ok) return fail(`${file} is not signed by ${key.name}: ${opened.error.message}`)
  const { origin, size, root } = opened.value.checkpoint
  if (origin !== key.name) return fail(`${file} is the log ${origin}, and not ${key.name}`)
  const leaves = readLeaves(folder, size)
  if (leaves === null) return fail(`entries of the log are missing in ${folder}`)
  return sameBytes(treeRoot(leaves.map(leafHash)), root)
    ? ok({ leaves, checkpoint })
    : fail(`the entries in ${folder} are not those of its checkpoint`)
}

function write(file: string, content: string | Uint8Array): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, content)
  renameSync(`${file}.new`, file)
}

/** The hashes of a level, of which the tiles of the next one are made. */
function writeLevels(folder: string, leaves: readonly Uint8Array[]): void {
  let hashes = leaves.map(leafHash)
  for (let level = 0; hashes.length > 0; level += 1) {
    const above: Uint8Array[] = []
    for (let from = 0; from < hashes.length; from += tileWidth) {
      const tile = hashes.slice(from, from + tileWidth)
      write(path.join(folder, tilePath({ level, index: from / tileWidth, width: tile.length })), Buffer.concat(tile))
      if (tile.length === tileWidth) above.push(treeRoot(tile))
    }
    hashes = above
  }
}

/**
 * Appends an entry: tiles first, and the checkpoint over them last, so that whoever is cut off leaves the log as it was.
 *
 * @returns the new log
 */
export function appendTo(folder: string, { leaves }: ReleaseLog, leaf: Uint8Array, key: NoteSigner): ReleaseLog {
  const all = [...leaves, leaf]
  for (let from = 0; from < all.length; from += tileWidth) {
    const part = all.slice(from, from + tileWidth)
    write(path.join(folder, entriesPath({ index: from / tileWidth, width: part.length })), entriesBundle(part))
  }
  writeLevels(folder, all)
  const checkpoint = signCheckpoint({ origin: key.name, size: all.length, root: treeRoot(all.map(leafHash)) }, key)
  write(checkpointOf(folder), checkpoint)
  return { leaves: all, checkpoint }
}

/** Adds lines of witnesses to the checkpoint. An error says which line is none. */
export function addCosignatures(folder: string, log: ReleaseLog, lines: readonly string[]): Result<ReleaseLog, string> {
  const wrong = lines.find((line) => !isSignatureLine(`${line}\n`))
  if (log.checkpoint === null || parseNote(log.checkpoint) === null) return fail('the log has no checkpoint yet')
  if (wrong !== undefined) return fail(`this is no line of a signature: ${wrong}`)
  const there = log.checkpoint
  const added = [...new Set(lines)].filter((line) => !there.includes(`${line}\n`))
  const checkpoint = there + added.map((line) => `${line}\n`).join('')
  write(checkpointOf(folder), checkpoint)
  return ok({ ...log, checkpoint })
}

/** The proof that an entry stands in the log, at its newest place; null where it does not. */
export function proofOf({ leaves, checkpoint }: ReleaseLog, leaf: Uint8Array): string | null {
  const index = leaves.findLastIndex((one) => sameBytes(one, leaf))
  if (index < 0 || checkpoint === null) return null
  return formatLogProof({ index, hashes: inclusionProof(leaves.map(leafHash), index, leaves.length), checkpoint })
}

/** Reads tiles of a log from its folder. */
export const tilesIn =
  (folder: string): TileReader =>
  (tile) => {
    const file = path.join(folder, tilePath(tile))
    return Promise.resolve(existsSync(file) ? readFileSync(file) : null)
  }
