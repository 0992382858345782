import { Button } from '@mantine/core'
import { IconChecklist, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isFinished } from '../../../shared/schema/case.ts'
import { useCase } from '../../data/queries/cases.ts'
import type { Me } from '../../data/queries/session.ts'
import { useCaseTasks } from '../../data/queries/tasks.ts'
import { useCommands, type PaletteCommand } from '../../state/commands.ts'
import { mayWrite } from '../../state/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import type { OpenTaskDialog } from './dialogs/openTask.ts'
import { TaskDialogs } from './dialogs/TaskDialogs.tsx'
import { TaskRow } from './TaskRow.tsx'
import classes from './tasks.module.css'

/** What adds tasks, for the palette and the keyboard. */
const useTaskCommands = (adds: boolean, open: (dialog: OpenTaskDialog) => void): void => {
  const { t } = useTranslation()
  const commands = useMemo(
    (): readonly PaletteCommand[] =>
      adds
        ? [
            {
              id: 'task.add',
              section: 'case',
              title: t('tasks.add.title'),
              shortcut: 't',
              keywords: 'to do',
              run: () => open({ kind: 'add' }),
            },
            {
              id: 'task.playbook',
              section: 'case',
              title: t('tasks.playbook.title'),
              shortcut: 'shift+p',
              keywords: 'template typology',
              run: () => open({ kind: 'playbook' }),
            },
          ]
        : [],
    [t, adds, open],
  )
  useCommands(commands)
}

const Adding = ({ onDialog }: { readonly onDialog: (dialog: OpenTaskDialog) => void }) => {
  const { t } = useTranslation()
  return (
    <>
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconChecklist size={15} aria-hidden />}
        onClick={() => onDialog({ kind: 'playbook' })}
      >
        {t('tasks.playbook.title')}
      </Button>
      <Button
        size="compact-md"
        leftSection={<IconPlus size={15} aria-hidden />}
        onClick={() => onDialog({ kind: 'add' })}
      >
        {t('tasks.add.title')}
      </Button>
    </>
  )
}

/** The tasks of a case: what is open and due first, then what is done. */
export const TasksPane = ({ caseId, me }: { readonly caseId: number; readonly me: Me }) => {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<OpenTaskDialog | null>(null)
  const status = useCase(caseId).data?.status
  const found = useCaseTasks(caseId)
  const writes = mayWrite(me.role)
  const adds = writes && status !== undefined && !isFinished(status)
  useTaskCommands(adds, setDialog)
  if (found.data === undefined)
    return found.error === null ? (
      <LoadingRows />
    ) : (
      <ErrorState error={found.error} onRetry={() => void found.refetch()} />
    )
  const { tasks, openRequired, playbooks } = found.data
  return (
    <section className={classes.pane} aria-label={t('tasks.label')}>
      {tasks.length === 0 ? (
        <EmptyState
          icon={<IconChecklist size={30} stroke={1.4} />}
          title={t('tasks.none')}
          hint={adds ? t('tasks.noneHint') : undefined}
        >
          {adds ? <Adding onDialog={setDialog} /> : null}
        </EmptyState>
      ) : (
        <>
          <div className={classes.bar}>
            <p className={classes.sum}>
              {openRequired === 0 ? t('tasks.allRequired') : t('tasks.openRequired', { count: openRequired })}
              {playbooks.length === 0 ? null : (
                <span className={classes.meta}>
                  {t('tasks.applied', { names: playbooks.map(({ name }) => name).join(', ') })}
                </span>
              )}
            </p>
            {adds ? (
              <div className={classes.actions}>
                <Adding onDialog={setDialog} />
              </div>
            ) : null}
          </div>
          <ul className={classes.list}>
            {tasks.map((task) => (
              <TaskRow key={task.uid} task={task} writes={writes} onDialog={setDialog} />
            ))}
          </ul>
        </>
      )}
      {dialog === null ? null : <TaskDialogs caseId={caseId} dialog={dialog} onClose={() => setDialog(null)} />}
    </section>
  )
}
