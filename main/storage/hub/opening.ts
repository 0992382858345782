import { refusal } from '../../../shared/api/errors.ts'

/** The one row of the state, when a store is made; `?`: the check of the key. */
export const firstState = "insert into hub_state (id, feed, floor, entries, next_device, dseq, hlc, must_scrub, key_check) values (1, 0, 0, 0, 1, 0, '', 0, ?)"

export const newerRelease = refusal('unavailable', 'The store of the hub was written by a newer release of Fieldseal; update this one. Nothing was changed.')

export const otherKey = refusal(
  'unavailable',
  'The key of this process does not open the store of the hub: it is the key of another hub. All processes of one hub share one workspace key; give this one the same (docs/hub.md). Nothing was changed.',
)
