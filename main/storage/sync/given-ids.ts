/**
 * Columns of tables that are no projections, which hold ids that the folder gave out: of cases, evidence, views and
 * alerts. Chains have the ids of their cases.
 */
export const givenIdColumns = [
  ['entries', 'chain'],
  ['chains', 'id'],
  ['checkpoints', 'chain'],
  ['blob_keys', 'case_id'],
  ['acquisitions', 'case_id'],
  ['acquisitions', 'evidence_id'],
  ['acquisition_files', 'evidence_id'],
  ['exports', 'case_id'],
  ['evidence_text_files', 'case_id'],
  ['evidence_texts', 'case_id'],
  ['piece_hashes', 'case_id'],
  ['known_marks', 'case_id'],
  ['saved_views', 'id'],
  ['alerts', 'id'],
  ['alert_transactions', 'alert_id'],
  ['entity_cases', 'case_id'],
  ['drafts', 'case_id'],
] as const

/** Members of JSON columns that hold such ids: one, or several; a text may list several, separated by commas. */
export const givenIdMembers = [
  ['acquisitions', 'actor', 'user_id'],
  ['exports', 'requested_by', 'id'],
  ['saved_views', 'query', 'owner_id'],
  ['saved_views', 'query', 'alert_id'],
  ['saved_views', 'query', 'parent_id'],
  ...(['case_id', 'evidence_id', 'to_id', 'from_id', 'owner_id', 'user_id', 'alert_id', 'alert_ids'] as const).map(
    (member) => ['event_log', 'data', member] as const,
  ),
] as const
