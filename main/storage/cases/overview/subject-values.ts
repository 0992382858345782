import type { CaseSubject } from '../../../../shared/schema/case-overview.ts'

/** Somebody, or something, that a case is about. */
export interface SubjectRef {
  readonly kind: CaseSubject['kind']
  readonly id: string
}

/** Subjects as statements take them: JSON of `[kind, id]` pairs, so that one statement answers for all by their places. */
export const asValues = (subjects: readonly SubjectRef[]): string =>
  JSON.stringify(subjects.map(({ kind, id }) => [kind, id]))

/** SQL of the subjects of `asValues`, as a table `s` of place, kind and id. */
export const subjectsSql =
  'with s as materialized (select key as place, value ->> 0 as kind, value ->> 1 as id from json_each(?))'
