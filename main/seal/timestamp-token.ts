import { fromBER } from 'asn1js'
import type { Constructed } from 'asn1js'
import { ContentInfo, id_signedData, SignedData } from '@peculiar/asn1-cms'
import type { SignerInfo } from '@peculiar/asn1-cms'
import { AsnConvert } from '@peculiar/asn1-schema'
import { id_ct_tstInfo, TSTInfo } from '@peculiar/asn1-tsp'
import { sameBytes } from './hash.ts'

/** The form of a time-stamp token (RFC 3161 section 2.4.2, RFC 5652 section 5): its parts, and what can be added to it. */

/** The same bytes under another type. */
export const bytesOfBuffer = (buffer: ArrayBuffer): Uint8Array => new Uint8Array(buffer)
export const bufferOf = (given: Uint8Array): ArrayBuffer => Uint8Array.from(given).buffer

/** Reads DER as a type; null where it is not of its form. */
export const parse = <T>(data: ArrayBuffer, type: new () => T): T | null => {
  try {
    return AsnConvert.parse(data, type)
  } catch {
    return null
  }
}

/** The parts of a token that are looked at, as they came. */
export interface OpenToken {
  /** DER of the certificates that came along, as it came. */
  readonly certificates: readonly Uint8Array[]
  /** DER of the revocation lists that came along (RFC 5652 section 10.2.1); not signed by the token. */
  readonly crls: readonly Uint8Array[]
  /** What the signature is over (RFC 5652 section 5.4): the attributes as they came, as a SET. */
  readonly attributes: Uint8Array
  readonly content: Uint8Array
  readonly info: TSTInfo
  readonly signer: SignerInfo
}

/** The parts of a constructed DER value, each as its own bytes; null where it is none, or something follows it. */
export const derParts = (
  der: ArrayBuffer,
): { readonly tag: number; readonly isContext: boolean; readonly der: Uint8Array }[] | null => {
  const { offset, result } = fromBER(der)
  if (offset !== der.byteLength || !('value' in result.valueBlock) || !Array.isArray(result.valueBlock.value))
    return null
  return (result as Constructed).valueBlock.value.map(({ idBlock, valueBeforeDecodeView }) => ({
    tag: idBlock.tagNumber,
    isContext: idBlock.tagClass === 3,
    der: Uint8Array.from(valueBeforeDecodeView),
  }))
}

/** [0] of SignedData is the certificates, of SignerInfo the signed attributes. */
const firstTag = 0
/** [1] of SignedData is the revocation lists. */
const crlTag = 1
/** SET */
const plainSet = 0x31
/** SEQUENCE: a certificate or a revocation list, and no other form of either. */
const sequence = 0x30

/** DER of a constructed value (X.690 section 8.1.3). */
const wrapped = (tag: number, parts: readonly Uint8Array[]): Uint8Array => {
  const content = Buffer.concat(parts)
  const digits = Buffer.from(content.length.toString(16).padStart(8, '0'), 'hex')
  const long = digits.subarray(digits.findIndex((byte) => byte !== 0))
  const length = content.length < 0x80 ? [content.length] : [0x80 | long.length, ...long]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

type Part = NonNullable<ReturnType<typeof derParts>>[number]

/** The plain members of a set of SignedData that need not be there. */
const membersOf = (parts: readonly Part[], tag: number): readonly Uint8Array[] => {
  const set = parts.find((part) => part.isContext && part.tag === tag)
  const members = set === undefined ? [] : (derParts(bufferOf(set.der)) ?? [])
  return members.map(({ der }) => der).filter((der) => der[0] === sequence)
}

/** RFC 3161 section 2.4.2: SignedData over a TSTInfo by one signer. */
export const openToken = (token: Uint8Array): OpenToken | null => {
  const outer = parse(bufferOf(token), ContentInfo)
  if (outer?.contentType !== id_signedData) return null
  const parts = derParts(outer.content) ?? []
  // The library reads no revocation lists of the plain form; they are looked at by themselves.
  const withoutLists = parts.filter(({ tag, isContext }) => !isContext || tag !== crlTag).map(({ der }) => der)
  const signed = parse(bufferOf(wrapped(sequence, withoutLists)), SignedData)
  const content = signed?.encapContentInfo.eContent?.single
  const signer = signed?.signerInfos[0]
  if (
    signed === null ||
    content === undefined ||
    signer === undefined ||
    signed.signerInfos.length !== 1 ||
    signed.encapContentInfo.eContentType !== id_ct_tstInfo
  )
    return null
  const info = parse(content.buffer, TSTInfo)
  const signers = derParts(bufferOf(parts.at(-1)?.der ?? new Uint8Array(0))) ?? []
  const attributes = (derParts(bufferOf(signers[0]?.der ?? new Uint8Array(0))) ?? []).find(
    ({ tag, isContext }) => isContext && tag === firstTag,
  )?.der
  if (info === null || attributes === undefined || !Number.isFinite(info.genTime.getTime())) return null
  return {
    certificates: membersOf(parts, firstTag),
    crls: membersOf(parts, crlTag),
    attributes: Uint8Array.from([plainSet, ...attributes.subarray(1)]),
    content: bytesOfBuffer(content.buffer),
    info,
    signer,
  }
}

/** [0], [1]: sets of SignedData, constructed. */
const contextSet = 0xa0

/**
 * A token with certificates and revocation lists besides those that it has; neither is under its signature (RFC 5652
 * section 5.1), and everything else stays byte for byte. Null where it is no token.
 *
 * @param more DER of each, with the tag of its set
 */
export const tokenWith = (
  token: Uint8Array,
  more: { readonly certificates: readonly Uint8Array[]; readonly crls: readonly Uint8Array[] },
): Uint8Array | null => {
  const outer = parse(bufferOf(token), ContentInfo)
  const parts = outer === null ? null : derParts(outer.content)
  const kind = derParts(bufferOf(token))?.[0]
  if (parts === null || kind === undefined || openToken(token) === null) return null
  const setOf = (tag: number, added: readonly Uint8Array[]): Uint8Array[] => {
    const before = parts.find((part) => part.isContext && part.tag === tag)
    const members = before === undefined ? [] : (derParts(bufferOf(before.der)) ?? []).map(({ der }) => der)
    const fresh = added.filter((der) => !members.some((member) => sameBytes(der, member)))
    if (fresh.length > 0) return [wrapped(contextSet | tag, [...members, ...fresh])]
    return before === undefined ? [] : [before.der]
  }
  const plain = parts.filter(({ isContext }) => !isContext).map(({ der }) => der)
  const signed = [
    ...plain.slice(0, -1),
    ...setOf(firstTag, more.certificates),
    ...setOf(crlTag, more.crls),
    ...plain.slice(-1),
  ]
  return wrapped(sequence, [kind.der, wrapped(contextSet, [wrapped(sequence, signed)])])
}
