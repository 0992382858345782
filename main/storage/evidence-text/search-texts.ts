import { fieldRefused } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { FoundPiece } from '../../../shared/schema/evidence-text.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { Env } from '../../platform/env.ts'
import { notFound as noCase } from '../cases/change-case.ts'
import { hasCase } from '../cases/has-case.ts'
import { parseQuery } from '../cases/search-text.ts'
import { noPiece, pieceRow } from '../evidence/read-evidence.ts'
import { sealShown } from '../evidence/seal-shown.ts'
import type { EvidenceTable } from '../evidence/tables.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { findInPiece, findInPieces, fromTheStart } from './look-through.ts'
import type { FoundPassages, Reached } from './look-through.ts'
import type { TextFiles } from './text-files.ts'

/** What is searched for. */
export interface TextSearch {
  readonly q: string
  readonly evidence_id?: number | undefined
  readonly after?: string | undefined
}

/** A page of what was found. */
export interface FoundPage {
  readonly data: FoundPiece[]
  readonly next: string | null
}

/** Finds words in the text of evidence, and seals that what is found was shown (E-43). */
export type SearchTexts = (caseId: number, search: TextSearch, actor: Actor) => Promise<Result<FoundPage, Refusal>>

/** So long a look holds: as long as the link of a preview (E-21). */
const lookMs = 10 * 60_000
const looksMost = 10_000

const ended = fieldRefused(
  'body.after',
  'belongs to a text that was read anew, or to no search: search again from the start',
)
const nothing: FoundPage = { data: [], next: null }

const cursorOf = (file: string, { unit, places }: Reached): string => `${file}.${unit}.${places}`

const reachedIn = (cursor: string, file: string): Reached | null => {
  const [of, unit, places, ...others] = cursor.split('.')
  if (of !== file || others.length > 0 || !/^-?\d{1,15}$/u.test(unit ?? '') || !/^\d{1,9}$/u.test(places ?? ''))
    return null
  return { unit: Number(unit), places: Number(places) }
}

/** The looks that were sealed lately, each for as long as it holds. */
const startLooks = (monoMs: () => number) => {
  const looks = new Map<string, { readonly entryId: string; readonly endsMono: number }>()
  const keyOf = ({ userUid }: Actor, evidenceId: number): string => `${userUid} ${evidenceId}`
  return {
    held: (actor: Actor, evidenceId: number): string | null => {
      const look = looks.get(keyOf(actor, evidenceId))
      return look !== undefined && look.endsMono > monoMs() ? look.entryId : null
    },
    keep: (actor: Actor, evidenceId: number, entryId: string): void => {
      for (const [key, { endsMono }] of looks) {
        // The oldest come first, and all hold equally long.
        if (endsMono > monoMs() && looks.size < looksMost) break
        looks.delete(key)
      }
      looks.delete(keyOf(actor, evidenceId))
      looks.set(keyOf(actor, evidenceId), { entryId, endsMono: monoMs() + lookMs })
    },
  }
}

/** Makes the search. */
export const createSearchTexts = ({
  ledger,
  sql,
  files,
  clock,
}: {
  readonly ledger: Ledger
  readonly sql: SyncStatements
  readonly files: TextFiles
  readonly clock: Env['clock']
}): SearchTexts => {
  const looks = startLooks(() => clock.monoMs())

  const firstWith = (caseId: number, sha256: string): EvidenceTable | undefined =>
    sql.get<EvidenceTable>(
      'select * from evidence where case_id = ? and sha256 = ? order by id limit 1',
      caseId,
      sha256,
    )

  /** Seals the looks that none holds of yet, then tells the entry of each. */
  const sealed = async (
    caseId: number,
    ids: readonly number[],
    actor: Actor,
  ): Promise<Result<ReadonlyMap<number, string>, Refusal>> => {
    const held = ids.flatMap((id) => {
      const entryId = looks.held(actor, id)
      return entryId === null ? [] : [[id, entryId] as const]
    })
    const known = new Map(held)
    const due = ids.filter((id) => !known.has(id))
    if (due.length === 0) return ok(known)
    const written = await sealShown(ledger, caseId, due, actor)
    if (!written.ok) return written
    for (const [id, entryId] of written.value) looks.keep(actor, id, entryId)
    return ok(new Map([...known, ...written.value]))
  }

  const shown = async (
    caseId: number,
    { pieces }: FoundPassages,
    asked: EvidenceTable | null,
    actor: Actor,
  ): Promise<Result<FoundPiece[], Refusal>> => {
    const rows = pieces.flatMap((piece) => {
      const row = asked ?? firstWith(caseId, piece.sha256)
      return row === undefined ? [] : [{ row, piece }]
    })
    const entries = await sealed(
      caseId,
      rows.map(({ row }) => row.id),
      actor,
    )
    if (!entries.ok) return entries
    return ok(
      rows.flatMap(({ row: { id, name, kind }, piece: { places, more } }) => {
        const entryId = entries.value.get(id)
        if (entryId === undefined) return []
        const passages = places.map(({ way, text, marks }) => ({
          way: way.map((step) => ({ ...step })),
          text,
          marks: marks.map(([start, end]) => ({ start, end })),
        }))
        return [{ evidence_id: id, name, kind, passages, more, entry_id: entryId }]
      }),
    )
  }

  return async (caseId, { q, evidence_id: evidenceId, after }, actor) => {
    if (!hasCase(sql, caseId)) return fail(noCase)
    const asked = evidenceId === undefined ? null : (pieceRow(sql, caseId, evidenceId) ?? fail(noPiece))
    if (asked !== null && 'ok' in asked) return asked
    const terms = parseQuery(q)
    const text = await files.open(caseId)
    if (text === null && after !== undefined) return fail(ended)
    if (text === null || terms.length === 0) return ok(nothing)
    const { file, index } = text
    const reached = after === undefined ? fromTheStart : reachedIn(after, file)
    if (reached === null) return fail(ended)
    const found =
      asked === null ? findInPieces(index, terms, reached) : findInPiece(index, terms, reached, asked.sha256)
    const data = await shown(caseId, found, asked, actor)
    if (!data.ok) return data
    // An erasure that came in between ends what was found before it.
    if (!files.isKept(caseId, file)) return ok(nothing)
    return ok({ data: data.value, next: found.next === null ? null : cursorOf(file, found.next) })
  }
}
