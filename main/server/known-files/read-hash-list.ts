import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { fileKind, kindBytes } from '../../domain/files/kind.ts'
import type { FileKind } from '../../domain/files/kinds.ts'
import { kindRefusal } from '../../domain/files/refusal.ts'
import { createHashLines } from '../../domain/known-files/hash-lines.ts'
import type { HashFileWriter } from '../../storage/known-files/hash-file.ts'
import type { ReadList } from '../../storage/known-files/known-file-store.ts'

/** What the content of a list comes to. */
export type ListContent = Pick<ReadList, 'fileSha256' | 'hashes' | 'linesLeft' | 'linesLeftFirst'>

/** No line of a list is longer: what is, holds none of its hashes. */
const lineMax = 8_192

const leftNamed = 5

/** Whatever a list is taken for by its first lines, it is text. */
const readable: ReadonlySet<FileKind> = new Set<FileKind>(['text', 'empty', 'mail', 'qif', 'bai2', 'mt940', 'ofx'])

const noHash = refusal(
  'file_refused',
  'No line of the file holds a SHA-256, a SHA-1 or an MD5, so nothing was imported. A list has one hash per line, as sha256sum writes it, or a header that names its columns SHA-256, SHA-1 or MD5.',
)

const unnamedColumns = (line: number): Refusal =>
  refusal(
    'file_refused',
    `Line ${line} holds what may be a hash, but the header does not say in which column hashes stand. Nothing was imported. Name the columns SHA-256, SHA-1 or MD5 in the first line, and import the file again.`,
  )

const encodingOf = (head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' => {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : 'utf-8'
}

/** Parts text into lines; what is longer than a line may be is cut, so that memory does not grow with it. */
const createLineCutter = () => {
  let rest = ''
  return (text: string): string[] => {
    // The end of a part may stand between the two signs of one end of a line.
    const lines = `${rest}${text}`.split(/\r\n|\n|\r(?=[^])/u)
    rest = (lines.pop() ?? '').slice(0, lineMax + 1)
    return lines
  }
}

const flushed = async (writer: HashFileWriter): Promise<void> => {
  for (const _ of writer.flush()) await setImmediate()
}

/** Takes the hashes of lines in, and counts the lines that gave none. */
const createIntake = (writer: HashFileWriter) => {
  const reader = createHashLines()
  const leftFirst: number[] = []
  let [line, left, found] = [0, 0, 0]

  /** Answers why the list is refused, or whether what is held is to be written. */
  const take = (text: string): Refusal | boolean => {
    line += 1
    const says = text.length > lineMax ? 'none' : reader.read(text)
    if (says === 'passed') return false
    if (says === 'unnamed') return unnamedColumns(line)
    if (says === 'none') {
      left += 1
      if (leftFirst.length < leftNamed) leftFirst.push(line)
      return false
    }
    found += 1
    return writer.add(Buffer.from(says.hex, 'hex'))
  }
  return {
    /** Answers why the list is refused. */
    take: async (lines: readonly string[]): Promise<Refusal | null> => {
      for (const text of lines) {
        const taken = take(text)
        if (typeof taken === 'object') return taken
        if (taken) await flushed(writer)
      }
      return null
    },
    end: async (): Promise<Omit<ListContent, 'fileSha256'> | null> => {
      await flushed(writer)
      const hashes = { sha256: writer.written(32), sha1: writer.written(20), md5: writer.written(16) }
      return found === 0 ? null : { hashes, linesLeft: left, linesLeftFirst: leftFirst }
    },
  }
}

/** The first bytes, as many as tell what a file is, in one part. */
async function* headFirst(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = Buffer.alloc(0)
  for await (const part of body) {
    if (head === null) {
      yield part
      continue
    }
    head = Buffer.concat([head, part])
    if (head.length < kindBytes) continue
    yield head
    head = null
  }
  if (head !== null && head.length > 0) yield head
}

/** Reads a list to its end into a file of hashes; what is no list is refused in words. */
export const readHashList = async (
  body: AsyncIterable<Uint8Array>,
  writer: HashFileWriter,
): Promise<Result<ListContent, Refusal>> => {
  const sha256 = createHash('sha256')
  const cut = createLineCutter()
  const intake = createIntake(writer)
  let decoder: TextDecoder | null = null
  for await (const part of headFirst(body)) {
    sha256.update(part)
    if (decoder === null) {
      const why = kindRefusal(fileKind(part.subarray(0, kindBytes)), readable)
      if (why !== null) return fail(refusal('file_refused', why))
      decoder = new TextDecoder(encodingOf(part))
    }
    const refused = await intake.take(cut(decoder.decode(part, { stream: true })))
    if (refused !== null) return fail(refused)
  }
  const refused = await intake.take(cut('\n'))
  if (refused !== null) return fail(refused)
  const content = await intake.end()
  return content === null ? fail(noHash) : ok({ fileSha256: sha256.digest('hex'), ...content })
}
