import { createCipheriv, createDecipheriv, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'

/**
 * FLOE (c2sp.org/FLOE): random-access authenticated encryption in segments, with AES-256-GCM and HKDF-Expand over
 * SHA-384. This file holds the four functions of random access; position, order and end are the business of the writer
 * and the reader beside it.
 */

const aead = 'aes-256-gcm'
const ivLength = 32
const nonceLength = 12
const tagLength = 16
const headerTagLength = 32
const lengthField = 4
const parameterLength = 10
const messageKeyLength = 48
const dataKeyLength = 32
const notFinal = 0xffffffff

/** What the cipher is given at once: a mebibyte would have memory mapped, zeroed and given back for every answer. */
const pieceLength = 65_536

/** The length of a FLOE key in bytes. */
export const floeKeyLength = 32

/** The length of a FLOE header in bytes: parameters, IV and header tag. */
export const floeHeaderLength = parameterLength + ivLength + headerTagLength

/** What a segment holds besides its plaintext, in bytes. */
export const segmentOverhead = lengthField + nonceLength + tagLength

/** No FLOE ciphertext under AES-256-GCM has more segments. */
export const maxSegments = 2 ** 40

/** What both sides must agree on. */
export interface FloeParameters {
  /** Bytes of an encrypted segment; the last one may be shorter. */
  readonly segmentLength: number
  /** 2 to this power segments are encrypted under one data key; the specification says 20. */
  readonly rotationBits: number
}

/** Parameters of the evidence store: a mebibyte of ciphertext a segment. */
export const evidenceParameters: FloeParameters = { segmentLength: 1_048_576, rotationBits: 20 }

/** The plaintext bytes of a segment that is not the last. */
export const plainLength = ({ segmentLength }: FloeParameters): number => segmentLength - segmentOverhead

/** A message under way, for encryption or decryption. It keeps the data key of one rotation. */
export interface FloeState {
  readonly parameters: FloeParameters
  readonly messageKey: KeyObject
  readonly info: Uint8Array
  readonly aad: Uint8Array
  dataKey: { readonly from: number; readonly key: KeyObject } | null
}

/** Why bytes are not what was encrypted. */
export interface FloeFault {
  readonly code: 'wrong_parameters' | 'wrong_header' | 'wrong_segment'
  readonly message: string
}

const wrong = (code: FloeFault['code'], message: string): Result<never, FloeFault> => fail({ code, message })

const bigEndian = (value: number, bytes: 4 | 8): Buffer => {
  const buffer = Buffer.alloc(bytes)
  if (bytes === 8) buffer.writeBigUInt64BE(BigInt(value))
  else buffer.writeUInt32BE(value)
  return buffer
}

/** AEAD 0 (AES-256-GCM), KDF 0 (HKDF-Expand, SHA-384), then the lengths of a segment and of the IV. */
const encodeParameters = ({ segmentLength }: FloeParameters): Buffer =>
  Buffer.concat([Buffer.from([0, 0]), bigEndian(segmentLength, 4), bigEndian(ivLength, 4)])

/** One block of HKDF-Expand (RFC 5869 section 2.3): every value here is at most as long as SHA-384's output. */
const expand = (key: KeyObject, parts: readonly Uint8Array[], length: number): Buffer => {
  const hmac = createHmac('sha384', key)
  for (const part of parts) hmac.update(part)
  return hmac
    .update(Buffer.from([1]))
    .digest()
    .subarray(0, length)
}

const derive = (
  key: KeyObject,
  info: Uint8Array,
  purpose: Uint8Array | string,
  aad: Uint8Array,
  length: number,
): Buffer => expand(key, [info, typeof purpose === 'string' ? Buffer.from(purpose, 'ascii') : purpose, aad], length)

const start = (
  rawKey: Uint8Array,
  aad: Uint8Array,
  info: Uint8Array,
  parameters: FloeParameters,
): { state: FloeState; tag: Buffer } => {
  // Raw bytes cost node:crypto five times as long.
  const key = createSecretKey(rawKey)
  const messageKey = createSecretKey(derive(key, info, 'MESSAGE_KEY:', aad, messageKeyLength))
  return {
    state: { parameters, messageKey, info, aad, dataKey: null },
    tag: derive(key, info, 'HEADER_TAG:', aad, headerTagLength),
  }
}

/**
 * Starts a message.
 *
 * @param key 32 random bytes
 * @param aad what the ciphertext is bound to; the reader must give the same
 * @param iv 32 random bytes, never used before with this key
 * @throws RangeError on another length of key or IV, or a segment that has no room for a byte
 */
export const startEncryption = (
  key: Uint8Array,
  aad: Uint8Array,
  iv: Uint8Array,
  parameters: FloeParameters,
): { readonly state: FloeState; readonly header: Uint8Array } => {
  if (key.length !== floeKeyLength || iv.length !== ivLength)
    throw new RangeError('a FLOE key and IV are 32 bytes each')
  if (plainLength(parameters) < 1) throw new RangeError('a FLOE segment has room for a byte at least')
  const info = Buffer.concat([encodeParameters(parameters), iv])
  const { state, tag } = start(key, aad, info, parameters)
  return { state, header: Buffer.concat([info, tag]) }
}

/** Starts reading a message; the header proves key, AAD and parameters before any segment is read. */
export const startDecryption = (
  key: Uint8Array,
  aad: Uint8Array,
  header: Uint8Array,
  parameters: FloeParameters,
): Result<FloeState, FloeFault> => {
  if (header.length !== floeHeaderLength) return wrong('wrong_header', 'the header is not whole')
  const info = header.subarray(0, parameterLength + ivLength)
  if (!encodeParameters(parameters).equals(info.subarray(0, parameterLength)))
    return wrong('wrong_parameters', 'the header names other parameters')
  const { state, tag } = start(key, aad, Buffer.from(info), parameters)
  return timingSafeEqual(tag, header.subarray(parameterLength + ivLength))
    ? ok(state)
    : wrong('wrong_header', 'key, context or header are not those of the encryption')
}

const dataKey = (state: FloeState, position: number): KeyObject => {
  const from = position - (position % 2 ** state.parameters.rotationBits)
  if (state.dataKey?.from === from) return state.dataKey.key
  const purpose = Buffer.concat([Buffer.from('DEK:', 'ascii'), bigEndian(from, 8)])
  const key = createSecretKey(derive(state.messageKey, state.info, purpose, state.aad, dataKeyLength))
  state.dataKey = { from, key }
  return key
}

/** Frees the memory of an answer at once: a long file would have the collector hold dozens of megabytes of them. */
const giveBack = ({ buffer, byteLength }: Buffer<ArrayBuffer>): void => {
  if (buffer.byteLength === byteLength) buffer.transfer(0)
}

const segmentContext = (position: number, isFinal: boolean): Buffer =>
  Buffer.concat([bigEndian(position, 8), Buffer.from([isFinal ? 1 : 0])])

/** Which segment of a message one is. */
export interface SegmentPlace {
  /** 0, 1, 2 ... */
  readonly position: number
  readonly isFinal: boolean
}

/**
 * Encrypts one segment into memory that the caller keeps. Each position is encrypted once, and exactly one segment, the
 * last, is final.
 *
 * @param out takes the segment from its beginning on
 * @param nonce 12 random bytes
 * @returns the bytes of the segment: `segmentOverhead` more than the plaintext
 * @throws RangeError on a plaintext whose length does not fit, memory too short, or a position beyond the last that
 * FLOE allows
 */
export const encryptSegmentInto = (
  out: Uint8Array,
  state: FloeState,
  plaintext: Uint8Array,
  { position, isFinal }: SegmentPlace,
  nonce: Uint8Array,
): number => {
  const full = plainLength(state.parameters)
  if (isFinal ? plaintext.length > full : plaintext.length !== full)
    throw new RangeError('the plaintext does not fill its segment')
  if (!Number.isSafeInteger(position) || position < 0 || position >= maxSegments)
    throw new RangeError('the message has too many segments')
  const length = segmentOverhead + plaintext.length
  if (out.length < length) throw new RangeError('the segment does not fit into its memory')
  const cipher = createCipheriv(aead, dataKey(state, position), nonce)
  cipher.setAAD(segmentContext(position, isFinal))
  out.set(bigEndian(isFinal ? length : notFinal, lengthField))
  out.set(nonce, lengthField)
  for (let from = 0; from < plaintext.length; from += pieceLength) {
    const piece = cipher.update(plaintext.subarray(from, from + pieceLength))
    out.set(piece, lengthField + nonceLength + from)
    giveBack(piece)
  }
  cipher.final()
  out.set(cipher.getAuthTag(), length - tagLength)
  return length
}

/** Encrypts one segment into memory of its own; see `encryptSegmentInto`. */
export const encryptSegment = (
  state: FloeState,
  plaintext: Uint8Array,
  position: number,
  isFinal: boolean,
  nonce: Uint8Array,
): Uint8Array => {
  const out = Buffer.allocUnsafe(segmentOverhead + plaintext.length)
  encryptSegmentInto(out, state, plaintext, { position, isFinal }, nonce)
  return out
}

/** Decrypts one segment at the position, and with the finality, that the reader knows it to have. */
export const decryptSegment = (
  state: FloeState,
  segment: Uint8Array,
  position: number,
  isFinal: boolean,
): Result<Uint8Array, FloeFault> => {
  const fits = isFinal
    ? segment.length >= segmentOverhead && segment.length <= state.parameters.segmentLength
    : segment.length === state.parameters.segmentLength
  if (!fits) return wrong('wrong_segment', `segment ${position} is not whole`)
  const bytes = Buffer.from(segment.buffer, segment.byteOffset, segment.length)
  if (bytes.readUInt32BE() !== (isFinal ? segment.length : notFinal))
    return wrong('wrong_segment', `segment ${position} stands at another place`)
  const decipher = createDecipheriv(
    aead,
    dataKey(state, position),
    bytes.subarray(lengthField, lengthField + nonceLength),
    { authTagLength: tagLength },
  )
  decipher.setAAD(segmentContext(position, isFinal))
  decipher.setAuthTag(bytes.subarray(-tagLength))
  const plaintext = decipher.update(bytes.subarray(lengthField + nonceLength, -tagLength))
  try {
    decipher.final()
  } catch {
    return wrong('wrong_segment', `segment ${position} was altered`)
  }
  return ok(plaintext)
}
