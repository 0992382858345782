import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Env } from '../../platform/env.ts'
import { codeOf } from '../../platform/system-error.ts'
import { notFound as noCase } from '../cases/change-case.ts'
import type { EvidenceKeys } from '../evidence/keys.ts'
import { systemActor } from '../ledger/ledger.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { notRead } from './schema.ts'
import type { EvidenceTextFilesTable } from './tables.ts'
import { openTextIndex } from './text-index.ts'
import type { TextIndex } from './text-index.ts'

/** What the files of texts stand on. */
export interface TextFileParts {
  readonly ledger: Ledger
  readonly sql: SyncStatements
  readonly keys: EvidenceKeys
  readonly env: Pick<Env, 'random' | 'clock' | 'log'>
  /** The folder of the files. */
  readonly dir: string
}

/** The open text of a case, with the name of its file: another name is another text. */
export interface OpenText {
  readonly file: string
  readonly index: TextIndex
}

/**
 * The files that hold the texts of cases, each under a key of its own in the row that names it (E-41). Where the row
 * goes, by a person, an erasure or with the case, nobody can read the file; it is removed right after, or at the next
 * start.
 */
export interface TextFiles {
  /** Null where no text of the case is kept. */
  open(caseId: number): Promise<OpenText | null>
  /** The same, made where there is none; null where the text of the case was dropped. */
  make(caseId: number): Promise<Result<OpenText | null, Refusal>>
  /** Whether the text is still the one of its case. */
  isKept(caseId: number, file: string): boolean
  /** Closes and removes every file that no row names. */
  tidy(): void
  /** The same, where the text of one of these cases has ended. */
  tidyAfter(cases: ReadonlySet<number>): void
  /** Forgets texts whose file is not there: their pieces wait to be read again. */
  forgetLost(): Promise<void>
  close(): void
}

/** More than these are not held open; a person searches one case. */
const openMost = 4

/** What SQLite says of a file that is not what its key says, or is damaged. */
const isDamaged = (error: unknown): boolean => /^SQLITE_(NOTADB|CORRUPT)/u.test(codeOf(error) ?? '')

/** The files that are open, the one that was used last closed last. */
const startOpenFiles = (placeOf: (file: string) => string) => {
  const open = new Map<string, TextIndex>()
  const close = (file: string): void => {
    open.get(file)?.close()
    open.delete(file)
  }
  const keep = (file: string, index: TextIndex): TextIndex => {
    open.delete(file)
    open.set(file, index)
    for (const oldest of open.keys()) {
      if (open.size <= openMost) break
      close(oldest)
    }
    return index
  }
  return {
    close,
    names: (): string[] => [...open.keys()],
    get: (file: string): TextIndex | null => {
      const index = open.get(file)
      return index === undefined ? null : keep(file, index)
    },
    open: (file: string, key: Uint8Array): TextIndex => keep(file, openTextIndex(placeOf(file), key)),
  }
}

/** Makes the keeper of the files. */
export const createTextFiles = ({ ledger, sql, keys, env, dir }: TextFileParts): TextFiles => {
  const placeOf = (file: string): string => path.join(dir, file)
  const held = startOpenFiles(placeOf)
  /** The files that are there, by their cases. */
  const known = new Map<number, string>()

  const rowOf = (caseId: number): EvidenceTextFilesTable | undefined =>
    sql.get<EvidenceTextFilesTable>('select * from evidence_text_files where case_id = ?', caseId)

  const tidy = (): void => {
    const rows = sql.all<{ case_id: number; file: string }>(
      'select case_id, file from evidence_text_files where file is not null',
    )
    known.clear()
    for (const { case_id: caseId, file } of rows) known.set(caseId, file)
    const named = new Set(known.values())
    for (const file of held.names()) if (!named.has(file)) held.close(file)
    if (!existsSync(dir)) return
    for (const name of readdirSync(dir)) {
      if (named.has(name.replace(/-(?:wal|shm|journal)$/u, ''))) continue
      rmSync(placeOf(name), { force: true, recursive: true })
    }
  }

  /** A text that cannot be read is none: it is read anew from the evidence. */
  const forget = async (caseId: number, file: string): Promise<void> => {
    await ledger.write(systemActor, async (tx) => {
      const { changes } = await tx.sql.run(
        'delete from evidence_text_files where case_id = ? and file = ?',
        caseId,
        file,
      )
      if (changes > 0) await tx.sql.run(`update evidence_texts set ${notRead} where case_id = ?`, caseId)
      return ok(undefined)
    })
    tidy()
  }

  const opened = async (caseId: number, file: string, wrappedKey: Uint8Array): Promise<TextIndex | null> => {
    const present = held.get(file)
    if (present !== null) return present
    const key = await keys.partialKey(sql, caseId, { id: file, wrapped_key: wrappedKey })
    try {
      if (key !== null && existsSync(placeOf(file))) return held.get(file) ?? held.open(file, key)
    } catch (error) {
      if (!isDamaged(error)) throw error
    }
    env.log.warn({ case_id: caseId }, 'the text of the evidence of a case could not be opened; it is read again')
    await forget(caseId, file)
    return null
  }

  const open: TextFiles['open'] = async (caseId) => {
    const row = rowOf(caseId)
    if (row === undefined || row.file === null || row.wrapped_key === null) return null
    const index = await opened(caseId, row.file, row.wrapped_key)
    return index === null ? null : { file: row.file, index }
  }

  return {
    open,
    make: async (caseId) => {
      const present = await open(caseId)
      if (present !== null) return ok(present)
      if ((rowOf(caseId)?.dropped ?? null) !== null) return ok(null)
      const file = env.random.uuidv7(env.clock.nowMs())
      const key = keys.newFileKey()
      mkdirSync(dir, { recursive: true, mode: 0o700 })
      // The file goes first: a row names none that is not there.
      held.open(file, key)
      const named = await ledger.write(systemActor, async (tx) => {
        if ((await tx.sql.get('select id from cases where id = ?', caseId)) === undefined) return fail(noCase)
        const wrapped = await keys.wrapPartialKey(tx.sql, caseId, file, key)
        await tx.sql.run(
          'insert into evidence_text_files (case_id, file, wrapped_key) values (?, ?, ?) on conflict do nothing',
          caseId,
          file,
          wrapped,
        )
        return ok(undefined)
      })
      if (!named.ok) return named
      known.set(caseId, file)
      return ok(await open(caseId))
    },
    isKept: (caseId, file) => rowOf(caseId)?.file === file,
    tidy,
    tidyAfter: (cases) => {
      if ([...cases].some((caseId) => known.has(caseId) && known.get(caseId) !== rowOf(caseId)?.file)) tidy()
    },
    forgetLost: async () => {
      const lost = sql
        .all<{ case_id: number; file: string }>('select case_id, file from evidence_text_files where file is not null')
        .filter(({ file }) => !existsSync(placeOf(file)))
      for (const { case_id: caseId, file } of lost) await forget(caseId, file)
    },
    close: () => {
      for (const file of held.names()) held.close(file)
    },
  }
}
