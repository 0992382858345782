import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayWithhold } from '../../../shared/entries/catalogue.ts'
import type { BusinessCheck } from '../../../shared/schema/kyb.ts'
import { useConcludeCheck } from '../../data/queries/businesses.ts'
import { useDraft } from '../../state/drafts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { RationaleField } from '../../ui/RationaleField.tsx'

const verdicts = ['accept', 'enhanced_review', 'refuse'] as const
type Verdict = (typeof verdicts)[number]

/** Seals what a person concludes of a check, with the reason. */
export const ConcludeDialog = ({ check, onClose }: { readonly check: BusinessCheck; readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const [verdict, setVerdict] = useState<Verdict>('accept')
  const [text, setText, clearText] = useDraft(`conclude:${check.id}`, null)
  const write = useConcludeCheck()
  const confirm = (): void =>
    write.mutate(
      { id: check.id, body: { verdict, reason: text } },
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
      title={t('businesses.concludeTitle', { name: check.business.name })}
      confirm={t('businesses.conclude')}
      onConfirm={confirm}
      pending={write.isPending}
      disabled={!mayWithhold('business.concluded', 'reason', text)}
      error={write.error}
    >
      <SegmentedControl
        fullWidth
        aria-label={t('businesses.conclusionLabel')}
        data={verdicts.map((value) => ({ value, label: t(`businesses.conclusion.${value}`) }))}
        value={verdict}
        onChange={(value) => setVerdict(value)}
      />
      <RationaleField
        value={text}
        onChange={setText}
        label={t('businesses.reason')}
        autoFocus
        hint={t('businesses.reasonHint')}
      />
    </ConfirmDialog>
  )
}
