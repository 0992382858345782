import { Select, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Report, ReportStep } from '../../../../shared/schema/reports.ts'
import { useMoveReport } from '../../../data/queries/reports.ts'
import { useDraft } from '../../../state/drafts.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { RationaleField } from '../../../ui/RationaleField.tsx'
import { utcMinute } from '../../../ui/time.ts'
import classes from '../reports.module.css'

const needsNote: readonly ReportStep[] = ['refuse', 'reject', 'withdraw']
const takesReference: readonly ReportStep[] = ['file', 'acknowledge', 'reject']

/** A step of a report, with the words that are sealed with it. */
export const StepDialog = ({
  report,
  step,
  onClose,
}: {
  readonly report: Report
  readonly step: ReportStep
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const [note, setNote, clearNote] = useDraft(`report-step:${report.id}:${step}`, report.case_id)
  const [reference, setReference] = useState('')
  const exported = report.history.filter(
    ({ type, version }) => type === 'report.exported' && version === report.version,
  )
  const [file, setFile] = useState(exported.findLast(({ format }) => format !== 'pdf')?.sha256 ?? null)
  const move = useMoveReport(report.id)
  const blank = note.trim() === ''
  const ready = (!needsNote.includes(step) || !blank) && (step !== 'file' || reference.trim() !== '')
  const confirm = (): void =>
    move.mutate(
      {
        step,
        version: report.version,
        ...(blank ? {} : { note }),
        ...(reference.trim() === '' ? {} : { reference: reference.trim() }),
        ...(step === 'file' && file !== null ? { export_sha256: file } : {}),
      },
      {
        onSuccess: () => {
          clearNote()
          notifications.show({ message: t(`reports.done.${step}`) })
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(`reports.step.${step}`)}
      confirm={t(`reports.step.${step}`)}
      onConfirm={confirm}
      pending={move.isPending}
      disabled={!ready}
      error={move.error}
      danger={step === 'withdraw'}
    >
      <p className={classes.plain}>{t(`reports.stepMeans.${step}`, { version: report.version })}</p>
      {takesReference.includes(step) ? (
        <TextInput
          label={t('reports.field.reference')}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
          required={step === 'file'}
          maxLength={100}
          data-autofocus
        />
      ) : null}
      {step === 'file' && exported.length > 0 ? (
        <Select
          label={t('reports.field.filedFile')}
          data={exported
            .map(({ sha256, format, at }) => ({
              value: sha256 ?? '',
              label: `${format ?? ''} · ${utcMinute(Date.parse(at))} UTC · ${(sha256 ?? '').slice(0, 12)}`,
            }))
            .filter((option, index, all) => all.findIndex(({ value }) => value === option.value) === index)}
          value={file}
          onChange={setFile}
          clearable
        />
      ) : null}
      <RationaleField
        value={note}
        onChange={setNote}
        label={t('reports.field.stepNote')}
        required={needsNote.includes(step)}
        autoFocus={!takesReference.includes(step)}
      />
    </ConfirmDialog>
  )
}
