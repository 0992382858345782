import type { Dirent } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import path from 'node:path'
import { sourceFault } from './open-source.ts'

/** A file below the root of an acquisition. */
export interface SourceFile {
  /** As the operating system names it; on POSIX systems that need not be valid text. */
  readonly location: Buffer
  /** Parts joined by `/`, invalid bytes as `\xNN`; '' for the root itself. Two files may read alike. */
  readonly path: string
  /** The path, or the name of the root, as the operating system has it; parts joined by `/`. */
  readonly bytes: Buffer
  /** What tells it from every other file of the acquisition: the path, where that is text. */
  readonly key: string
  /** Its last part. */
  readonly name: string
}

/** What stood in the way of a file or folder. */
export interface SourceProblem {
  readonly path: string
  readonly message: string
}

const separator = Buffer.from(path.sep)

const textOfByte = (byte: number): string => `\\x${byte.toString(16).padStart(2, '0')}`

/** A file name as text: what is no valid UTF-8 stands as `\xNN`. Another file can have that very text as its name. */
export const nameOfBytes = (bytes: Buffer): string => {
  const text = bytes.toString('utf8')
  if (Buffer.from(text, 'utf8').equals(bytes)) return text
  const parts: string[] = []
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0
    const length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
    const piece = bytes.subarray(at, at + length)
    const character = piece.toString('utf8')
    const isValid = !character.includes('\ufffd') || piece.equals(Buffer.from('\ufffd'))
    parts.push(isValid ? character : textOfByte(first))
    at += isValid ? piece.length : 1
  }
  return parts.join('')
}

/** No path has two separators in a row, so nothing that is text has the key of what is none. */
const keyOf = (bytes: Buffer): string => {
  const text = bytes.toString('utf8')
  return Buffer.from(text, 'utf8').equals(bytes) ? text : `//${bytes.toString('hex')}`
}

const slash = Buffer.from('/')

const joined = (folder: Buffer, name: Buffer): Buffer => Buffer.concat([folder, separator, name])

const kindProblem = (entry: Dirent<Buffer>): string | null => {
  if (entry.isSymbolicLink()) return 'It is a symbolic link; links are not followed.'
  if (entry.isFile() || entry.isDirectory() || entry.isBlockDevice()) return null
  return 'It is neither a file nor a folder; pipes, sockets and devices in folders are not read.'
}

async function* below(folder: Buffer, above: Buffer): AsyncGenerator<SourceFile | SourceProblem> {
  try {
    // The types do not know that a Buffer goes in and Buffers come out.
    const directory = (await opendir(folder, { encoding: 'buffer' as BufferEncoding })) as unknown as AsyncIterable<
      Dirent<Buffer>
    >
    for await (const entry of directory) {
      const name = nameOfBytes(entry.name)
      const bytes = above.length === 0 ? entry.name : Buffer.concat([above, slash, entry.name])
      const at = nameOfBytes(bytes)
      const location = joined(folder, entry.name)
      const problem = kindProblem(entry)
      if (problem !== null) yield { path: at, message: problem }
      else if (entry.isDirectory()) yield* below(location, bytes)
      else yield { location, path: at, name, bytes, key: keyOf(bytes) }
    }
  } catch (error) {
    const fault = sourceFault(error)
    if (fault === null) throw error
    yield { path: above.length === 0 ? '.' : nameOfBytes(above), message: fault }
  }
}

/** Whether what a walk met is a file. */
export const isSourceFile = (met: SourceFile | SourceProblem): met is SourceFile => 'location' in met

/** Every file at or below a path, and every problem on the way; each folder is read once, in the system's order. */
export async function* walkSource(root: string): AsyncGenerator<SourceFile | SourceProblem> {
  const location = Buffer.from(root)
  const stats = await lstat(root)
  if (stats.isDirectory()) yield* below(location, Buffer.alloc(0))
  else {
    const name = path.basename(root)
    yield { location, path: '', name, bytes: Buffer.from(name), key: '' }
  }
}
