import { createDecipheriv, hkdfSync } from 'node:crypto'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { assertWithin } from '../zip/byte-range.ts'
import type { ByteRange } from '../zip/byte-range.ts'

const chunkBytes = 64 * 1024
const tagBytes = 16
const sealedChunk = chunkBytes + tagBytes
const nonceBytes = 16
/** A header has a few lines for each recipient. */
const headerMax = 64 * 1024

/** Where the header of an age file ends: after the line that begins with `---` (C2SP age.md). */
const headerEnd = (start: Uint8Array): number | null => {
  const text = Buffer.from(start).toString('latin1')
  if (!text.startsWith('age-encryption.org/v1\n')) return null
  const found = /\n--- [^\n]+\n/.exec(text)
  return found === null ? null : found.index + found[0].length
}

/** Reads an identity file as `age-keygen` writes it: a secret key a line, `#` before remarks. */
export const parseIdentities = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))

const fileKeyOf = async (header: Uint8Array, identities: readonly string[]): Promise<Result<Uint8Array, string>> => {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  try {
    for (const identity of identities) decrypter.addIdentity(identity)
  } catch {
    return fail('the identity file holds something that is no identity of age')
  }
  try {
    return ok(await decrypter.decryptHeader(header))
  } catch {
    return fail('none of the identities opens the file, or its header is damaged')
  }
}

/** The size of the plaintext; null where no plaintext gives this many bytes. */
const plainSize = (sealed: number): number | null => {
  const chunks = Math.ceil(sealed / sealedChunk)
  const last = sealed - (chunks - 1) * sealedChunk
  return sealed < tagBytes || last < tagBytes || (last === tagBytes && chunks > 1) ? null : sealed - chunks * tagBytes
}

const chunkNonce = (index: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(index, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/**
 * Opens an age file for reading at any place (age-encryption.org/v1): its payload is sealed in chunks of 64 KiB, each
 * by itself, so that nothing of the plaintext has to be put on a disk.
 *
 * @param sealed closed with what is given back
 * @param identities secret keys of age
 */
export const ageRange = async (
  sealed: ByteRange,
  identities: readonly string[],
): Promise<Result<ByteRange, string>> => {
  const start = await sealed.read(0, Math.min(headerMax, sealed.size))
  const end = headerEnd(start)
  if (end === null) return fail('it is no file that age encrypted (or one in armour: remove that first)')
  const opened = await fileKeyOf(start.subarray(0, end), identities)
  if (!opened.ok) return opened
  const first = end + nonceBytes
  const size = plainSize(sealed.size - first)
  if (size === null) return fail('the encrypted file was cut off')
  const key = Buffer.from(hkdfSync('sha256', opened.value, await sealed.read(end, nonceBytes), 'payload', 32))
  const chunks = Math.max(1, Math.ceil(size / chunkBytes))
  let kept: { readonly index: number; readonly plain: Buffer } | null = null

  const chunk = async (index: number): Promise<Buffer> => {
    if (kept?.index === index) return kept.plain
    const at = first + index * sealedChunk
    const bytes = await sealed.read(at, Math.min(sealedChunk, sealed.size - at))
    const decipher = createDecipheriv('chacha20-poly1305', key, chunkNonce(index, index === chunks - 1), {
      authTagLength: tagBytes,
    })
    decipher.setAuthTag(bytes.subarray(-tagBytes))
    const head = decipher.update(bytes.subarray(0, -tagBytes))
    try {
      decipher.final()
    } catch {
      throw new RangeError('a part of the encrypted file was altered or cut off')
    }
    kept = { index, plain: head }
    return head
  }

  return ok({
    size,
    async read(position, length) {
      assertWithin(position, length, size)
      const parts: Buffer[] = []
      for (let at = position; at < position + length;) {
        const offset = at % chunkBytes
        const plain = await chunk(Math.floor(at / chunkBytes))
        const part = plain.subarray(offset, Math.min(plain.length, offset + position + length - at))
        parts.push(part)
        at += part.length
      }
      return Buffer.concat(parts)
    },
    close: () => sealed.close(),
  })
}
