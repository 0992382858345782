import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { EncodingName } from '../../shared/text/encoding-names.ts'
import { createFileEncodingProbe, unsureEncoding, type GuessedEncoding } from '../domain/files/encoding/probe.ts'
import { fileKind, kindBytes } from '../domain/files/kind.ts'
import { kindRefusal, type ReadableKinds } from '../domain/files/refusal.ts'
import { fail, ok, type Result } from '../../shared/schema/result.ts'
import { textIn } from '../server/imports/staged-file.ts'
import { failed, misused, type Io, type Stop } from './io.ts'

/** The first bytes of a file, as many as tell what it is. */
export const headOfFile = async (file: string): Promise<Uint8Array> => {
  const handle = await open(file, 'r')
  try {
    const head = Buffer.alloc(kindBytes)
    const { bytesRead } = await handle.read(head, 0, kindBytes, 0)
    return head.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Refuses a file of another kind than those that are read, in words, before anything else is done with it. */
export const readableFile = async (file: string, readable: ReadableKinds): Promise<Result<void, Stop>> => {
  const why = kindRefusal(fileKind(await headOfFile(file)), readable)
  return why === null ? ok(undefined) : fail(failed(`${file}: ${why}`))
}

/** Why a file is not read whose encoding is only guessed. */
export const encodingStop = (encoding: GuessedEncoding): Stop =>
  misused(unsureEncoding(encoding).replace('(encoding ', '(--encoding '))

/** A line of a file in the encoding that was found, where the bytes do not prove it; told before anything is taken. */
export const encodingNotice = (encoding: string, line: string | null): string | null =>
  line === null ? null : `encoding: ${encoding}; a line of it reads: ${line} (--encoding NAME names another)`

/** The text of a plain file, piece by piece, in the encoding that was named or is certain. */
export const textOfFile = async (
  file: string,
  named: EncodingName | undefined,
  io: Io,
): Promise<Result<AsyncGenerator<string>, Stop>> => {
  const probe = createFileEncodingProbe(named)
  for await (const chunk of createReadStream(file)) probe.push(chunk as Buffer)
  const found = probe.finish()
  if (!found.sure) return fail(encodingStop(found))
  const notice = encodingNotice(found.encoding, found.line)
  if (notice !== null) io.say(notice)
  return ok(textIn(createReadStream(file, { start: found.bomBytes }), found))
}
