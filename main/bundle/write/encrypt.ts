import { Readable } from 'node:stream'
import { Encrypter } from 'age-encryption'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'

/**
 * Makes what encrypts a stream for recipients (B-3).
 *
 * @param recipients public keys of age, `age1...`
 */
export const encrypterFor = (recipients: readonly string[]): Result<(plain: Readable) => Promise<Readable>, string> => {
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient.trim())
    } catch {
      return fail(recipient.trim())
    }
  }
  return ok(async (plain) => {
    const web = Readable.toWeb(plain) as ReadableStream<Uint8Array>
    return Readable.fromWeb((await encrypter.encrypt(web)) as Parameters<typeof Readable.fromWeb>[0])
  })
}
