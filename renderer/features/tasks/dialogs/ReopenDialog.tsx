import { useTranslation } from 'react-i18next'
import { mayWithhold } from '../../../../shared/entries/catalogue.ts'
import type { CaseTask } from '../../../../shared/schema/case-tasks.ts'
import { useReopenTask } from '../../../data/queries/tasks.ts'
import { useDraft } from '../../../state/drafts.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { RationaleField } from '../../../ui/RationaleField.tsx'
import classes from '../tasks.module.css'

type Props = { readonly caseId: number; readonly task: CaseTask; readonly onClose: () => void }

/** Opens a task again that is not done after all. */
export const ReopenDialog = ({ caseId, task, onClose }: Props) => {
  const { t } = useTranslation()
  const [reason, setReason, clearReason] = useDraft(`task-reopen:${task.uid}`, caseId)
  const write = useReopenTask(caseId)
  const confirm = (): void => {
    const done = (): void => {
      clearReason()
      onClose()
    }
    write.mutate({ task: task.uid, body: { reason } }, { onSuccess: done })
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('tasks.reopen.title')}
      confirm={t('tasks.reopen.submit')}
      onConfirm={confirm}
      pending={write.isPending}
      disabled={!mayWithhold('task.reopened', 'reason', reason)}
      error={write.error}
    >
      <p className={classes.about} dir="auto">
        {task.title}
      </p>
      <RationaleField value={reason} onChange={setReason} label={t('tasks.reopen.reason')} autoFocus />
    </ConfirmDialog>
  )
}
