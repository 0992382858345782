import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseTask } from '../../../../shared/schema/case-tasks.ts'
import { mayOwnCases, useUsers } from '../../../data/queries/session.ts'
import { useAssignTask } from '../../../data/queries/tasks.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { PickSelect } from '../../../ui/PickSelect.tsx'
import classes from '../tasks.module.css'

type Props = { readonly caseId: number; readonly task: CaseTask; readonly onClose: () => void }

/** Gives a task to a person, or to nobody. */
export const AssignTaskDialog = ({ caseId, task, onClose }: Props) => {
  const { t } = useTranslation()
  const users = useUsers()
  const present = task.assignee_id === null ? null : String(task.assignee_id)
  const [assignee, setAssignee] = useState<string | null>(null)
  const write = useAssignTask(caseId)
  const people = (users.data ?? [])
    .filter((user) => mayOwnCases(user) && String(user.id) !== present)
    .map(({ id, name }) => ({ value: String(id), label: name }))
  const nobody = present === null ? [] : [{ value: 'nobody', label: t('tasks.nobody') }]
  const confirm = (): void => {
    if (assignee === null) return
    write.mutate(
      { task: task.uid, body: { assignee_id: assignee === 'nobody' ? null : Number(assignee) } },
      { onSuccess: onClose },
    )
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('tasks.assign.title')}
      confirm={t('tasks.assign.submit')}
      onConfirm={confirm}
      pending={write.isPending}
      disabled={assignee === null}
      error={write.error}
    >
      <p className={classes.about} dir="auto">
        {task.title}
      </p>
      <PickSelect
        label={t('tasks.assignee')}
        data={[...nobody, ...people]}
        value={assignee}
        onChange={setAssignee}
        isComing={users.isPending}
        required
        openOnFocus={false}
        data-autofocus
      />
    </ConfirmDialog>
  )
}
