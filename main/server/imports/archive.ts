import yauzl from 'yauzl'
import { ContentFault } from './content-fault.ts'

/** An archive is held whole while it is read: it is at most so long. */
export const archiveMax = 268_435_456

/** A member unpacks to at most so much; deflate makes of one byte 1,032 at most. */
const memberMax = 1_073_741_824
const membersMax = 10_000

const notRead = (error: unknown): never => {
  throw new ContentFault(
    `is a ZIP archive that cannot be read (${(error instanceof Error ? error.message : '').slice(0, 120)}). Nothing was imported. Unpack it and import the file that is in it`,
  )
}

const isFile = ({ fileName }: yauzl.Entry): boolean =>
  !fileName.endsWith('/') && !/(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$)/u.test(fileName)

const entriesOf = (zip: yauzl.ZipFile): Promise<readonly yauzl.Entry[]> =>
  new Promise((resolve, reject) => {
    const found: yauzl.Entry[] = []
    zip.on('error', reject)
    zip.on('end', () => resolve(found))
    zip.on('entry', (entry: yauzl.Entry) => {
      if (isFile(entry)) found.push(entry)
      if (found.length > membersMax) reject(new ContentFault(`is a ZIP archive of more than ${membersMax} files`))
      else zip.readEntry()
    })
    zip.readEntry()
  })

const chosen = (entries: readonly yauzl.Entry[], named: string | undefined): yauzl.Entry => {
  const names = entries.slice(0, 20).map(({ fileName }) => fileName)
  const found = named === undefined && entries.length === 1 ? entries[0] : entries.find((one) => one.fileName === named)
  if (found !== undefined) return found
  if (named !== undefined)
    throw new ContentFault(
      `is a ZIP archive without “${named.slice(0, 200)}”. Nothing was imported. It holds: ${names.join(', ')}`,
    )
  throw new ContentFault(
    entries.length === 0
      ? 'is a ZIP archive without a file in it'
      : `is a ZIP archive of ${entries.length} files. Nothing was imported. Say which one is meant (member), or unpack it: ${names.join(', ')}`,
  )
}

/**
 * The bytes of one file of a ZIP archive: of the one that is named, or else of the only one. Throws a ContentFault
 * where there is none, where it is locked, and where it unpacks to too much.
 */
export async function* memberOf(archive: Buffer, named: string | undefined): AsyncGenerator<Uint8Array> {
  const zip = await yauzl
    .fromBufferPromise(archive, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
    .catch(notRead)
  try {
    const entry = chosen(
      await entriesOf(zip).catch((error: unknown) =>
        error instanceof ContentFault ? Promise.reject(error) : notRead(error),
      ),
      named,
    )
    if (entry.isEncrypted())
      throw new ContentFault(
        'is a ZIP archive that is locked by a password. Nothing was imported. Unpack it with its password, and import the file that is in it',
      )
    const stream = await zip.openReadStreamPromise(entry).catch(notRead)
    let bytes = 0
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        bytes += chunk.length
        if (bytes > memberMax)
          throw new ContentFault(`is a ZIP archive whose file unpacks to more than ${memberMax / 1_073_741_824} GiB`)
        yield chunk
      }
    } catch (error) {
      if (error instanceof ContentFault) throw error
      notRead(error)
    }
  } finally {
    zip.close()
  }
}
