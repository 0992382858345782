import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { addEvidenceNote, editEvidence, relateEvidence } from '../../../shared/api/evidence.ts'
import type { AnswerOf, BodyOf } from '../../../shared/api/operation.ts'
import type { AcquisitionFacts, EvidenceFull } from '../../../shared/schema/evidence.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { acquired, edited, exported, noted, related, released, statementRead } from '../../domain/evidence/drafts.ts'
import type {
  EvidenceDraft,
  ExportFacts,
  FactDefaults,
  PieceRef,
  StatementReading,
  TakenFile,
} from '../../domain/evidence/drafts.ts'
import type { Env } from '../../platform/env.ts'
import { notFound as noCase } from '../cases/change-case.ts'
import { hasCase } from '../cases/has-case.ts'
import type { AppendedEntry, Ledger, LedgerTx } from '../ledger/ledger.ts'
import { isErased, isNeeded } from './erased-pieces.ts'
import { erasedBytes, erasedPiece } from './erasure-refusals.ts'
import type { EvidenceKeys } from './keys.ts'
import { erasureOf } from './read-erasure.ts'
import { listEvidenceOf, noPiece, pieceRow, readPiece } from './read-evidence.ts'
import type { EvidencePage, EvidenceQuery, EvidenceReadParts } from './read-evidence.ts'
import type { EvidenceTable } from './tables.ts'
import { sealTaking } from './take-bundle.ts'
import type { TakenBundle } from './take-bundle.ts'

const atHub = refusal(
  'evidence_elsewhere',
  'The bytes of this evidence are at the hub and not on this device. Nothing was opened and nothing was sealed. Fetch them, then open it.',
)
const elsewhere = refusal(
  'evidence_elsewhere',
  'The bytes of this evidence are on the device that acquired them, and have not reached the hub yet. Their hash and facts are sealed. Nothing was opened; fetch them once that device has synced.',
)

type Answer<T> = Promise<Result<T, Refusal>>
type Changed = AnswerOf<typeof addEvidenceNote>['data']

/** What evidence stands on. */
export interface EvidenceParts extends EvidenceReadParts {
  readonly ledger: Ledger
  readonly env: Env
  readonly keys: EvidenceKeys
}

/** A file whose bytes are in the store, on its way to become evidence. */
export interface StoredFile extends Omit<TakenFile, 'id' | 'uid'> {
  /** The key under which its bytes are stored. */
  readonly key: Uint8Array
  /** Its path within the acquisition: taken once, it is not taken again. */
  readonly sourcePath: string
  /** The partial file that it came from. */
  readonly partialId: string
}

/** The acquisition that files belong to, and the facts that hold for all of them. */
export interface TakenFor {
  readonly caseId: number
  readonly acquisitionId: string
  readonly facts: AcquisitionFacts
  readonly defaults: FactDefaults
  /** Where the acquisition ends with its one file: how long it was at work. */
  readonly endsAfterMs?: number
}

/** A new piece, and those that have the same bytes. */
export interface TakenPiece {
  readonly id: number
  readonly entryId: string
  readonly sameBytes: readonly number[]
}

/** A piece that may be read, because it is sealed who reads it and why. */
export interface ReleasedPiece {
  readonly row: EvidenceTable
  readonly key: Uint8Array
  readonly entryId: string
}

/** A piece of a case whose bytes a bundle takes. */
export interface ExportedPiece {
  readonly row: EvidenceTable
  readonly key: Uint8Array | null
  /** Whether its bytes were erased by order: a bundle goes without them. */
  readonly erased: boolean
}

/** The evidence of a workspace. Inputs are validated by the operations of shared/api. */
export interface EvidenceStore {
  /** Of a case, or of the whole workspace (null). */
  list(caseId: number | null, query: EvidenceQuery): Answer<EvidencePage>
  /** How many pieces there are, and their bytes. */
  totals(): { readonly pieces: number; readonly bytes: number }
  /** The case that a piece belongs to; null where there is no such piece. */
  caseOfPiece(evidenceId: number): number | null
  /** Whether the case is on this device. */
  hasCase(caseId: number): boolean
  /** How many values that entries of the case withhold are erased, and bytes of its pieces. */
  erasedIn(caseId: number): number
  read(caseId: number, evidenceId: number): Answer<EvidenceFull>
  edit(caseId: number, evidenceId: number, change: BodyOf<typeof editEvidence>, actor: Actor): Answer<Changed>
  addNote(
    caseId: number,
    evidenceId: number,
    text: string,
    options: { readonly actor: Actor; readonly inTransaction?: (tx: LedgerTx, answer: Changed) => Promise<void> },
  ): Answer<Changed>
  relate(
    caseId: number,
    evidenceId: number,
    relation: BodyOf<typeof relateEvidence>,
    holds: boolean,
    actor: Actor,
  ): Answer<Changed>
  /** Seals that somebody looks at a piece or copies it; only then its key is given. */
  release(caseId: number, evidenceId: number, purpose: 'view' | 'download', actor: Actor): Answer<ReleasedPiece>
  /** Seals that the transactions of a piece begin to be imported, and how it was read. */
  recordStatement(caseId: number, evidenceId: number, reading: StatementReading, actor: Actor): Answer<Changed>
  /**
   * Makes stored files evidence of a case, each by an entry of its own, all in one transaction. What is answered of
   * each is in their order:
   * `already_done` where the acquisition has taken its path.
   */
  take(taken: TakenFor, files: readonly StoredFile[], actor: Actor): Answer<readonly Result<TakenPiece, Refusal>[]>
  /** Seals an export. */
  recordExport(caseId: number, facts: Omit<ExportFacts, 'caseUid'>, actor: Actor): Answer<AppendedEntry>
  /** Seals that somebody takes a finished bundle, once for each actor and export; answers the id of its entry. */
  recordTaking(taken: TakenBundle, actor: Actor): Answer<string>
  /** The pieces of a case with their keys, in the order of their ids. */
  pieces(caseId: number): Promise<readonly ExportedPiece[]>
  /** Whether any case has a key of the blob, be it one that opens or not. */
  hasBlob(sha256: string): Promise<boolean>
  /** The key under which a blob is stored, by any case that holds it. */
  readonly blobKey: (sha256: string, caseId?: number) => Promise<Uint8Array | null>
}

interface PieceTx {
  readonly tx: LedgerTx
  readonly row: EvidenceTable
  readonly ref: PieceRef
}

const endOfOne = `update acquisitions set state = 'done', files_done = 1, bytes_total = ?, bytes_done = ?, active_ms = ?, duplicates = ?, evidence_id = ?, error = null, finished_at = ?
  where id = ?`

const erasedSql = `select (select count(*) from disclosures where sealed is null and entry in (select n from entries where chain = ?))
  + (select count(*) from evidence_erasures where case_id = ? and state = 'erased') as n`

const refOf = ({ id, uid, sha256 }: EvidenceTable): PieceRef => ({ id, uid, sha256 })

const caseOf = async (
  tx: LedgerTx,
  caseId: number,
): Promise<{ id: number; uid: string; revision: number } | undefined> =>
  await tx.sql.get<{ id: number; uid: string; revision: number }>(
    'select id, uid, revision from cases where id = ?',
    caseId,
  )

const appendTo = async (
  tx: LedgerTx,
  caseId: number,
  draft: EvidenceDraft,
): Promise<AppendedEntry & { revision: number }> => {
  const found = await caseOf(tx, caseId)
  if (found === undefined) throw new Error('evidence belongs to no case')
  const appended = await tx.append({ case: { id: found.id, uid: found.uid }, ...draft })
  return { ...appended, revision: found.revision }
}

const sameTags = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((tag) => b.has(tag))

/** What of an edit differs from how the piece is now; null where nothing does. */
const changeOf = async (
  sql: LedgerTx['sql'],
  row: EvidenceTable,
  asked: BodyOf<typeof editEvidence>,
): Promise<Parameters<typeof edited>[1] | null> => {
  const present = (await sql.all<{ tag: string }>('select tag from evidence_tags where evidence_id = ?', row.id)).map(
    ({ tag }) => tag,
  )
  const tags = asked.tags === undefined ? undefined : [...new Set(asked.tags)].sort()
  const change = {
    ...(asked.label === undefined || asked.label === row.label ? {} : { label: asked.label }),
    ...(tags === undefined || sameTags(new Set(tags), new Set(present)) ? {} : { tags }),
  }
  return Object.keys(change).length === 0 ? null : change
}

/** Seals one file that was acquired, and writes what is kept beside its entry. */
const takeOne = async (
  { keys, env }: Pick<EvidenceParts, 'keys' | 'env'>,
  tx: LedgerTx,
  found: { readonly id: number; readonly uid: string },
  { acquisitionId, facts, defaults, endsAfterMs }: TakenFor,
  file: StoredFile,
): Answer<TakenPiece> => {
  const before = await tx.sql.get<{ evidence_id: number }>(
    'select evidence_id from acquisition_files where acquisition_id = ? and path = ?',
    acquisitionId,
    file.sourcePath,
  )
  if (before !== undefined) return fail(refusal('already_done', 'This acquisition has taken this file already.'))
  const same = await tx.sql.all<{ id: number }>(
    'select id from evidence where case_id = ? and sha256 = ? order by id limit 100',
    found.id,
    file.sha256,
  )
  // L-133: what was erased does not come back by another name.
  if (
    same.length > 0 &&
    (await tx.sql.get(`select 1 where ${isNeeded('?', '?')}`, found.id, file.sha256)) === undefined
  )
    return fail(erasedBytes)
  await keys.fileBlobKey(tx.sql, found.id, file.sha256, file.key)
  const id = await tx.nextId('evidence')
  const piece: TakenFile = { ...file, id, uid: env.random.uuidv7(tx.nowMs) }
  const { id: entryId } = await tx.append({ case: found, ...acquired(piece, facts, defaults) })
  await tx.sql.run(
    'insert into acquisition_files (acquisition_id, path, evidence_id) values (?, ?, ?)',
    acquisitionId,
    file.sourcePath,
    id,
  )
  await tx.sql.run('delete from partial_blobs where id = ?', file.partialId)
  // By the same commit: an upload that is evidence and not done could be asked for again.
  if (endsAfterMs !== undefined)
    await tx.sql.run(
      endOfOne,
      file.size,
      file.size,
      Math.round(endsAfterMs),
      same.length > 0 ? 1 : 0,
      id,
      tx.nowMs,
      acquisitionId,
    )
  return ok({ id, entryId, sameBytes: same.map((row) => row.id) })
}

/** The piece of the same case that a relation leads to. */
const otherPiece = async ({ tx, row }: PieceTx, caseId: number, to: number): Answer<EvidenceTable> => {
  const other = await tx.sql.get<EvidenceTable>('select * from evidence where id = ? and case_id = ?', to, caseId)
  if (other !== undefined && to !== row.id) return ok(other)
  const message = to === row.id ? 'is the same piece' : 'is no evidence of this case'
  return fail(refusal('unknown_reference', `The other piece ${message}.`, [{ path: 'to', message }]))
}

/** The pieces of a case with their keys; one that an order erased has none, whoever else has its bytes. */
const piecesOf = async ({ sql, keys }: EvidenceParts, caseId: number): Promise<readonly ExportedPiece[]> => {
  const rows = sql.all<EvidenceTable & { readonly erased: 0 | 1 }>(
    `select evidence.*, ${isErased('evidence')} as erased from evidence where case_id = ? order by id`,
    caseId,
  )
  return await Promise.all(
    rows.map(async ({ erased, ...row }) =>
      erased === 1
        ? { row, key: null, erased: true }
        : { row, key: await keys.blobKey(sql, row.sha256, caseId), erased: false },
    ),
  )
}

/** Makes the store. */
export const createEvidenceStore = (parts: EvidenceParts): EvidenceStore => {
  const { ledger, sql, keys } = parts

  const onPiece = <T>(
    caseId: number,
    evidenceId: number,
    actor: Actor,
    job: (piece: PieceTx) => Answer<T>,
  ): Answer<T> =>
    ledger.write(actor, async (tx) => {
      const row = await tx.sql.get<EvidenceTable>(
        'select * from evidence where id = ? and case_id = ?',
        evidenceId,
        caseId,
      )
      return row === undefined ? fail(noPiece) : await job({ tx, row, ref: refOf(row) })
    })

  const change = async ({ tx, row }: PieceTx, draft: EvidenceDraft): Answer<Changed> => {
    const { id: entryId, revision } = await appendTo(tx, row.case_id, draft)
    return ok({ id: row.id, entry_id: entryId, revision })
  }

  const relate: EvidenceStore['relate'] = (caseId, evidenceId, { to, kind }, holds, actor) =>
    onPiece(caseId, evidenceId, actor, async (piece) => {
      const other = await otherPiece(piece, caseId, to)
      if (!other.ok) return other
      const stated = await piece.tx.sql.get(
        'select n from evidence_relations where from_id = ? and to_id = ? and kind = ?',
        evidenceId,
        to,
        kind,
      )
      if ((stated !== undefined) === holds)
        return fail(refusal('already_done', holds ? 'This relation is stated already.' : 'There is no such relation.'))
      return await change(piece, related(piece.ref, refOf(other.value), kind, holds))
    })

  const take: EvidenceStore['take'] = (taken, files, actor) =>
    ledger.write(actor, async (tx) => {
      const found = await caseOf(tx, taken.caseId)
      if (found === undefined) return fail(noCase)
      const answers: Result<TakenPiece, Refusal>[] = []
      for (const file of files) answers.push(await takeOne(parts, tx, { id: found.id, uid: found.uid }, taken, file))
      return ok(answers)
    })

  return {
    list: (caseId, query) => listEvidenceOf(parts, caseId, query),
    totals: () =>
      sql.get<{ pieces: number; bytes: number }>(
        'select count(*) as pieces, coalesce(sum(size), 0) as bytes from evidence',
      ) ?? { pieces: 0, bytes: 0 },
    caseOfPiece: (evidenceId) =>
      sql.get<{ case_id: number }>('select case_id from evidence where id = ?', evidenceId)?.case_id ?? null,
    hasCase: (caseId) => hasCase(sql, caseId),
    erasedIn: (caseId) => sql.get<{ n: number }>(erasedSql, caseId, caseId)?.n ?? 0,
    read: (caseId, evidenceId) => readPiece(parts, caseId, evidenceId),
    edit: (caseId, evidenceId, asked, actor) =>
      onPiece(caseId, evidenceId, actor, async (piece) => {
        const found = await changeOf(piece.tx.sql, piece.row, asked)
        return found === null
          ? fail(refusal('already_done', 'The piece of evidence already says this. Nothing was changed.'))
          : await change(piece, edited(piece.ref, found))
      }),
    addNote: (caseId, evidenceId, text, { actor, inTransaction }) =>
      onPiece(caseId, evidenceId, actor, async (piece) => {
        const added = await change(piece, noted(piece.ref, text))
        if (added.ok) await inTransaction?.(piece.tx, added.value)
        return added
      }),
    relate,
    release: async (caseId, evidenceId, purpose, actor) => {
      const row = pieceRow(sql, caseId, evidenceId)
      if (row === undefined) return fail(noPiece)
      if (erasureOf(sql, row.id)?.state === 'erased') return fail(erasedPiece)
      const key = await keys.blobKey(sql, row.sha256, caseId)
      if (key === null) return fail(row.received === 1 ? atHub : elsewhere)
      return await onPiece(caseId, evidenceId, actor, async ({ tx, ref }) => {
        const { id: entryId } = await appendTo(tx, caseId, released(ref, purpose))
        return ok({ row, key, entryId })
      })
    },
    recordStatement: (caseId, evidenceId, reading, actor) =>
      onPiece(caseId, evidenceId, actor, (piece) => change(piece, statementRead(piece.ref, reading))),
    take,
    recordExport: (caseId, facts, actor) =>
      ledger.write(actor, async (tx) => {
        const found = await caseOf(tx, caseId)
        if (found === undefined) return fail(noCase)
        return ok(await appendTo(tx, caseId, exported({ ...facts, caseUid: found.uid })))
      }),
    recordTaking: (taken, actor) => ledger.write(actor, (tx) => sealTaking(tx, taken, actor)),
    pieces: (caseId) => piecesOf(parts, caseId),
    hasBlob: (sha256) =>
      Promise.resolve(sql.get('select case_id from blob_keys where sha256 = ? limit 1', sha256) !== undefined),
    blobKey: (sha256, caseId) => keys.blobKey(sql, sha256, caseId),
  }
}
