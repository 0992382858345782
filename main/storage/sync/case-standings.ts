import { refusal } from '../../../shared/api/errors.ts'
import type { QueryOf } from '../../../shared/api/operation.ts'
import type { listCaseSync, listEvidencePlaces } from '../../../shared/api/sync-cases.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { CaseSync, EvidencePlace } from '../../../shared/schema/sync.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { Holdings } from '../../sync/device/workspace.ts'
import type { Page, SyncReads } from '../../sync/reads.ts'
import { isErased } from '../evidence/erased-pieces.ts'
import { createCaseProofs } from './case-proofs.ts'
import type { CaseProofs } from './case-proofs.ts'
import type { SqlValue, SyncStatements } from '../sqlite/statements.ts'
import type { StandingsTable } from './tables.ts'

const noCase = fail(refusal('not_found', 'There is no case with this id.'))
const noPiece = fail(refusal('not_found', 'The case has no piece of evidence with this id.'))

type CaseRow = {
  readonly id: number | null
  readonly uid: string
  readonly number: string
  readonly title: string
  readonly entries: number
  readonly waiting: number
} & Partial<
  Pick<
    StandingsTable,
    'anchor_size' | 'anchor_root' | 'anchor_at' | 'refused_code' | 'refused_message' | 'refused_quarantined'
  >
>

const caseSql = `select c.id, c.uid, c.number, c.title, ch.size as entries, (select count(*) from pending p where p.chain = c.id) as waiting,
    s.anchor_size, s.anchor_root, s.anchor_at, s.refused_code, s.refused_message, s.refused_quarantined
  from cases c join chains ch on ch.id = c.id left join standings s on s.uid = c.uid where c.id = ?`

/** What belongs to no case has no row among the cases; where it is stuck it is listed with them. */
const workspaceSql = `select null as id, ch.uid, '' as number, 'Workspace' as title, ch.size as entries, (select count(*) from pending p where p.chain = ch.id) as waiting,
    s.anchor_size, s.anchor_root, s.anchor_at, s.refused_code, s.refused_message, s.refused_quarantined
  from chains ch join standings s on s.uid = ch.uid where ch.id = 0 and s.refused_entry is not null`

const noEvidence: CaseSync['evidence'] = { pieces: 0, here: 0, bytes: 0, bytes_here: 0 }

const heldSql = 'exists (select 1 from blob_keys b where b.sha256 = evidence.sha256 and b.case_id = evidence.case_id)'

const evidenceOf = (sql: SyncStatements, caseId: number): CaseSync['evidence'] => {
  const row = sql.get<{ pieces: number; here: number | null; bytes: number | null; bytes_here: number | null }>(
    `select count(*) as pieces, sum(held) as here, sum(size) as bytes, sum(held * size) as bytes_here from (select size, ${heldSql} as held from evidence where case_id = ? and not ${isErased('evidence')})`,
    caseId,
  )
  return { pieces: row?.pieces ?? 0, here: row?.here ?? 0, bytes: row?.bytes ?? 0, bytes_here: row?.bytes_here ?? 0 }
}

const caseSyncOf = (sql: SyncStatements, row: CaseRow, { cosigned, time_stamped }: CaseProofs): CaseSync => ({
  case_id: row.id,
  case_uid: row.uid,
  case_number: row.number,
  title: row.title,
  entries: row.entries,
  waiting: row.waiting,
  witnessed:
    typeof row.anchor_size !== 'number'
      ? null
      : {
          size: row.anchor_size,
          root: row.anchor_root?.toString('hex') ?? '',
          at: toTimestamp(row.anchor_at ?? 0),
          witnesses: cosigned?.by.length ?? 0,
        },
  cosigned,
  time_stamped,
  stuck:
    typeof row.refused_code !== 'string'
      ? null
      : { code: row.refused_code, message: row.refused_message ?? '', quarantined: row.refused_quarantined === 1 },
  evidence: row.id === null ? noEvidence : evidenceOf(sql, row.id),
})

/** What waits and what is stuck are few; they are gathered once, not looked up for each of a hundred thousand cases. */
const listed = `with waits as (select chain, count(*) as waiting from pending group by chain),
    stuck as (select uid, 1 as refused from standings where refused_entry is not null)
  select c.id from cases c left join waits w on w.chain = c.id left join stuck s on s.uid = c.uid`

const orders: Readonly<Record<QueryOf<typeof listCaseSync>['sort'], string>> = {
  waiting: 's.refused is null, coalesce(w.waiting, 0) desc, c.id desc',
  number: 'c.number, c.id',
  '-number': 'c.number desc, c.id desc',
  title: 'c.title, c.id',
  size: '(select size from chains where id = c.id) desc, c.id',
}

const filters = { stuck: 's.refused is not null', waiting: 'w.waiting is not null' } as const

/** What is typed is looked for as it stands: wildcards of the language of patterns mean themselves. */
const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`

const listCases = (
  sql: SyncStatements,
  { filter, q, sort, page, size }: QueryOf<typeof listCaseSync>,
): Page<CaseSync> => {
  const conditions = [
    ...(filter === undefined ? [] : [filters[filter]]),
    ...(q === undefined ? [] : ["(c.number like ? escape '\\' or c.title like ? escape '\\')"]),
  ]
  const values: SqlValue[] = q === undefined ? [] : [containing(q), containing(q)]
  const matching = `${listed}${conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`}`
  const total = sql.get<{ total: number }>(`select count(*) as total from (${matching})`, ...values)?.total ?? 0
  const workspace = filter === 'stuck' && q === undefined ? sql.get<CaseRow>(workspaceSql) : undefined
  const before = workspace === undefined ? 0 : 1
  const first = (page - 1) * size
  const isFirst = first === 0 && workspace !== undefined
  const ids = sql.all<{ id: number }>(
    `${matching} order by ${orders[sort]} limit ? offset ?`,
    ...values,
    isFirst ? size - 1 : size,
    Math.max(0, first - before),
  )
  const rows = [
    ...(isFirst ? [workspace] : []),
    ...ids.map(({ id }) => sql.get<CaseRow>(caseSql, id)).filter((row) => row !== undefined),
  ]
  const proofs = createCaseProofs(sql)
  return { items: rows.map((row) => caseSyncOf(sql, row, proofs(row.uid))), total: total + before }
}

type PieceRow = {
  readonly id: number
  readonly name: string
  readonly sha256: string
  readonly size: number
  readonly held: 0 | 1
}

const placeOf = ({ id, name, sha256, size, held }: PieceRow): EvidencePlace => ({
  evidence_id: id,
  name,
  sha256,
  size,
  here: held === 1,
})

const pieceSql = `select id, name, sha256, size, ${heldSql} as held from evidence where case_id = ?`

const listPieces = (
  sql: SyncStatements,
  caseId: number,
  { page, size }: QueryOf<typeof listEvidencePlaces>,
): Page<EvidencePlace> => ({
  items: sql.all<PieceRow>(`${pieceSql} order by n limit ? offset ?`, caseId, size, (page - 1) * size).map(placeOf),
  total: sql.get<{ total: number }>('select count(*) as total from evidence where case_id = ?', caseId)?.total ?? 0,
})

const uidOf = (sql: SyncStatements, caseId: number): string | undefined =>
  sql.get<{ uid: string }>('select uid from cases where id = ?', caseId)?.uid

/** Makes the reads of where the cases of this device, and their evidence, stand. */
export const createCaseStandings = (
  sql: SyncStatements,
): Pick<SyncReads, 'cases' | 'case' | 'evidence' | 'evidencePiece'> & Holdings => ({
  cases: (query) => Promise.resolve(listCases(sql, query)),
  case: (caseId) => {
    const row = sql.get<CaseRow>(caseSql, caseId)
    if (row === undefined) return Promise.resolve(noCase)
    const open = sql.get<{ open: number }>(
      'select count(*) as open from conflicts where case_id = ? and settled is null',
      caseId,
    )
    return Promise.resolve(
      ok({ ...caseSyncOf(sql, row, createCaseProofs(sql)(row.uid)), open_conflicts: open?.open ?? 0 }),
    )
  },
  caseOf: (caseUid) =>
    Promise.resolve(sql.get<{ id: number }>('select id from cases where uid = ?', caseUid)?.id ?? null),
  evidence: (caseId, query) =>
    Promise.resolve(uidOf(sql, caseId) === undefined ? noCase : ok(listPieces(sql, caseId, query))),
  evidencePiece: (caseId, evidenceId) => {
    const caseUid = uidOf(sql, caseId)
    if (caseUid === undefined) return Promise.resolve(noCase)
    const row = sql.get<PieceRow>(`${pieceSql} and id = ?`, caseId, evidenceId)
    return Promise.resolve(row === undefined ? noPiece : ok({ ...placeOf(row), caseUid }))
  },
})
