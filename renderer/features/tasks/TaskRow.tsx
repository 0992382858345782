import { Button } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CaseTask } from '../../../shared/schema/case-tasks.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import type { OpenTaskDialog } from './dialogs/openTask.ts'
import classes from './tasks.module.css'

type Props = {
  readonly task: CaseTask
  readonly writes: boolean
  readonly onDialog: (dialog: OpenTaskDialog) => void
}

/** When it is due, whose it is, and where it comes from; of one that is done, who did it and when. */
const Facts = ({ task }: { readonly task: CaseTask }) => {
  const { t } = useTranslation()
  return (
    <p className={classes.meta}>
      {task.required ? <b className={classes.required}>{t('tasks.required')}</b> : null}
      {task.state === 'done' && task.done_at !== null ? (
        <span>
          {t('tasks.doneBy', { name: task.done_by_name ?? '' })} <Timestamp at={task.done_at} />
        </span>
      ) : (
        <>
          {task.due_at === null ? (
            <span>{t('tasks.noDue')}</span>
          ) : (
            <span className={task.overdue ? classes.overdue : undefined}>
              {task.overdue ? t('tasks.overdueSince') : t('tasks.due')} <Timestamp at={task.due_at} />
            </span>
          )}
          <span dir="auto">
            {task.assignee_name ?? (task.role === 'supervisor' ? t('tasks.forSupervisor') : t('tasks.nobody'))}
          </span>
        </>
      )}
    </p>
  )
}

/** A task with what can be done of it. */
export const TaskRow = ({ task, writes, onDialog }: Props) => {
  const { t } = useTranslation()
  const isDone = task.state === 'done'
  const { title } = task
  const Icon = isDone ? IconCircleCheckFilled : IconCircleDashed
  return (
    <li className={classes.row} data-state={task.state}>
      <Icon size={18} className={classes.mark} aria-label={t(`tasks.state.${task.state}`)} role="img" />
      <div className={classes.said}>
        <h3 className={classes.title} dir="auto">
          {title}
        </h3>
        <Facts task={task} />
        {task.note === null ? null : (
          <p className={classes.note} dir="auto">
            {task.note}
          </p>
        )}
        {task.description === null ? null : (
          <details className={classes.details}>
            <summary aria-label={t('tasks.detailsOf', { title })}>{t('tasks.details')}</summary>
            <p className={classes.description} dir="auto">
              {task.description}
            </p>
          </details>
        )}
      </div>
      {writes ? (
        <div className={classes.actions}>
          {isDone ? (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('tasks.reopenOf', { title })}
              onClick={() => onDialog({ kind: 'reopen', task })}
            >
              {t('tasks.reopen.submit')}
            </Button>
          ) : (
            <>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={t('tasks.assignOf', { title })}
                onClick={() => onDialog({ kind: 'assign', task })}
              >
                {t('tasks.assign.submit')}
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t('tasks.doneOf', { title })}
                onClick={() => onDialog({ kind: 'done', task })}
              >
                {t('tasks.done.short')}
              </Button>
            </>
          )}
        </div>
      ) : null}
    </li>
  )
}
