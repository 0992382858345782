import { Select } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { subjectRoles, type AlertDisposition, type SubjectRole } from '../../../../shared/schema/alerts.ts'
import { mayWithhold } from '../../../../shared/entries/catalogue.ts'
import type { SliceOutcome } from '../../../data/inSlices.ts'
import { refreshAfterAlertChange, sendTriage } from '../../../data/queries/alerts.ts'
import { useDraft } from '../../../state/drafts.ts'
import { alertSelection } from '../../../state/selection.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { BulkOutcomeDialog } from '../../../ui/grid/BulkOutcomeDialog.tsx'
import { BulkProgress } from '../../../ui/grid/BulkProgress.tsx'
import { useInSlices } from '../../../ui/grid/useInSlices.ts'
import { RationaleField } from '../../../ui/RationaleField.tsx'
import type { SeenAlert } from '../data/useSeenAlerts.ts'
import { AssigneeSelect } from './AssignAlertDialog.tsx'

export type BulkTriage = AlertDisposition | 'assign'

type Props = {
  readonly kind: BulkTriage
  /** The alerts as they were seen when they were selected. */
  readonly selected: readonly SeenAlert[]
  readonly noteRequired: boolean
  /** Called when it is closed on what became of each: those that were refused are seen anew. */
  readonly onTold: () => void
  readonly onClose: () => void
}

/** What the request names: each alert with the revision that was seen. */
const namedOf = (seen: readonly SeenAlert[]) => ({
  alerts: seen.flatMap(({ id, revision }) => (revision === undefined ? [] : [{ id, revision }])),
  alert_ids: seen.flatMap(({ id, revision }) => (revision === undefined ? [id] : [])),
})

const asProposed = 'proposed'

/** Who the subjects of all these alerts are; null: each as its alert proposes. */
const SubjectsSelect = ({
  value,
  onChange,
}: {
  readonly value: SubjectRole | null
  readonly onChange: (role: SubjectRole | null) => void
}) => {
  const { t } = useTranslation()
  return (
    <Select
      label={t('alerts.dispose.role.labelAll')}
      description={t(value === null ? 'alerts.dispose.role.proposedMeans' : `alerts.dispose.role.means.${value}`)}
      data={[
        { value: asProposed, label: t('alerts.dispose.role.proposed') },
        ...subjectRoles.map((role) => ({ value: role, label: t(`alerts.dispose.role.${role}`) })),
      ]}
      value={value ?? asProposed}
      onChange={(next) => onChange(subjectRoles.find((role) => role === next) ?? null)}
      allowDeselect={false}
      comboboxProps={{ withinPortal: true }}
    />
  )
}

/** One change for many alerts, each of which gets a sealed entry of its own; afterwards, why some were refused. */
export const BulkTriageDialog = ({ kind, selected: seen, noteRequired, onTold, onClose }: Props) => {
  const { t } = useTranslation()
  const [to, setTo] = useState<string | null>(null)
  const [role, setRole] = useState<SubjectRole | null>(null)
  const [text, setText, clearText] = useDraft(`alerts-bulk:${kind}`, null)
  const [outcome, setOutcome] = useState<SliceOutcome<number> | null>(null)
  const client = useQueryClient()
  const write = useInSlices(
    ({ id }: SeenAlert) => id,
    () => refreshAfterAlertChange(client),
  )
  const blank = text.trim() === ''
  const ready =
    (kind !== 'assign' || to !== null) &&
    (blank ? kind === 'assign' || !noteRequired : mayWithhold('alert.moved', 'notes', text))
  const confirm = (): void => {
    const what =
      kind === 'assign'
        ? { assignee_id: to === 'nobody' ? null : Number(to) }
        : { status: kind, ...(kind === 'confirmed' && role !== null ? { subject_role: role } : {}) }
    write.mutate(
      { items: seen, send: (slice) => sendTriage({ ...namedOf(slice), ...what, ...(blank ? {} : { notes: text }) }) },
      {
        onSuccess: (told) => {
          const refused = told.results.filter((result) => !result.ok).map((result) => result.id)
          clearText()
          alertSelection.only(refused)
          if (refused.length > 0) return setOutcome(told)
          notifications.show({ message: t('queue.bulk.allChanged', { count: told.changed }) })
          onClose()
        },
      },
    )
  }
  if (outcome !== null) {
    const close = (): void => {
      onTold()
      onClose()
    }
    const titles = new Map(seen.map(({ id, title }) => [id, title]))
    return (
      <BulkOutcomeDialog
        outcome={outcome}
        nameOf={(id) => titles.get(id) ?? t('alerts.bulk.alertId', { id })}
        label={t('alerts.bulk.outcomeList')}
        refusedHint={t('alerts.bulk.refusedSelected')}
        onClose={close}
      />
    )
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(`alerts.bulk.title.${kind}`, { count: seen.length })}
      confirm={t('queue.bulk.seal', { count: seen.length })}
      onConfirm={confirm}
      pending={write.isPending}
      disabled={!ready}
      error={write.error}
    >
      {kind === 'assign' ? <AssigneeSelect value={to} onChange={setTo} /> : null}
      {kind === 'confirmed' ? <SubjectsSelect value={role} onChange={setRole} /> : null}
      <RationaleField
        value={text}
        onChange={setText}
        required={kind !== 'assign' && noteRequired}
        autoFocus={kind !== 'assign'}
      />
      <BulkProgress done={write.done} of={seen.length} />
    </ConfirmDialog>
  )
}
