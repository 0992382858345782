import { Checkbox, Select, Text } from '@mantine/core'
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

/** What a case that ends is given besides its status. */
interface Ending {
  readonly outcome: CaseOutcome | null
  /** Whether its open alerts get the disposition of the outcome. */
  readonly disposes: boolean
  /** Whether what was blocked stays so. */
  readonly leaves: boolean
}

const sentOf = ({
  outcome,
  disposes,
  leaves,
}: Ending): Pick<Parameters<typeof sendBulkStatus>[0], 'outcome' | 'dispose_alerts' | 'leave_blocked'> =>
  outcome === null
    ? {}
    : { outcome, ...(disposes ? { dispose_alerts: true, ...(leaves ? { leave_blocked: true } : {}) } : {}) }

/** The outcome of cases that are finished, and what becomes of their alerts. */
const OutcomeFields = ({
  status,
  ending,
  onChange,
}: {
  readonly status: CaseStatus
  readonly ending: Ending
  readonly onChange: (ending: Ending) => void
}) => {
  const { t } = useTranslation()
  const policy = useWorkspace().data?.policy ?? defaultPolicy
  const isRequired = lacksOutcome(policy, status, null)
  const { outcome } = ending
  return (
    <>
      <Select
        label={t(isRequired ? 'case.outcome.choose' : 'case.outcome.chooseOptional')}
        data={caseOutcomes.map((value) => ({ value, label: t(`caseOutcome.${value}`) }))}
        value={outcome}
        onChange={(value) => onChange({ ...ending, outcome: value })}
        clearable={!isRequired}
        required={isRequired}
        comboboxProps={{ withinPortal: true }}
      />
      {outcome === null ? null : (
        <>
          <Checkbox
            label={t('queue.bulk.dispose', { disposition: t(`alertStatus.${dispositionOfOutcome[outcome]}`) })}
            description={t(`case.outcome.effect.${dispositionOfOutcome[outcome]}`)}
            checked={ending.disposes}
            onChange={(event) => onChange({ ...ending, disposes: event.currentTarget.checked })}
          />
          {ending.disposes && outcome === 'confirmed_fraud' ? (
            <Text size="xs" c="dimmed">
              {t('case.outcome.subjectsProposed')}
            </Text>
          ) : null}
          {ending.disposes ? (
            <Checkbox
              label={t('queue.bulk.leaveBlocked')}
              description={t('queue.bulk.leaveBlockedHint')}
              checked={ending.leaves}
              onChange={(event) => onChange({ ...ending, leaves: event.currentTarget.checked })}
            />
          ) : null}
        </>
      )}
    </>
  )
}

/** The numbers of the cases as they stood when they were chosen: the change empties the lists. */
const useNumbersAsChosen = (): ReadonlyMap<number, string> => {
  const client = useQueryClient()
  const [numbers] = useState(
    () =>
      new Map(
        client
          .getQueriesData<QueuePage>({ queryKey: keys.caseLists })
          .flatMap(([, page]) => (page?.items ?? []).map((item) => [item.id, item.case_number] as const)),
      ),
  )
  return numbers
}

/** Who is to own the cases. */
const OwnerField = ({
  owner,
  onChange,
}: {
  readonly owner: string | null
  readonly onChange: (owner: string | null) => void
}) => {
  const { t } = useTranslation()
  const users = useUsers()
  return (
    <PickSelect
      label={t('queue.bulk.newOwner')}
      data={(users.data ?? []).filter(mayOwnCases).map((user) => ({
        value: String(user.id),
        label: t('queue.bulk.ownerOption', { name: user.name, count: user.open_cases }),
      }))}
      value={owner}
      onChange={onChange}
      isComing={users.isPending}
      data-autofocus
      required
    />
  )
}

/** One change for many cases, each of which gets a sealed entry of its own; afterwards, what became of each. */
export const BulkDialog = ({ kind, ids: selected, onClose }: Props) => {
  const { t } = useTranslation()
  const [ids] = useState(selected)
  const client = useQueryClient()
  const [status, setStatus] = useState<CaseStatus | null>(null)
  const [ending, setEnding] = useState<Ending>({ outcome: null, disposes: true, leaves: false })
  const [owner, setOwner] = useState<string | null>(null)
  const policy = useWorkspace().data?.policy ?? defaultPolicy
  const finishes = status !== null && isFinished(status)
  const given = finishes ? ending.outcome : null
  const [notes, setNotes, clearNotes] = useDraft(`bulk:${kind}`, null)
  const [outcome, setOutcome] = useState<SliceOutcome<number> | null>(null)
  const running = useInSlices(
    (id: number) => id,
    () => refreshAfterCaseChange(client),
  )
  const numbers = useNumbersAsChosen()
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
    if (kind === 'status' && status !== null)
      running.mutate(
        {
          items: ids,
          send: (slice) => sendBulkStatus({ case_ids: [...slice], status, notes, ...(finishes ? sentOf(ending) : {}) }),
        },
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
        <OwnerField owner={owner} onChange={setOwner} />
      )}
      {kind === 'status' && finishes ? <OutcomeFields status={status} ending={ending} onChange={setEnding} /> : null}
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
