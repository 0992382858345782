import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayWithhold } from '../../../shared/entries/catalogue.ts'
import type { DecisionOutcome, DecisionQueueItem } from '../../../shared/schema/decisions.ts'
import { newIdempotencyKey } from '../../data/client.ts'
import { subjectKey, useRecordDecision } from '../../data/queries/decisions.ts'
import { useDraft } from '../../state/drafts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { RationaleField } from '../../ui/RationaleField.tsx'
import { decisionClasses } from './classes.ts'

type Props = { readonly item: DecisionQueueItem; readonly outcome: DecisionOutcome; readonly onClose: () => void }

const subjectOf = (item: DecisionQueueItem) => {
  if (item.alert_id !== null) return { alert_id: item.alert_id }
  return item.transaction_id === null
    ? { assessment_id: item.assessment_id ?? '' }
    : { transaction_id: item.transaction_id }
}

/** Records a decision with its reason; where the policy asks for four eyes it is a proposal, and says so before. */
export const DecideDialog = ({ item, outcome, onClose }: Props) => {
  const { t } = useTranslation()
  const [text, setText, clearText] = useDraft(`decide:${subjectKey(item)}:${outcome}`, null)
  const [key] = useState(newIdempotencyKey)
  const write = useRecordDecision()
  const proposes = item.four_eyes.includes(outcome)
  const confirm = (): void =>
    write.mutate(
      {
        key,
        body: { ...subjectOf(item), outcome, reason: text },
        ...(item.alert_revision === null ? {} : { ifMatch: item.alert_revision }),
      },
      {
        onSuccess: ({ data }) => {
          clearText()
          notifications.show({
            message: t(data.state === 'proposed' ? 'decisions.wasProposed' : 'decisions.wasRecorded', {
              outcome: t(`outcome.${outcome}`),
            }),
          })
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('decisions.dialog.title', { outcome: t(`outcome.${outcome}`) })}
      confirm={t(proposes ? 'decisions.dialog.propose' : 'decisions.dialog.record')}
      onConfirm={confirm}
      pending={write.isPending}
      disabled={!mayWithhold('decision.recorded', 'reason', text)}
      error={write.error}
    >
      <p className={decisionClasses.plain} dir="auto">
        <strong>{item.title}</strong>
      </p>
      <p className={decisionClasses.plain}>{t(proposes ? 'decisions.dialog.proposes' : 'decisions.dialog.records')}</p>
      <RationaleField
        value={text}
        onChange={setText}
        label={t('decisions.dialog.reason')}
        autoFocus
        hint={t('decisions.dialog.hint')}
      />
    </ConfirmDialog>
  )
}
