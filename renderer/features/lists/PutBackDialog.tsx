import { TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lineOfText } from '../../../shared/schema/text.ts'
import { usePutVersionInForce } from '../../data/queries/lists.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import classes from './lists.module.css'

const reasonMax = 500

/** Puts another version of a list in force, for a reason. */
export const PutBackDialog = ({
  listKey,
  version,
  onClose,
}: {
  readonly listKey: string
  readonly version: number
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const write = usePutVersionInForce(listKey)
  const [reason, setReason] = useState('')
  const confirm = (): void =>
    write.mutate(
      { version, reason },
      {
        onSuccess: () => {
          notifications.show({ message: t('lists.putBack.done', { version }) })
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('lists.putBack.title', { version })}
      confirm={t('lists.putBack.confirm')}
      onConfirm={confirm}
      pending={write.isPending}
      disabled={!lineOfText(reasonMax).safeParse(reason).success}
      error={write.error}
    >
      <p className={classes.plain}>{t('lists.putBack.means')}</p>
      <TextInput
        label={t('lists.putBack.reason')}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        required
        maxLength={reasonMax}
        dir="auto"
        data-autofocus
      />
    </ConfirmDialog>
  )
}
