import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TriageOutcome } from '../../../../shared/api/alerts.ts'
import type { AlertDisposition, AlertItem } from '../../../../shared/schema/alerts.ts'
import { rationale } from '../../../../shared/schema/case.ts'
import type { Page } from '../../../data/paging/rows.ts'
import { useTriage } from '../../../data/queries/alerts.ts'
import { keys } from '../../../data/queries/keys.ts'
import { useDraft } from '../../../state/drafts.ts'
import { alertSelection } from '../../../state/selection.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { BulkOutcomeDialog } from '../../../ui/grid/BulkOutcomeDialog.tsx'
import { RationaleField } from '../../../ui/RationaleField.tsx'
import { AssigneeSelect } from './AssignAlertDialog.tsx'

export type BulkTriage = AlertDisposition | 'assign'

type Props = { readonly kind: BulkTriage; readonly ids: readonly number[]; readonly noteRequired: boolean; readonly onClose: () => void }

/** One change for many alerts, each of which gets a sealed entry of its own; afterwards, what became of each. */
export const BulkTriageDialog = ({ kind, ids: selected, noteRequired, onClose }: Props) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [ids] = useState(selected)
  const [to, setTo] = useState<string | null>(null)
  const [text, setText, clearText] = useDraft(`alerts-bulk:${kind}`, null)
  const [outcome, setOutcome] = useState<TriageOutcome | null>(null)
  const write = useTriage()
  const blank = text.trim() === ''
  const ready = (kind !== 'assign' || to !== null) && (blank ? kind === 'assign' || !noteRequired : rationale.safeParse(text).success)
  const confirm = (): void => {
    const what = kind === 'assign' ? { assignee_id: to === 'nobody' ? null : Number(to) } : { status: kind }
    write.mutate(
      { alert_ids: [...ids], ...what, ...(blank ? {} : { notes: text }) },
      {
        onSuccess: ({ data }) => {
          const refused = data.results.filter((result) => !result.ok).map((result) => result.id)
          if (refused.length === 0) alertSelection.clear()
          else alertSelection.only(refused)
          clearText()
          setOutcome(data)
        },
      },
    )
  }
  if (outcome !== null) {
    const known = client.getQueriesData<Page<AlertItem>>({ queryKey: keys.alertLists }).flatMap(([, page]) => page?.items ?? [])
    const titles = new Map(known.map((item) => [item.id, item.title]))
    return <BulkOutcomeDialog outcome={outcome} nameOf={(id) => titles.get(id) ?? t('alerts.bulk.alertId', { id })} label={t('alerts.bulk.outcomeList')} refusedHint={t('alerts.bulk.refusedSelected')} onClose={onClose} />
  }
  return (
    <ConfirmDialog opened onClose={onClose} title={t(`alerts.bulk.title.${kind}`, { count: ids.length })} confirm={t('queue.bulk.seal', { count: ids.length })} onConfirm={confirm} pending={write.isPending} disabled={!ready} error={write.error}>
      {kind === 'assign' ? <AssigneeSelect value={to} onChange={setTo} /> : null}
      <RationaleField value={text} onChange={setText} required={kind !== 'assign' && noteRequired} autoFocus={kind !== 'assign'} />
    </ConfirmDialog>
  )
}
