import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { verifyCase } from '../../../shared/api/workspace.ts'
import type { CaseFull } from '../../../shared/schema/case.ts'
import { call } from '../../data/client.ts'
import { refreshAfterCaseChange } from '../../data/queries/cases.ts'
import { useSending } from '../../data/useSending.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { ReportView } from '../../ui/verification/ReportView.tsx'

type Props = { readonly file: CaseFull; readonly onClose: () => void; readonly onEntry: (entryId: string) => void }

/** Verifies the case as soon as it opens, and explains what was found. */
export const CaseVerification = ({ file, onClose, onEntry }: Props) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const check = useSending({
    mutationFn: () => call(verifyCase, { params: { id: file.id } }),
    onSuccess: () => refreshAfterCaseChange(client, file.id),
  })
  const { mutate } = check
  useEffect(() => mutate(), [mutate])
  return (
    <Dialog onClose={onClose} beside size={620} title={t('verification.case.title')}>
      {check.isPending ? (
        <div role="status">
          <p className="fs-muted">{t('verification.case.running')}</p>
          <LoadingRows rows={5} />
        </div>
      ) : null}
      {check.error === null ? null : <ErrorState error={check.error} onRetry={() => mutate()} compact />}
      {check.data === undefined || check.isPending ? null : (
        <ReportView
          report={check.data.data}
          subject={file.case_number}
          onEntry={(finding) => {
            if (finding.entry_id === null) return
            onClose()
            onEntry(finding.entry_id)
          }}
          actions={
            <Button variant="default" size="compact-sm" onClick={() => mutate()}>
              {t('verification.case.again')}
            </Button>
          }
        />
      )}
    </Dialog>
  )
}
