import type { PartyDetails } from '../../domain/kyb/statements/records.ts'
import type { PartyRow } from './tables.ts'

/** What is kept of a party as JSON: it was written by this release, and is of this form. */
export const detailsOf = (
  row: Pick<PartyRow, 'details'>,
): Pick<PartyDetails, 'aliases' | 'countries' | 'identifiers' | 'addresses'> =>
  JSON.parse(row.details) as Pick<PartyDetails, 'aliases' | 'countries' | 'identifiers' | 'addresses'>
