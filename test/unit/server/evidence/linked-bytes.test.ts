import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { BlobStore, OpenBlob } from '../../../../main/blobs/file-store.ts'
import { openLinked } from '../../../../main/server/evidence/linked-bytes.ts'
import { fail, ok } from '../../../../shared/schema/result.ts'

/** A store of one piece in parts, of which the last may be altered; counts how often it was closed. */
const storeOf = (
  parts: readonly string[],
  alteredAt = -1,
): { readonly store: BlobStore; readonly closed: () => number } => {
  let closed = 0
  const blob: OpenBlob = {
    length: parts.join('').length,
    async *read() {
      for (const [index, part] of parts.entries()) {
        await Promise.resolve()
        yield index === alteredAt
          ? fail({ code: 'altered', message: 'a segment differs' } as never)
          : ok(Buffer.from(part))
      }
    },
    close: () => {
      closed += 1
      return Promise.resolve()
    },
  }
  return { store: { open: () => Promise.resolve(ok(blob)) } as unknown as BlobStore, closed: () => closed }
}

const opened = async (store: BlobStore): Promise<AsyncIterable<Uint8Array>> => {
  const answer = await openLinked(store, '00', new Uint8Array(32), { start: 0, end: 3 })
  if (!answer.ok) throw new Error(answer.error.message)
  return answer.value
}

describe('bytes for a link', () => {
  it('are read to their end, and the file is closed once', async () => {
    const { store, closed } = storeOf(['a', 'b', 'c'])
    const read: string[] = []
    for await (const part of await opened(store)) read.push(Buffer.from(part).toString())
    expect([read.join(''), closed()]).toEqual(['abc', 1])
  })

  it('are let go of in the middle, and the file is closed', async () => {
    const { store, closed } = storeOf(['a', 'b', 'c'])
    for await (const part of await opened(store)) {
      expect(Buffer.from(part).toString()).toBe('a')
      break
    }
    expect(closed()).toBe(1)
  })

  it('are let go of before the first is taken, as by a connection that ends, and the file is closed', async () => {
    const { store, closed } = storeOf(['a', 'b', 'c'])
    const stream = Readable.from(await opened(store))
    await new Promise((resolve) => stream.once('close', resolve).destroy())
    expect(closed()).toBe(1)
  })

  it('end with an error where a later part was altered, and the file is closed', async () => {
    const { store, closed } = storeOf(['a', 'b', 'c'], 2)
    const read = async (): Promise<void> => {
      for await (const part of await opened(store)) expect(part.length).toBe(1)
    }
    await expect(read()).rejects.toThrow('altered')
    expect(closed()).toBe(1)
  })

  it('are refused where the first part was altered, and the file is closed', async () => {
    const { store, closed } = storeOf(['a'], 0)
    expect(await openLinked(store, '00', new Uint8Array(32), { start: 0, end: 1 })).toMatchObject({
      ok: false,
      error: { code: 'evidence_damaged' },
    })
    expect(closed()).toBe(1)
  })
})
