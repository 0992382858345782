import { constants, createHash, verify, X509Certificate } from 'node:crypto'
import { fromBER } from 'asn1js'
import type { Constructed } from 'asn1js'
import { ContentInfo, id_signedData, SignedData } from '@peculiar/asn1-cms'
import type { SignerInfo } from '@peculiar/asn1-cms'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  id_ct_tstInfo,
  MessageImprint,
  PKIStatus,
  TimeStampReq,
  TimeStampReqVersion,
  TimeStampResp,
  TSTInfo,
} from '@peculiar/asn1-tsp'
import {
  AlgorithmIdentifier,
  Certificate,
  ExtendedKeyUsage,
  id_ce_extKeyUsage,
  id_kp_timeStamping,
} from '@peculiar/asn1-x509'
import { fail, ok } from '../../shared/schema/result.ts'
import type { Result } from '../../shared/schema/result.ts'
import { sameBytes, sha256 } from './hash.ts'

/**
 * Time stamps of an authority over bytes (RFC 3161): asking for one, and checking it in full before anything is
 * believed.
 */

/** A time stamp that holds. */
export interface Timestamp {
  /** The authority's time, Unix milliseconds. */
  readonly atMs: number
  /** The subject of the certificate that signed it, on one line. */
  readonly signer: string
  /** SHA-256 of that certificate, lower-case hex. */
  readonly signerSha256: string
  /** Whether it leads to one of the authorities that were given; null where none was. */
  readonly anchored: boolean | null
}

/** Why a time stamp, or an answer that should bring one, is not believed. */
export interface TimestampFault {
  readonly code:
    | 'timestamp_malformed'
    | 'timestamp_refused'
    | 'timestamp_other_nonce'
    | 'timestamp_other_message'
    | 'timestamp_signature_invalid'
    | 'timestamp_certificate_invalid'
    | 'timestamp_untrusted'
  readonly message: string
}

const fault = (code: TimestampFault['code'], message: string): Result<never, TimestampFault> => fail({ code, message })

const sha256Oid = '2.16.840.1.101.3.4.2.1'
const digests: Readonly<Record<string, string>> = {
  [sha256Oid]: 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}
const pssOid = '1.2.840.113549.1.1.10'
/** Signature algorithms: the digest that they name themselves; null: that of the signer. */
const signatures: Readonly<Record<string, string | null>> = {
  '1.2.840.113549.1.1.1': null,
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
  [pssOid]: null,
}
const attributeTypes = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const

/** A token is far shorter. */
export const timestampMax = 48_000
const chainMost = 8

const bytes = (buffer: ArrayBuffer): Uint8Array => new Uint8Array(buffer)
const bufferOf = (given: Uint8Array): ArrayBuffer => Uint8Array.from(given).buffer

/**
 * A request for a time stamp over bytes, with their SHA-256, asking for the authority's certificate.
 *
 * @param nonce 8 to 20 random bytes, the first below 0x80 and not 0: an INTEGER
 * @returns DER of a TimeStampReq
 */
export const timestampRequest = (message: Uint8Array, nonce: Uint8Array): Uint8Array =>
  bytes(
    AsnConvert.serialize(
      new TimeStampReq({
        version: TimeStampReqVersion.v1,
        messageImprint: new MessageImprint({
          hashAlgorithm: new AlgorithmIdentifier({ algorithm: sha256Oid, parameters: null }),
          hashedMessage: new OctetString(bufferOf(sha256(message))),
        }),
        nonce: bufferOf(nonce),
        certReq: true,
      }),
    ),
  )

const parse = <T>(data: ArrayBuffer, type: new () => T): T | null => {
  try {
    return AsnConvert.parse(data, type)
  } catch {
    return null
  }
}

interface OpenToken {
  /** DER of the certificates that came along, as it came. */
  readonly certificates: readonly Uint8Array[]
  /** What the signature is over (RFC 5652 section 5.4): the attributes as they came, as a SET. */
  readonly attributes: Uint8Array
  readonly content: Uint8Array
  readonly info: TSTInfo
  readonly signer: SignerInfo
}

/** The parts of a constructed DER value, each as its own bytes; null where it is none, or something follows it. */
const partsOf = (
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
/** SET */
const plainSet = 0x31
/** SEQUENCE */
const plainCertificate = 0x30

/** RFC 3161 section 2.4.2: SignedData over a TSTInfo by one signer. */
const openToken = (token: Uint8Array): OpenToken | null => {
  const outer = parse(bufferOf(token), ContentInfo)
  if (outer?.contentType !== id_signedData) return null
  const signed = parse(outer.content, SignedData)
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
  const parts = partsOf(outer.content) ?? []
  const set = parts.find(({ tag, isContext }) => isContext && tag === firstTag)
  const certificates =
    set === undefined
      ? []
      : (partsOf(bufferOf(set.der)) ?? []).map(({ der }) => der).filter((der) => der[0] === plainCertificate)
  const signers = partsOf(bufferOf(parts.at(-1)?.der ?? new Uint8Array(0))) ?? []
  const attributes = (partsOf(bufferOf(signers[0]?.der ?? new Uint8Array(0))) ?? []).find(
    ({ tag, isContext }) => isContext && tag === firstTag,
  )?.der
  if (info === null || attributes === undefined || !Number.isFinite(info.genTime.getTime())) return null
  return {
    certificates,
    attributes: Uint8Array.from([plainSet, ...attributes.subarray(1)]),
    content: bytes(content.buffer),
    info,
    signer,
  }
}

const certificatesOf = ({
  certificates,
}: OpenToken): { readonly parsed: Certificate; readonly x509: X509Certificate }[] =>
  certificates.map((der) => ({ parsed: AsnConvert.parse(bufferOf(der), Certificate), x509: new X509Certificate(der) }))

const hashOf = (algorithm: string, data: Uint8Array): Buffer => createHash(algorithm).update(data).digest()

const attributeOf = ({ signedAttrs = [] }: SignerInfo, type: string): ArrayBuffer | null => {
  const found = signedAttrs.filter((attribute) => attribute.attrType === type)
  return found.length === 1 && found[0]?.attrValues.length === 1 ? (found[0].attrValues[0] as ArrayBuffer) : null
}

/**
 * RFC 5035: the signer names its certificate by hash within what it signs, so that no other one with the same key can
 * take its place.
 */
const namesCertificate = (signer: SignerInfo, der: Uint8Array): boolean => {
  const v2 = attributeOf(signer, attributeTypes.signingCertificateV2)
  const v1 = attributeOf(signer, attributeTypes.signingCertificate)
  const given = v2 ?? v1
  if (given === null) return false
  const candidates = v2 === null ? ['sha1'] : ['sha256', 'sha384', 'sha512']
  // The first octet string of the first ESSCertID is the hash: its place follows from the lengths before it.
  const value = Buffer.from(given)
  return candidates.some((algorithm) =>
    value.includes(Buffer.concat([Buffer.from([0x04, hashOf(algorithm, der).length]), hashOf(algorithm, der)])),
  )
}

const matchesSigner = ({ sid }: SignerInfo, certificate: Certificate): boolean => {
  const named = sid.issuerAndSerialNumber
  if (named === undefined) return true
  const issuer = Buffer.from(AsnConvert.serialize(certificate.tbsCertificate.issuer))
  return (
    issuer.equals(Buffer.from(AsnConvert.serialize(named.issuer))) &&
    Buffer.from(certificate.tbsCertificate.serialNumber).equals(Buffer.from(named.serialNumber))
  )
}

/** RFC 3161 section 2.3: the extended key usage is critical and is time stamping alone. */
const isForStamping = (certificate: Certificate): boolean => {
  const usage = certificate.tbsCertificate.extensions?.find((extension) => extension.extnID === id_ce_extKeyUsage)
  const purposes = usage === undefined ? null : parse(usage.extnValue.buffer, ExtendedKeyUsage)
  return usage?.critical === true && purposes?.length === 1 && purposes[0] === id_kp_timeStamping
}

const isValidAt = (certificate: X509Certificate, atMs: number): boolean =>
  certificate.validFromDate.getTime() <= atMs && atMs <= certificate.validToDate.getTime()

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)

/**
 * Whether a certificate leads to one of the authorities, over those that came along; all valid at that time, those in
 * between authorities themselves.
 */
const leadsTo = (
  from: X509Certificate,
  between: readonly X509Certificate[],
  authorities: readonly X509Certificate[],
  atMs: number,
  left = chainMost,
): boolean => {
  if (left === 0 || !isValidAt(from, atMs)) return false
  if (
    authorities.some(
      (authority) => authority.raw.equals(from.raw) || (isValidAt(authority, atMs) && isIssuedBy(from, authority)),
    )
  )
    return true
  return between.some(
    (next) =>
      next.ca &&
      !next.raw.equals(from.raw) &&
      isIssuedBy(from, next) &&
      leadsTo(next, between, authorities, atMs, left - 1),
  )
}

/** RFC 5652 section 5.4: the signature is over the attributes as a SET, and they over the content. */
const signatureHolds = ({ signer, content, attributes }: OpenToken, certificate: X509Certificate): boolean => {
  const algorithm = digests[signer.digestAlgorithm.algorithm]
  const named = signatures[signer.signatureAlgorithm.algorithm]
  const digest = attributeOf(signer, attributeTypes.messageDigest)
  const type = attributeOf(signer, attributeTypes.contentType)
  if (algorithm === undefined || named === undefined || digest === null || type === null) return false
  const told = parse(digest, OctetString)
  const expected = hashOf(algorithm, content)
  if (told === null || !sameBytes(bytes(told.buffer), expected)) return false
  if (!Buffer.from(type).equals(Buffer.from('060b2a864886f70d0109100104', 'hex'))) return false
  const signature = bytes(signer.signature.buffer)
  try {
    const padding =
      signer.signatureAlgorithm.algorithm === pssOid
        ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
        : {}
    return verify(named ?? algorithm, attributes, { key: certificate.publicKey, ...padding }, signature)
  } catch {
    return false
  }
}

/** Certificates out of PEM; null where the text holds none or one that cannot be read. */
export const certificatesOfPem = (pem: string): readonly X509Certificate[] | null => {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/gu) ?? []
  try {
    return blocks.length === 0 ? null : blocks.map((block) => new X509Certificate(block))
  } catch {
    return null
  }
}

const check = (
  token: Uint8Array,
  message: Uint8Array,
  { nonce, authorities }: TimestampChecks,
): Result<Timestamp, TimestampFault> => {
  if (token.length > timestampMax)
    return fault('timestamp_malformed', `a time-stamp token has at most ${timestampMax} bytes`)
  const open = openToken(token)
  if (open === null) return fault('timestamp_malformed', 'this is no time-stamp token by one signer')
  const { info, signer } = open
  const algorithm = digests[info.messageImprint.hashAlgorithm.algorithm]
  if (
    algorithm === undefined ||
    !sameBytes(bytes(info.messageImprint.hashedMessage.buffer), hashOf(algorithm, message))
  )
    return fault('timestamp_other_message', 'the time stamp is over something else')
  if (nonce !== undefined && (info.nonce === undefined || !sameBytes(bytes(info.nonce), nonce)))
    return fault('timestamp_other_nonce', 'the time stamp answers another request')
  const certificates = certificatesOf(open)
  const found = certificates.find(
    ({ parsed, x509 }) => matchesSigner(signer, parsed) && namesCertificate(signer, x509.raw),
  )
  if (found === undefined)
    return fault('timestamp_certificate_invalid', 'the certificate that the signature names did not come along')
  if (!signatureHolds(open, found.x509))
    return fault('timestamp_signature_invalid', 'the signature of the time stamp does not hold')
  const atMs = info.genTime.getTime()
  if (!isForStamping(found.parsed))
    return fault('timestamp_certificate_invalid', 'the certificate is not one for time stamps alone')
  if (!isValidAt(found.x509, atMs))
    return fault('timestamp_certificate_invalid', 'the certificate was not valid at the time of the stamp')
  const anchored =
    authorities === undefined
      ? null
      : leadsTo(
          found.x509,
          certificates.map(({ x509 }) => x509),
          authorities,
          atMs,
        )
  if (anchored === false)
    return fault('timestamp_untrusted', 'the certificate leads to none of the authorities that are trusted')
  return ok({
    atMs,
    signer: found.x509.subject.replaceAll('\n', ', '),
    signerSha256: hashOf('sha256', found.x509.raw).toString('hex'),
    anchored,
  })
}

/** What a time stamp is held against besides its message. */
export interface TimestampChecks {
  /** The nonce of the request; absent: it is not at hand. */
  readonly nonce?: Uint8Array
  /** Certificates to which the signer must lead; absent: the signer is told, and trusted by whoever knows it. */
  readonly authorities?: readonly X509Certificate[]
}

/**
 * Checks a time-stamp token (RFC 3161 section 2.4.2) over a message: imprint, nonce, signature, certificate and its
 * purpose, chain. Never throws for what it was given.
 */
export const openTimestamp = (
  token: Uint8Array,
  message: Uint8Array,
  checks: TimestampChecks = {},
): Result<Timestamp, TimestampFault> => {
  try {
    return check(token, message, checks)
  } catch (error) {
    return fault(
      'timestamp_malformed',
      `the time stamp cannot be read: ${error instanceof Error ? error.message.slice(0, 200) : 'no reason'}`,
    )
  }
}

/** The token of an authority's answer (RFC 3161 section 2.4.2), unchecked. */
export const tokenOfAnswer = (answer: Uint8Array): Result<Uint8Array, TimestampFault> => {
  const read = parse(bufferOf(answer), TimeStampResp)
  if (read === null) return fault('timestamp_malformed', 'the answer is none of a time-stamping authority')
  const { status } = read.status
  if (status !== PKIStatus.granted && status !== PKIStatus.grantedWithMods)
    return fault('timestamp_refused', `the authority refused (status ${status})`)
  const token = partsOf(bufferOf(answer))?.[1]
  return token === undefined
    ? fault('timestamp_malformed', 'the answer says that it brings a token, and brings none')
    : ok(token.der)
}
