import { TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RuleState, RuleVersion } from '../../../shared/schema/rules.ts'
import { useMoveRule } from '../../data/queries/rules.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import classes from './rules.module.css'

type Props = {
  readonly ruleKey: string
  readonly version: RuleVersion
  readonly to: RuleState
  readonly onClose: () => void
}

/** Asks whether a version shall go to another state, and why. */
export const MoveDialog = ({ ruleKey, version, to, onClose }: Props) => {
  const { t } = useTranslation()
  const [note, setNote] = useState('')
  const write = useMoveRule()
  const confirm = (): void =>
    write.mutate(
      {
        key: ruleKey,
        body: { content_id: version.content_id, to, ...(note.trim() === '' ? {} : { note: note.trim() }) },
      },
      {
        onSuccess: ({ data }) => {
          notifications.show({ message: t(`rules.outcome.${data.outcome}`, { to: t(`rules.state.${to}`) }) })
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(`rules.move.${to}`)}
      confirm={t(`rules.move.${to}`)}
      onConfirm={confirm}
      pending={write.isPending}
      error={write.error}
      danger={to === 'retired'}
    >
      <p className={classes.plain}>{t(`rules.moveMeans.${to}`)}</p>
      <TextInput
        label={t('rules.note')}
        description={t('rules.noteHint')}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        maxLength={500}
        data-autofocus
        dir="auto"
      />
    </ConfirmDialog>
  )
}
