import type { HitDisposition } from '../../../shared/schema/screening.ts'

/** The key that each disposition has. */
export const dispositionKeys: Readonly<Record<HitDisposition, string>> = { true_match: 't', false_match: 'f' }
