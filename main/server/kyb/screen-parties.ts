import type { PartyKind, ScreenedParty } from '../../../shared/schema/kyb.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { bareIdentifier } from '../../domain/kyb/places.ts'
import type { PartyDetails } from '../../domain/kyb/statements/records.ts'
import type { PartyScreening, ScreenedSubject, ScreeningHit } from './ports.ts'

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

const subjectOf = ({ id, kind, name, founded, jurisdiction, details }: PartyToScreen): ScreenedSubject => ({
  id,
  kind: kind === 'person' ? 'person' : kind === 'unknown' ? 'unknown' : 'organisation',
  names: [name, ...details.aliases],
  dates: founded === null ? [] : [founded],
  countries: [...new Set([...details.countries, ...(jurisdiction === null ? [] : [jurisdiction.slice(0, 2)])])],
  identifiers: details.identifiers.map(({ value }) => bareIdentifier(value)),
})

const unscreened = ({ id, name, kind, role }: PartyToScreen, reason: string): ScreenedParty => ({
  id,
  name,
  kind,
  role,
  state: 'not_checked',
  reason,
  hits: [],
})

const screenedAs = ({ id, name, kind, role }: PartyToScreen, hits: readonly ScreeningHit[]): ScreenedParty => ({
  id,
  name,
  kind,
  role,
  state: hits.length === 0 ? 'clear' : 'hits',
  reason: hits.length === 0 ? 'fits no entry' : `fits ${hits.length} ${hits.length === 1 ? 'entry' : 'entries'}`,
  hits: hits.map(({ list, version, entry, listedName, score, state }) => ({
    list,
    list_version: version,
    entry,
    listed_name: listedName,
    score: Math.round(score * 1e4) / 1e4,
    state,
  })),
})

/**
 * Holds parties against the lists in force. Whoever is not named cannot be, and beyond a thousand nobody is; both are
 * said.
 */
export const screenParties = async (
  screening: PartyScreening,
  parties: readonly PartyToScreen[],
  actor: Actor,
): Promise<ScreenedParty[]> => {
  if (screening.lists().length === 0)
    return parties.map((party) => unscreened(party, 'no list is in force on this device'))
  const named = parties.filter(({ known }) => known).slice(0, screenedMax)
  const hits = await screening.hits(named.map(subjectOf), actor)
  const found = new Map(named.map((party, at) => [party, hits[at] ?? []]))
  return parties.map((party) => {
    const of = found.get(party)
    if (of !== undefined) return screenedAs(party, of)
    return unscreened(party, party.known ? `a check screens ${screenedMax} names` : 'it is not said who this is')
  })
}
