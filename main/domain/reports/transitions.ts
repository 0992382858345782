import type { CaseReportKind, ReportState, ReportStep } from '../../../shared/schema/reports.ts'
import { requiredOf } from '../../../shared/entries/catalogue.ts'
import type { ReportEntryType } from '../../../shared/schema/timeline.ts'
import { isApiKey, isSecondPerson } from '../decisions/four-eyes.ts'

const moves: Readonly<Record<ReportStep, { readonly from: readonly ReportState[]; readonly to: ReportState }>> = {
  submit: { from: ['draft', 'corrected'], to: 'in_review' },
  approve: { from: ['in_review'], to: 'approved' },
  refuse: { from: ['in_review', 'approved'], to: 'draft' },
  file: { from: ['approved'], to: 'filed' },
  acknowledge: { from: ['filed'], to: 'acknowledged' },
  reject: { from: ['filed', 'acknowledged'], to: 'rejected' },
  withdraw: { from: ['draft', 'in_review', 'approved', 'corrected', 'rejected'], to: 'withdrawn' },
}

/** States in which a new version can be saved, and what the report becomes by it. */
const saves: Readonly<Partial<Record<ReportState, ReportState>>> = {
  draft: 'draft',
  corrected: 'corrected',
  acknowledged: 'corrected',
  rejected: 'corrected',
}

/** Where a step leads from a state; null where it cannot be taken there. A SAR alone is filed with somebody. */
export const afterStep = (kind: CaseReportKind, state: ReportState, step: ReportStep): ReportState | null => {
  if (kind !== 'sar' && (step === 'file' || step === 'acknowledge' || step === 'reject')) return null
  const { from, to } = moves[step]
  return from.includes(state) ? to : null
}

/**
 * What a report becomes by a new version; null where it can have none. What is approved and not filed is written anew as
 * a draft of the next.
 */
export const afterSaving = (kind: CaseReportKind, state: ReportState): ReportState | null =>
  kind !== 'sar' && state === 'approved' ? 'draft' : (saves[state] ?? null)

/** The entry by which a step is sealed. */
export const entryOfStep: Readonly<Record<ReportStep, ReportEntryType>> = {
  submit: 'report.submitted',
  approve: 'report.approved',
  refuse: 'report.refused',
  file: 'report.filed',
  acknowledge: 'report.acknowledged',
  reject: 'report.rejected',
  withdraw: 'report.withdrawn',
}

/** L-19: whether a step needs a text of why (`note`), or the number of a filing (`reference`). */
export const stepNeeds = (step: ReportStep, name: 'note' | 'reference'): boolean =>
  requiredOf(entryOfStep[step], {}).includes(name)

/**
 * Who may be asked whether he may approve: everyone who wrote or submitted it, whoever made an API key that did
 * included.
 */
export interface Approval {
  readonly kind: CaseReportKind
  readonly authors: readonly string[]
  /** Whether the institution asks for a second person for all reports; a SAR always needs one. */
  readonly fourEyes: boolean
}

/** Why somebody may not approve; null where he may. */
export const approvalFault = (
  { kind, authors, fourEyes }: Approval,
  who: { readonly userUid: string; readonly role: string },
): string | null => {
  if (isApiKey(who.userUid)) return 'An API key approves nothing: a supervisor or admin does, signed in.'
  if (who.role !== 'supervisor' && who.role !== 'admin')
    return 'A supervisor or admin who wrote no version of it approves it.'
  const needsAnother = kind === 'sar' || fourEyes
  return needsAnother && authors.some((author) => !isSecondPerson(author, who.userUid))
    ? 'Nobody approves what he wrote or submitted himself, or what an API key that he made wrote.'
    : null
}
