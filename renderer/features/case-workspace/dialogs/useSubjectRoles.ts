import { useMemo, useState } from 'react'
import type { SubjectOfAlerts, SubjectRole } from '../../../../shared/schema/alerts.ts'
import type { CaseFull } from '../../../../shared/schema/case.ts'
import { useOpenAlertsOfCase } from '../../../data/queries/alerts.ts'
import { rolesOf, subjectsOf, type Subject } from '../model/subjects.ts'

export interface SubjectRolesState {
  readonly subjects: readonly Subject[]
  readonly chosen: ReadonlyMap<string, SubjectRole>
  /** How many open alerts there are besides those whose subjects are shown. */
  readonly rest: number
  readonly onChoose: (key: string, role: SubjectRole) => void
  /** The field of the request: what was shown, as it was chosen. */
  readonly sent: { readonly subject_roles?: SubjectOfAlerts[] }
}

/**
 * Who the subjects of a case's open alerts are, as a person chooses; nothing is read and nothing sent while this is not
 * asked.
 */
export const useSubjectRoles = (
  { id, open_alert_count: open }: Pick<CaseFull, 'id' | 'open_alert_count'>,
  asked: boolean,
): SubjectRolesState => {
  const { data } = useOpenAlertsOfCase(id, asked)
  const [chosen, setChosen] = useState<ReadonlyMap<string, SubjectRole>>(new Map())
  const subjects = useMemo(() => (asked && data !== undefined ? subjectsOf(data) : []), [asked, data])
  return {
    subjects,
    chosen,
    rest: data === undefined ? 0 : Math.max(0, open - data.length),
    onChoose: (key, role) => setChosen((before) => new Map(before).set(key, role)),
    sent: subjects.length === 0 ? {} : { subject_roles: [...rolesOf(subjects, chosen)] },
  }
}
