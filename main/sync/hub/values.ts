import { chainOfType } from '../../../shared/entries/catalogue.ts'
import { openMisfit } from '../../domain/entries/sealing-forms.ts'
import { idRange } from '../../platform/ids.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import type { GivenIdKind } from './records.ts'
import type { HubKnownKey } from './workspace-head.ts'

/** Types that give an integer id of the device to what they make, and where it stands. */
const idGivenBy: Readonly<Record<string, { readonly kind: GivenIdKind; readonly member: string }>> = {
  'case.opened': { kind: 'case', member: 'case_id' },
  'evidence.acquired': { kind: 'evidence', member: 'evidence_id' },
  'user.added': { kind: 'user', member: 'id' },
}

type Author = Pick<HubKnownKey, 'number' | 'joinedDseq'>

/** The id that an entry gives out, as it stands in its payload. */
const statedId = ({ type, pub }: EntryPayload): { readonly kind: GivenIdKind; readonly id: number } | null => {
  const given = Object.hasOwn(idGivenBy, type) ? idGivenBy[type] : undefined
  const id = given === undefined ? undefined : pub[given.member]
  return given === undefined || typeof id !== 'number' ? null : { kind: given.kind, id }
}

const isOfOldFolder = (payload: EntryPayload, author: Author, id: number): boolean =>
  payload.dseq <= author.joinedDseq && id <= idRange(0).last

/**
 * The id that an entry gives out, as the workspace knows it: one of a folder that joined is one of its device (Y-14).
 */
export const idGiven = (
  payload: EntryPayload,
  author: Author,
): { readonly kind: GivenIdKind; readonly id: number } | null => {
  const stated = statedId(payload)
  return stated !== null && isOfOldFolder(payload, author, stated.id)
    ? { ...stated, id: author.number * (idRange(0).last + 1) + stated.id }
    : stated
}

/** What is wrong with the values of an entry. */
export interface ValueFault {
  readonly code: 'invalid_values' | 'id_out_of_range'
  readonly message: string
}

const fault = (code: ValueFault['code'], message: string): ValueFault => ({ code, message })

/**
 * Twice what a request may nest. How deep a program can read follows from its stack: what one replica could just read,
 * another could not, and would take its hub for a liar.
 */
const deepest = 64

/** Whether a value nests deeper than every replica can read. */
export const isTooDeep = (value: JsonValue, left = deepest): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (left === 0 || Object.values(value).some((member: JsonValue) => isTooDeep(member, left - 1)))

/**
 * Holds the values of an entry against the form of its type, and the id that it gives out against its device's range
 * (L-22, Y-14); null where nothing is wrong.
 */
export const valueFault = (payload: EntryPayload, author: Author): ValueFault | null => {
  const { type, pub } = payload
  const misplaced = chainOfType(type) === (payload.case === 'workspace' ? 'case' : 'workspace')
  if (misplaced) return fault('invalid_values', `An entry of type ${type} has no place in this chain.`)
  if (isTooDeep(pub)) return fault('invalid_values', `The values of ${type} nest deeper than ${deepest} levels.`)
  const where = openMisfit(type, pub)
  if (where !== null)
    return fault(
      'invalid_values',
      `The values of ${type} are not of their form${where === '' ? '' : ` at ${where.slice(0, 100)}`}.`,
    )
  const given = statedId(payload)
  if (given === null) return null
  const { first, last } = idRange(author.number)
  const isOwn = (given.id >= first && given.id <= last) || isOfOldFolder(payload, author, given.id)
  return isOwn ? null : fault('id_out_of_range', `The id that ${type} gives out is not of this device’s range.`)
}
