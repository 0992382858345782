import { certificateForm, certifiedMax } from '../../../../shared/schema/certificate.ts'
import type { CertificateForm, CertifiedRecord } from '../../../../shared/schema/certificate.ts'
import { reportForm } from '../../../../shared/schema/reports.ts'
import type { CaseReportKind, ReportForm, ReportSettings } from '../../../../shared/schema/reports.ts'

/** A certificate of which nothing is said yet. */
export const emptyCertificate = (): CertificateForm => certificateForm.parse({})

/** What a certificate is drafted from besides its record. */
export interface CertificateGround {
  readonly caseNumber: string
  readonly institution: string
  readonly settings: ReportSettings
  /** Uids of the pieces of the case, in the order of their acquisition. */
  readonly pieces: readonly string[]
}

/**
 * The form that a new certificate begins with: the pieces of the case, and what the settings know of the institution.
 * What a person has to say stays empty.
 *
 * @param isEmpty chooses no piece
 */
export const draftCertificate = (ground: CertificateGround, isEmpty: boolean): ReportForm => {
  const { filer } = ground.settings
  return {
    ...reportForm.parse({}),
    title: `Certificate of electronic evidence, ${ground.caseNumber}`,
    filer,
    certificate: {
      ...emptyCertificate(),
      organisation: filer.institution.name.trim() === '' ? ground.institution : filer.institution.name,
      pieces: isEmpty ? [] : ground.pieces.slice(0, certifiedMax),
    },
  }
}

/** A form as its kind has it: a certificate has its part, and nothing else has one. */
export const shapedFor = (kind: CaseReportKind, form: ReportForm): ReportForm => {
  const { certificate, ...rest } = form
  return kind === 'certificate' ? { ...rest, certificate: certificate ?? emptyCertificate() } : rest
}

/**
 * A form that is not saved, with the record of a version that is: what a caller sends as record is not read. Of the
 * pieces, those that are chosen.
 */
export const withKeptRecord = (form: ReportForm, stored: ReportForm | null): ReportForm => {
  const { certificate } = form
  if (certificate === undefined) return form
  const record = stored?.certificate?.record ?? null
  const chosen = new Set(certificate.pieces)
  return {
    ...form,
    certificate: {
      ...certificate,
      record: record === null ? null : { ...record, pieces: record.pieces.filter(({ uid }) => chosen.has(uid)) },
    },
  }
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const reachOf = ({ entries, witnessed }: CertifiedRecord['proof']): 'none' | 'part' | 'all' =>
  witnessed === 0 ? 'none' : witnessed < entries ? 'part' : 'all'

/**
 * Whether a record says what an earlier one said. Each save is an entry itself, so that counts alone make no new
 * version of a certificate in which nobody changed anything.
 */
const saysTheSame = (now: CertifiedRecord, before: CertifiedRecord): boolean =>
  same(now.pieces, before.pieces) &&
  now.check.conclusion === before.check.conclusion &&
  now.check.findings === before.check.findings &&
  reachOf(now.proof) === reachOf(before.proof) &&
  same(now.proof.stamped, before.proof.stamped) &&
  same(now.proof.cosigned, before.proof.cosigned)

/**
 * A certificate with what the sealed record says now, whatever the caller sent as record. Where neither the person nor
 * the record says anything new, the record of the version before stays.
 */
export const withRecord = (form: ReportForm, record: CertifiedRecord, before: ReportForm | null): ReportForm => {
  const certificate = form.certificate ?? emptyCertificate()
  const earlier = before?.certificate?.record ?? null
  const isUnchanged =
    earlier !== null &&
    same(
      { ...before, certificate: { ...before?.certificate, record: null } },
      { ...form, certificate: { ...certificate, record: null } },
    ) &&
    saysTheSame(record, earlier)
  return { ...form, certificate: { ...certificate, record: isUnchanged ? earlier : record } }
}
