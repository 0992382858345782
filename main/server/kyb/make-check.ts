import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { BodyOf } from '../../../shared/api/operation.ts'
import type { checkBusiness } from '../../../shared/api/kyb.ts'
import { checkThresholds } from '../../../shared/schema/kyb.ts'
import type {
  BusinessCheck,
  CheckedIdentifier,
  CheckThresholds,
  MadeFrom,
  ScreenedParty,
} from '../../../shared/schema/kyb.ts'
import type { ActingPerson } from '../../../shared/schema/decisions.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { utcDay } from '../../../shared/text/days.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { changesBetween } from '../../domain/kyb/check/changes.ts'
import { worst } from '../../domain/kyb/check/facts.ts'
import type { CheckFacts, Officer } from '../../domain/kyb/check/facts.ts'
import { checkPartsOf } from '../../domain/kyb/check/parts.ts'
import { checkIdentifiers } from '../../domain/kyb/identifiers/check.ts'
import { blockedByOwnership } from '../../domain/kyb/ownership/blocked.ts'
import type { BlockedOwnership } from '../../domain/kyb/ownership/blocked.ts'
import { finalOwnership } from '../../domain/kyb/ownership/final-owners.ts'
import type { FinalOwnership } from '../../domain/kyb/ownership/final-owners.ts'
import type { Network } from '../../domain/kyb/ownership/parties.ts'
import { bareIdentifier } from '../../domain/kyb/places.ts'
import type { BusinessStore, LocatedParty } from '../../storage/kyb/business-store.ts'
import type { KeptCheck } from '../../storage/kyb/checks.ts'
import { datasetAge, datasetView } from '../../storage/kyb/datasets.ts'
import { detailsOf } from '../../storage/kyb/party-details.ts'
import type { CustomerHistory, PartyScreening } from './ports.ts'
import { screenParties } from './screen-parties.ts'
import type { PartyToScreen } from './screen-parties.ts'
import { addressesOf, findingsView, identifiersOf, interestView, ownersView, splitPosts } from './views.ts'

/** How a check is asked for. */
export type CheckInput = BodyOf<typeof checkBusiness>

/** What checks are made with. */
export interface BusinessCheckParts {
  readonly store: BusinessStore
  readonly screening: PartyScreening
  readonly history: CustomerHistory
  readonly nowMs: () => number
  readonly newId: () => string
}

const noBusiness = refusal('not_found', 'The ownership data in force does not hold a business with this id.')

/** Keys of lists whose persons count for OFAC's rule. */
const isOfac = (list: string): boolean => /^ofac/u.test(list)

const noDetails = { aliases: [], countries: [], identifiers: [] }

/** The business of the data that is asked about: by its id, or by an identifier that one business alone bears. */
const locateSubject = (store: BusinessStore, input: CheckInput): Result<LocatedParty | null, Refusal> => {
  if (input.business_id !== undefined) {
    const located = store.locate(input.business_id)
    return located === null ? fail(noBusiness) : ok(located)
  }
  const found = (['lei', 'company_number', 'vat'] as const).flatMap((type) => {
    const value = input.identifiers?.[type]
    return value === undefined ? [] : store.withIdentifier(value)
  })
  const ids = [...new Set(found.map(({ dataset_key: dataset, key }) => `${dataset}:${key}`))]
  return ok(ids.length === 1 ? store.locate(ids[0] ?? '') : null)
}

/** What was said under the same identifier twice is looked at once. */
const together = (given: readonly CheckedIdentifier[], recorded: readonly CheckedIdentifier[]): CheckedIdentifier[] => {
  const seen = new Set<string>()
  return [...given, ...recorded].filter(({ type, value }) => {
    const key = `${type}:${bareIdentifier(value)}`
    return !seen.has(key) && seen.add(key) !== undefined
  })
}

const rolesOf = (network: Network, ownership: FinalOwnership): ReadonlyMap<string, ScreenedParty['role']> => {
  const owners = new Set(ownership.owners.map(({ id }) => id))
  return new Map(
    [...network.parties.keys()].map((key) => [
      key,
      key === network.target ? 'business' : owners.has(key) ? 'owner' : 'intermediary',
    ]),
  )
}

interface Subject {
  readonly located: LocatedParty | null
  readonly name: string
  readonly country: string | null
  readonly founded: string | null
}

const partiesToScreen = (
  store: BusinessStore,
  { located, name, country, founded }: Subject,
  network: Network | null,
  ownership: FinalOwnership | null,
  officers: readonly Officer[],
): PartyToScreen[] => {
  if (located === null || network === null || ownership === null) {
    return name === ''
      ? []
      : [
          {
            id: null,
            name,
            kind: 'company',
            known: true,
            role: 'business',
            founded,
            jurisdiction: country,
            details: noDetails,
          },
        ]
  }
  const { dataset } = located
  const roles = rolesOf(network, ownership)
  const order = { business: 0, owner: 1, officer: 2, intermediary: 3 }
  const toScreen = (key: string, role: ScreenedParty['role']): PartyToScreen[] => {
    const row = store.partyOf(dataset.id, key)
    if (row === undefined) return []
    return [
      {
        id: key.startsWith('~') ? null : `${dataset.key}:${key}`,
        name: row.name,
        kind: row.kind,
        known: row.known === 1,
        role,
        founded: row.founded,
        jurisdiction: row.jurisdiction,
        details: detailsOf(row),
      },
    ]
  }
  const keyOf = (id: string | null): string => (id ?? '').slice(dataset.key.length + 1)
  const owners = [...roles].flatMap(([key, role]) => toScreen(key, role))
  const others = [...new Set(officers.map(({ interest }) => keyOf(interest.party.id)))]
    .filter((key) => key !== '' && !roles.has(key))
    .flatMap((key) => toScreen(key, 'officer'))
  return [...owners, ...others].sort((one, other) => order[one.role] - order[other.role])
}

const blockedOf = (
  { graph }: FinalOwnership,
  dataset: string,
  screened: readonly ScreenedParty[],
  lists: readonly { readonly key: string }[],
): readonly BlockedOwnership[] | null => {
  if (!lists.some(({ key }) => isOfac(key))) return null
  const withState = (state: 'open' | 'true_match'): Set<number> => {
    const ids = new Set(
      screened.filter(({ hits }) => hits.some((hit) => isOfac(hit.list) && hit.state === state)).map(({ id }) => id),
    )
    return new Set(graph.parties.flatMap(({ key }, node) => (ids.has(`${dataset}:${key}`) ? [node] : [])))
  }
  return blockedByOwnership(graph, withState('true_match'), withState('open'))
}

/** Keys under which a check is found again. */
const keysOf = (identifiers: readonly CheckedIdentifier[]): string[] =>
  identifiers.map(({ type, value }) => checkKey(type, value))

/** An identifier as checks are found by it. */
export const checkKey = (type: string, value: string): string => `${type}:${bareIdentifier(value)}`

const subjectKey = ({ located, name, country }: Subject, identifiers: readonly CheckedIdentifier[]): string => {
  if (located !== null) return `business:${located.id}`
  const [first] = identifiers
  return first === undefined
    ? `name:${country ?? ''}:${name.normalize('NFKC').toLowerCase()}`
    : checkKey(first.type, first.value)
}

const madeFrom = (
  { located }: Subject,
  lists: ReturnType<PartyScreening['lists']>,
  asOf: string,
  nowMs: number,
): MadeFrom => {
  const view = located === null ? null : datasetView(located.dataset, nowMs, () => null)
  return {
    dataset:
      view === null
        ? null
        : {
            key: view.key,
            version: view.version,
            sha256: view.sha256,
            dated: view.dated,
            age_days: view.age_days,
            stale: view.stale,
          },
    lists: lists.map(({ key, version, ageDays }) => ({ key, version, age_days: ageDays })),
    as_of: asOf,
  }
}

interface Looked {
  readonly facts: CheckFacts
  readonly screened: ScreenedParty[]
  readonly subject: Subject
  readonly ownership: FinalOwnership | null
  readonly made: MadeFrom
}

/** Looks at everything that is on this device. */
const look = async (
  { store, screening, history, nowMs }: BusinessCheckParts,
  input: CheckInput,
  located: LocatedParty | null,
  thresholds: CheckThresholds,
  actor: Actor,
): Promise<Looked> => {
  const now = nowMs()
  const asOf = input.as_of ?? utcDay(now)
  const party = located?.party ?? null
  const subject: Subject = {
    located,
    name: input.name ?? party?.name ?? '',
    country: input.country ?? party?.jurisdiction?.slice(0, 2) ?? null,
    founded: input.founded ?? party?.founded ?? null,
  }
  const identifiers = together(
    checkIdentifiers(input.identifiers ?? {}, subject.country),
    party === null ? [] : identifiersOf(party).checked,
  )
  const network = located === null ? null : store.network(located, asOf)
  const ownership =
    network === null
      ? null
      : finalOwnership(network, { percent: thresholds.beneficial_owner, comparator: thresholds.comparator })
  const direct =
    located === null ? [] : store.interestsIn(located, asOf).map((row) => interestView(store, located, row, 'owner'))
  const officers = splitPosts(direct).officers.map((interest): Officer => ({
    interest,
    posts:
      located === null || interest.party.id === null
        ? 0
        : store.postsOf(located.dataset.id, interest.party.id.slice(located.dataset.key.length + 1), asOf),
  }))
  const nominees = direct.filter(
    ({ kind, details }) => kind === 'nominee' || (details?.includes('as a nominee') ?? false),
  )
  const lists = screening.lists()
  const screened = await screenParties(screening, partiesToScreen(store, subject, network, ownership, officers), actor)
  const facts: CheckFacts = {
    asOf,
    thresholds,
    name: subject.name,
    country: subject.country,
    founded: subject.founded,
    identifiers,
    recorded:
      located === null || party === null
        ? null
        : {
            id: located.id,
            founded: party.founded,
            dissolved: party.dissolved,
            jurisdiction: party.jurisdiction,
            addresses: addressesOf(store, located),
          },
    dataset:
      located === null
        ? null
        : {
            key: located.dataset.key,
            version: located.dataset.version,
            dated: located.dataset.dated,
            ageDays: datasetAge(located.dataset, now),
            stale: datasetView(located.dataset, now, () => null).stale,
          },
    ownership,
    officers,
    nominees,
    screened,
    lists,
    blocked: ownership === null || located === null ? null : blockedOf(ownership, located.dataset.key, screened, lists),
    activity:
      input.customer_id === undefined ? null : { customerId: input.customer_id, ...history.of(input.customer_id) },
  }
  return { facts, screened, subject, ownership, made: madeFrom(subject, lists, asOf, now) }
}

/** Checks a business with what is on this device, keeps the check and answers it. */
export const makeCheck = async (
  parts: BusinessCheckParts,
  input: CheckInput,
  by: Actor & { readonly person: ActingPerson },
): Promise<Result<BusinessCheck, Refusal>> => {
  const { store, nowMs, newId } = parts
  await parts.screening.ready()
  const located = locateSubject(store, input)
  if (!located.ok) return located
  const thresholds = checkThresholds.parse(input.thresholds ?? {})
  const { facts, screened, subject, ownership, made } = await look(parts, input, located.value, thresholds, by)
  const dataset = located.value?.dataset.key ?? ''
  const checked = checkPartsOf(facts)
  const [first] = facts.identifiers
  return store.keep(by, subjectKey(subject, facts.identifiers), keysOf(facts.identifiers), (before): KeptCheck => {
    const now = {
      outcome: worst(checked.map(({ outcome }) => outcome)),
      parts: [...checked],
      identifiers: [...facts.identifiers],
      owners: ownership === null ? [] : ownersView(dataset, ownership.owners),
      officers: facts.officers.map(({ interest }) => interest),
      screened,
      ownership_findings: ownership === null ? [] : findingsView(dataset, ownership.findings),
      thresholds,
      made_from: made,
    }
    return {
      id: newId(),
      at: toTimestamp(nowMs()),
      made_by: by.person,
      business: {
        id: located.value?.id ?? null,
        name: subject.name === '' ? (first?.value ?? '') : subject.name,
        country: subject.country,
      },
      ...now,
      previous: before === null ? null : { id: before.id, at: before.at },
      changes: before === null ? [] : changesBetween(before, now),
    }
  })
}
