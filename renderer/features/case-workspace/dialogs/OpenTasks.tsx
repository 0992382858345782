import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './dialogs.module.css'
import type { TaskGate } from './useTaskGate.ts'

type Props = { readonly gate: TaskGate }

/** Required tasks stand in the way of a state: how many, and who may leave them open. */
export const OpenTasks = ({ gate: { open, mayLeave, leaves, onLeaves } }: Props) => {
  const { t } = useTranslation()
  if (open === 0) return null
  return (
    <div className={classes.notice} role="status">
      <p>
        {t('case.status.openTasks', { count: open })}{' '}
        {mayLeave ? t('case.status.openTasksMay') : t('case.status.openTasksFirst')}
      </p>
      {mayLeave ? (
        <Checkbox
          checked={leaves}
          onChange={(event) => onLeaves(event.currentTarget.checked)}
          label={t('case.status.leaveTasks')}
        />
      ) : null}
    </div>
  )
}
