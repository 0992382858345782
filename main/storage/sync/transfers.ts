import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Env } from '../../platform/env.ts'
import type { Cursor, PlacedPiece, TransferStore, TravellingPiece } from '../../sync/device/bytes/transfer-store.ts'
import { isErased, isNeeded } from '../evidence/erased-pieces.ts'
import { erasedPiece } from '../evidence/erasure-refusals.ts'
import type { EvidenceKeys } from '../evidence/keys.ts'
import type { EvidenceFetchesTable } from '../evidence/tables.ts'
import { systemActor } from '../ledger/ledger.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { forHub, letGo, tellWaits, waitingForHub } from './kept-evidence.ts'
import type { KeptEvidenceTable } from './tables.ts'

/** What the transfers of a data folder stand on. */
export interface TransferParts {
  readonly ledger: Ledger
  /** Reads what is committed. */
  readonly sql: SyncStatements
  readonly keys: EvidenceKeys
  readonly env: Pick<Env, 'random' | 'clock'>
}

/** Transfers as the rest of the service sees them: two things more than sync asks for. */
export interface FolderTransfers extends TransferStore {
  /**
   * Files the key of bytes that are in the store now, and forgets that they were to come.
   *
   * @returns false where the case or the piece is no longer here: then the bytes have no place
   */
  keep(piece: TravellingPiece, key: Uint8Array): Promise<Result<boolean, Refusal>>
  /**
   * Forgets a piece of a case that is not here any more: the hub has sealed that it has the bytes.
   *
   * @returns whether the bytes are nobody's any more, and may go
   */
  letGo(piece: TravellingPiece): Promise<Result<boolean, Refusal>>
}

type Row = {
  readonly id: number
  readonly case_id: number
  readonly uid: string
  readonly sha256: string
  readonly size: number
  readonly entry: Buffer
}

const held = 'exists (select 1 from blob_keys b where b.sha256 = e.sha256 and b.case_id = e.case_id)'
/** L-133: bytes that were erased come no more. */
const needed = `not ${isErased('e')}`
const wanted =
  'exists (select 1 from evidence_fetches f where f.case_id = e.case_id and f.sha256 = e.sha256 and f.wanted = 1)'
const columns = 'e.id, e.case_id, c.uid, e.sha256, e.size, n.id as entry'
const tables = 'evidence e join cases c on c.id = e.case_id join entries n on n.n = e.n'

const pieceOf = ({ id, case_id: caseId, uid: caseUid, sha256, size, entry }: Row): TravellingPiece => ({
  id,
  caseId,
  caseUid,
  sha256,
  size,
  entryId: entry.toString('hex'),
})

const gone = refusal('not_found', 'The case has no such evidence here any more.')
const noCase = refusal('not_found', 'There is no case with this id.')

const afterOf = (after: Cursor): readonly [number, number] => (after === null ? [-1, -1] : [after.size, after.id])

/** Makes what a data folder keeps of bytes that travel. */
export const createTransferStore = ({ ledger, sql, keys, env }: TransferParts): FolderTransfers => {
  const write = (text: string, ...values: (string | number)[]): Promise<Result<void, Refusal>> =>
    ledger.write(systemActor, async (tx) => {
      await tx.sql.run(text, ...values)
      return ok(undefined)
    })

  const totals = (condition: string, ...values: number[]): readonly [number, number] => {
    const row = sql.get<{ pieces: number; bytes: number }>(
      `select count(*) as pieces, coalesce(sum(size), 0) as bytes from (select distinct e.case_id, e.sha256, e.size from evidence e where ${condition})`,
      ...values,
    )
    return [row?.pieces ?? 0, row?.bytes ?? 0]
  }

  /** Pieces whose bytes are here and, by its seal, not at the hub. */
  const unsent = (condition: string, after: Cursor, limit: number): readonly TravellingPiece[] =>
    sql
      .all<Row>(
        `select ${columns} from ${tables} where e.received = 0 ${condition} and ${held} and (e.size, e.id) > (?, ?) order by e.size, e.id limit ?`,
        ...afterOf(after),
        limit,
      )
      .map(pieceOf)

  /** Pieces of cases that are not here any more; below zero their order is nobody else's. */
  const kept = (after: Cursor, limit: number): readonly TravellingPiece[] =>
    sql
      .all<KeptEvidenceTable>(
        `select * from kept_evidence where ${forHub} and (size, -n) > (?, ?) order by size, n desc limit ?`,
        ...afterOf(after),
        limit,
      )
      .map(({ n, case_id: caseId, uid: caseUid, sha256, size, entry_id: entryId }) => ({
        id: -n,
        caseId,
        caseUid,
        sha256,
        size,
        entryId,
        kept: true,
      }))

  const withKept = (pieces: readonly TravellingPiece[], after: Cursor, limit: number): readonly TravellingPiece[] => {
    const beside = kept(after, limit)
    return beside.length === 0
      ? pieces
      : [...pieces, ...beside].sort((a, b) => a.size - b.size || a.id - b.id).slice(0, limit)
  }

  const fetchRow = (piece: TravellingPiece): EvidenceFetchesTable | undefined =>
    sql.get<EvidenceFetchesTable>(
      'select * from evidence_fetches where case_id = ? and sha256 = ?',
      piece.caseId,
      piece.sha256,
    )

  const begin = async (
    piece: TravellingPiece,
  ): Promise<Result<{ readonly id: string; readonly key: Uint8Array }, Refusal>> => {
    const id = env.random.uuidv7(env.clock.nowMs())
    const key = keys.newFileKey()
    return await ledger.write(systemActor, async (tx) => {
      if ((await tx.sql.get(`select 1 where ${isNeeded('?', '?')}`, piece.caseId, piece.sha256)) === undefined)
        return fail(gone)
      await tx.sql.run(
        `insert into evidence_fetches (case_id, sha256, wanted, partial_id, wrapped_key) values (?, ?, 0, ?, ?)
         on conflict do update set partial_id = excluded.partial_id, wrapped_key = excluded.wrapped_key`,
        piece.caseId,
        piece.sha256,
        id,
        await keys.wrapPartialKey(tx.sql, piece.caseId, id, key),
      )
      return ok({ id, key })
    })
  }

  return {
    waiting: (upTo) => {
      const [send, sendBytes] = totals(`e.received = 0 and ${held}`)
      const [fetch, fetchBytes] = totals(
        `e.received = 1 and not ${held} and ${needed} and (e.size <= ? or ${wanted})`,
        upTo,
      )
      const { pieces, bytes } = waitingForHub(sql)
      return { send: send + pieces, sendBytes: sendBytes + bytes, fetch, fetchBytes, kept: pieces, keptBytes: bytes }
    },
    toSend: (after, limit) => withKept(unsent('and n.hub_pos is not null', after, limit), after, limit),
    toSendKept: kept,
    toCarry: (after, limit) => withKept(unsent('', after, limit), after, limit),
    toFetch: (upTo, after, limit) =>
      sql
        .all<Row>(
          `select ${columns} from ${tables} where e.received = 1 and not ${held} and ${needed} and (e.size <= ? or ${wanted}) and (e.size, e.id) > (?, ?) order by e.size, e.id limit ?`,
          upTo,
          ...afterOf(after),
          limit,
        )
        .map(pieceOf),
    piece: (caseUid, sha256): PlacedPiece | null => {
      const row = sql.get<Row & { readonly here: 0 | 1; readonly received: 0 | 1 }>(
        `select ${columns}, ${held} as here, e.received from ${tables} where c.uid = ? and e.sha256 = ? order by e.received desc, e.id limit 1`,
        caseUid,
        sha256,
      )
      return row === undefined ? null : { ...pieceOf(row), here: row.here === 1, received: row.received === 1 }
    },
    keyOf: (piece) => keys.blobKey(sql, piece.sha256, piece.caseId),
    want: (caseUid, sha256, isWanted) =>
      ledger.write(systemActor, async (tx) => {
        const found = await tx.sql.get<{ id: number }>('select id from cases where uid = ?', caseUid)
        if (found === undefined) return fail(noCase)
        if (!isWanted) {
          await tx.sql.run(
            'update evidence_fetches set wanted = 0 where case_id = ? and (? is null or sha256 = ?)',
            found.id,
            sha256,
            sha256,
          )
          return ok(undefined)
        }
        if (
          sha256 !== null &&
          (await tx.sql.get(`select 1 where ${isNeeded('?', '?')}`, found.id, sha256)) === undefined
        )
          return fail(erasedPiece)
        await tx.sql.run(
          `insert into evidence_fetches (case_id, sha256, wanted, partial_id, wrapped_key)
           select distinct e.case_id, e.sha256, 1, null, null from evidence e where e.case_id = ? and (? is null or e.sha256 = ?) and not ${held} and ${needed}
           on conflict do update set wanted = 1`,
          found.id,
          sha256,
          sha256,
        )
        return ok(undefined)
      }),
    partialOf: async (piece) => {
      const row = fetchRow(piece)
      if (row === undefined || row.partial_id === null || row.wrapped_key === null) return await begin(piece)
      const key = await keys.partialKey(sql, piece.caseId, { id: row.partial_id, wrapped_key: row.wrapped_key })
      return key === null ? await begin(piece) : ok({ id: row.partial_id, key })
    },
    dropPartial: (piece) =>
      write(
        'update evidence_fetches set partial_id = null, wrapped_key = null where case_id = ? and sha256 = ?',
        piece.caseId,
        piece.sha256,
      ),
    keep: (piece, key) =>
      ledger.write(systemActor, async (tx) => {
        await tx.sql.run('delete from evidence_fetches where case_id = ? and sha256 = ?', piece.caseId, piece.sha256)
        if ((await tx.sql.get(`select 1 where ${isNeeded('?', '?')}`, piece.caseId, piece.sha256)) === undefined)
          return ok(false)
        await keys.fileBlobKey(tx.sql, piece.caseId, piece.sha256, key)
        return ok(true)
      }),
    letGo: ({ entryId }) =>
      ledger.write(systemActor, async (tx) => {
        const gone = await letGo(tx.sql, entryId)
        await tellWaits(tx)
        return ok(gone?.orphan === true)
      }),
  }
}
