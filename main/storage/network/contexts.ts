import type { EntityRef, LinkKind, NodeKind } from '../../../shared/schema/network.ts'
import { nodeKinds } from '../../../shared/schema/network.ts'
import type { InterestKind, PartyKind } from '../../../shared/schema/kyb.ts'
import type { ContextLink } from '../../domain/network/model.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { Because, NetworkStore } from './network-store.ts'

/** What another area knows that belongs into the network. */
export interface NetworkContext {
  /** Changes when links or names do; they are read again then, whole. */
  readonly version: (nowMs: number) => string
  readonly links: (nowMs: number) => Iterable<ContextLink>
  readonly names: () => Iterable<{ readonly entity: EntityRef; readonly name: string }>
  readonly knownBad: (nowMs: number) => Iterable<Because>
}

/** What is read of one area at most: an area that knows more (a whole country's register) is left out whole, as half of it would mislead. */
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

interface HitRow {
  readonly kind: string
  readonly id: string
  readonly list: string
  readonly entry_id: string
  readonly state: 'open' | 'true_match'
  readonly listed_name: string | null
  readonly alert_id: number | null
  readonly last_at: number
}

/** What screening tells: whom a person found to be whom a list names, whose match waits for an answer, and what subjects are called. */
export const screeningContext = (sql: SyncStatements): NetworkContext => {
  const hits = (): { readonly entity: EntityRef; readonly listed: EntityRef; readonly row: HitRow }[] =>
    sql
      .all<HitRow>(
        `select s.kind, s.id, h.list, h.entry_id, h.state, json_extract(h.match, '$.listed_name') as listed_name, h.alert_id, h.last_at
         from screening_hits h join screening_subjects s on s.n = h.subject_n where h.state in ('true_match', 'open') order by h.n limit ?`,
        contextMost,
      )
      .flatMap((row) => {
        const kind = nodeKindOf(row.kind)
        return kind === null ? [] : [{ entity: { kind, id: row.id }, listed: { kind: 'listed' as const, id: `${row.list}:${row.entry_id}` }, row }]
      })
  const found = () => hits().filter(({ row }) => row.state === 'true_match')
  return {
    version: () =>
      JSON.stringify(
        sql.get("select (select count(*) || ' ' || coalesce(max(n), 0) from screening_dispositions) as said, (select count(*) || ' ' || coalesce(max(n), 0) from screening_hits where state = 'true_match') as matches, (select count(*) || ' ' || coalesce(max(changed_at), 0) from screening_subjects) as subjects"),
      ),
    links: () => found().map(({ entity, listed, row }): ContextLink => ({ from: entity, to: listed, kind: 'listed', source: 'screening', atMs: row.last_at })),
    names: () => [
      ...found().flatMap(({ listed, row }) => (row.listed_name === null ? [] : [{ entity: listed, name: row.listed_name }])),
      ...sql.all<{ kind: string; id: string; name: string }>('select kind, id, name from screening_subjects order by n limit ?', contextMost).flatMap(({ kind, id, name }) => {
        const known = nodeKindOf(kind)
        return known === null ? [] : [{ entity: { kind: known, id }, name }]
      }),
    ],
    knownBad: () =>
      hits().flatMap(({ entity, listed, row }): Because[] => {
        const shared = { source: 'screening' as const, alertId: row.alert_id, atMs: row.last_at }
        const name = row.listed_name ?? row.entry_id
        if (row.state === 'open') return [{ ...shared, entity, certainty: 'open', text: `A match with ${name} on the list ${row.list} waits for an answer.` }]
        return [
          { ...shared, entity, certainty: 'confirmed', text: `It is ${name} of the list ${row.list}.` },
          { ...shared, entity: listed, certainty: 'confirmed', text: `The list ${row.list} names it.` },
        ]
      }),
  }
}

const officerKinds: ReadonlySet<string> = new Set<InterestKind>(['senior_managing_official', 'appointment_of_board'])

const partyRef = (kind: PartyKind, dataset: string, key: string): EntityRef => ({ kind: kind === 'person' ? 'person' : 'company', id: `${dataset}:${key}` })

interface PartyRowNamed {
  readonly dataset: string
  readonly key: string
  readonly kind: PartyKind
  readonly name: string
}

/** What ownership data in force tell: who owns and who runs whom today, each under `<data set>:<record>`. */
export const ownershipContext = (sql: SyncStatements): NetworkContext => {
  const isTooMuch = (): boolean => (sql.get<{ all: number | null }>('select sum(parties + interests) as "all" from ownership_datasets where in_force = 1')?.all ?? 0) > contextMost
  const dayOf = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 10)
  return {
    version: (nowMs) => JSON.stringify([sql.all('select id from ownership_datasets where in_force = 1 order by id'), dayOf(nowMs)]),
    links: (nowMs) => {
      if (isTooMuch()) return []
      const day = dayOf(nowMs)
      return sql
        .all<{ dataset: string; kind: InterestKind; from_day: string | null; owner: string; owner_kind: PartyKind; owned: string; owned_kind: PartyKind }>(
          `select d.key as dataset, i.kind, i.from_day, i.owner, a.kind as owner_kind, i.owned, b.kind as owned_kind from ownership_interests i
           join ownership_datasets d on d.id = i.dataset and d.in_force = 1
           join ownership_parties a on a.dataset = i.dataset and a.key = i.owner join ownership_parties b on b.dataset = i.dataset and b.key = i.owned
           where (i.from_day is null or i.from_day <= ?) and (i.to_day is null or i.to_day > ?) order by i.n`,
          day, day,
        )
        .map((row): ContextLink => {
          const kind: LinkKind = officerKinds.has(row.kind) ? 'officer' : 'owner'
          const atMs = row.from_day === null ? Number.NaN : Date.parse(row.from_day)
          return { from: partyRef(row.owner_kind, row.dataset, row.owner), to: partyRef(row.owned_kind, row.dataset, row.owned), kind, source: 'ownership', atMs: Number.isNaN(atMs) ? null : atMs }
        })
    },
    names: () =>
      isTooMuch()
        ? []
        : sql
            .all<PartyRowNamed>('select d.key as dataset, p.key, p.kind, p.name from ownership_parties p join ownership_datasets d on d.id = p.dataset and d.in_force = 1 order by p.n')
            .map(({ dataset, key, kind, name }) => ({ entity: partyRef(kind, dataset, key), name })),
    knownBad: none,
  }
}
