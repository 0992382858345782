/** On what ground of law something sealed may be erased. */
export const legalBases = [
  'gdpr_art_17',
  'court_order',
  'retention_expired',
  'privileged',
  'recorded_in_error',
  'other_law',
] as const
export type LegalBasis = (typeof legalBases)[number]
