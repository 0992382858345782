import type { Refusal } from '../../../shared/api/errors.ts'
import { refusal } from '../../../shared/api/errors.ts'
import type { QueryOf } from '../../../shared/api/operation.ts'
import type { listHits } from '../../../shared/api/screening.ts'
import { redactedText } from '../../../shared/schema/case.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { ScreeningHit, ScreeningHitFull, ScreeningMatchItem } from '../../../shared/schema/screening.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { decodeCursor, encodeCursor } from '../alerts/cursor.ts'
import { skippedOf } from '../alerts/skip.ts'
import type { Walked } from '../alerts/alert-store.ts'
import { readPeople } from '../cases/people.ts'
import type { People } from '../cases/people.ts'
import { withheldText } from '../decisions/rows.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SqlValue, SyncStatements } from '../sqlite/statements.ts'
import { anywhere, storedFacts } from './subjects.ts'
import type { ScreeningDispositionsTable, ScreeningHitsTable, ScreeningSubjectsTable } from './tables.ts'

/** What reading hits stands on. */
export interface HitReadParts {
  readonly sql: SyncStatements
  readonly vault: Vault
  /** What a list is called; its key where it is no longer there. */
  readonly titleOf: (list: string) => string
}

/** A hit with its subject, and the number that its alert has on this device. */
export type HitRow = ScreeningHitsTable &
  Pick<ScreeningSubjectsTable, 'kind' | 'id' | 'name'> & { readonly alert_id: number | null }

/** SQL of a column: the number of the alert of a hit `h`. */
export const alertOfHit = "(select a.id from alerts a where a.uid = h.alert_uid and a.kind = 'screening') as alert_id"

/** SQL that reads hits `h` with their subjects `s`. */
export const selectHits = `select h.*, s.kind, s.id, s.name, ${alertOfHit} from screening_hits h join screening_subjects s on s.n = h.subject_n`

/** A person confirmed it, it no longer fits, and nobody has said anything since. */
export const awaitsLook = ({
  state,
  unfit_n: unfitN,
  disposition_n: dispositionN,
}: Pick<ScreeningHitsTable, 'state' | 'unfit_n' | 'disposition_n'>): boolean =>
  state === 'true_match' && (unfitN ?? 0) >= (dispositionN ?? 0)

export const noHit = refusal('not_found', 'There is no hit with this id.')

type Sealed = NonNullable<ScreeningHit['disposition']>

const sealedOf = ({ sql, vault }: HitReadParts, people: People, row: ScreeningDispositionsTable): Sealed => ({
  entry_id: row.entry,
  disposition: row.disposition,
  at: toTimestamp(row.at),
  by: people.get(row.actor)?.name ?? row.actor,
  reason: withheldText(sql, vault, row.n, 'reason') ?? redactedText,
  expires_at: row.expires_at === null ? null : toTimestamp(row.expires_at),
})

/** Sealed dispositions of a hit, oldest first. */
export const dispositionsOf = async (parts: HitReadParts, uid: string): Promise<Sealed[]> => {
  const rows = parts.sql.all<ScreeningDispositionsTable>(
    'select * from screening_dispositions where hit_uid = ? order by hlc, entry',
    uid,
  )
  if (rows.length === 0) return []
  const people = await readPeople(parts.sql)
  return rows.map((row) => sealedOf(parts, people, row))
}

const itemOf = async (parts: HitReadParts, row: HitRow): Promise<ScreeningHit> => ({
  ...(JSON.parse(row.match) as ScreeningMatchItem),
  id: row.uid,
  state: row.state,
  subject: { kind: row.kind, id: row.id, name: row.name },
  list_title: parts.titleOf(row.list),
  first_found_at: toTimestamp(row.first_at),
  last_found_at: toTimestamp(row.last_at),
  reopened_because: row.state === 'open' ? row.reopened_because : null,
  no_longer_fits_since: row.state !== 'true_match' || row.unfit_at === null ? null : toTimestamp(row.unfit_at),
  look_again: awaitsLook(row),
  disposition: row.disposition_n === null ? null : ((await dispositionsOf(parts, row.uid)).at(-1) ?? null),
  alert_id: row.alert_id,
})

/** All hits of a subject, the best first. */
export const hitsOfSubject = async (parts: HitReadParts, subject: number): Promise<ScreeningHit[]> => {
  const items: ScreeningHit[] = []
  for (const row of parts.sql.all<HitRow>(`${selectHits} where h.subject_n = ? order by h.score desc, h.n`, subject))
    items.push(await itemOf(parts, row))
  return items
}

/** One hit with both sides; `listed` is what the list tells of the entry now. */
export const readHitRow = async (
  parts: HitReadParts,
  uid: string,
  listed: (list: string, entryId: string) => ScreeningHitFull['listed'],
): Promise<Result<ScreeningHitFull, Refusal>> => {
  const row = parts.sql.get<HitRow>(`${selectHits} where h.uid = ?`, uid)
  if (row === undefined) return fail(noHit)
  const subject = parts.sql.get<ScreeningSubjectsTable>('select * from screening_subjects where n = ?', row.subject_n)
  if (subject === undefined) throw new Error('a hit has no subject')
  return ok({
    ...(await itemOf(parts, row)),
    subject_facts: storedFacts(subject),
    listed: listed(row.list, row.entry_id),
    history: await dispositionsOf(parts, uid),
  })
}

const sorts = {
  score: { column: 'h.score', descending: true, of: (row: HitRow) => row.score },
  newest: { column: 'h.first_at', descending: true, of: (row: HitRow) => row.first_at },
  oldest: { column: 'h.first_at', descending: false, of: (row: HitRow) => row.first_at },
} as const

interface Condition {
  readonly text: string
  readonly values: readonly SqlValue[]
}

const maybe = (text: string, value: SqlValue | undefined): Condition[] =>
  value === undefined ? [] : [{ text, values: [value] }]

/** A page of hits by cursor. */
export const listHitRows = async (
  parts: HitReadParts,
  query: QueryOf<typeof listHits>,
): Promise<Result<Walked<ScreeningHit>, Refusal>> => {
  const sort = sorts[query.sort]
  const walk = `screening hits ${query.sort}`
  const from = decodeCursor(walk, query.after)
  if (!from.ok) return from
  const text = query.q === undefined ? undefined : anywhere(query.q)
  const conditions: Condition[] = [
    { text: 'h.state = ?', values: [query.state ?? 'open'] },
    ...maybe('h.list = ?', query.list),
    ...maybe('s.kind = ?', query.subject_kind),
    ...maybe('s.id = ?', query.subject_id),
    ...maybe('h.entry_kind = ?', query.entry_kind),
    ...maybe('h.score >= ?', query.min_score),
    ...(text === undefined
      ? []
      : [
          {
            text: "(s.name like ? escape '\\' or s.id like ? escape '\\' or json_extract(h.match, '$.listed_name') like ? escape '\\' or json_extract(h.match, '$.primary_name') like ? escape '\\')",
            values: [text, text, text, text],
          },
        ]),
    ...(from.value === null
      ? []
      : [{ text: `(${sort.column}, h.n) ${sort.descending ? '<' : '>'} (?, ?)`, values: [...from.value] }]),
  ]
  const direction = sort.descending ? 'desc' : 'asc'
  const found = `${selectHits} where ${conditions.map((condition) => condition.text).join(' and ')}`
  const values = conditions.flatMap((condition) => condition.values)
  const rows = parts.sql.all<HitRow>(
    `${found} order by ${sort.column} ${direction}, h.n ${direction} limit ? offset ?`,
    ...values,
    query.size + 1,
    query.skip ?? 0,
  )
  const page = rows.slice(0, query.size)
  const items: ScreeningHit[] = []
  for (const row of page) items.push(await itemOf(parts, row))
  const last = page.at(-1)
  return ok({
    data: items,
    next: rows.length > page.length && last !== undefined ? encodeCursor(walk, [sort.of(last), last.n]) : null,
    ...skippedOf(
      query.skip,
      page.length > 0,
      (most) =>
        parts.sql.get<{ hits: number }>(`select count(*) as hits from (${found} limit ?)`, ...values, most)?.hits ?? 0,
    ),
  })
}
