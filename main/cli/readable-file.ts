import { open } from 'node:fs/promises'
import { fileKind, kindBytes } from '../domain/files/kind.ts'
import { kindRefusal, type Readable } from '../domain/files/refusal.ts'
import { fail, ok, type Result } from '../../shared/schema/result.ts'
import { failed, type Stop } from './io.ts'

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
export const readableFile = async (file: string, readable: Readable): Promise<Result<void, Stop>> => {
  const why = kindRefusal(fileKind(await headOfFile(file)), readable)
  return why === null ? ok(undefined) : fail(failed(`${file}: ${why}`))
}
