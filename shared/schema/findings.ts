import { z } from 'zod'

/**
 * What the verification of a seal can name (docs/spec/seal.md). `time_out_of_order`, `anchor_went_back`,
 * `clock_attested`, `redacted`, `evidence_erased`, `unwitnessed`, `checkpoint_elsewhere`, `hub_unconfirmed`, `case_incomplete`,
 * `entries_elsewhere` and `access_log_shortened` are information, not faults.
 */
export const sealFindingCodes = [
  'edited_payload',
  'edited_signature',
  'unknown_key',
  'revoked_key',
  'unknown_actor',
  'actor_elsewhere',
  'missing_entry',
  'reordered_entries',
  'truncated_tail',
  'device_fork',
  'time_before_anchor',
  'time_after_receipt',
  'clock_regression',
  'time_out_of_order',
  'clock_attested',
  'anchor_went_back',
  'row_differs',
  'blob_differs',
  'blob_missing',
  'non_canonical_payload',
  'malformed_entry',
  'checkpoint_not_extending',
  'checkpoint_invalid',
  'checkpoint_elsewhere',
  'disclosure_differs',
  'disclosure_missing',
  'redacted',
  'evidence_erased',
  'unwitnessed',
  'hub_unconfirmed',
  'case_incomplete',
  'entries_elsewhere',
  'access_log_row_altered',
  'access_log_row_missing',
  'access_log_reordered',
  'access_log_truncated',
  'access_log_terms_differ',
  'access_log_shortened',
] as const

/**
 * What the verification of a case bundle can name besides (docs/spec/bundle.md). `witness_unknown`,
 * `timestamp_unchecked`, `timestamp_unconfirmed`, `key_unconfirmed`, `trust_unused`,
 * `paper_not_compared`, `left_out`, `system_file` and `name_normalised` are information.
 */
export const bundleFindingCodes = [
  'bundle_malformed',
  'bundle_file_altered',
  'bundle_file_missing',
  'bundle_file_added',
  'bundle_signature_invalid',
  'bundle_key_mismatch',
  'bundle_facts_differ',
  'paper_differs',
  'log_proof_invalid',
  'cosignature_invalid',
  'timestamp_invalid',
  'log_time_too_early',
  'witness_unknown',
  'timestamp_unchecked',
  'timestamp_unconfirmed',
  'key_unconfirmed',
  'trust_unused',
  'paper_not_compared',
  'left_out',
  'system_file',
  'name_normalised',
] as const

/**
 * Everything that verification can name. The code is the contract: tests, the window's
 * explanations and outside scripts rely on it.
 */
export const findingCodes = [...sealFindingCodes, ...bundleFindingCodes] as const

export const findingCodeSchema = z.enum(findingCodes)
export type FindingCode = z.infer<typeof findingCodeSchema>

export const findingSeveritySchema = z.enum(['fault', 'information'])

/** One finding of a verification, about one case (or the workspace chain) and, where known, one entry. */
export const findingSchema = z.object({
  code: findingCodeSchema,
  severity: findingSeveritySchema,
  case_uid: z.string().describe('The case, or `workspace`.'),
  case_number: z.string().nullable(),
  entry_id: z.string().nullable().describe('Lower-case hex id of the entry, where one is concerned.'),
  position: z.number().int().nullable().describe('0-based position in the arrival order of the case, where known.'),
  message: z.string().describe('What was found, in one sentence, without personal data.'),
})
export type Finding = z.infer<typeof findingSchema>

/** S-115: what a verification comes to. */
export const conclusion = z
  .enum(['intact_to_the_end', 'intact_as_far_as_it_goes', 'faults_found'])
  .describe(
    'The verdict, and where that is `intact`, whether what a hub signed covers every entry, or nothing outside of this folder vouches for the end.',
  )
