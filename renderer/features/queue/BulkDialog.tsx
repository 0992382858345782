import { Checkbox, Select } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  caseOutcomes,
  caseStatuses,
  dispositionOfOutcome,
  isFinished,
  rationale as rationaleSchema,
  type CaseOutcome,
  type CaseStatus,
} from '../../../shared/schema/case.ts'
import { defaultPolicy, lacksOutcome } from '../../../shared/schema/policy.ts'
import type { SliceOutcome } from '../../data/inSlices.ts'
import { refreshAfterCaseChange, sendBulkAssign, sendBulkStatus, type QueuePage } from '../../data/queries/cases.ts'
import { keys } from '../../data/queries/keys.ts'
import { mayOwnCases, useUsers, useWorkspace } from '../../data/queries/session.ts'
import { useDraft } from '../../state/drafts.ts'
import { caseSelection } from '../../state/selection.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { BulkOutcomeDialog } from '../../ui/grid/BulkOutcomeDialog.tsx'
import { BulkProgress } from '../../ui/grid/BulkProgress.tsx'
import { useInSlices } from '../../ui/grid/useInSlices.ts'
import { RationaleField } from '../../ui/RationaleField.tsx'
import { PickSelect } from '../../ui/PickSelect.tsx'

export type BulkKind = 'status' | 'assign'
type Props = { readonly kind: BulkKind; readonly ids: readonly number[]; readonly onClose: () => void }

/** One change for many cases, each of which gets a sealed entry of its own; afterwards, what became of each. */
export const BulkDialog = ({ kind, ids: selected, onClose }: Props) => {
  const { t } = useTranslation()
  const [ids] = useState(selected)
  const client = useQueryClient()
  const users = useUsers()
  const [status, setStatus] = useState<CaseStatus | null>(null)
  const [chosen, setChosen] = useState<CaseOutcome | null>(null)
  const [disposes, setDisposes] = useState(true)
  const [leaves, setLeaves] = useState(false)
  const [owner, setOwner] = useState<string | null>(null)
  const policy = useWorkspace().data?.policy ?? defaultPolicy
  const finishes = status !== null && isFinished(status)
  const given = finishes ? chosen : null
  const [notes, setNotes, clearNotes] = useDraft(`bulk:${kind}`, null)
  const [outcome, setOutcome] = useState<SliceOutcome<number> | null>(null)
  const running = useInSlices(
    (id: number) => id,
    () => refreshAfterCaseChange(client),
  )
  // As they stood when they were chosen: the change empties the lists.
  const [numbers] = useState(
    () =>
      new Map(
        client
          .getQueriesData<QueuePage>({ queryKey: keys.caseLists })
          .flatMap(([, page]) => (page?.items ?? []).map((item) => [item.id, item.case_number] as const)),
      ),
  )
  const parsed = rationaleSchema.safeParse(notes)
  const optional = kind === 'assign'
  const notesFit = parsed.success || (optional && notes === '')
  const complete =
    notesFit && (kind === 'status' ? status !== null && !lacksOutcome(policy, status, given) : owner !== null)
  const onSuccess = (told: SliceOutcome<number>): void => {
    const refused = told.results.filter((result) => !result.ok).map((result) => result.id)
    clearNotes()
    caseSelection.only(refused)
    if (refused.length > 0) return setOutcome(told)
    notifications.show({ message: t('queue.bulk.allChanged', { count: told.changed }) })
    onClose()
  }
  const submit = (): void => {
    if (!complete || running.isPending) return
    const ending =
      given === null
        ? {}
        : { outcome: given, ...(disposes ? { dispose_alerts: true, ...(leaves ? { leave_blocked: true } : {}) } : {}) }
    if (kind === 'status' && status !== null)
      running.mutate(
        { items: ids, send: (slice) => sendBulkStatus({ case_ids: [...slice], status, notes, ...ending }) },
        { onSuccess },
      )
    if (kind === 'assign' && owner !== null)
      running.mutate(
        {
          items: ids,
          send: (slice) =>
            sendBulkAssign({ case_ids: [...slice], owner_id: Number(owner), ...(notes === '' ? {} : { notes }) }),
        },
        { onSuccess },
      )
  }
  if (outcome !== null)
    return (
      <BulkOutcomeDialog
        outcome={outcome}
        nameOf={(id) => numbers.get(id) ?? t('queue.bulk.caseId', { id })}
        label={t('queue.bulk.outcomeList')}
        refusedHint={t('queue.bulk.refusedSelected')}
        onClose={onClose}
      />
    )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(kind === 'status' ? 'queue.bulk.statusTitle' : 'queue.bulk.assignTitle', { count: ids.length })}
      confirm={t('queue.bulk.seal', { count: ids.length })}
      onConfirm={submit}
      pending={running.isPending}
      disabled={!complete}
      error={running.error}
    >
      {kind === 'status' ? (
        <Select
          label={t('queue.bulk.newStatus')}
          data={caseStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
          value={status}
          onChange={(value) => setStatus(value)}
          data-autofocus
          required
          comboboxProps={{ withinPortal: true }}
        />
      ) : (
        <PickSelect
          label={t('queue.bulk.newOwner')}
          data={(users.data ?? []).filter(mayOwnCases).map((user) => ({
            value: String(user.id),
            label: t('queue.bulk.ownerOption', { name: user.name, count: user.open_cases }),
          }))}
          value={owner}
          onChange={setOwner}
          isComing={users.isPending}
          data-autofocus
          required
        />
      )}
      {kind === 'status' && finishes ? (
        <Select
          label={t(lacksOutcome(policy, status, null) ? 'case.outcome.choose' : 'case.outcome.chooseOptional')}
          data={caseOutcomes.map((value) => ({ value, label: t(`caseOutcome.${value}`) }))}
          value={chosen}
          onChange={(value) => setChosen(value)}
          clearable={!lacksOutcome(policy, status, null)}
          required={lacksOutcome(policy, status, null)}
          comboboxProps={{ withinPortal: true }}
        />
      ) : null}
      {given === null ? null : (
        <>
          <Checkbox
            label={t('queue.bulk.dispose', { disposition: t(`alertStatus.${dispositionOfOutcome[given]}`) })}
            description={t(`case.outcome.effect.${dispositionOfOutcome[given]}`)}
            checked={disposes}
            onChange={(event) => setDisposes(event.currentTarget.checked)}
          />
          {disposes ? (
            <Checkbox
              label={t('queue.bulk.leaveBlocked')}
              description={t('queue.bulk.leaveBlockedHint')}
              checked={leaves}
              onChange={(event) => setLeaves(event.currentTarget.checked)}
            />
          ) : null}
        </>
      )}
      <RationaleField
        value={notes}
        onChange={setNotes}
        required={!optional}
        error={notes !== '' && !parsed.success ? (parsed.error.issues[0]?.message ?? null) : null}
      />
      <BulkProgress done={running.done} of={ids.length} />
    </ConfirmDialog>
  )
}
