import type { RegisteredSubject, ScreenedFacts, ScreeningMatchItem } from '../../../shared/schema/screening.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { subjectOf } from '../../domain/screening/facts.ts'
import type { ScreeningService } from '../screening/screening-service.ts'
import type { PartyScreening, ScreenedSubject, ScreeningHit } from './ports.ts'

/** Longest id under which the register of screening knows a subject. */
const refMax = 128
const registeredAtOnce = 100
const identifierMax = 64

interface HitRow {
  readonly list: string
  readonly entry_id: string
  readonly match: string
  readonly state: ScreeningHit['state']
}

const hitsOfSubject = `select h.list, h.entry_id, h.match, h.state from screening_hits h join screening_subjects s on s.n = h.subject_n
  where s.kind = ? and s.id = ? and h.state <> 'gone' order by h.score desc, h.n`

const factsOf = ({ kind, names, dates, countries, identifiers }: ScreenedSubject): ScreenedFacts => ({
  kind,
  names: names.slice(0, 20),
  dates: dates.filter((date) => !date.startsWith('0')).slice(0, 10),
  countries: countries.slice(0, 20),
  gender: null,
  identifiers: identifiers.filter((identifier) => identifier !== '' && identifier.length <= identifierMax).slice(0, 50),
})

const refOf = ({ id, kind }: ScreenedSubject): RegisteredSubject['subject'] | null =>
  id === null || id.length > refMax ? null : { kind: kind === 'person' ? 'person' : 'company', id }

/**
 * Owners and officers in the register of screening: they are screened with everybody else when a list changes, their
 * hits stand at the desk and become alerts, and a check of a business tells what a person said of each. Whoever bears
 * no id that the register can know is searched for without being kept.
 */
export const screeningOf = (service: ScreeningService): PartyScreening => {
  const { sql } = service.store
  const versions = (): ReadonlyMap<string, string> =>
    new Map(service.searched().map(({ key, version }) => [key, version]))

  const register = async (subjects: readonly ScreenedSubject[], actor: Actor): Promise<void> => {
    const registered = subjects.flatMap((subject) => {
      const ref = refOf(subject)
      return ref === null ? [] : [{ subject: ref, ...factsOf(subject) }]
    })
    for (let at = 0; at < registered.length; at += registeredAtOnce) {
      const done = await service.register({ subjects: registered.slice(at, at + registeredAtOnce) }, actor)
      if (!done.ok) throw new Error(`owners could not be screened: ${done.error.message}`)
    }
  }

  const kept = ({ kind, id }: RegisteredSubject['subject'], of: ReadonlyMap<string, string>): ScreeningHit[] =>
    sql.all<HitRow>(hitsOfSubject, kind, id).map(({ list, entry_id: entry, match, state }) => {
      const { listed_name: listedName, score } = JSON.parse(match) as Pick<ScreeningMatchItem, 'listed_name' | 'score'>
      return { list, version: of.get(list) ?? '', entry, listedName, score, state }
    })

  const searched = (subject: ScreenedSubject): ScreeningHit[] =>
    service.matches(subjectOf(factsOf(subject), null)).map(({ list, version, entry, listedName, score }) => ({
      list,
      version,
      entry: entry.id,
      listedName,
      score,
      state: 'open',
    }))

  return {
    lists: () => service.searched().map(({ key, version, age_days: ageDays }) => ({ key, version, ageDays })),
    ready: async () => {
      await service.loaded()
    },
    hits: async (subjects, actor) => {
      await register(subjects, actor)
      const of = versions()
      return subjects.map((subject) => {
        const ref = refOf(subject)
        return ref === null ? searched(subject) : kept(ref, of)
      })
    },
  }
}
