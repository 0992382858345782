import { Transform } from 'node:stream'
import type { TransformCallback } from 'node:stream'
import type { Random } from '../../platform/random.ts'
import { encryptSegment, plainLength, startEncryption } from './segments.ts'
import type { FloeParameters, FloeState } from './segments.ts'

const ivBytes = 32
const nonceBytes = 12

/** What encrypts a message. */
export interface EncryptionParts {
  /** 32 random bytes, of this message alone. */
  readonly key: Uint8Array
  /** What the ciphertext is bound to. */
  readonly aad: Uint8Array
  readonly parameters: FloeParameters
  readonly random: Pick<Random, 'bytes'>
}

/** Holds plaintext back until it is known whether it is the last segment; one segment at most. */
class FloeEncryption extends Transform {
  readonly #random: Pick<Random, 'bytes'>
  readonly #state: FloeState
  readonly #full: number
  #held: Buffer[] = []
  #heldBytes = 0
  #position = 0

  constructor({ key, aad, parameters, random }: EncryptionParts) {
    super()
    const { state, header } = startEncryption(key, aad, random.bytes(ivBytes), parameters)
    this.#random = random
    this.#state = state
    this.#full = plainLength(parameters)
    this.push(header)
  }

  #seal(plaintext: Uint8Array, isFinal: boolean): void {
    this.push(encryptSegment(this.#state, plaintext, this.#position, isFinal, this.#random.bytes(nonceBytes)))
    this.#position += 1
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.#held.push(chunk)
    this.#heldBytes += chunk.length
    if (this.#heldBytes > this.#full) {
      const bytes = Buffer.concat(this.#held)
      let from = 0
      for (; bytes.length - from > this.#full; from += this.#full) this.#seal(bytes.subarray(from, from + this.#full), false)
      this.#held = [bytes.subarray(from)]
      this.#heldBytes = bytes.length - from
    }
    done()
  }

  override _flush(done: TransformCallback): void {
    this.#seal(Buffer.concat(this.#held), true)
    done()
  }
}

/** A stream that takes plaintext bytes and gives the FLOE ciphertext; it holds one segment at most, whatever the size. */
export const encryptingStream = (parts: EncryptionParts): Transform => new FloeEncryption(parts)
