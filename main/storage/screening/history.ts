import type { AnswerOf } from '../../../shared/api/operation.ts'
import type { readSubject } from '../../../shared/api/screening.ts'
import { listScreeningRows } from './screenings.ts'
import { dispositionsOf } from './hits.ts'
import type { HitReadParts } from './hits.ts'
import { runsOfSubject } from './runs.ts'
import type { ScreeningSubjectsTable } from './tables.ts'

export type SubjectHistory = AnswerOf<typeof readSubject>['data']['history']

const shown = 100

const listsOf = (lists: readonly { readonly key: string; readonly version: string | null }[]): string[] =>
  lists.map(({ key, version }) => (version === null ? key : `${key} ${version}`))

/**
 * What happened to a subject, newest first: screenings, re-screenings that it was part of, dispositions; the newest
 * hundred of each.
 */
export const historyOf = async (parts: HitReadParts, subject: ScreeningSubjectsTable): Promise<SubjectHistory> => {
  const screenings = listScreeningRows(parts.sql, { subject_kind: subject.kind, subject_id: subject.id, size: shown })
  const hits = parts.sql.all<{ uid: string }>(
    'select uid from screening_hits where subject_n = ? order by n desc limit ?',
    subject.n,
    shown,
  )
  const disposed: SubjectHistory = []
  for (const { uid } of hits) {
    for (const { at, by, disposition, reason, expires_at: expires } of await dispositionsOf(parts, uid)) {
      disposed.push({
        at,
        what: 'disposed',
        screening_id: null,
        hit_id: uid,
        status: disposition,
        by,
        note: reason,
        expires_at: expires,
        lists: [],
      })
    }
  }
  const screened: SubjectHistory = (screenings.ok ? screenings.value.data : []).map(({ id, at, status, lists }) => ({
    at,
    what: 'screened',
    screening_id: id,
    hit_id: null,
    status,
    by: null,
    note: null,
    expires_at: null,
    lists: listsOf(lists),
  }))
  const rescreened: SubjectHistory = runsOfSubject(parts.sql, subject.n, shown).map(
    ({ started_at: at, reason, lists }) => ({
      at,
      what: 'rescreened',
      screening_id: null,
      hit_id: null,
      status: reason,
      by: null,
      note: null,
      expires_at: null,
      lists: listsOf(lists),
    }),
  )
  return [...screened, ...rescreened, ...disposed].sort((a, b) => (a.at < b.at ? 1 : -1))
}
