import { listLimits, type ListEncoding } from '../../../shared/schema/lists.ts'
import { createTextReader } from '../../domain/imports/encoding.ts'
import { ListFault } from '../../domain/lists/fault.ts'
import { ContentFault } from '../imports/content-fault.ts'
import { unpacked } from '../imports/file-content.ts'

/** A file of a list: its bytes, as often as they are asked for. */
export interface ListFileSource {
  read(): AsyncIterable<Uint8Array>
}

interface Decoding {
  readonly encoding: ListEncoding
  readonly markBytes: number
}

const marks: readonly (readonly [ListEncoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/**
 * Names that an XML declaration may give. ISO 8859-1 is read as Windows-1252, as browsers do (WHATWG encoding
 * standard).
 */
const declarable: ReadonlyMap<string, ListEncoding | 'utf-16'> = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['ascii', 'utf-8'],
  ['utf-16', 'utf-16'],
  ['utf-16le', 'utf-16le'],
  ['utf-16be', 'utf-16be'],
  ['iso-8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['windows-1252', 'windows-1252'],
  ['cp1252', 'windows-1252'],
])

const declaredIn = (head: Uint8Array): string | undefined =>
  /^\s*<\?xml[^>]{0,300}?\sencoding\s*=\s*["']([A-Za-z][\w.-]{0,39})["']/u.exec(
    Buffer.from(head.subarray(0, 400)).toString('latin1'),
  )?.[1]

/**
 * How the bytes of a file are text: by its mark, by what it declares, by what is asked, else UTF-8. What contradicts
 * itself is refused.
 */
const decodingOf = (head: Uint8Array, asked: ListEncoding | undefined): Decoding => {
  const mark = marks.find(([, bytes]) => bytes.every((byte, place) => head[place] === byte))
  if (mark !== undefined) {
    const [encoding, { length: markBytes }] = mark
    if (asked !== undefined && asked !== encoding)
      throw new ListFault(`begins with the mark of ${encoding}, and ${asked} was asked for`)
    const declared = encoding === 'utf-8' ? declaredIn(head.subarray(markBytes)) : undefined
    if (declared !== undefined && declarable.get(declared.toLowerCase()) !== 'utf-8')
      throw new ListFault(`declares the encoding ${declared} and begins with the mark of UTF-8`)
    return { encoding, markBytes }
  }
  const declared = declaredIn(head)
  if (declared === undefined) {
    if (asked === undefined && head.subarray(0, 64).some((byte) => byte === 0))
      throw new ListFault('looks like UTF-16 without a byte order mark; say its encoding if it is')
    return { encoding: asked ?? 'utf-8', markBytes: 0 }
  }
  const known = declarable.get(declared.toLowerCase())
  if (known === undefined)
    throw new ListFault(`declares the encoding ${declared}, which is not read; UTF-8, UTF-16 and Windows-1252 are`)
  if (known.startsWith('utf-16'))
    throw new ListFault(`declares the encoding ${declared}, but its declaration is written in single bytes`)
  if (asked !== undefined && asked !== known)
    throw new ListFault(`declares the encoding ${declared}, and ${asked} was asked for`)
  return { encoding: known as ListEncoding, markBytes: 0 }
}

const headBytes = 1_024

/** Reads on until there is enough of a beginning to tell the encoding. */
async function* withHead(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = new Uint8Array(0)
  for await (const piece of bytes) {
    if (head === null) {
      yield piece
      continue
    }
    head = Buffer.concat([head, piece])
    if (head.length < headBytes) continue
    yield head
    head = null
  }
  if (head !== null && head.length > 0) yield head
}

/** Decodes strictly: bytes that are none of the encoding end it, with where they stand. */
async function* decoded(bytes: AsyncIterable<Uint8Array>, asked: ListEncoding | undefined): AsyncGenerator<string> {
  let decode: ((piece: Uint8Array) => string) | null = null
  let finish = (): string => ''
  let label: string = ''
  let offset = 0
  const strictly = (work: () => string): string => {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      const hint = label === 'utf-8' ? '; if it is Windows-1252 (as older files are), say so' : ''
      throw new ListFault(`is not ${label.toUpperCase()}: near byte ${offset} it has bytes that are none${hint}`)
    }
  }
  for await (const piece of withHead(bytes)) {
    let rest = piece
    if (decode === null) {
      const { encoding, markBytes } = decodingOf(piece, asked)
      label = encoding
      rest = piece.subarray(markBytes)
      if (encoding === 'windows-1252') {
        const reader = createTextReader(encoding)
        decode = (some) => reader.push(some)
      } else {
        const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
        decode = (some) => decoder.decode(some, { stream: true })
        finish = () => decoder.decode()
      }
    }
    const reading: (some: Uint8Array) => string = decode
    yield strictly(() => reading(rest))
    offset += piece.length
  }
  yield strictly(finish)
}

async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  onBytes: (count: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    onBytes(piece.length)
    yield piece
  }
}

const gzipMark = (first: Uint8Array): boolean => first[0] === 0x1f && first[1] === 0x8b

/** The bytes, unpacked where they begin as gzip does. */
async function* content(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = withHead(bytes)
  const first = await pieces.next()
  if (first.done === true) return
  const all = (async function* () {
    yield first.value
    yield* pieces
  })()
  try {
    yield* gzipMark(first.value) ? unpacked(all, listLimits.unpackedBytes) : all
  } catch (error) {
    throw error instanceof ContentFault ? new ListFault(error.message) : error
  } finally {
    await pieces.return(undefined)
  }
}

/** The bytes of a file, unpacked where they are packed. */
export const bytesOfList = (source: ListFileSource): AsyncGenerator<Uint8Array> => content(source.read())

export interface TextOptions {
  /** Of a file that does not declare its own. */
  readonly encoding?: ListEncoding | undefined
  /** Told of the bytes of the file as they are read, packed ones where it is packed. */
  readonly onBytes?: (count: number) => void
}

/**
 * The text of a file, piece by piece; gzip is unpacked. Throws a ListFault where it is damaged, or no text in its
 * encoding.
 */
export const textOfList = (source: ListFileSource, { encoding, onBytes }: TextOptions = {}): AsyncGenerator<string> =>
  decoded(content(onBytes === undefined ? source.read() : counted(source.read(), onBytes)), encoding)

/** The first characters of the text; what is wrong further on is not seen. */
export const headOfList = async (source: ListFileSource, options: TextOptions = {}): Promise<string> => {
  let head = ''
  for await (const text of textOfList(source, options)) {
    head += text
    if (head.length >= 65_536) break
  }
  return head.slice(0, 65_536)
}

/** Whether the file begins as gzip does. */
export const isPacked = async (source: ListFileSource): Promise<boolean> => {
  for await (const piece of source.read()) if (piece.length > 1) return gzipMark(piece)
  return false
}
