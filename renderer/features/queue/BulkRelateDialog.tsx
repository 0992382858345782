import { Select } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { bulkRelate } from '../../../shared/api/case-relations.ts'
import type { BodyOf } from '../../../shared/api/operation.ts'
import { mayWithhold } from '../../../shared/entries/catalogue.ts'
import type { SliceOutcome } from '../../data/inSlices.ts'
import { refreshAfterCaseChange, type QueuePage } from '../../data/queries/cases.ts'
import { useFoundCases } from '../../data/queries/foundCases.ts'
import { keys } from '../../data/queries/keys.ts'
import { sendBulkRelate } from '../../data/queries/relations.ts'
import { useDraft } from '../../state/drafts.ts'
import { caseSelection } from '../../state/selection.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FoundSelect } from '../../ui/FoundSelect.tsx'
import { BulkOutcomeDialog } from '../../ui/grid/BulkOutcomeDialog.tsx'
import { BulkProgress } from '../../ui/grid/BulkProgress.tsx'
import { useInSlices } from '../../ui/grid/useInSlices.ts'
import { RationaleField } from '../../ui/RationaleField.tsx'

type Kind = BodyOf<typeof bulkRelate>['relation']
const kinds: readonly Kind[] = ['parent', 'duplicate_of', 'related']

/** Relates many cases to one: each is related or refused by itself. */
export const BulkRelateDialog = ({
  ids: selected,
  onClose,
}: {
  readonly ids: readonly number[]
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [ids] = useState(selected)
  const [relation, setRelation] = useState<Kind>('parent')
  const [typed, setTyped] = useState('')
  const [other, setOther] = useState<string | null>(null)
  const [notes, setNotes, clearNotes] = useDraft('bulk:relate', null)
  const [outcome, setOutcome] = useState<SliceOutcome<number> | null>(null)
  const { cases, isCurrent } = useFoundCases(typed, { size: 20 })
  const running = useInSlices(
    (id: number) => id,
    () => refreshAfterCaseChange(client),
  )
  const [numbers] = useState(
    () =>
      new Map(
        client
          .getQueriesData<QueuePage>({ queryKey: keys.caseLists })
          .flatMap(([, page]) => (page?.items ?? []).map((item) => [item.id, item.case_number] as const)),
      ),
  )
  const complete = other !== null && mayWithhold('case.related', 'notes', notes)
  const onSuccess = (told: SliceOutcome<number>): void => {
    clearNotes()
    caseSelection.only(told.results.filter(({ ok }) => !ok).map(({ id }) => id))
    if (told.refused > 0) return setOutcome(told)
    notifications.show({ message: t('queue.bulk.allChanged', { count: told.changed }) })
    onClose()
  }
  const submit = (): void => {
    if (!complete || running.isPending) return
    running.mutate(
      {
        items: ids,
        send: (slice) => sendBulkRelate({ case_ids: [...slice], other_id: Number(other), relation, notes }),
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
      title={t('queue.bulk.relateTitle', { count: ids.length })}
      confirm={t('queue.bulk.seal', { count: ids.length })}
      onConfirm={submit}
      pending={running.isPending}
      disabled={!complete}
      error={running.error}
      size={560}
    >
      <Select
        label={t('queue.bulk.relateKind')}
        data={kinds.map((value) => ({ value, label: t(`case.related.dialog.kinds.${value}`) }))}
        value={relation}
        onChange={(value) => setRelation(value ?? relation)}
        allowDeselect={false}
        comboboxProps={{ withinPortal: true }}
      />
      <FoundSelect
        label={t('queue.bulk.relateTo')}
        placeholder={t('case.related.dialog.placeholder')}
        found={cases.map((item) => ({ value: String(item.id), label: `${item.case_number} ${item.title}` }))}
        isCurrent={isCurrent}
        onType={setTyped}
        value={other}
        onChange={setOther}
        nothing={t('case.related.dialog.nothing')}
      />
      <RationaleField value={notes} onChange={setNotes} hint={t('queue.bulk.relateHint')} />
      <BulkProgress done={running.done} of={ids.length} />
    </ConfirmDialog>
  )
}
