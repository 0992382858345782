import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { settleConflict } from '../../../../shared/api/sync-conflicts.ts'
import type { BodyOf } from '../../../../shared/api/operation.ts'
import { caseStatus, caseStatuses, isFinished, rationale, type CaseStatus } from '../../../../shared/schema/case.ts'
import type { Conflict } from '../../../../shared/schema/sync.ts'
import { mayOwnCases, useUsers } from '../../../data/queries/session.ts'
import { useSettleConflict } from '../../../data/queries/sync.ts'
import { useDraft } from '../../../state/drafts.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { RationaleField } from '../../../ui/RationaleField.tsx'
import { PickSelect } from '../../../ui/PickSelect.tsx'
import shared from '../sync.module.css'
import { useSideWords } from './useSideWords.ts'

type Props = { readonly conflict: Conflict; readonly onClose: () => void; readonly onSettled: () => void }

/** Both finished the case alike, and said that something else came of it: that can be decided anew too. */
const correctsOutcome = ({ winner, loser }: Conflict, status: CaseStatus): boolean =>
  status === winner.to && status === loser.to && loser.outcome !== null && loser.outcome !== winner.outcome

/** What can be chosen: a state of a case, or a person who may own one; null while the people are still asked for. */
const useChoices = (conflict: Conflict): readonly { readonly value: string; readonly label: string }[] | null => {
  const { t } = useTranslation()
  const users = useUsers().data
  if (conflict.kind === 'transition')
    return caseStatuses
      .filter((status) => status !== conflict.winner.to || correctsOutcome(conflict, status))
      .map((status) => ({ value: status, label: t(`status.${status}`) }))
  return users?.filter(mayOwnCases).map((user) => ({ value: String(user.id), label: user.name })) ?? null
}

/** The outcome that was overtaken goes with a state that finishes the case. */
const transitionTo = ({ loser: { outcome } }: Conflict, status: CaseStatus) => ({
  status,
  ...(outcome !== null && isFinished(status) ? { outcome } : {}),
})

const bodyFor = (conflict: Conflict, chosen: string, notes: string): BodyOf<typeof settleConflict> =>
  conflict.kind === 'transition'
    ? { how: 'redecide', ...transitionTo(conflict, caseStatus.parse(chosen)), notes }
    : { how: 'redecide', owner_id: Number(chosen), notes }

/** Decides a conflict anew: what was overtaken stands chosen, another choice is possible, and a note says why. */
export const ApplyDialog = ({ conflict, onClose, onSettled }: Props) => {
  const { t } = useTranslation()
  const words = useSideWords()
  const choices = useChoices(conflict)
  const [chosen, setChosen] = useState<string | null>(
    conflict.kind === 'transition'
      ? conflict.loser.to
      : conflict.loser.to_owner_id === null
        ? null
        : String(conflict.loser.to_owner_id),
  )
  const [text, setText, clearText] = useDraft(`conflict:${conflict.id}`, null)
  const settle = useSettleConflict()
  const label = choices?.find(({ value }) => value === chosen)?.label
  const ready = label !== undefined && rationale.safeParse(text).success
  const confirm = (): void => {
    if (chosen === null || !ready) return
    const done = (): void => {
      clearText()
      notifications.show({
        message: t(conflict.kind === 'transition' ? 'sync.conflict.applied' : 'sync.conflict.appliedOwner', {
          to: label,
        }),
      })
      onClose()
      onSettled()
    }
    settle.mutate({ id: conflict.id, body: bodyFor(conflict, chosen, text) }, { onSuccess: done })
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('sync.conflict.applyTitle', { to: words(conflict, conflict.loser.to) })}
      confirm={t('sync.conflict.confirm')}
      onConfirm={confirm}
      pending={settle.isPending}
      disabled={!ready}
      error={settle.error}
      size={520}
    >
      <p className={shared.note}>{t('sync.conflict.applyText')}</p>
      <RationaleField value={text} onChange={setText} autoFocus />
      <PickSelect
        label={t(conflict.kind === 'transition' ? 'sync.conflict.status' : 'sync.conflict.owner')}
        data={choices ?? []}
        isComing={choices === null}
        value={chosen}
        onChange={setChosen}
        allowDeselect={false}
      />
    </ConfirmDialog>
  )
}
