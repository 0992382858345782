import type { Refusal } from '../../../shared/api/errors.ts'
import type { VerificationReport } from '../../../shared/api/workspace.ts'
import type { CertifiedRecord } from '../../../shared/schema/certificate.ts'
import type { ReportForm } from '../../../shared/schema/reports.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { CaseFacts } from '../../domain/reports/case-facts.ts'
import { draftCertificate, withRecord } from '../../domain/reports/certificate/draft.ts'
import { version } from '../../platform/version.ts'
import type { Env } from '../../platform/env.ts'
import { readPeople } from '../cases/people.ts'
import type { OwnedLedger } from '../ledger/create-ledger.ts'
import type { Vault } from '../ledger/vault.ts'
import type { Verification } from '../ledger/workspace.ts'
import { pieceUids, readCertifiedRecord } from './certified-record.ts'

/** What the record of a certificate is read from, and checked with. */
export interface CertificateParts {
  readonly ledger: Pick<OwnedLedger, 'sql'>
  readonly vault: Vault
  readonly env: Pick<Env, 'clock'>
  /** What the institution is called where its settings name none. */
  readonly institution: string
  /** Checks the case that a certificate speaks of. */
  readonly verifyCase: Verification['verifyCase']
}

/** What a new certificate is made of. */
export interface CertificateDraft {
  readonly caseId: number
  readonly facts: CaseFacts
  /** Of the case, made right before. */
  readonly check: VerificationReport
  readonly isEmpty: boolean
}

/** What certificates need besides what every report does: all but the check is read within a write. */
export interface Certificates {
  check(caseId: number): Promise<Result<VerificationReport, Refusal>>
  draft(draft: CertificateDraft): Promise<ReportForm>
  withRecord(
    form: ReportForm,
    caseId: number,
    check: VerificationReport,
    before: ReportForm | null,
  ): Promise<ReportForm>
  /** The first piece of a form that is none of the case; null where all are. */
  strangePiece(form: ReportForm, caseId: number): string | null
}

/** Makes it. */
export const createCertificates = ({ ledger, vault, env, institution, verifyCase }: CertificateParts): Certificates => {
  const recordOf = async (form: ReportForm, caseId: number, check: VerificationReport): Promise<CertifiedRecord> =>
    readCertifiedRecord(
      {
        sql: ledger.sql,
        vault,
        people: await readPeople(ledger.sql),
        nowMs: env.clock.nowMs(),
        program: `Fieldseal ${version}`,
      },
      caseId,
      form.certificate?.pieces ?? [],
      check,
    )

  return {
    check: (caseId) => verifyCase(caseId),
    draft: async ({ caseId, facts, check, isEmpty }) => {
      const ground = { ...facts, institution, pieces: pieceUids(ledger.sql, caseId) }
      const form = draftCertificate(ground, isEmpty)
      return withRecord(form, await recordOf(form, caseId, check), null)
    },
    withRecord: async (form, caseId, check, before) => withRecord(form, await recordOf(form, caseId, check), before),
    strangePiece: (form, caseId) => {
      const own = new Set(pieceUids(ledger.sql, caseId))
      const strange = (form.certificate?.pieces ?? []).findIndex((uid) => !own.has(uid))
      return strange === -1 ? null : `form.certificate.pieces.${strange}`
    },
  }
}
