import type { AlertEntity, AlertItem, SubjectOfAlerts, SubjectRole } from '../../../../shared/schema/alerts.ts'

/** Somebody whom open alerts of a case are about. */
export interface Subject {
  readonly key: string
  readonly entity: AlertEntity
  readonly alerts: number
  /** As the riskiest of its alerts proposes. */
  readonly proposed: SubjectRole
}

/** Whom these alerts are about, each once, in the order of the alerts. */
export const subjectsOf = (alerts: readonly Pick<AlertItem, 'entity' | 'proposed_role'>[]): readonly Subject[] => {
  const found = new Map<string, Subject>()
  for (const { entity, proposed_role: proposed } of alerts) {
    if (entity === null || proposed === null) continue
    const key = JSON.stringify([entity.kind, entity.id])
    const known = found.get(key)
    found.set(key, known === undefined ? { key, entity, alerts: 1, proposed } : { ...known, alerts: known.alerts + 1 })
  }
  return [...found.values()]
}

/** Who each subject is: as a person chose, else as it is proposed. */
export const rolesOf = (
  subjects: readonly Subject[],
  chosen: ReadonlyMap<string, SubjectRole>,
): readonly SubjectOfAlerts[] =>
  subjects.map(({ key, entity, proposed }) => ({ ...entity, subject_role: chosen.get(key) ?? proposed }))
