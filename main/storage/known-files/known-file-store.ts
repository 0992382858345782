import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { knownListsMax } from '../../../shared/schema/known-files.ts'
import type { HashKind, KnownFileList, KnownFiles, Standing } from '../../../shared/schema/known-files.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { foldForSearch } from '../../../shared/text/search-fold.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { readPeople } from '../cases/people.ts'
import type { People } from '../cases/people.ts'
import { systemActor } from '../ledger/ledger.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Statements } from '../sqlite/statements.ts'
import type { HashFileParts, HashFiles, NewHashFile } from './hash-files.ts'
import { createHashFiles } from './hash-files.ts'
import { createPieceComparing, weakLists } from './piece-comparing.ts'
import type { PieceComparing } from './piece-comparing.ts'
import type { KnownListsTable } from './tables.ts'

/** What is known of a list when it was read to its end. */
export interface ReadList {
  readonly name: string
  readonly standing: Standing
  readonly fileName: string | null
  readonly fileSha256: string
  readonly hashes: Readonly<Record<HashKind, number>>
  readonly linesLeft: number
  readonly linesLeftFirst: readonly number[]
}

/** Lists of known files, and which pieces of evidence are on them. */
export interface KnownFileStore {
  readonly files: HashFiles
  readonly comparing: PieceComparing
  overview(): Promise<KnownFiles>
  /** Puts a list in force, in place of one of the same name. */
  keep(file: NewHashFile, read: ReadList, actor: Actor): Promise<Result<KnownFileList, Refusal>>
  remove(id: number): Promise<Result<{ readonly removed: true }, Refusal>>
  /** The lists whose hashes are here, oldest first. */
  listsHere(): KnownListsTable[]
}

const noList = refusal('not_found', 'There is no such list of known files.')
const tooMany = refusal(
  'file_refused',
  `There are ${knownListsMax} lists of known files already. Remove one that is not needed, and import this one again.`,
)

const insertList = async (
  sql: Statements,
  { id, at, by }: { readonly id: number; readonly at: number; readonly by: string },
  file: NewHashFile,
  read: ReadList,
): Promise<void> => {
  await sql.run(
    `insert into known_lists (id, name, folded, standing, file, wrapped_key, file_name, file_sha256,
       sha256s, sha1s, md5s, lines_left, lines_left_first, imported_at, imported_by)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    read.name,
    foldForSearch(read.name),
    read.standing,
    file.name,
    file.wrappedKey,
    read.fileName,
    read.fileSha256,
    read.hashes.sha256,
    read.hashes.sha1,
    read.hashes.md5,
    read.linesLeft,
    JSON.stringify(read.linesLeftFirst),
    at,
    by,
  )
}

/** Makes the store. */
export const createKnownFileStore = (parts: HashFileParts & { readonly ledger: Ledger }): KnownFileStore => {
  const { ledger, sql, env } = parts
  const files = createHashFiles(parts)
  const comparing = createPieceComparing({ ledger, sql })
  const counted = (text: string, ...values: number[]): number => sql.get<{ n: number }>(text, ...values)?.n ?? 0

  const viewOf = (people: People, row: KnownListsTable): KnownFileList => ({
    id: row.id,
    name: row.name,
    standing: row.standing,
    file_name: row.file_name,
    file_sha256: row.file_sha256,
    hashes: { sha256: row.sha256s, sha1: row.sha1s, md5: row.md5s },
    lines_left: row.lines_left,
    lines_left_first: JSON.parse(row.lines_left_first) as number[],
    pieces: counted(
      `select count(*) as n from known_marks m join evidence e on e.case_id = m.case_id and e.sha256 = m.sha256
       where m.list_id = ?`,
      row.id,
    ),
    imported_at: toTimestamp(row.imported_at),
    imported_by: {
      id: people.get(row.imported_by)?.id ?? null,
      name: people.get(row.imported_by)?.name ?? row.imported_by,
    },
    here: files.isHere(row.file),
  })
  const rows = (): KnownListsTable[] => sql.all<KnownListsTable>('select * from known_lists order by id')

  return {
    files,
    comparing,
    overview: async () => {
      const people = await readPeople(sql)
      return {
        lists: rows()
          .map((row) => viewOf(people, row))
          .toReversed(),
        waiting: counted('select count(*) as n from piece_hashes where compared < ?', comparing.newest()),
        sha256_only: counted(`select count(*) as n from piece_hashes where md5 is null and ${weakLists}`),
      }
    },
    keep: async (file, read, actor) => {
      const folded = foldForSearch(read.name)
      const kept = await ledger.write<number>(actor, async (tx) => {
        await tx.sql.run(
          'delete from known_marks where list_id in (select id from known_lists where folded = ?)',
          folded,
        )
        await tx.sql.run('delete from known_lists where folded = ?', folded)
        const others = await tx.sql.get<{ n: number }>('select count(*) as n from known_lists')
        if ((others?.n ?? 0) >= knownListsMax) return fail(tooMany)
        // Never the number of a list that pieces were compared with: they would pass for compared with this one.
        const next = await tx.sql.get<{ n: number }>(
          `select 1 + max(coalesce((select max(id) from known_lists), 0),
             coalesce((select max(compared) from piece_hashes), 0)) as n`,
        )
        const id = next?.n ?? 1
        await insertList(tx.sql, { id, at: env.clock.nowMs(), by: actor.userUid }, file, read)
        return ok(id)
      })
      if (!kept.ok) return kept
      const row = sql.get<KnownListsTable>('select * from known_lists where id = ?', kept.value)
      return row === undefined ? fail(noList) : ok(viewOf(await readPeople(sql), row))
    },
    remove: async (id) => {
      const removed = await ledger.write<{ removed: true }>(systemActor, async (tx) => {
        const { changes } = await tx.sql.run('delete from known_lists where id = ?', id)
        if (changes === 0) return fail(noList)
        await tx.sql.run('delete from known_marks where list_id = ?', id)
        return ok({ removed: true })
      })
      files.tidy()
      return removed
    },
    listsHere: () => rows().filter(({ file }) => files.isHere(file)),
  }
}
