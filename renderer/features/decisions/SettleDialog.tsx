import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { mayWithhold } from '../../../shared/entries/catalogue.ts'
import type { ManualDecision } from '../../../shared/schema/decisions.ts'
import { useSettleDecision } from '../../data/queries/decisions.ts'
import { useDraft } from '../../state/drafts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { RationaleField } from '../../ui/RationaleField.tsx'
import { decisionClasses } from './classes.ts'

export type Verdict = 'approve' | 'refuse'

/** The second person's word on a proposal. A refusal says why: whoever proposed it reads it. */
export const SettleDialog = ({
  proposal,
  verdict,
  onClose,
}: {
  readonly proposal: ManualDecision
  readonly verdict: Verdict
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const [text, setText, clearText] = useDraft(`settle:${proposal.id}:${verdict}`, null)
  const write = useSettleDecision()
  const blank = text.trim() === ''
  const ready = blank ? verdict === 'approve' : mayWithhold('decision.approved', 'notes', text)
  const values = { name: proposal.decided_by.name, outcome: t(`outcome.${proposal.outcome}`) }
  const confirm = (): void =>
    write.mutate(
      { id: proposal.id, body: { verdict, ...(blank ? {} : { notes: text }) } },
      {
        onSuccess: () => {
          clearText()
          notifications.show({ message: t(`decisions.settled.${verdict}`, values) })
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(`decisions.settle.${verdict}`)}
      confirm={t(`decisions.settleConfirm.${verdict}`)}
      onConfirm={confirm}
      pending={write.isPending}
      disabled={!ready}
      error={write.error}
    >
      <p className={decisionClasses.plain} dir="auto">
        {t('decisions.settleText', values)}
      </p>
      <blockquote className={decisionClasses.quote} dir="auto">
        {proposal.reason}
      </blockquote>
      <RationaleField value={text} onChange={setText} required={verdict === 'refuse'} autoFocus />
    </ConfirmDialog>
  )
}
