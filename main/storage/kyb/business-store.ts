import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type {
  BusinessCheck,
  CheckOutcome,
  CheckSummary,
  OwnershipDataset,
  PartyItem,
} from '../../../shared/schema/kyb.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { Network } from '../../domain/kyb/ownership/parties.ts'
import type { ActingPerson } from '../../../shared/schema/decisions.ts'
import { decodeCursor, encodeCursor } from '../alerts/cursor.ts'
import type { Walked } from '../alerts/alert-store.ts'
import { readPeople } from '../cases/people.ts'
import { personOf } from '../decisions/rows.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import {
  businessCheckOf,
  checkRow,
  countChecks,
  insertCheck,
  lastCheckOf,
  lastCheckOfBusiness,
  lastCheckWithKey,
  listChecks,
} from './checks.ts'
import type { KeptCheck, NewCheck } from './checks.ts'
import { datasetInForce, datasetsInForce, datasetView, readDatasets } from './datasets.ts'
import { interestsIn, interestsOf, partyOf, readNetwork } from './read-network.ts'
import { companiesAt, partiesWithIdentifier, postsOf, searchParties } from './search.ts'
import type { FoundParty, PartySearch } from './search.ts'
import type { CheckRow, DatasetRow, InterestRow, PartyRow } from './tables.ts'
import { beginDataset, clearSome, putInForce, writeStatements } from './write-dataset.ts'
import type { NewDataset, PlacedStatement } from './write-dataset.ts'

/** A party with the version of the data that it stands in. */
export interface LocatedParty {
  readonly id: string
  readonly dataset: DatasetRow
  readonly party: PartyRow
}

/** Ownership data and checks of businesses. */
export interface BusinessStore {
  /** Versions that were read to their end; those in force alone where asked so. */
  datasets(only?: 'in_force'): Promise<OwnershipDataset[]>
  dataset(row: DatasetRow): Promise<OwnershipDataset>
  /** A party by `<data set>:<record>`; null where the data in force does not hold it. */
  locate(id: string): LocatedParty | null
  /** Who acts, as checks tell it. */
  person(actor: string): Promise<ActingPerson>
  /** Companies and trusts that bear an identifier. */
  withIdentifier(value: string): readonly FoundParty[]
  search(
    query: Omit<PartySearch, 'after'> & { readonly after?: string | undefined },
  ): Result<Walked<PartyItem>, Refusal>
  item(party: PartyRow, dataset: string): PartyItem
  businesses(): number
  network(located: LocatedParty, day: string): Network
  interestsIn(located: LocatedParty, day: string): readonly InterestRow[]
  interestsOf(located: LocatedParty, day: string): readonly InterestRow[]
  partyOf(dataset: number, key: string): PartyRow | undefined
  companiesAt(dataset: number, place: string): { readonly companies: number; readonly examples: readonly string[] }
  postsOf(dataset: number, owner: string, day: string): number
  /** Keeps a check, given the one before it of the same subject. */
  keep(
    actor: Actor,
    subject: string,
    keys: readonly string[],
    make: (before: KeptCheck | null) => KeptCheck,
  ): Promise<Result<BusinessCheck, Refusal>>
  check(uid: string): Promise<Result<BusinessCheck, Refusal>>
  lastCheck(wanted: {
    readonly business?: string | undefined
    readonly key?: string | undefined
  }): Promise<BusinessCheck | null>
  checks(query: {
    readonly business_id?: string | undefined
    readonly outcome?: CheckOutcome | undefined
    readonly after?: string | undefined
    readonly size: number
  }): Result<Walked<CheckSummary>, Refusal>
  countChecks(): ReturnType<typeof countChecks>
  /** Seals what a person concludes of a check. */
  conclude(
    uid: string,
    verdict: 'accept' | 'refuse' | 'enhanced_review',
    reason: string,
    actor: Actor,
  ): Promise<Result<BusinessCheck, Refusal>>
  /** Writes a new version of ownership data, step by step. */
  readonly writing: DatasetWriting
}

/** The steps of an import. */
export interface DatasetWriting {
  begin(actor: Actor, dataset: Omit<NewDataset, 'imported_ms' | 'imported_by'>): Promise<Result<number, Refusal>>
  add(actor: Actor, dataset: number, statements: readonly PlacedStatement[]): Promise<Result<void, Refusal>>
  finish(actor: Actor, dataset: number): Promise<Result<DatasetRow, Refusal>>
  /** Removes the rows of a version that is not in force. */
  clear(actor: Actor, dataset: number): Promise<void>
  /** Versions that have rows and are not in force: an import was cut off, or clearing was. */
  leftOver(): readonly number[]
}

/** What the store stands on. */
export interface BusinessStoreParts {
  readonly ledger: Ledger
  readonly sql: SyncStatements
  readonly vault: Vault
  readonly env: { readonly clock: { nowMs(): number } }
}

const noCheck = refusal('not_found', 'There is no check of a business with this id.')

/** Rows that one transaction removes. */
const clearRows = 2_000

const writingOver = ({ ledger, sql }: BusinessStoreParts): DatasetWriting => {
  const clear: DatasetWriting['clear'] = async (actor, dataset) => {
    for (let more = true; more;) {
      const cleared = await ledger.write(actor, async (tx) => ok(await clearSome(tx.sql, dataset, clearRows)))
      more = cleared.ok && cleared.value
    }
  }
  return {
    begin: (actor, dataset) =>
      ledger.write(actor, async (tx) =>
        ok(await beginDataset(tx.sql, { ...dataset, imported_ms: tx.nowMs, imported_by: actor.userUid })),
      ),
    add: (actor, dataset, statements) =>
      ledger.write(actor, async (tx) => {
        await writeStatements(tx.sql, dataset, statements)
        return ok(undefined)
      }),
    finish: async (actor, dataset) => {
      const done = await ledger.write(actor, async (tx) => ok(await putInForce(tx.sql, dataset)))
      if (!done.ok) return done
      if (done.value.before !== null) await clear(actor, done.value.before)
      return ok(done.value.row)
    },
    clear,
    leftOver: () =>
      sql
        .all<{ id: number }>(
          'select id from ownership_datasets d where in_force = 0 and (complete = 0 or exists (select 1 from ownership_parties p where p.dataset = d.id))',
        )
        .map(({ id }) => id),
  }
}

type CheckCalls = 'keep' | 'check' | 'lastCheck' | 'checks' | 'countChecks' | 'conclude'

/** Checks of businesses: kept as they were made, and concluded by a person. */
const checksOver = (
  { ledger, sql }: BusinessStoreParts,
  reading: () => Promise<Parameters<typeof businessCheckOf>[0]>,
): Pick<BusinessStore, CheckCalls> => {
  const shown = async (row: CheckRow): Promise<BusinessCheck> => businessCheckOf(await reading(), row)

  const read = async (uid: string): Promise<Result<BusinessCheck, Refusal>> => {
    const row = checkRow(sql, uid)
    return row === undefined ? fail(noCheck) : ok(await shown(row))
  }

  return {
    keep: async (actor, subject, keys, make) => {
      const before = lastCheckOf(sql, subject)
      const check = make(before === undefined ? null : (JSON.parse(before.content) as KeptCheck))
      const kept: NewCheck = { check, actor: actor.userUid, atMs: Date.parse(check.at), subject, keys }
      const written = await ledger.write(actor, async (tx) => {
        await insertCheck(tx.sql, kept)
        return ok(undefined)
      })
      return written.ok ? read(check.id) : written
    },
    check: read,
    lastCheck: async ({ business, key }) => {
      const row =
        business !== undefined
          ? lastCheckOfBusiness(sql, business)
          : key === undefined
            ? undefined
            : lastCheckWithKey(sql, key)
      return row === undefined ? null : shown(row)
    },
    checks: ({ business_id: business, outcome, after, size }) => {
      const position = decodeCursor('business-checks', after)
      if (!position.ok) return position
      const found = listChecks(sql, {
        business,
        outcome,
        before: position.value === null ? null : position.value[0],
        size,
      })
      const page = found.slice(0, size)
      const last = page.at(-1)
      return ok({
        data: page.map(({ summary }) => summary),
        next: found.length > size && last !== undefined ? encodeCursor('business-checks', [last.n, 0]) : null,
      })
    },
    countChecks: () => countChecks(sql),
    conclude: async (uid, verdict, reason, actor) => {
      const written = await ledger.write(actor, async (tx) => {
        const row = await tx.sql.get<CheckRow>('select * from business_checks where uid = ?', uid)
        if (row === undefined) return fail(noCheck)
        await tx.append({
          case: 'workspace',
          type: 'business.concluded',
          subject: uid,
          pub: { check_sha256: row.sha256, verdict, outcome: row.outcome },
          withheld: { reason, business: row.name, ...(row.business === null ? {} : { business_id: row.business }) },
        })
        return ok(undefined)
      })
      return written.ok ? read(uid) : written
    },
  }
}

/** Makes the store. */
export const createBusinessStore = (parts: BusinessStoreParts): BusinessStore => {
  const { sql, vault, env } = parts

  const reading = async () => ({ sql, vault, people: await readPeople(sql) })
  const locate: BusinessStore['locate'] = (id) => {
    const at = id.indexOf(':')
    const dataset = at === -1 ? undefined : datasetInForce(sql, id.slice(0, at))
    const party = dataset === undefined ? undefined : partyOf(sql, dataset.id, id.slice(at + 1))
    return dataset === undefined || party === undefined ? null : { id, dataset, party }
  }

  const item: BusinessStore['item'] = (party, dataset) => {
    const id = `${dataset}:${party.key}`
    const last = lastCheckOfBusiness(sql, id)
    return {
      id,
      kind: party.kind,
      name: party.name,
      jurisdiction: party.jurisdiction,
      founded: party.founded,
      dissolved: party.dissolved,
      dataset,
      last_check: last === undefined ? null : { id: last.uid, at: toTimestamp(last.at_ms), outcome: last.outcome },
    }
  }

  return {
    datasets: async (only) => {
      const { people } = await reading()
      const rows = only === 'in_force' ? datasetsInForce(sql) : readDatasets(sql)
      return rows.map((row) => datasetView(row, env.clock.nowMs(), (uid) => people.get(uid)?.name ?? null))
    },
    dataset: async (row) => {
      const { people } = await reading()
      return datasetView(row, env.clock.nowMs(), (uid) => people.get(uid)?.name ?? null)
    },
    person: async (actor) => personOf((await reading()).people, actor),
    locate,
    item,
    withIdentifier: (value) => partiesWithIdentifier(sql, value),
    search: ({ after, size, ...query }) => {
      const position = decodeCursor('businesses', after)
      if (!position.ok) return position
      const from = position.value === null ? null : { n: position.value[0], name: String(position.value[1]) }
      const { parties, ...passed } = searchParties(sql, { ...query, after: from, size })
      const page = parties.slice(0, size)
      const last = page.at(-1)
      return ok({
        data: page.map((row) => item(row, row.dataset_key)),
        next: parties.length > size && last !== undefined ? encodeCursor('businesses', [last.n, last.name]) : null,
        ...passed,
      })
    },
    businesses: () => datasetsInForce(sql).reduce((sum, { companies }) => sum + companies, 0),
    network: ({ dataset, party }, day) => readNetwork(sql, dataset.id, party.key, day),
    interestsIn: ({ dataset, party }, day) => interestsIn(sql, dataset.id, party.key, day),
    interestsOf: ({ dataset, party }, day) => interestsOf(sql, dataset.id, party.key, day),
    partyOf: (dataset, key) => partyOf(sql, dataset, key),
    companiesAt: (dataset, place) => companiesAt(sql, dataset, place),
    postsOf: (dataset, owner, day) => postsOf(sql, dataset, owner, day),
    ...checksOver(parts, reading),
    writing: writingOver(parts),
  }
}
