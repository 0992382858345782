import { useTranslation } from 'react-i18next'
import { mayWithhold } from '../../../../shared/entries/catalogue.ts'
import type { CaseTask } from '../../../../shared/schema/case-tasks.ts'
import { useCompleteTask } from '../../../data/queries/tasks.ts'
import { useDraft } from '../../../state/drafts.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { RationaleField } from '../../../ui/RationaleField.tsx'
import classes from '../tasks.module.css'

type Props = { readonly caseId: number; readonly task: CaseTask; readonly onClose: () => void }

/** Marks a task as done, with a note of what came of it. */
export const DoneDialog = ({ caseId, task, onClose }: Props) => {
  const { t } = useTranslation()
  const [note, setNote, clearNote] = useDraft(`task-done:${task.uid}`, caseId)
  const write = useCompleteTask(caseId)
  const isEmpty = note.trim() === ''
  const ready = isEmpty ? !task.note_required : mayWithhold('task.done', 'note', note)
  const confirm = (): void => {
    const done = (): void => {
      clearNote()
      onClose()
    }
    write.mutate({ task: task.uid, body: isEmpty ? {} : { note } }, { onSuccess: done })
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('tasks.done.title')}
      confirm={t('tasks.done.submit')}
      onConfirm={confirm}
      pending={write.isPending}
      disabled={!ready}
      error={write.error}
    >
      <p className={classes.about} dir="auto">
        {task.title}
      </p>
      {task.description === null ? null : (
        <p className={classes.description} dir="auto">
          {task.description}
        </p>
      )}
      <RationaleField
        value={note}
        onChange={setNote}
        label={t('tasks.done.note')}
        hint={t('tasks.done.hint')}
        required={task.note_required}
        autoFocus
      />
    </ConfirmDialog>
  )
}
