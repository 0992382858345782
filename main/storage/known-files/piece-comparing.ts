import type { HashKind } from '../../../shared/schema/known-files.ts'
import { ok } from '../../../shared/schema/result.ts'
import { systemActor } from '../ledger/ledger.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { PieceHashesTable } from './tables.ts'

/** Bytes that are due to be compared. */
export type DuePiece = Pick<PieceHashesTable, 'case_id' | 'sha256' | 'md5' | 'sha1' | 'compared'>

/** That bytes are on a list. */
export interface FoundMark {
  readonly piece: DuePiece
  readonly listId: number
  readonly by: HashKind
}

/** Bytes of which MD5 and SHA-1 are to be made. */
export interface UnhashedPiece {
  readonly caseId: number
  readonly sha256: string
  /** In bytes. */
  readonly size: number
}

/** How far pieces of evidence are compared with lists, and by which hashes. */
export interface PieceComparing {
  /** The newest list; 0: there is none. */
  newest(): number
  /** Pieces that were not compared with the lists up to this one. */
  due(upTo: number, most: number): DuePiece[]
  /** Notes what was found, and that these pieces were compared up to a list. */
  compared(pieces: readonly DuePiece[], upTo: number, marks: readonly FoundMark[]): Promise<void>
  /** What is hashed next: null where every piece is, or no list has MD5 or SHA-1. */
  unhashed(): UnhashedPiece | null
  /** Notes the hashes of a piece, which is then compared anew; null: its bytes cannot be read. */
  hashed(piece: UnhashedPiece, hashes: { readonly md5: Buffer; readonly sha1: Buffer } | null): Promise<void>
}

/** Whether a list has lines of MD5 or SHA-1 alone, in SQL. */
export const weakLists = 'exists (select 1 from known_lists where sha1s + md5s > 0)'

/** Makes what keeps how far pieces are compared. */
export const createPieceComparing = ({
  ledger,
  sql,
}: {
  readonly ledger: Ledger
  readonly sql: SyncStatements
}): PieceComparing => ({
  newest: () => sql.get<{ n: number | null }>('select max(id) as n from known_lists')?.n ?? 0,
  due: (upTo, most) =>
    sql.all<DuePiece>(
      'select case_id, sha256, md5, sha1, compared from piece_hashes where compared < ? limit ?',
      upTo,
      most,
    ),
  compared: async (pieces, upTo, marks) => {
    await ledger.write(systemActor, async (tx) => {
      for (const { piece, listId, by } of marks)
        // A list that was removed meanwhile marks nothing, and neither does a piece that left.
        await tx.sql.run(
          `insert into known_marks (case_id, sha256, list_id, by) select case_id, sha256, ?, ? from piece_hashes
             where case_id = ? and sha256 = ? and exists (select 1 from known_lists where id = ?)
             on conflict do nothing`,
          listId,
          by,
          piece.case_id,
          piece.sha256,
          listId,
        )
      for (const { case_id: caseId, sha256, md5 } of pieces)
        // Hashes that came meanwhile are still to be compared.
        await tx.sql.run(
          `update piece_hashes set compared = ? where case_id = ? and sha256 = ? and (md5 is null) = ?`,
          upTo,
          caseId,
          sha256,
          md5 === null ? 1 : 0,
        )
      return ok(undefined)
    })
  },
  unhashed: () =>
    sql.get<UnhashedPiece>(
      `select p.case_id as caseId, p.sha256, e.size from piece_hashes p join evidence e on e.id =
           (select min(id) from evidence where case_id = p.case_id and sha256 = p.sha256)
         where p.state = 'waiting' and ${weakLists} limit 1`,
    ) ?? null,
  hashed: async ({ caseId, sha256 }, hashes) => {
    await ledger.write(systemActor, async (tx) => {
      await tx.sql.run(
        "update piece_hashes set state = ?, md5 = ?, sha1 = ?, compared = 0 where case_id = ? and sha256 = ? and state = 'waiting'",
        hashes === null ? 'failed' : 'hashed',
        hashes?.md5 ?? null,
        hashes?.sha1 ?? null,
        caseId,
        sha256,
      )
      return ok(undefined)
    })
  },
})
