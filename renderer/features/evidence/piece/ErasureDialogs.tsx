import { Checkbox, Select, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayWithhold } from '../../../../shared/entries/catalogue.ts'
import type { EvidenceErasure, EvidenceFull } from '../../../../shared/schema/evidence.ts'
import { legalBases, type LegalBasis } from '../../../../shared/schema/legal-basis.ts'
import { lineOfText } from '../../../../shared/schema/text.ts'
import { useDraft } from '../../../state/drafts.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { RationaleField } from '../../../ui/RationaleField.tsx'
import { useApproveErasure, useDeclineErasure, useRequestErasure } from '../data/useErasure.ts'
import classes from './piece.module.css'

type Props = { readonly caseId: number; readonly piece: EvidenceFull; readonly onClose: () => void }
type OfRequest = Props & { readonly erasure: EvidenceErasure }

const isBasis = (value: string | null): value is LegalBasis => legalBases.some((basis) => basis === value)

/** Asks for the bytes of a piece to be erased: by which order, and why. */
export const RequestErasureDialog = ({ caseId, piece, onClose }: Props) => {
  const { t } = useTranslation()
  const [basis, setBasis] = useState<LegalBasis | null>('court_order')
  const [reference, setReference] = useState('')
  const [reason, setReason, clearReason] = useDraft(`erase:${piece.id}`, caseId)
  const write = useRequestErasure(caseId, piece.id)
  const named = lineOfText(200).safeParse(reference).success
  const confirm = (): void => {
    if (basis === null) return
    write.mutate(
      { legal_basis: basis, reference, reason },
      {
        onSuccess: () => {
          clearReason()
          onClose()
        },
      },
    )
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('evidence.erasure.requestTitle')}
      confirm={t('evidence.erasure.request')}
      onConfirm={confirm}
      pending={write.isPending}
      disabled={basis === null || !named || !mayWithhold('evidence.erasure_requested', 'reason', reason)}
      error={write.error}
    >
      <p className={classes.plain}>{t('evidence.erasure.requestHint')}</p>
      <Select
        label={t('case.redact.basis')}
        data={legalBases.map((one) => ({ value: one, label: t(`case.legalBasis.${one}`) }))}
        value={basis}
        onChange={(value) => setBasis(isBasis(value) ? value : null)}
        required
      />
      <TextInput
        label={t('evidence.erasure.reference')}
        description={t('case.redact.referenceHint')}
        value={reference}
        onChange={(event) => setReference(event.currentTarget.value)}
        error={reference !== '' && !named}
        maxLength={200}
        required
        dir="auto"
      />
      <RationaleField value={reason} onChange={setReason} label={t('evidence.erasure.reason')} />
    </ConfirmDialog>
  )
}

/** Approves what another asked for: the bytes go with it. */
export const ApproveErasureDialog = ({ caseId, piece, erasure, onClose }: OfRequest) => {
  const { t } = useTranslation()
  const [understood, setUnderstood] = useState(false)
  const write = useApproveErasure(caseId, piece.id)
  const confirm = (): void =>
    write.mutate(
      { request: erasure.request },
      {
        onSuccess: ({ data: { kept_for: kept, exports_discarded: discarded } }) => {
          notifications.show({
            title: t('evidence.erasure.done'),
            message:
              kept.length > 0
                ? t('evidence.erasure.keptFor', { count: kept.length })
                : t('case.redact.discarded', { count: discarded }),
          })
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('case.redact.sureTitle')}
      confirm={t('evidence.erasure.approve')}
      onConfirm={confirm}
      danger
      pending={write.isPending}
      disabled={!understood}
      error={write.error}
    >
      <p className={classes.plain}>{t('evidence.erasure.sure', { name: piece.name, reference: erasure.reference })}</p>
      <p className={classes.plain}>{t('evidence.erasure.copies')}</p>
      {piece.same_bytes.length === 0 ? null : (
        <p className={classes.plain}>{t('evidence.erasure.keptFor', { count: piece.same_bytes.length })}</p>
      )}
      <Checkbox
        checked={understood}
        onChange={(event) => setUnderstood(event.currentTarget.checked)}
        label={t('evidence.erasure.understand')}
      />
    </ConfirmDialog>
  )
}

/** Declines what another asked for: nothing is erased. */
export const DeclineErasureDialog = ({ caseId, piece, erasure, onClose }: OfRequest) => {
  const { t } = useTranslation()
  const [reason, setReason, clearReason] = useDraft(`decline-erasure:${piece.id}`, caseId)
  const write = useDeclineErasure(caseId, piece.id)
  const confirm = (): void =>
    write.mutate(
      { request: erasure.request, reason },
      {
        onSuccess: () => {
          clearReason()
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('evidence.erasure.declineTitle')}
      confirm={t('evidence.erasure.decline')}
      onConfirm={confirm}
      pending={write.isPending}
      disabled={!mayWithhold('evidence.erasure_declined', 'reason', reason)}
      error={write.error}
    >
      <RationaleField value={reason} onChange={setReason} label={t('evidence.erasure.declineReason')} autoFocus />
    </ConfirmDialog>
  )
}
