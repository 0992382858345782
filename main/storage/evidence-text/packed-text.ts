import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { TextPassage, PassageStep } from '../../domain/evidence/passage.ts'

/**
 * How text is kept: places (what stands under one way) in units, which the index names, and units in blocks, which are
 * compressed. A unit is small, so that little is looked through to mark what was found; a block is large, so that it
 * compresses well.
 */
export type Unit = readonly TextPassage[]

/** The units of a block; the number of a unit is that of its block times this, and its place in it. */
export const unitsPerBlock = 16

/** In UTF-16 code units. */
const [unitUnits, blockUnits, placeUnits] = [4_000, 48_000, 16_000]

const zstdLevel = 9

/** What a block unpacks to at most: whoever reads a damaged file must not reserve more. */
const unpackedMax = 8 * 1_048_576

const sameWay = (one: readonly PassageStep[], other: readonly PassageStep[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Gathers passages into blocks. */
export interface Packing {
  /** The blocks that are full with these. */
  add(passages: readonly TextPassage[]): Unit[][]
  /** The last block; empty where there is none. */
  end(): Unit[]
}

const sizeOf = (unit: Unit): number => unit.reduce((sum, { text }) => sum + text.length, 0)

/** Begins to gather the passages of a piece. */
export const startPacking = (): Packing => {
  let units: Unit[] = []
  let unit: TextPassage[] = []
  let packed = 0

  const endUnit = (): void => {
    if (unit.length === 0) return
    packed += sizeOf(unit)
    units.push(unit)
    unit = []
  }
  const takeBlock = (): Unit[] => {
    const block = units
    units = []
    packed = 0
    return block
  }
  /** Passages of one page that was parted stand together again: what is asked for may stand in both. */
  const place = ({ way, text }: TextPassage): Unit[] | null => {
    const last = unit.at(-1)
    if (last !== undefined && sameWay(last.way, way) && last.text.length + text.length < placeUnits) {
      unit[unit.length - 1] = { way, text: `${last.text}\n${text}` }
      return null
    }
    if (sizeOf(unit) >= unitUnits) endUnit()
    const full = units.length === unitsPerBlock || packed >= blockUnits ? takeBlock() : null
    unit.push({ way, text })
    return full
  }
  return {
    add: (passages) => passages.flatMap((passage) => [place(passage) ?? []].filter(({ length }) => length > 0)),
    end: () => {
      endUnit()
      return takeBlock()
    },
  }
}

/** Packs a block. */
export const packBlock = (units: readonly Unit[]): Buffer =>
  zstdCompressSync(JSON.stringify(units.map((unit) => unit.map(({ way, text }) => [way, text]))), {
    params: { [constants.ZSTD_c_compressionLevel]: zstdLevel },
  })

/** Unpacks what `packBlock` packed. @throws where it is damaged */
export const unpackBlock = (packed: Uint8Array): Unit[] =>
  (
    JSON.parse(zstdDecompressSync(packed, { maxOutputLength: unpackedMax }).toString('utf8')) as [
      PassageStep[],
      string,
    ][][]
  ).map((unit) => unit.map(([way, text]) => ({ way, text })))
