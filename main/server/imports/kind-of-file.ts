import { refusal, type Refusal } from '../../../shared/api/errors.ts'
import { fileKind, kindBytes } from '../../domain/files/kind.ts'
import type { FileKind } from '../../domain/files/kinds.ts'
import { kindRefusal, type ReadableKinds } from '../../domain/files/refusal.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'

/** The first bytes of a file, as many as tell what it is. */
export const headBytesOf = async (bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of bytes) {
    pieces.push(piece)
    length += piece.length
    if (length >= kindBytes) break
  }
  return Buffer.concat(pieces).subarray(0, kindBytes)
}

/** What a file is; what an import cannot read is refused in words, before anything else is looked at. */
export const readableKind = async (
  bytes: AsyncIterable<Uint8Array>,
  readable: ReadableKinds,
  code: 'invalid_request' | 'file_refused' = 'invalid_request',
): Promise<Result<FileKind, Refusal>> => {
  const kind = fileKind(await headBytesOf(bytes))
  const why = kindRefusal(kind, readable)
  return why === null ? ok(kind) : fail(refusal(code, why))
}
