import type { SharedIdentifier } from '../../../shared/schema/case-relations.ts'
import type { CaseStatus } from '../../../shared/schema/case.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { CaseStore } from './case-store.ts'
import { notFound } from './change-case.ts'
import { hasCase } from './has-case.ts'
import type { CaseReadParts } from './parts.ts'
import type { CaseLinkKind } from './tables.ts'

/** An identifier that more cases share than this says nothing about a ring. */
const commonMost = 200
const linksMost = 500
const entitiesMost = 50
const suggestionsMost = 20
const sharedMost = 10

/** An identifier of the case, and the other cases that have it; null: too many have. */
interface Held {
  readonly identifier: SharedIdentifier
  readonly cases: readonly number[] | null
}

const held = (identifier: SharedIdentifier, caseId: number, rows: readonly { case_id: number }[]): Held => {
  const others = rows.map((row) => row.case_id).filter((other) => other !== caseId)
  return { identifier, cases: others.length > commonMost ? null : others }
}

/** One more is read than is taken, and the case itself is among them. */
const readMost = commonMost + 2

const linked = (sql: SyncStatements, caseId: number): Held[] =>
  sql
    .all<{ kind: CaseLinkKind; target: number }>(
      "select kind, target from case_links where case_id = ? order by kind = 'alert', kind, target limit ?",
      caseId,
      linksMost,
    )
    .map(({ kind, target }) =>
      held(
        { kind, id: String(target) },
        caseId,
        sql.all<{ case_id: number }>(
          'select case_id from case_links where kind = ? and target = ? order by case_id desc limit ?',
          kind,
          target,
          readMost,
        ),
      ),
    )

const openedFor = (sql: SyncStatements, caseId: number): Held[] =>
  sql
    .all<{ entity_kind: string; entity_id: string }>(
      'select entity_kind, entity_id from entity_cases where case_id = ? order by entity_kind, entity_id limit ?',
      caseId,
      entitiesMost,
    )
    .map(({ entity_kind: kind, entity_id: id }) =>
      held(
        { kind: 'entity', id: `${kind}:${id}` },
        caseId,
        sql.all<{ case_id: number }>(
          'select case_id from entity_cases where entity_kind = ? and entity_id = ? order by case_id desc limit ?',
          kind,
          id,
          readMost,
        ),
      ),
    )

const sharedByCase = (all: readonly Held[]): Map<number, SharedIdentifier[]> => {
  const found = new Map<number, SharedIdentifier[]>()
  for (const { identifier, cases } of all) {
    for (const other of cases ?? []) {
      const shared = found.get(other)
      if (shared === undefined) found.set(other, [identifier])
      else shared.push(identifier)
    }
  }
  return found
}

/** Cases that share identifiers with one, most shared first, then the newest. */
export const suggestRelations =
  ({ sql }: Pick<CaseReadParts, 'sql'>): CaseStore['suggestRelations'] =>
  (id) => {
    if (!hasCase(sql, id)) return Promise.resolve(fail(notFound))
    const all = [...linked(sql, id), ...openedFor(sql, id)]
    const related = new Set(
      sql
        .all<{ id: number }>(
          'select c.id from case_relations r join cases c on c.uid = r.other_uid where r.case_id = ?',
          id,
        )
        .map((row) => row.id),
    )
    const ranked = [...sharedByCase(all)]
      .filter(([other]) => !related.has(other))
      .sort(([a, more], [b, fewer]) => fewer.length - more.length || b - a)
    const suggestions = []
    for (const [other, shared] of ranked) {
      // The detection remembers cases that have left the device.
      const row = sql.get<{ number: string; title: string; status: CaseStatus }>(
        'select number, title, status from cases where id = ?',
        other,
      )
      if (row !== undefined)
        suggestions.push({
          id: other,
          case_number: row.number,
          title: row.title,
          status: row.status,
          shared_count: shared.length,
          shared: shared.slice(0, sharedMost),
        })
      if (suggestions.length === suggestionsMost) break
    }
    return Promise.resolve(ok({ suggestions, too_common: all.filter(({ cases }) => cases === null).length }))
  }
