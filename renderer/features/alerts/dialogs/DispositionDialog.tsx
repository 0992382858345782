import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayWithhold } from '../../../../shared/entries/catalogue.ts'
import type { AlertDisposition, AlertFull, SubjectRole } from '../../../../shared/schema/alerts.ts'
import { useMoveAlert } from '../../../data/queries/alerts.ts'
import { useDraft } from '../../../state/drafts.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { RationaleField } from '../../../ui/RationaleField.tsx'
import { SubjectRoleSelect } from '../../../ui/SubjectRoleSelect.tsx'
import { alertClasses } from '../classes.ts'

type Props = {
  readonly alert: AlertFull
  readonly to: AlertDisposition | 'in_review'
  readonly noteRequired: boolean
  readonly onClose: () => void
}

/** Ends an alert, or opens it again, with the rationale that is sealed. */
export const DispositionDialog = ({ alert, to, noteRequired, onClose }: Props) => {
  const { t } = useTranslation()
  const [text, setText, clearText] = useDraft(`alert:${alert.id}:${to}`, null)
  const write = useMoveAlert()
  const [role, setRole] = useState<SubjectRole | null>(alert.proposed_role)
  const asksRole = to === 'confirmed' && alert.entity !== null
  const ready = text.trim() === '' ? !noteRequired : mayWithhold('alert.moved', 'notes', text)
  const confirm = (): void =>
    write.mutate(
      {
        id: alert.id,
        revision: alert.revision,
        body: {
          status: to,
          ...(text.trim() === '' ? {} : { notes: text }),
          ...(asksRole && role !== null ? { subject_role: role } : {}),
        },
      },
      {
        onSuccess: () => {
          clearText()
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(`alerts.dispose.title.${to}`)}
      confirm={t(`alerts.dispose.confirm.${to}`)}
      onConfirm={confirm}
      pending={write.isPending}
      disabled={!ready}
      error={write.error}
    >
      <p className={alertClasses.plain} dir="auto">
        <strong>{alert.title}</strong>
      </p>
      <p className={alertClasses.plain}>{t(`alerts.dispose.means.${to}`, { count: alert.transaction_count })}</p>
      {asksRole ? (
        <SubjectRoleSelect
          label={t('alerts.dispose.role.label', { id: alert.entity?.id ?? '' })}
          value={role}
          onChange={setRole}
        />
      ) : null}
      <RationaleField
        value={text}
        onChange={setText}
        required={noteRequired}
        autoFocus
        hint={t('alerts.dispose.hint')}
      />
    </ConfirmDialog>
  )
}
