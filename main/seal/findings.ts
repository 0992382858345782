import type { Finding, FindingCode } from '../../shared/schema/findings.ts'

/** The chain that a finding is about. */
export interface FindingChain {
  readonly caseUid: string
  readonly caseNumber: string | null
}

/** The entry that a finding is about, where it is about one. */
export interface FindingEntry {
  readonly id: string
  readonly position: number
}

const information: readonly FindingCode[] = [
  'time_out_of_order',
  'clock_attested',
  'anchor_went_back',
  'redacted',
  'evidence_erased',
  'unwitnessed',
  'checkpoint_elsewhere',
  'hub_unconfirmed',
  'case_incomplete',
  'entries_elsewhere',
  'access_log_shortened',
  'witness_unknown',
  'timestamp_unchecked',
  'timestamp_unconfirmed',
  'key_unconfirmed',
  'trust_unused',
  'paper_not_compared',
  'left_out',
  'system_file',
  'name_normalised',
]

/** A finding, with the severity that its code has (S-80). */
export const makeFinding = (
  subject: FindingChain,
  code: FindingCode,
  message: string,
  place: FindingEntry | null = null,
): Finding => ({
  code,
  severity: information.includes(code) ? 'information' : 'fault',
  case_uid: subject.caseUid,
  case_number: subject.caseNumber,
  entry_id: place?.id ?? null,
  position: place?.position ?? null,
  message,
})

/** Whether a finding speaks against what was verified; information does not. */
export const isFault = ({ severity }: Pick<Finding, 'severity'>): boolean => severity === 'fault'

/** S-80: what findings come to: one fault is enough, and information alone leaves what was verified intact. */
export const verdictOver = (findings: readonly Pick<Finding, 'severity'>[]): 'intact' | 'faults_found' =>
  findings.some(isFault) ? 'faults_found' : 'intact'

/** S-115: what a verification comes to, in three words. */
export type Conclusion = 'intact_to_the_end' | 'intact_as_far_as_it_goes' | 'faults_found'

/** S-115: a verdict, together with whether somebody from outside vouches for the end. */
export const conclusionOf = (verdict: 'intact' | 'faults_found', isWitnessed: boolean): Conclusion => {
  if (verdict === 'faults_found') return verdict
  return isWitnessed ? 'intact_to_the_end' : 'intact_as_far_as_it_goes'
}
