import { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { partsOfSource, unpackedSource, type ByteSource } from './byte-source.ts'
import { partsMax } from './limits.ts'
import { assertRandom, PartLack, type TextPart } from './part.ts'

/** A file of a ZIP archive. */
export interface ArchiveMember {
  readonly name: string
  /** What it unpacks to. Throws a PartLack where it is locked, and where the piece unpacks to too much. */
  open(): Promise<ByteSource>
}

/** An opened ZIP archive; its members are listed in its order. */
export interface ReadArchive {
  readonly members: readonly ArchiveMember[]
  /** Whether it has more members than are listed. */
  readonly isCut: boolean
  close(): void
}

/** Lets yauzl read from a source. */
class SourceReader extends yauzl.RandomAccessReader {
  readonly source: ByteSource

  constructor(source: ByteSource) {
    super()
    this.source = source
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const { source } = this
    return Readable.from(
      partsOfSource({ size: Math.min(end, source.size), read: (from, to) => source.read(from, to) }, start),
    )
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    if (position < 0 || position + length > this.source.size) {
      callback(new Error('it reaches beyond the end of the archive'))
      return
    }
    this.source.read(position, position + length).then(
      (bytes) => {
        buffer.set(bytes, offset)
        callback(null)
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
    )
  }
}

const isFile = ({ fileName }: yauzl.Entry): boolean =>
  !fileName.endsWith('/') && !/(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$)/u.test(fileName)

const entriesOf = (
  zip: yauzl.ZipFile,
): Promise<{ readonly entries: readonly yauzl.Entry[]; readonly isCut: boolean }> =>
  new Promise((resolve, reject) => {
    const entries: yauzl.Entry[] = []
    zip.on('error', reject)
    zip.on('end', () => resolve({ entries, isCut: false }))
    zip.on('entry', (entry: yauzl.Entry) => {
      if (isFile(entry)) entries.push(entry)
      if (entries.length > partsMax) resolve({ entries, isCut: true })
      else zip.readEntry()
    })
    zip.readEntry()
  })

async function* bytesOf(zip: yauzl.ZipFile, entry: yauzl.Entry): AsyncGenerator<Uint8Array> {
  if (entry.isEncrypted()) throw new PartLack({ kind: 'password' })
  if (!entry.canDecodeFileData())
    throw new PartLack({ kind: 'no_text', format: `ZIP with compression method ${entry.compressionMethod}` })
  const stream = await zip.openReadStreamPromise(entry)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) yield chunk
  } finally {
    stream.destroy()
  }
}

const endRecord = Buffer.from([0x50, 0x4b, 0x05, 0x06])
const endRecordBytes = 22
const commentMax = 65_535

/** Where an archive ends (APPNOTE 4.3.16): some programs, and mail, leave a few bytes behind it. */
const endOf = async (source: ByteSource): Promise<number> => {
  const start = Math.max(0, source.size - endRecordBytes - commentMax)
  const tail = Buffer.from(await source.read(start, source.size))
  const at = tail.lastIndexOf(endRecord)
  if (at === -1 || at + endRecordBytes > tail.length) return source.size
  return Math.min(source.size, start + at + endRecordBytes + tail.readUInt16LE(at + 20))
}

/**
 * Opens a ZIP archive. What its directory says of sizes is checked by what each member unpacks to. Throws where it is
 * damaged.
 */
export const openArchive = async (source: ByteSource, counted: TextPart['counted']): Promise<ReadArchive> => {
  assertRandom(source)
  const zip = await yauzl.fromRandomAccessReaderPromise(new SourceReader(source), await endOf(source), {
    lazyEntries: true,
    autoClose: false,
    validateEntrySizes: true,
  })
  const { entries, isCut } = await entriesOf(zip)
  return {
    members: entries.map((entry) => ({
      name: entry.fileName,
      open: () => unpackedSource(() => counted(bytesOf(zip, entry))),
    })),
    isCut,
    close: () => zip.close(),
  }
}
