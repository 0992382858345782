import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertFull } from '../../../../shared/schema/alerts.ts'
import { useAlertStats, useAssignAlert } from '../../../data/queries/alerts.ts'
import { mayOwnCases, useUsers } from '../../../data/queries/session.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { PickSelect } from '../../../ui/PickSelect.tsx'

/** The choice of a person for alerts, each with how many open ones there are already; `nobody` gives them back. */
export const AssigneeSelect = ({
  value,
  onChange,
  except,
}: {
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly except?: number | null
}) => {
  const { t } = useTranslation()
  const people = useUsers()
  const users = (people.data ?? []).filter((user) => mayOwnCases(user) && user.id !== except)
  const open = new Map((useAlertStats().data?.by_assignee ?? []).map((one) => [one.assignee_id, one.open]))
  const nobody = except === null ? [] : [{ value: 'nobody', label: t('alerts.assign.nobody') }]
  return (
    <PickSelect
      label={t('alerts.assign.to')}
      data={[
        ...users.map((user) => ({
          value: String(user.id),
          label: t('alerts.assign.option', { name: user.name, count: open.get(user.id) ?? 0 }),
        })),
        ...nobody,
      ]}
      value={value}
      onChange={onChange}
      isComing={people.isPending}
      openOnFocus={false}
      required
      data-autofocus
    />
  )
}

/** Gives an alert to a person, or back to everybody. */
export const AssignAlertDialog = ({ alert, onClose }: { readonly alert: AlertFull; readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const [to, setTo] = useState<string | null>(null)
  const write = useAssignAlert()
  const confirm = (): void =>
    write.mutate(
      { id: alert.id, revision: alert.revision, body: { assignee_id: to === 'nobody' ? null : Number(to) } },
      { onSuccess: onClose },
    )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('alerts.assign.title')}
      confirm={t('alerts.assign.submit')}
      onConfirm={confirm}
      pending={write.isPending}
      disabled={to === null}
      error={write.error}
      size={420}
    >
      <AssigneeSelect value={to} onChange={setTo} except={alert.assignee_id} />
    </ConfirmDialog>
  )
}
