import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayWithhold } from '../../../../shared/entries/catalogue.ts'
import { useBreakGlass } from '../../../data/queries/caseAccess.ts'
import { openCase } from '../../../state/route.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { RationaleField } from '../../../ui/RationaleField.tsx'
import classes from './dialogs.module.css'

type Props = {
  /** The case that was asked for by its address; null: it is named by its number. */
  readonly caseId: number | null
  readonly onClose: () => void
}

/** Opens a case whose rule does not let this person know it, for a reason that is sealed and told at once. */
export const BreakGlassDialog = ({ caseId, onClose }: Props) => {
  const { t } = useTranslation()
  const [number, setNumber] = useState('')
  const [reason, setReason] = useState('')
  const write = useBreakGlass()
  const named = caseId === null ? { case_number: number.trim() } : { case_id: caseId }
  const ready = (caseId !== null || number.trim() !== '') && mayWithhold('glass.broken', 'reason', reason)
  const confirm = (): void =>
    write.mutate(
      { ...named, reason },
      {
        onSuccess: ({ data }) => {
          onClose()
          openCase(data.case_id)
        },
      },
    )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('access.glass.title')}
      confirm={t('access.glass.submit')}
      onConfirm={confirm}
      pending={write.isPending}
      disabled={!ready}
      error={write.error}
      danger
    >
      <p className={classes.plain}>{t('access.glass.lead')}</p>
      {caseId === null ? (
        <TextInput
          label={t('access.glass.number')}
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value)}
          required
          data-autofocus
        />
      ) : null}
      <RationaleField value={reason} onChange={setReason} label={t('access.glass.why')} autoFocus={caseId !== null} />
    </ConfirmDialog>
  )
}
