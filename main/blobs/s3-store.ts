import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { fail, ok } from '../../shared/schema/result.ts'
import type { Random } from '../platform/random.ts'
import type { BlobStore } from './file-store.ts'
import { openBlobs } from './file-store.ts'
import { openEncrypted } from './floe/encrypted-reader.ts'
import type { CiphertextSource } from './floe/encrypted-reader.ts'
import { evidenceParameters } from './floe/segments.ts'
import { evidenceContext } from './partial-blob.ts'
import type { S3Objects } from './s3-objects.ts'

/** Where keys of blobs begin. */
const shards = 'sha256/'
const nameOfBlob = /^sha256\/[0-9a-f]{2}\/([0-9a-f]{64})$/

const keyOf = (sha256: string): string => {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new RangeError('a blob is named by 64 lower-case hexadecimal digits')
  return `${shards}${sha256.slice(0, 2)}/${sha256}`
}

/**
 * An object as a reader of ciphertext takes it. Whoever reads on gets the next range while the last one is decrypted.
 */
const objectSource = (objects: S3Objects, key: string, length: number): CiphertextSource => {
  let ahead: { readonly offset: number; readonly length: number; readonly bytes: Promise<Uint8Array> } | null = null
  let end = -1

  const fetch = (offset: number, count: number): Promise<Uint8Array> =>
    objects.read(key, offset, Math.max(0, Math.min(count, length - offset)))

  return {
    length,
    read: (offset, count) => {
      const kept = ahead?.offset === offset && ahead.length === count ? ahead.bytes : null
      const bytes = kept ?? fetch(offset, count)
      const next = offset + count
      ahead = null
      if (offset === end && next < length) {
        const following = Math.min(count, length - next)
        ahead = { offset: next, length: following, bytes: fetch(next, following) }
        // Whoever reads on hears of the failure; until then it must not count as unhandled.
        ahead.bytes.catch(() => undefined)
      }
      end = next
      return bytes
    },
  }
}

/**
 * The store of evidence in a bucket. Bytes are encrypted before they leave this machine, each file under a key of its
 * own; partial files lie in a folder here until they are whole (docs/hub.md says what that asks of a hub of several
 * processes). Throws `ObjectStoreFault` where the store cannot be reached.
 *
 * @param spool the folder of partial files
 */
export const openS3Blobs = (objects: S3Objects, spool: string, random: Pick<Random, 'bytes'>): BlobStore => {
  const local = openBlobs(spool, random)

  const open: BlobStore['open'] = async (sha256, key) => {
    const object = keyOf(sha256)
    const length = await objects.lengthOf(object)
    if (length === null) return fail({ code: 'missing', message: 'the bytes of this evidence are not in the store' })
    const opened = await openEncrypted(objectSource(objects, object, length), {
      key,
      aad: evidenceContext,
      parameters: evidenceParameters,
    })
    if (!opened.ok) return fail({ code: 'differs', message: `the stored bytes were altered: ${opened.error.message}` })
    return ok({ ...opened.value, close: () => Promise.resolve() })
  }

  return {
    pathOf: (sha256) => objects.nameOf(keyOf(sha256)),
    has: async (sha256) => (await objects.lengthOf(keyOf(sha256))) !== null,
    open,
    hashOf: async (sha256, key) => {
      const opened = await open(sha256, key)
      if (!opened.ok) return opened.error.code === 'missing' ? null : ''
      const hash = createHash('sha256')
      for await (const part of opened.value.read(0, opened.value.length)) {
        if (!part.ok) return ''
        hash.update(part.value)
      }
      return hash.digest('hex')
    },
    partialPath: (id) => local.partialPath(id),
    begin: (id, key) => local.begin(id, key),
    resume: (id, key) => local.resume(id, key),
    place: async (files) => {
      for (const { id, sha256, keepsPartial = false } of files) {
        const file = await local.partialPath(id)
        const { size } = await stat(file)
        await objects.upload(keyOf(sha256), file, size)
        if (!keepsPartial) await local.discard(id)
      }
    },
    discard: (id) => local.discard(id),
    hasPartial: (id) => local.hasPartial(id),
    sweepOlder: (sinceMs) => local.sweepOlder(sinceMs),
    sweepPartials: (known) => local.sweepPartials(known),
    async *list() {
      for await (const key of objects.list()) {
        const name = nameOfBlob.exec(key)?.[1]
        if (name !== undefined) yield name
      }
    },
    remove: (sha256) => objects.remove(keyOf(sha256)),
    freeBytes: () => local.freeBytes(),
  }
}
