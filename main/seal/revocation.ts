import { verify } from 'node:crypto'
import type { X509Certificate } from 'node:crypto'
import { AsnConvert } from '@peculiar/asn1-schema'
import {
  CertificateList,
  CRLDistributionPoints,
  CRLReason,
  CRLReasons,
  id_ce_cRLDistributionPoints,
  id_ce_cRLReasons,
  id_ce_issuingDistributionPoint,
  id_ce_keyUsage,
  IssuingDistributionPoint,
  KeyUsage,
  KeyUsageFlags,
} from '@peculiar/asn1-x509'
import type { Certificate, DistributionPointName, Extension, RevokedCertificate } from '@peculiar/asn1-x509'
import { sameBytes } from './hash.ts'
import { certificateSignatures } from './signature-algorithms.ts'
import { bufferOf, bytesOfBuffer, parse, derParts } from './timestamp-token.ts'

/** Certificate revocation lists (RFC 5280 section 5): what one says of a certificate at the time of a stamp. */

/** A certificate in both forms that are needed of it. */
export interface KnownCertificate {
  readonly parsed: Certificate
  readonly x509: X509Certificate
}

/** What the lists at hand say of a certificate. */
export type RevocationStatus =
  /** A list that was in force at that time, or is newer, does not name it; `asOfMs`: when it was issued. */
  | { readonly kind: 'good'; readonly asOfMs: number }
  | { readonly kind: 'revoked'; readonly atMs: number }
  /** No list at hand speaks about it. */
  | { readonly kind: 'unknown' }

/**
 * RFC 3161 section 4: revoked for one of these reasons, a key has not been in other hands, and what it stamped before
 * stands. For any other, or where none is told, nothing that it stamped does.
 */
const harmless: ReadonlySet<CRLReasons> = new Set([
  CRLReasons.unspecified,
  CRLReasons.affiliationChanged,
  CRLReasons.superseded,
  CRLReasons.cessationOfOperation,
])

const sameName = (a: unknown, b: unknown): boolean =>
  sameBytes(bytesOfBuffer(AsnConvert.serialize(a)), bytesOfBuffer(AsnConvert.serialize(b)))

const signedBy = (der: Uint8Array, list: CertificateList, issuer: X509Certificate): boolean => {
  const algorithm = certificateSignatures[list.signatureAlgorithm.algorithm]
  const body = derParts(bufferOf(der))?.[0]?.der
  if (algorithm === undefined || body === undefined) return false
  try {
    return verify(algorithm, body, issuer.publicKey, bytesOfBuffer(list.signature))
  } catch {
    return false
  }
}

const extensionOf = <T>(extensions: readonly Extension[], id: string, type: new () => T): T | null => {
  const found = extensions.find(({ extnID }) => extnID === id)
  return found === undefined ? null : parse(found.extnValue.buffer, type)
}

const addressesIn = (name: DistributionPointName | undefined): readonly string[] =>
  (name?.fullName ?? []).flatMap(({ uniformResourceIdentifier: address }) => address ?? [])

/** RFC 5280 section 4.2.1.3: an authority that says what its key is for must say that it signs lists. */
const maySignLists = ({ parsed }: KnownCertificate): boolean => {
  const { extensions = [] } = parsed.tbsCertificate
  if (!extensions.some(({ extnID }) => extnID === id_ce_keyUsage)) return true
  return ((extensionOf(extensions, id_ce_keyUsage, KeyUsage)?.toNumber() ?? 0) & KeyUsageFlags.cRLSign) !== 0
}

/** Where a certificate says that lists about it are to be had (RFC 5280 section 4.2.1.13). */
export const listAddresses = ({ parsed }: KnownCertificate): readonly string[] =>
  [
    ...(extensionOf(parsed.tbsCertificate.extensions ?? [], id_ce_cRLDistributionPoints, CRLDistributionPoints) ?? []),
  ].flatMap(({ distributionPoint }) => addressesIn(distributionPoint))

/**
 * Whether a list speaks of a certificate (RFC 5280 section 5.2.5). One for some reasons alone, of other issuers, or with
 * a critical extension that is not known here is not read: what it leaves out says nothing.
 */
const speaksOf = ({ tbsCertList: { crlExtensions = [] } }: CertificateList, certificate: KnownCertificate): boolean => {
  const scope = crlExtensions.find(({ extnID }) => extnID === id_ce_issuingDistributionPoint)
  if (crlExtensions.some((one) => one.critical && one !== scope)) return false
  if (scope === undefined) return true
  const point = parse(scope.extnValue.buffer, IssuingDistributionPoint)
  if (point === null || point.indirectCRL || point.onlyContainsAttributeCerts || point.onlySomeReasons !== undefined)
    return false
  if (certificate.x509.ca ? point.onlyContainsUserCerts : point.onlyContainsCACerts) return false
  const named = listAddresses(certificate)
  return (
    point.distributionPoint === undefined || addressesIn(point.distributionPoint).some((one) => named.includes(one))
  )
}

const reasonOf = ({ crlEntryExtensions = [] }: RevokedCertificate): CRLReasons | null => {
  const stated = crlEntryExtensions.find(({ extnID }) => extnID === id_ce_cRLReasons)
  return stated === undefined ? null : (parse(stated.extnValue.buffer, CRLReason)?.reason ?? null)
}

const judge = (list: CertificateList, { parsed }: KnownCertificate, atMs: number): RevocationStatus => {
  const { thisUpdate, nextUpdate, revokedCertificates = [] } = list.tbsCertList
  const serial = bytesOfBuffer(parsed.tbsCertificate.serialNumber)
  const revoked = revokedCertificates.find(({ userCertificate }) => sameBytes(serial, bytesOfBuffer(userCertificate)))
  if (revoked !== undefined) {
    const revokedMs = revoked.revocationDate.getTime().getTime()
    const reason = reasonOf(revoked)
    if (reason === null || !harmless.has(reason) || revokedMs <= atMs) return { kind: 'revoked', atMs: revokedMs }
  }
  const asOfMs = thisUpdate.getTime().getTime()
  const untilMs = nextUpdate?.getTime().getTime() ?? asOfMs
  return atMs <= untilMs ? { kind: 'good', asOfMs } : { kind: 'unknown' }
}

/**
 * What lists say of a certificate at a time. A list counts that the certificate's issuer has issued and signed, and that
 * speaks of all of its certificates. One that says it is revoked outweighs all others.
 *
 * @param crls DER, of anybody
 * @param issuers certificates, of which one may have issued it
 */
export const revocationStatus = (
  certificate: KnownCertificate,
  crls: readonly Uint8Array[],
  issuers: readonly KnownCertificate[],
  atMs: number,
): RevocationStatus => {
  const { issuer } = certificate.parsed.tbsCertificate
  const said = crls.flatMap((der): RevocationStatus[] => {
    const list = parse(bufferOf(der), CertificateList)
    if (list === null || !speaksOf(list, certificate) || !sameName(list.tbsCertList.issuer, issuer)) return []
    const isSigned = issuers.some(
      (one) =>
        sameName(one.parsed.tbsCertificate.subject, issuer) &&
        maySignLists(one) &&
        certificate.x509.verify(one.x509.publicKey) &&
        signedBy(der, list, one.x509),
    )
    return isSigned ? [judge(list, certificate, atMs)] : []
  })
  const revoked = said.find(({ kind }) => kind === 'revoked')
  const good = said.filter((one) => one.kind === 'good').sort((a, b) => b.asOfMs - a.asOfMs)[0]
  return revoked ?? good ?? { kind: 'unknown' }
}
