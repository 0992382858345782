import type { CaseSubject } from '../../../../shared/schema/case-overview.ts'
import { alertStatuses } from '../../../../shared/schema/alerts.ts'
import { entityKinds } from '../../../../shared/schema/activity.ts'
import { screenedKinds } from '../../../../shared/schema/screening.ts'
import type { ScreenedRef } from '../../../../shared/schema/screening.ts'
import { detectionHref, entityHref, hrefOf, screenedHref, type NamedEntity } from '../../../state/route.ts'

const everyStatus = alertStatuses.join(',')

type Ref = Pick<CaseSubject, 'kind' | 'id'>

/** The subject as alerts and payments name it; null for those that only the register of screening knows. */
export const entityOfSubject = ({ kind, id }: Ref): NamedEntity | null => {
  const known = entityKinds.find((one) => one === kind)
  return known === undefined ? null : { kind: known, id }
}

/** The subject as the register of screening names it; null where nobody of its kind is screened. */
export const screenedOf = ({ kind, id }: Ref): ScreenedRef | null => {
  const known = screenedKinds.find((one) => one === kind)
  return known === undefined ? null : { kind: known, id }
}

/** Where all that is known of a subject is shown. */
export const subjectHref = ({ kind, id }: Ref): string =>
  kind === 'vessel' ? screenedHref({ kind, id }) : entityHref({ kind, id })

/** The alerts about a subject, open and closed; null where alerts do not name it. */
export const alertsAboutHref = (subject: Ref): string | null => {
  const entity = entityOfSubject(subject)
  return entity === null
    ? null
    : detectionHref('alerts', null, { entity_kind: entity.kind, entity_id: entity.id, status: everyStatus })
}

/** The alerts of a case: those without a disposition, or those in a state. */
export const alertsOfCaseHref = (caseId: number, more: Readonly<Record<string, string>> = {}): string =>
  detectionHref('alerts', null, { case_id: String(caseId), ...more })

/** The cases that name a subject; null where the queue is not filtered by its kind. */
export const casesOfHref = ({ kind, id }: Ref): string | null =>
  (kind === 'customer' || kind === 'account') && /^\d+$/u.test(id)
    ? hrefOf({ name: 'queue', query: { [`${kind}_id`]: id } })
    : null
