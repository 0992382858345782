import type { HashKind } from '../../../shared/schema/known-files.ts'

/** A hash that stands in a line. */
export interface LineHash {
  readonly kind: HashKind
  readonly hex: string
}

/**
 * What a line of a list says: a hash, nothing that a list needs (`passed`: blank, a comment, a header), or something
 * that gives none (`none`).
 */
export type LineSays = LineHash | 'passed' | 'none' | 'unnamed'

/** Reads the lines of a list, one after the other. */
export interface HashLines {
  /** `unnamed`: a table with hashes, of whose header it cannot be told in which column they are. */
  read(line: string): LineSays
}

const kindOfLength: ReadonlyMap<number, HashKind> = new Map([
  [64, 'sha256'],
  [40, 'sha1'],
  [32, 'md5'],
])

/** The hashes of nothing: every list that holds one would mark each empty file. */
const ofNothing: ReadonlySet<string> = new Set([
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'da39a3ee5e6b4b0d3255bfef95601890afd80709',
  'd41d8cd98f00b204e9800998ecf8427e',
])

const hashIn = (cell: string): LineHash | null => {
  const kind = kindOfLength.get(cell.length)
  return kind !== undefined && /^[\da-f]+$/iu.test(cell) ? { kind, hex: cell.toLowerCase() } : null
}

const strength: Readonly<Record<HashKind, number>> = { sha256: 0, sha1: 1, md5: 2 }

const strongest = (hashes: readonly (LineHash | null)[]): LineHash | null =>
  hashes.reduce<LineHash | null>(
    (best, next) => (next === null || (best !== null && strength[best.kind] <= strength[next.kind]) ? best : next),
    null,
  )

const delimiters = [',', ';', '\t', '|'] as const
type Delimiter = (typeof delimiters)[number]

const quotedCells: Readonly<Record<Delimiter, RegExp>> = {
  ',': /(?:^|,)\s*(?:"((?:[^"]|"")*)"|([^,]*))/gu,
  ';': /(?:^|;)\s*(?:"((?:[^"]|"")*)"|([^;]*))/gu,
  '\t': /(?:^|\t) *(?:"((?:[^"]|"")*)"|([^\t]*))/gu,
  '|': /(?:^|\|)\s*(?:"((?:[^"]|"")*)"|([^|]*))/gu,
}

const cellsOf = (line: string, delimiter: Delimiter): string[] =>
  line.includes('"')
    ? [...line.matchAll(quotedCells[delimiter])].map(([, quoted, plain]) => (quoted ?? plain ?? '').trim())
    : line.split(delimiter).map((cell) => cell.trim())

const delimiterOf = (line: string): Delimiter | null => {
  const counted = delimiters.map((delimiter) => ({ delimiter, parts: line.split(delimiter).length }))
  const most = counted.reduce((best, next) => (next.parts > best.parts ? next : best))
  return most.parts > 1 ? most.delimiter : null
}

/** Which hash a column has by its name; `any`: whichever its length says. */
const columnKind = (name: string): HashKind | 'any' | null => {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/gu, '')
  const named = /^(?:file|hash)?(sha2?256|sha1|md5)(?:hash|sum|digest|value|hex)?$/u.exec(plain)?.[1]
  if (named !== undefined) return named === 'md5' || named === 'sha1' ? named : 'sha256'
  return /^(?:file)?(?:hash(?:value)?|digest|checksum)$/u.test(plain) ? 'any' : null
}

interface Header {
  readonly delimiter: Delimiter
  readonly kinds: readonly (HashKind | 'any' | null)[]
}

/** The header that a line is, perhaps as a comment; null where it names no hash. */
const headerOf = (line: string): Header | null => {
  const bare = line.replace(/^[#%\s]+/u, '')
  const delimiter = delimiterOf(bare) ?? ','
  const cells = cellsOf(bare, delimiter)
  const kinds = cells.map(columnKind)
  return kinds.some((kind) => kind !== null) && cells.every((cell) => hashIn(cell) === null)
    ? { delimiter, kinds }
    : null
}

const byHeader = (line: string, { delimiter, kinds }: Header): LineHash | null => {
  const cells = cellsOf(line, delimiter)
  return strongest(
    kinds.map((kind, at) => {
      const hash = kind === null ? null : hashIn(cells[at] ?? '')
      return hash !== null && (kind === 'any' || kind === hash.kind) ? hash : null
    }),
  )
}

/** As `sha256sum` and `md5deep` write it: the hash, then a blank and the name; or the hash alone. */
const leading = /^\\?([\da-f]{64}|[\da-f]{40}|[\da-f]{32})(?: .*)?$/iu

/** As `sha256sum --tag` and BSD write it. */
const tagged = /^\\?(?:SHA2?-?256|SHA1|MD5) ?\(.*\) ?= ?([\da-f]{32,64})$/iu

const byForm = (line: string): LineHash | null => hashIn((leading.exec(line) ?? tagged.exec(line))?.[1] ?? '')

const usable = (hash: LineHash | null): LineSays => (hash === null || ofNothing.has(hash.hex) ? 'none' : hash)

/** Begins to read a list: bare hashes, what the tools of the field write, or a table whose header names its columns. */
export const createHashLines = (): HashLines => {
  let header: Header | null = null
  /** How many cells a first line had that is a header of unknown names. */
  let unnamed = 0
  let isFirst = true

  const unknownCells = (line: string): number => {
    const delimiter = delimiterOf(line)
    return delimiter === null ? 0 : cellsOf(line, delimiter).length
  }
  const ofTable = (line: string): LineSays => {
    const delimiter = delimiterOf(line)
    const cells = delimiter === null ? [] : cellsOf(line, delimiter)
    const hash = strongest(cells.map(hashIn))
    return hash !== null && unnamed > 1 && cells.length === unnamed ? 'unnamed' : usable(hash)
  }
  return {
    read: (given) => {
      const line = given.trim()
      if (line === '') return 'passed'
      const found = header === null ? byForm(line) : byHeader(line, header)
      if (found !== null) {
        isFirst = false
        return usable(found)
      }
      const named = headerOf(line)
      if (named !== null) {
        header = named
        return 'passed'
      }
      if (/^(?:[#%;]|\/\/)/u.test(line)) return 'passed'
      if (header !== null) return 'none'
      const says = ofTable(line)
      if (isFirst && says === 'none') unnamed = unknownCells(line)
      isFirst = false
      return says
    },
  }
}
