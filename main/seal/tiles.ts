import { emptyRoot, hashLength, nodeHash } from './merkle.ts'

/**
 * A log as static tiles (C2SP tlog-tiles): a tile holds up to 256 hashes of one level of the tree, level 0 being the
 * leaves and each level standing on full tiles of the one below. Whoever has tiles can compute every proof.
 */

/** Hashes of a full tile. */
export const tileWidth = 256
const tileLevels = 8

/** A tile, or a part of the one at the right edge. */
export interface TileAddress {
  readonly level: number
  readonly index: number
  /** 1 to 256. */
  readonly width: number
}

const pathOfIndex = (index: number): string => {
  const groups: string[] = []
  for (let rest = index; groups.length === 0 || rest > 0; rest = Math.floor(rest / 1_000))
    groups.unshift(String(rest % 1_000).padStart(3, '0'))
  return groups.map((group, place) => (place < groups.length - 1 ? `x${group}` : group)).join('/')
}

const widthSuffix = (width: number): string => (width === tileWidth ? '' : `.p/${width}`)

/** `tile/<level>/<index>[.p/<width>]`, the index in groups of three digits. */
export const tilePath = ({ level, index, width }: TileAddress): string =>
  `tile/${level}/${pathOfIndex(index)}${widthSuffix(width)}`

/** `tile/entries/<index>[.p/<width>]`: the leaves themselves, each with its length before it. */
export const entriesPath = ({ index, width }: Pick<TileAddress, 'index' | 'width'>): string =>
  `tile/entries/${pathOfIndex(index)}${widthSuffix(width)}`

/**
 * Reads a path of a tile, or of a bundle of entries; null for any other text, other spellings of the same number
 * included.
 */
export const parseTilePath = (
  path: string,
):
  | (TileAddress & { readonly kind: 'hashes' })
  | (Pick<TileAddress, 'index' | 'width'> & { readonly kind: 'entries' })
  | null => {
  const parts =
    /^tile\/(entries|[0-9]|[1-5][0-9]|6[0-3])\/((?:x[0-9]{3}\/){0,4}[0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/u.exec(path)
  if (parts === null) return null
  const index = Number((parts[2] as string).replaceAll(/[x/]/gu, ''))
  const width = parts[3] === undefined ? tileWidth : Number(parts[3])
  if (parts[3] !== undefined && width >= tileWidth) return null
  if (pathOfIndex(index) !== parts[2]) return null
  return parts[1] === 'entries'
    ? { kind: 'entries', index, width }
    : { kind: 'hashes', level: Number(parts[1]), index, width }
}

/**
 * A bundle of entries: each leaf's bytes after their length in two bytes, big-endian. Throws RangeError on a leaf of
 * more than 65,535 bytes.
 */
export const entriesBundle = (leaves: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat(
    leaves.flatMap((leaf) => {
      if (leaf.length > 0xffff) throw new RangeError('a leaf of a log has at most 65,535 bytes')
      return [Buffer.from([leaf.length >> 8, leaf.length & 0xff]), leaf]
    }),
  )

/**
 * The widths of the last tiles that a tree of this size has at a level: how many full ones, and how wide the one at the
 * edge is.
 */
export const tilesAt = (size: number, level: number): { readonly full: number; readonly edge: number } => {
  const hashes = Math.floor(size / tileWidth ** level)
  return { full: Math.floor(hashes / tileWidth), edge: hashes % tileWidth }
}

/** Gives the first `width` hashes of a tile, joined; null where it cannot be had. */
export type TileReader = (tile: TileAddress) => Promise<Uint8Array | null>

/** A tile that should be there is not, or not of its length: the log cannot prove what it claims. */
export class TileMissing extends Error {
  override readonly name = 'TileMissing'
}

const hashAt = (tile: Uint8Array, place: number): Uint8Array =>
  tile.subarray(place * hashLength, (place + 1) * hashLength)

const rootOf = (hashes: readonly Uint8Array[]): Uint8Array => {
  let row = hashes
  while (row.length > 1)
    row = Array.from({ length: row.length / 2 }, (_, place) =>
      nodeHash(row[2 * place] as Uint8Array, row[2 * place + 1] as Uint8Array),
    )
  return row[0] as Uint8Array
}

/** The trees of a log, read from its tiles. */
export interface TiledTree {
  root(): Promise<Uint8Array>
  /** RFC 9162 section 2.1.3.1. Throws RangeError where the index is not below the size. */
  inclusionProof(index: number): Promise<Uint8Array[]>
  /** RFC 9162 section 2.1.4.1. Throws RangeError where the smaller size is 0 or above the size. */
  consistencyProof(from: number): Promise<Uint8Array[]>
}

const splitPoint = (count: number): number => {
  let half = 1
  while (half * 2 < count) half *= 2
  return half
}

/**
 * The tree of the first `size` leaves of a log.
 *
 * @throws TileMissing from its functions, where a tile that the size promises cannot be had
 */
export const tiledTree = (size: number, read: TileReader): TiledTree => {
  const kept = new Map<string, Promise<Uint8Array>>()

  const tileAt = (level: number, index: number): Promise<Uint8Array> => {
    const { full, edge } = tilesAt(size, level)
    const tile: TileAddress = { level, index, width: index < full ? tileWidth : edge }
    const known = kept.get(tilePath(tile))
    if (known !== undefined) return known
    const reading = read(tile).then((bytes) => {
      if (bytes?.length !== tile.width * hashLength) throw new TileMissing(`the tile ${tilePath(tile)} cannot be had`)
      return bytes
    })
    kept.set(tilePath(tile), reading)
    return reading
  }

  /**
   * The root of 2^height leaves that begin at a multiple of as many: one of the hashes of a tile, or a few of them
   * together.
   */
  const perfect = async (from: number, height: number): Promise<Uint8Array> => {
    const level = Math.floor(height / tileLevels)
    const count = 2 ** (height % tileLevels)
    const first = from / tileWidth ** level
    const tile = await tileAt(level, Math.floor(first / tileWidth))
    return rootOf(Array.from({ length: count }, (_, place) => hashAt(tile, (first % tileWidth) + place)))
  }

  const subtree = async (from: number, to: number): Promise<Uint8Array> => {
    const count = to - from
    if (Number.isInteger(Math.log2(count)) && from % count === 0) return await perfect(from, Math.log2(count))
    const middle = from + splitPoint(count)
    return nodeHash(await subtree(from, middle), await subtree(middle, to))
  }

  const path = async (index: number, from: number, to: number): Promise<Uint8Array[]> => {
    if (to - from === 1) return []
    const middle = from + splitPoint(to - from)
    return index < middle
      ? [...(await path(index, from, middle)), await subtree(middle, to)]
      : [...(await path(index, middle, to)), await subtree(from, middle)]
  }

  const subproof = async (old: number, from: number, to: number, whole: boolean): Promise<Uint8Array[]> => {
    if (old === to) return whole ? [] : [await subtree(from, to)]
    const middle = from + splitPoint(to - from)
    return old <= middle
      ? [...(await subproof(old, from, middle, whole)), await subtree(middle, to)]
      : [...(await subproof(old, middle, to, false)), await subtree(from, middle)]
  }

  return {
    root: async () => (size === 0 ? emptyRoot : await subtree(0, size)),
    inclusionProof: async (index) => {
      if (!Number.isSafeInteger(index) || index < 0 || index >= size) throw new RangeError('leaf index out of range')
      return await path(index, 0, size)
    },
    consistencyProof: async (from) => {
      if (!Number.isSafeInteger(from) || from < 1 || from > size) throw new RangeError('tree size out of range')
      return await subproof(from, 0, size, true)
    },
  }
}
