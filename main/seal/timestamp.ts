import { constants, createHash, verify, X509Certificate } from 'node:crypto'
import type { SignerInfo } from '@peculiar/asn1-cms'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { MessageImprint, PKIStatus, TimeStampReq, TimeStampReqVersion, TimeStampResp } from '@peculiar/asn1-tsp'
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
import { listAddresses, revocationStatus } from './revocation.ts'
import type { KnownCertificate, RevocationStatus } from './revocation.ts'
import { certificateSignatures } from './signature-algorithms.ts'
import { bufferOf, bytesOfBuffer, openToken, parse, derParts, tokenWith } from './timestamp-token.ts'
import type { OpenToken } from './timestamp-token.ts'

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
  /** When the revocation list in the token was issued that does not name that certificate; null: it holds none. */
  readonly unrevokedAsOfMs: number | null
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
    | 'timestamp_certificate_revoked'
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
  ...certificateSignatures,
  '1.2.840.113549.1.1.1': null,
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

/**
 * A request for a time stamp over bytes, with their SHA-256, asking for the authority's certificate.
 *
 * @param nonce 8 to 20 random bytes, the first below 0x80 and not 0: an INTEGER
 * @returns DER of a TimeStampReq
 */
export const timestampRequest = (message: Uint8Array, nonce: Uint8Array): Uint8Array =>
  bytesOfBuffer(
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

const certificatesOf = ({ certificates }: Pick<OpenToken, 'certificates'>): readonly KnownCertificate[] =>
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
  if (told === null || !sameBytes(bytesOfBuffer(told.buffer), expected)) return false
  if (!Buffer.from(type).equals(Buffer.from('060b2a864886f70d0109100104', 'hex'))) return false
  const signature = bytesOfBuffer(signer.signature.buffer)
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

const knownOf = (x509: X509Certificate): KnownCertificate => ({
  parsed: AsnConvert.parse(bufferOf(x509.raw), Certificate),
  x509,
})

/** A certificate and those above it that are at hand, up to one that issued itself. */
const chainOf = (
  from: KnownCertificate,
  known: readonly KnownCertificate[],
  left = chainMost,
): readonly KnownCertificate[] => {
  const above = known.find(({ x509 }) => !x509.raw.equals(from.x509.raw) && x509.ca && isIssuedBy(from.x509, x509))
  return left === 0 || above === undefined ? [from] : [from, ...chainOf(above, known, left - 1)]
}

/** What the lists in a token say of the certificate that signed it, and of those above. */
const revocationOf = (
  signer: KnownCertificate,
  { crls }: OpenToken,
  known: readonly KnownCertificate[],
  atMs: number,
): RevocationStatus => {
  const [own = { kind: 'unknown' }, ...above] = chainOf(signer, known).map((one) =>
    revocationStatus(one, crls, known, atMs),
  )
  return above.find(({ kind }) => kind === 'revoked') ?? own
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
    !sameBytes(bytesOfBuffer(info.messageImprint.hashedMessage.buffer), hashOf(algorithm, message))
  )
    return fault('timestamp_other_message', 'the time stamp is over something else')
  if (nonce !== undefined && (info.nonce === undefined || !sameBytes(bytesOfBuffer(info.nonce), nonce)))
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
  const revocation = revocationOf(found, open, [...certificates, ...(authorities ?? []).map(knownOf)], atMs)
  if (revocation.kind === 'revoked')
    return fault(
      'timestamp_certificate_revoked',
      `by the list in the time stamp, its certificate, or one above it, was revoked on ${new Date(revocation.atMs).toISOString()}`,
    )
  return ok({
    atMs,
    unrevokedAsOfMs: revocation.kind === 'good' ? revocation.asOfMs : null,
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

/**
 * A token with what a later reader needs when its certificates have expired: those of the authorities to which its
 * signer leads, and the lists that speak of one of them (RFC 5652 section 10.2). Null where that is longer than a token
 * may be, or it is none.
 *
 * @param crls DER of revocation lists, of anybody
 */
export const completedToken = (
  token: Uint8Array,
  { authorities, crls }: { readonly authorities: readonly X509Certificate[]; readonly crls: readonly Uint8Array[] },
): Uint8Array | null => {
  const open = openToken(token)
  if (open === null) return null
  const known = [...certificatesOf(open), ...authorities.map(knownOf)]
  const signer = known.find(
    ({ parsed, x509 }) => matchesSigner(open.signer, parsed) && namesCertificate(open.signer, x509.raw),
  )
  const chain = signer === undefined ? [] : chainOf(signer, known)
  const atMs = open.info.genTime.getTime()
  const speaking = crls.filter((crl) =>
    chain.some((one) => revocationStatus(one, [crl], known, atMs).kind !== 'unknown'),
  )
  const made = tokenWith(token, { certificates: chain.map(({ x509 }) => x509.raw), crls: speaking })
  return made !== null && made.length <= timestampMax ? made : null
}

/** Where the certificate that signed a token says that its revocation list is to be had. */
export const listAddressesOf = (token: Uint8Array): readonly string[] => {
  const open = openToken(token)
  const signer =
    open === null ? undefined : certificatesOf(open).find(({ parsed }) => matchesSigner(open.signer, parsed))
  return signer === undefined ? [] : listAddresses(signer)
}

/** The token of an authority's answer (RFC 3161 section 2.4.2), unchecked. */
export const tokenOfAnswer = (answer: Uint8Array): Result<Uint8Array, TimestampFault> => {
  const read = parse(bufferOf(answer), TimeStampResp)
  if (read === null) return fault('timestamp_malformed', 'the answer is none of a time-stamping authority')
  const { status } = read.status
  if (status !== PKIStatus.granted && status !== PKIStatus.grantedWithMods)
    return fault('timestamp_refused', `the authority refused (status ${status})`)
  const token = derParts(bufferOf(answer))?.[1]
  return token === undefined
    ? fault('timestamp_malformed', 'the answer says that it brings a token, and brings none')
    : ok(token.der)
}
