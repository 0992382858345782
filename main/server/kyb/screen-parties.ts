import type { PartyKind, ScreenedParty } from '../../../shared/schema/kyb.ts'
import { plainIdentifier } from '../../domain/kyb/places.ts'
import type { PartialDate } from '../../domain/screening/subject.ts'
import type { PartyDetails } from '../../domain/kyb/statements/records.ts'
import type { PartyScreening, ScreenedSubject } from './ports.ts'

/** Somebody who is to be screened, and why. */
export interface PartyToScreen {
  /** null: who is only named. */
  readonly id: string | null
  readonly name: string
  readonly kind: PartyKind
  readonly known: boolean
  readonly role: ScreenedParty['role']
  readonly founded: string | null
  readonly jurisdiction: string | null
  readonly details: Pick<PartyDetails, 'aliases' | 'countries' | 'identifiers'>
}

/** The most parties that one check screens. */
export const screenedMax = 1_000

const dateFrom = (text: string | null): readonly PartialDate[] => {
  if (text === null) return []
  const [year, month, day] = text.split('-').map(Number)
  return [{ year: year ?? 0, ...(month === undefined ? {} : { month }), ...(day === undefined ? {} : { day }) }]
}

const subjectOf = ({ kind, name, founded, jurisdiction, details }: PartyToScreen): ScreenedSubject => ({
  kind: kind === 'person' ? 'person' : kind === 'unknown' ? 'unknown' : 'organisation',
  names: [name, ...details.aliases],
  dates: dateFrom(founded),
  countries: [...new Set([...details.countries, ...(jurisdiction === null ? [] : [jurisdiction.slice(0, 2)])])],
  identifiers: details.identifiers.map(({ value }) => plainIdentifier(value)),
})

const unscreened = ({ id, name, kind, role }: PartyToScreen, reason: string): ScreenedParty => ({ id, name, kind, role, state: 'not_checked', reason, hits: [] })

/** Holds parties against the lists in force. Whoever is not named cannot be, and beyond a thousand nobody is; both are said. */
export const screenParties = (screening: PartyScreening, parties: readonly PartyToScreen[]): ScreenedParty[] => {
  const lists = screening.lists().length
  return parties.map((party, at): ScreenedParty => {
    if (lists === 0) return unscreened(party, 'no list is in force on this device')
    if (!party.known) return unscreened(party, 'it is not said who this is')
    if (at >= screenedMax) return unscreened(party, `a check screens ${screenedMax} names`)
    const hits = screening.hits(subjectOf(party)).map(({ list, version, entry, listedName, score, state }) => ({ list, list_version: version, entry, listed_name: listedName, score: Math.round(score * 1e4) / 1e4, state }))
    const { id, name, kind, role } = party
    return { id, name, kind, role, state: hits.length === 0 ? 'clear' : 'hits', reason: hits.length === 0 ? 'fits no entry' : `fits ${hits.length} ${hits.length === 1 ? 'entry' : 'entries'}`, hits }
  })
}
