import type { EntityRef, LinkKind, NodeKind } from '../../../shared/schema/network.ts'
import { nodeKinds } from '../../../shared/schema/network.ts'
import type { InterestKind, PartyKind } from '../../../shared/schema/kyb.ts'
import { utcDay } from '../../../shared/text/days.ts'
import type { ContextLink } from '../../domain/network/kept.ts'
import type { ScreeningStore, StandingHit } from '../screening/screening-store.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { Because } from './because.ts'
import type { NetworkStore } from './network-store.ts'

/** What another area knows that belongs into the network. */
export interface NetworkContext {
  /** Changes when links or names do; they are read again then, whole. */
  readonly version: (nowMs: number) => string
  readonly links: (nowMs: number) => Iterable<ContextLink>
  readonly names: () => Iterable<{ readonly entity: EntityRef; readonly name: string }>
  readonly knownBad: (nowMs: number) => Iterable<Because>
}

/**
 * What is read of one area at most: an area that knows more (a whole country's register) is left out whole, as half of
 * it would mislead.
 */
export const contextMost = 200_000

const none = (): never[] => []

/** What cases, alerts and labels tell. */
export const caseContext = (sql: SyncStatements, store: NetworkStore): NetworkContext => ({
  // Whom a case names is told by entries alone.
  version: () => String(sql.get<{ highest: number | null }>('select max(n) as highest from entries')?.highest ?? 0),
  links: () => store.caseLinks(),
  names: none,
  knownBad: (nowMs) => store.knownBad(nowMs),
})

const nodeKindOf = (kind: string): NodeKind | null => nodeKinds.find((known) => known === kind) ?? null

/**
 * What screening tells: whom a person found to be whom a list names, whose match waits for an answer, and what subjects
 * are called.
 */
export const screeningContext = (
  sql: SyncStatements,
  screening: Pick<ScreeningStore, 'standingHits'>,
): NetworkContext => {
  const hits = (): { readonly entity: EntityRef; readonly listed: EntityRef; readonly hit: StandingHit }[] =>
    screening.standingHits().flatMap((hit) => {
      const kind = nodeKindOf(hit.subject.kind)
      return kind === null
        ? []
        : [
            {
              entity: { kind, id: hit.subject.id },
              listed: { kind: 'listed' as const, id: `${hit.list}:${hit.entryId}` },
              hit,
            },
          ]
    })
  const found = () => hits().filter(({ hit }) => hit.state === 'true_match')
  return {
    version: () =>
      JSON.stringify(
        sql.get(
          "select (select count(*) || ' ' || coalesce(max(n), 0) from screening_dispositions) as said, (select count(*) || ' ' || coalesce(max(n), 0) from screening_hits where state = 'true_match') as matches, (select count(*) || ' ' || coalesce(max(changed_at), 0) from screening_subjects) as subjects",
        ),
      ),
    links: () =>
      found().map(({ entity, listed, hit }): ContextLink => ({
        from: entity,
        to: listed,
        kind: 'listed',
        source: 'screening',
        atMs: hit.atMs,
      })),
    names: () => [
      ...found().map(({ listed, hit }) => ({ entity: listed, name: hit.listedName })),
      ...sql
        .all<{ kind: string; id: string; name: string }>(
          'select kind, id, name from screening_subjects order by n limit ?',
          contextMost,
        )
        .flatMap(({ kind, id, name }) => {
          const known = nodeKindOf(kind)
          return known === null ? [] : [{ entity: { kind: known, id }, name }]
        }),
    ],
    knownBad: () =>
      hits().flatMap(({ entity, listed, hit: { state, list, listedName, alertId, atMs } }): Because[] => {
        const shared = { source: 'screening' as const, alertId, atMs }
        if (state === 'open')
          return [
            {
              ...shared,
              entity,
              certainty: 'open',
              text: `It may be “${listedName}” of the list ${list}; nobody has said yet.`,
            },
          ]
        return [
          {
            ...shared,
            entity,
            certainty: 'confirmed',
            text: `It is “${listedName}” of the list ${list}, as a person found.`,
          },
          { ...shared, entity: listed, certainty: 'confirmed', text: `The list ${list} names it.` },
        ]
      }),
  }
}

const officerKinds: ReadonlySet<string> = new Set<InterestKind>(['senior_managing_official', 'appointment_of_board'])

const partyRef = (kind: PartyKind, dataset: string, key: string): EntityRef => ({
  kind: kind === 'person' ? 'person' : 'company',
  id: `${dataset}:${key}`,
})

interface PartyRowNamed {
  readonly dataset: string
  readonly key: string
  readonly kind: PartyKind
  readonly name: string
}

/** What ownership data in force tell: who owns and who runs whom today, each under `<data set>:<record>`. */
export const ownershipContext = (sql: SyncStatements): NetworkContext => {
  const isTooMuch = (): boolean =>
    (sql.get<{ all: number | null }>(
      'select sum(parties + interests) as "all" from ownership_datasets where in_force = 1',
    )?.all ?? 0) > contextMost
  return {
    version: (nowMs) =>
      JSON.stringify([sql.all('select id from ownership_datasets where in_force = 1 order by id'), utcDay(nowMs)]),
    links: (nowMs) => {
      if (isTooMuch()) return []
      const day = utcDay(nowMs)
      return sql
        .all<{
          dataset: string
          kind: InterestKind
          from_day: string | null
          owner: string
          owner_kind: PartyKind
          owned: string
          owned_kind: PartyKind
        }>(
          `select d.key as dataset, i.kind, i.from_day, i.owner, a.kind as owner_kind, i.owned, b.kind as owned_kind from ownership_interests i
           join ownership_datasets d on d.id = i.dataset and d.in_force = 1
           join ownership_parties a on a.dataset = i.dataset and a.key = i.owner join ownership_parties b on b.dataset = i.dataset and b.key = i.owned
           where (i.from_day is null or i.from_day <= ?) and (i.to_day is null or i.to_day > ?) order by i.n`,
          day,
          day,
        )
        .map((row): ContextLink => {
          const kind: LinkKind = officerKinds.has(row.kind) ? 'officer' : 'owner'
          const atMs = row.from_day === null ? Number.NaN : Date.parse(row.from_day)
          return {
            from: partyRef(row.owner_kind, row.dataset, row.owner),
            to: partyRef(row.owned_kind, row.dataset, row.owned),
            kind,
            source: 'ownership',
            atMs: Number.isNaN(atMs) ? null : atMs,
          }
        })
    },
    names: () =>
      isTooMuch()
        ? []
        : sql
            .all<PartyRowNamed>(
              'select d.key as dataset, p.key, p.kind, p.name from ownership_parties p join ownership_datasets d on d.id = p.dataset and d.in_force = 1 order by p.n',
            )
            .map(({ dataset, key, kind, name }) => ({ entity: partyRef(kind, dataset, key), name })),
    knownBad: none,
  }
}
