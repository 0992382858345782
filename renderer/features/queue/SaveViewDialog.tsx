import { TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSaveView } from '../../data/queries/views.ts'
import type { QueueQuery } from '../../state/route.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

type Props = {
  readonly opened: boolean
  readonly onClose: () => void
  readonly query: QueueQuery
  readonly suggestion: string
}

/** Keeps the filters and the order under a name. */
export const SaveViewDialog = ({ opened, onClose, query, suggestion }: Props) => {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const save = useSaveView()
  const submit = (): void =>
    save.mutate(
      { name: name.trim(), query: { ...query } },
      {
        onSuccess: (answer) => {
          notifications.show({ message: t('queue.viewSaved', { name: answer.data.name }) })
          setName('')
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('queue.saveView')}
      confirm={t('common.save')}
      onConfirm={submit}
      pending={save.isPending}
      disabled={name.trim() === ''}
      error={save.error}
      size={400}
    >
      <TextInput
        label={t('queue.viewName')}
        description={t('queue.viewHint')}
        placeholder={suggestion}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={80}
        dir="auto"
        data-autofocus
      />
    </ConfirmDialog>
  )
}
