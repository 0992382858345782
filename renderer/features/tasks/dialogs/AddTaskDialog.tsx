import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayWithhold } from '../../../../shared/entries/catalogue.ts'
import { toTimestamp } from '../../../../shared/schema/text.ts'
import { useAddTask } from '../../../data/queries/tasks.ts'
import { mayOwnCases, useUsers } from '../../../data/queries/session.ts'
import { useSendKey } from '../../../data/useSendKey.ts'
import { useDraft } from '../../../state/drafts.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { DayField } from '../../../ui/DayField.tsx'
import { PickSelect } from '../../../ui/PickSelect.tsx'

type Props = { readonly caseId: number; readonly onClose: () => void }

/** Adds a task to the case. */
export const AddTaskDialog = ({ caseId, onClose }: Props) => {
  const { t } = useTranslation()
  const users = useUsers()
  const [title, setTitle] = useState('')
  const [text, setText, clearText] = useDraft(`task:${caseId}`, caseId)
  const [due, setDue] = useState('')
  const [assignee, setAssignee] = useState<string | null>(null)
  const [required, setRequired] = useState(false)
  const [noteRequired, setNoteRequired] = useState(false)
  const key = useSendKey()
  const write = useAddTask(caseId)
  const ready =
    mayWithhold('task.added', 'title', title) && (text.trim() === '' || mayWithhold('task.added', 'description', text))
  const confirm = (): void => {
    const body = {
      title,
      required,
      note_required: noteRequired,
      ...(text.trim() === '' ? {} : { description: text }),
      ...(due === '' ? {} : { due_at: toTimestamp(Date.parse(due)) }),
      ...(assignee === null ? {} : { assignee_id: Number(assignee) }),
    }
    const done = (): void => {
      clearText()
      onClose()
    }
    write.mutate({ body, idempotencyKey: key.of(JSON.stringify(body)) }, { onSuccess: done })
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('tasks.add.title')}
      confirm={t('tasks.add.submit')}
      onConfirm={confirm}
      pending={write.isPending}
      disabled={!ready}
      error={write.error}
    >
      <TextInput
        label={t('tasks.add.what')}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
        maxLength={200}
        required
        data-autofocus
        dir="auto"
      />
      <Textarea
        label={t('tasks.add.description')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autosize
        minRows={2}
        maxRows={8}
        dir="auto"
      />
      <DayField label={t('tasks.due')} value={due} onDay={setDue} time />
      <PickSelect
        label={t('tasks.assignee')}
        data={(users.data ?? []).filter(mayOwnCases).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={assignee}
        onChange={setAssignee}
        isComing={users.isPending}
        placeholder={t('tasks.nobody')}
        clearable
        openOnFocus={false}
      />
      <Checkbox
        checked={required}
        onChange={(event) => setRequired(event.currentTarget.checked)}
        label={t('tasks.add.required')}
      />
      <Checkbox
        checked={noteRequired}
        onChange={(event) => setNoteRequired(event.currentTarget.checked)}
        label={t('tasks.add.noteRequired')}
      />
    </ConfirmDialog>
  )
}
