import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openEncrypted } from '../../blobs/floe/encrypted-reader.ts'
import { createEncryptor } from '../../blobs/floe/encryptor.ts'
import { fileSource } from '../../blobs/floe/file-source.ts'
import { floeKeyLength, startEncryption } from '../../blobs/floe/segments.ts'
import type { Random } from '../../platform/random.ts'

/**
 * A temporary file under a key that exists in the memory of this process alone: what a crash leaves behind can be read
 * by nobody, and its content was never on the disk.
 */
export interface EncryptedFile {
  readonly path: string
  /**
   * Starts the file anew (mode 0600). `stored` settles when everything that was written is in the file; it has to be
   * awaited.
   */
  writer(): { readonly stream: Transform; readonly stored: Promise<void> }
  /** The plaintext from an offset on. Throws where nothing was written, or where the file is not what was. */
  read(start?: number): AsyncGenerator<Uint8Array, void>
  remove(): Promise<void>
}

const parameters = { segmentLength: 131_072, rotationBits: 20 }
const ivBytes = 32
const aad = Buffer.from('fieldseal staging', 'utf8')

/** A stream that takes plaintext and gives the ciphertext of one message. */
const encryption = (key: Uint8Array, random: Pick<Random, 'bytes'>): Transform => {
  const { state, header } = startEncryption(key, aad, random.bytes(ivBytes), parameters)
  const encryptor = createEncryptor(state, random)
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      for (const segment of encryptor.push(chunk)) stream.push(segment)
      done()
    },
    flush: (done) => done(null, encryptor.finish()),
  })
  stream.push(header)
  return stream
}

/** A temporary file at a path; nothing is written yet. */
export const encryptedFile = (path: string, random: Pick<Random, 'bytes'>): EncryptedFile => {
  let key: Uint8Array | null = null
  return {
    path,
    writer: () => {
      key = random.bytes(floeKeyLength)
      const stream = encryption(key, random)
      const stored = pipeline(stream, createWriteStream(path, { mode: 0o600 }))
      // Whoever writes awaits it at the end; until then a failure (a full disk) must not end the process.
      stored.catch(() => undefined)
      return { stream, stored }
    },
    async *read(start = 0) {
      if (key === null) throw new Error('the temporary file was never written')
      const handle = await open(path, 'r')
      try {
        const reader = await openEncrypted(fileSource(handle, (await handle.stat()).size), { key, aad, parameters })
        if (!reader.ok) throw new Error(`the temporary file was altered: ${reader.error.message}`)
        for await (const piece of reader.value.read(start, reader.value.length)) {
          if (!piece.ok) throw new Error(`the temporary file was altered: ${piece.error.message}`)
          yield piece.value
        }
      } finally {
        await handle.close()
      }
    },
    remove: () => rm(path, { force: true }),
  }
}
