import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { searchablePiece } from '../evidence/searchable-piece.ts'
import type { PieceTexts } from '../evidence/searchable-piece.ts'

/** Pieces of evidence are found by what they are called (L-70): the document of each is filed under the entry that acquired it. */
export const evidenceSearch: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql.raw('create index evidence_entry on evidence (n)').execute(db)
    const { rows } = await sql.raw<PieceTexts & { n: number }>('select n, name, path, label from evidence order by n').execute(db)
    for (const { n, ...texts } of rows) {
      const text = searchablePiece(texts)
      if (text !== '') await sql`insert into search (rowid, text) values (${n}, ${text})`.execute(db)
    }
  },
}
