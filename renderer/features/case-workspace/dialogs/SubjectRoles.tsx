import { useTranslation } from 'react-i18next'
import { SubjectRoleSelect } from '../../../ui/SubjectRoleSelect.tsx'
import classes from './dialogs.module.css'
import type { SubjectRolesState } from './useSubjectRoles.ts'

type Props = Pick<SubjectRolesState, 'subjects' | 'chosen' | 'rest' | 'onChoose'>

/** Who the subjects of the alerts are that are confirmed with their case; the proposals are chosen at first. */
export const SubjectRoles = ({ subjects, chosen, rest, onChoose }: Props) => {
  const { t } = useTranslation()
  if (subjects.length === 0) return null
  return (
    <fieldset className={classes.subjects}>
      <legend>{t('case.outcome.subjects.title')}</legend>
      <p className={classes.plain}>{t('case.outcome.subjects.hint')}</p>
      <div className={classes.subjectRows}>
        {subjects.map(({ key, entity, alerts, proposed }) => (
          <SubjectRoleSelect
            key={key}
            label={t('case.outcome.subjects.of', { kind: t(`entity.${entity.kind}`), id: entity.id, count: alerts })}
            value={chosen.get(key) ?? proposed}
            onChange={(role) => onChoose(key, role)}
            explains={false}
          />
        ))}
      </div>
      {rest > 0 ? <p className={classes.plain}>{t('case.outcome.subjects.rest', { count: rest })}</p> : null}
    </fieldset>
  )
}
