import type { Acquisition, AcquisitionFacts } from '../../../shared/schema/evidence.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Role } from '../../../shared/schema/user.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { notFound as noCase } from '../cases/change-case.ts'
import { hasCase } from '../cases/has-case.ts'
import { systemActor } from '../ledger/ledger.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { EvidenceKeys } from './keys.ts'
import type { AcquisitionsTable, PartialBlobsTable } from './tables.ts'

/** An acquisition as it is kept. */
export interface KeptAcquisition {
  readonly id: string
  readonly caseId: number
  readonly via: Acquisition['via']
  readonly state: Acquisition['state']
  readonly name: string
  /** What is read; null for an upload. */
  readonly root: string | null
  /** Of an upload: the path below the folder that it comes from. */
  readonly path: string | null
  readonly facts: AcquisitionFacts
  readonly actor: Actor
  readonly actorName: string
  readonly filesTotal: number | null
  readonly filesDone: number
  readonly bytesTotal: number | null
  readonly bytesDone: number
  readonly startedAtMs: number
  readonly finishedAtMs: number | null
  readonly activeMs: number
  readonly duplicates: number
  readonly problems: readonly { readonly path: string; readonly message: string }[]
  readonly problemsTotal: number
  readonly evidenceId: number | null
  readonly error: string | null
}

/** A file that is being taken in, with its key. */
export interface KeptPartial {
  readonly id: string
  readonly path: string
  readonly size: number
  readonly modified: string
  readonly key: Uint8Array
}

/** Acquisitions and files under way: the memory of this device, by which it goes on after a stop. */
export interface AcquisitionStore {
  create(acquisition: KeptAcquisition): Promise<Result<void, Refusal>>
  save(acquisition: KeptAcquisition): Promise<Result<void, Refusal>>
  read(id: string): KeptAcquisition | null
  /** Newest first. */
  list(caseId?: number): readonly KeptAcquisition[]
  /** Paths that are evidence already, and the bytes of them all. */
  taken(id: string): { readonly paths: ReadonlySet<string>; readonly bytes: number }
  /** Remembers a file under way, so that it can be resumed after a stop. */
  keepPartial(acquisition: KeptAcquisition, partial: KeptPartial, nowMs: number): Promise<Result<void, Refusal>>
  partialOf(acquisition: KeptAcquisition, path: string): Promise<KeptPartial | null>
  /** The ids of all files under way: of one acquisition, or of all and of what comes from the hub. */
  partials(acquisitionId?: string): readonly string[]
  dropPartial(id: string): Promise<void>
  /**
   * Forgets what has ended and is older than the newest `keptOfACase` of its case (E-18); what was taken in, and its
   * facts, stay evidence.
   */
  thinOut(): Promise<void>
}

interface KeptActor {
  readonly user_id: number
  readonly user_uid: string
  readonly role: Role
  readonly name: string
  readonly path: string | null
}

const fromRow = (row: AcquisitionsTable): KeptAcquisition => {
  const actor = JSON.parse(row.actor) as KeptActor
  return {
    id: row.id,
    caseId: row.case_id,
    via: row.via,
    state: row.state,
    name: row.name,
    root: row.root,
    path: actor.path,
    facts: JSON.parse(row.facts) as AcquisitionFacts,
    actor: { userId: actor.user_id, userUid: actor.user_uid, role: actor.role },
    actorName: actor.name,
    filesTotal: row.files_total,
    filesDone: row.files_done,
    bytesTotal: row.bytes_total,
    bytesDone: row.bytes_done,
    startedAtMs: row.started_at,
    finishedAtMs: row.finished_at,
    activeMs: row.active_ms,
    duplicates: row.duplicates,
    problems: JSON.parse(row.problems) as KeptAcquisition['problems'],
    problemsTotal: row.problems_total,
    evidenceId: row.evidence_id,
    error: row.error,
  }
}

const toRow = (kept: KeptAcquisition): AcquisitionsTable => ({
  id: kept.id,
  case_id: kept.caseId,
  via: kept.via,
  state: kept.state,
  name: kept.name,
  root: kept.root,
  facts: JSON.stringify(kept.facts),
  actor: JSON.stringify({
    user_id: kept.actor.userId,
    user_uid: kept.actor.userUid,
    role: kept.actor.role,
    name: kept.actorName,
    path: kept.path,
  } satisfies KeptActor),
  files_total: kept.filesTotal,
  files_done: kept.filesDone,
  bytes_total: kept.bytesTotal,
  bytes_done: kept.bytesDone,
  started_at: kept.startedAtMs,
  finished_at: kept.finishedAtMs,
  active_ms: Math.round(kept.activeMs),
  duplicates: kept.duplicates,
  problems: JSON.stringify(kept.problems),
  problems_total: kept.problemsTotal,
  evidence_id: kept.evidenceId,
  error: kept.error,
})

const columns = [
  'id',
  'case_id',
  'via',
  'state',
  'name',
  'root',
  'facts',
  'actor',
  'files_total',
  'files_done',
  'bytes_total',
  'bytes_done',
  'started_at',
  'finished_at',
  'active_ms',
  'duplicates',
  'problems',
  'problems_total',
  'evidence_id',
  'error',
] as const satisfies readonly (keyof AcquisitionsTable)[]

const upsert = `insert into acquisitions (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})
  on conflict (id) do update set ${columns
    .slice(1)
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}`

/** How many acquisitions that have ended are remembered of a case. */
export const keptOfACase = 1_000

/** A failed one can be gone on with, so it has not ended. Ids begin with their time. */
const forgettable = `select id from (
    select id, row_number() over (partition by case_id order by id desc) as place from acquisitions where state in ('done', 'cancelled')
  ) where place > ${keptOfACase}`

/** Makes the store. */
export const createAcquisitionStore = ({
  ledger,
  sql,
  keys,
}: {
  readonly ledger: Ledger
  readonly sql: SyncStatements
  readonly keys: EvidenceKeys
}): AcquisitionStore => {
  const save: AcquisitionStore['save'] = (kept) =>
    ledger.write(systemActor, async (tx) => {
      const row = toRow(kept)
      await tx.sql.run(upsert, ...columns.map((column) => row[column]))
      return ok(undefined)
    })

  return {
    create: async (kept) => (hasCase(sql, kept.caseId) ? await save(kept) : fail(noCase)),
    save,
    read: (id) => {
      const row = sql.get<AcquisitionsTable>('select * from acquisitions where id = ?', id)
      return row === undefined ? null : fromRow(row)
    },
    list: (caseId) =>
      (caseId === undefined
        ? sql.all<AcquisitionsTable>('select * from acquisitions order by id desc limit 1000')
        : sql.all<AcquisitionsTable>('select * from acquisitions where case_id = ? order by id desc limit 1000', caseId)
      ).map(fromRow),
    taken: (id) => {
      const rows = sql.all<{ path: string; size: number }>(
        'select f.path, e.size from acquisition_files f join evidence e on e.id = f.evidence_id where acquisition_id = ?',
        id,
      )
      return { paths: new Set(rows.map((row) => row.path)), bytes: rows.reduce((bytes, row) => bytes + row.size, 0) }
    },
    keepPartial: (acquisition, partial, nowMs) =>
      ledger.write(systemActor, async (tx) => {
        const wrapped = await keys.wrapPartialKey(tx.sql, acquisition.caseId, partial.id, partial.key)
        await tx.sql.run(
          'delete from partial_blobs where acquisition_id = ? and path = ?',
          acquisition.id,
          partial.path,
        )
        await tx.sql.run(
          'insert into partial_blobs (id, acquisition_id, path, size, modified, wrapped_key, begun_at) values (?, ?, ?, ?, ?, ?, ?)',
          partial.id,
          acquisition.id,
          partial.path,
          partial.size,
          partial.modified,
          wrapped,
          nowMs,
        )
        return ok(undefined)
      }),
    partialOf: async (acquisition, path) => {
      const row = sql.get<PartialBlobsTable>(
        'select * from partial_blobs where acquisition_id = ? and path = ?',
        acquisition.id,
        path,
      )
      if (row === undefined) return null
      const key = await keys.partialKey(sql, acquisition.caseId, row)
      return key === null ? null : { id: row.id, path: row.path, size: row.size, modified: row.modified, key }
    },
    partials: (acquisitionId) =>
      (acquisitionId === undefined
        ? sql.all<{ id: string }>(
            'select id from partial_blobs union all select partial_id as id from evidence_fetches where partial_id is not null',
          )
        : sql.all<{ id: string }>('select id from partial_blobs where acquisition_id = ?', acquisitionId)
      ).map(({ id }) => id),
    thinOut: async () => {
      if (sql.get(`${forgettable} limit 1`) === undefined) return
      await ledger.write(systemActor, async (tx) => {
        await tx.sql.run(`delete from acquisition_files where acquisition_id in (${forgettable})`)
        await tx.sql.run(`delete from acquisitions where id in (${forgettable})`)
        return ok(undefined)
      })
    },
    dropPartial: async (id) => {
      await ledger.write(systemActor, async (tx) => {
        await tx.sql.run('delete from partial_blobs where id = ?', id)
        return ok(undefined)
      })
    },
  }
}
