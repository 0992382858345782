import type { BundleFinding } from '../check/findings.ts'
import type { BundleReport } from '../check/verify-bundle.ts'
import type { Match } from './fingerprint.ts'

/** What is checked, in the order in which the page shows it. */
export const checks = [
  'container',
  'files',
  'signature',
  'key',
  'entries',
  'chain',
  'checkpoints',
  'proofs',
  'evidence',
  'disclosures',
  'facts',
  'papers',
  'other',
] as const
export type CheckName = (typeof checks)[number]

/** `none`: there was nothing to check, or no way to; `open`: for a person to decide. */
export type CheckState = 'ok' | 'fault' | 'none' | 'open'

/** What came of one check. */
export interface CheckResult {
  readonly check: CheckName
  readonly state: CheckState
  readonly faults: number
}

const folders: readonly (readonly [start: string, check: CheckName])[] = [
  ['data/entries/', 'entries'],
  ['data/workspace-entries/', 'entries'],
  ['data/checkpoints/', 'checkpoints'],
  ['data/workspace-checkpoints/', 'checkpoints'],
  ['data/proofs/', 'proofs'],
  ['data/disclosures/', 'disclosures'],
  ['data/workspace-disclosures/', 'disclosures'],
  ['data/evidence/', 'evidence'],
  ['data/keys', 'key'],
  ['data/hub/', 'checkpoints'],
  ['data/case.json', 'facts'],
]

const byFolder = (file: string | null, otherwise: CheckName): CheckName =>
  folders.find(([start]) => file?.startsWith(start) === true)?.[1] ?? otherwise

const byCode: Readonly<Record<string, CheckName>> = {
  bundle_file_altered: 'files',
  bundle_file_missing: 'files',
  bundle_file_added: 'files',
  bundle_signature_invalid: 'signature',
  bundle_key_mismatch: 'key',
  key_unconfirmed: 'key',
  trust_unused: 'key',
  edited_payload: 'entries',
  edited_signature: 'entries',
  revoked_key: 'entries',
  unknown_actor: 'entries',
  actor_elsewhere: 'entries',
  non_canonical_payload: 'entries',
  malformed_entry: 'entries',
  row_differs: 'entries',
  missing_entry: 'chain',
  reordered_entries: 'chain',
  device_fork: 'chain',
  time_before_anchor: 'chain',
  time_after_receipt: 'chain',
  clock_regression: 'chain',
  time_out_of_order: 'chain',
  clock_attested: 'chain',
  anchor_went_back: 'chain',
  truncated_tail: 'checkpoints',
  checkpoint_not_extending: 'checkpoints',
  checkpoint_invalid: 'checkpoints',
  checkpoint_elsewhere: 'checkpoints',
  unwitnessed: 'checkpoints',
  hub_unconfirmed: 'checkpoints',
  case_incomplete: 'chain',
  entries_elsewhere: 'chain',
  access_log_row_altered: 'chain',
  access_log_row_missing: 'chain',
  access_log_reordered: 'chain',
  access_log_truncated: 'chain',
  access_log_terms_differ: 'chain',
  access_log_shortened: 'chain',
  log_proof_invalid: 'checkpoints',
  cosignature_invalid: 'checkpoints',
  timestamp_invalid: 'checkpoints',
  witness_unknown: 'checkpoints',
  timestamp_unchecked: 'checkpoints',
  timestamp_unconfirmed: 'checkpoints',
  log_time_too_early: 'checkpoints',
  blob_differs: 'evidence',
  blob_missing: 'evidence',
  disclosure_differs: 'disclosures',
  disclosure_missing: 'disclosures',
  redacted: 'disclosures',
  evidence_erased: 'disclosures',
  left_out: 'disclosures',
  paper_differs: 'papers',
  paper_not_compared: 'papers',
  system_file: 'container',
  name_normalised: 'container',
}

/** The check that a finding belongs to. */
export const checkOfFinding = ({
  code,
  file,
  entry_id: entry,
}: Pick<BundleFinding, 'code' | 'file' | 'entry_id'>): CheckName => {
  if (code === 'bundle_malformed') return byFolder(file, 'container')
  if (code === 'bundle_facts_differ') return byFolder(file, 'facts')
  if (code === 'unknown_key') return entry === null ? 'key' : 'entries'
  return Object.hasOwn(byCode, code) ? (byCode[code] ?? 'other') : 'other'
}

/** Whether a fault is one of a check: its own, or that of a file which the check rests on. */
const concerns = (check: CheckName, finding: BundleFinding): boolean =>
  finding.severity === 'fault' &&
  (checkOfFinding(finding) === check ||
    (checkOfFinding(finding) === 'files' && byFolder(finding.file, 'files') === check))

/** Whether a report has anything from which a check could come to an answer. */
const hasMatter = (check: CheckName, { counts, signingKey, facts, papers }: BundleReport): boolean => {
  switch (check) {
    case 'container':
    case 'files':
      return counts.files > 0
    case 'signature':
    case 'key':
      return signingKey !== null
    case 'entries':
    case 'chain':
    case 'proofs':
      return counts.entries > 0
    case 'checkpoints':
      return counts.checkpoints > 0
    case 'evidence':
      return counts.evidence + counts.piecesLeftOut > 0 && facts !== null
    case 'disclosures':
      return counts.disclosures + counts.valuesLeftOut > 0
    case 'facts':
      return facts !== null && counts.entries > 0
    case 'papers':
      return papers.some(({ state }) => state !== 'not_compared')
    case 'other':
      return false
  }
}

const stateOf = (check: CheckName, faults: number, report: BundleReport): CheckState => {
  if (faults > 0) return 'fault'
  if (!hasMatter(check, report)) return 'none'
  return check === 'key' && report.keyConfirmed !== true ? 'open' : 'ok'
}

/** What each check came to. A check without matter is none that was passed. */
export const assess = (report: BundleReport): CheckResult[] =>
  checks
    .map((check) => {
      const faults = report.findings.filter((finding) => concerns(check, finding)).length
      return { check, faults, state: stateOf(check, faults, report) }
    })
    .filter(({ check, faults }) => check !== 'other' || faults > 0)

/** Findings of one code. */
export interface FindingGroup {
  readonly code: string
  readonly findings: readonly BundleFinding[]
}

/** Findings of one severity, by code, in the order in which the codes were found. */
export const groupsOf = (report: BundleReport, severity: BundleFinding['severity']): FindingGroup[] => {
  const groups = new Map<string, BundleFinding[]>()
  for (const finding of report.findings) {
    if (finding.severity === severity) groups.set(finding.code, [...(groups.get(finding.code) ?? []), finding])
  }
  return [...groups].map(([code, findings]) => ({ code, findings }))
}

/** Whether what was read is no bundle at all: there is nothing of it to speak about. */
export const isNoBundle = ({ counts, facts, signingKey }: BundleReport): boolean =>
  counts.entries === 0 && facts === null && signingKey === null

/** What the page says above all else. */
export type PageVerdict = 'no_bundle' | 'faults' | 'other_key' | 'confirmed' | 'unconfirmed'

/** @param match how the fingerprint that a person gave compares; null: none was given */
export const verdictOf = (report: BundleReport, match: Match | null): PageVerdict => {
  if (isNoBundle(report)) return 'no_bundle'
  if (report.verdict === 'faults_found') return 'faults'
  if (match === null || match === 'some') return 'unconfirmed'
  return match === 'none' ? 'other_key' : 'confirmed'
}

/** What a piece of evidence came to. */
export type PieceState = 'intact' | 'fault' | 'hash_only' | 'erased' | 'unproven'

/** Whether a piece is what was sealed. `unproven`: no signature of the bundle holds, so that its list says nothing. */
export const pieceState = (report: BundleReport, file: string | null, entry: string): PieceState => {
  const isConcerned = report.findings.some(
    (finding) =>
      finding.severity === 'fault' && ((file !== null && finding.file === file) || finding.entry_id === entry),
  )
  if (isConcerned) return 'fault'
  if (report.signingKey === null) return 'unproven'
  if (file !== null) return 'intact'
  const isErased = report.findings.some(({ code, entry_id: id }) => code === 'evidence_erased' && id === entry)
  return isErased ? 'erased' : 'hash_only'
}
