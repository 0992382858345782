import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Report, ReportStep } from '../../../../shared/schema/reports.ts'
import { useCommands, type PaletteCommand } from '../../../state/commands.ts'

/** The words that say that the report has changes which are not saved. */
export const unsavedId = 'report-unsaved'

const stepKeys: Readonly<Record<ReportStep, string>> = {
  submit: 'shift+s',
  approve: 'shift+y',
  refuse: 'shift+n',
  file: 'shift+f',
  acknowledge: 'shift+a',
  reject: 'shift+r',
  withdraw: 'shift+w',
}

/** Where the report may go next, as buttons and as keys. */
export const ReportSteps = ({
  report,
  isDirty,
  lacking,
  onStep,
}: {
  readonly report: Report
  readonly isDirty: boolean
  /** How many fields are missing or wrong before it can be submitted. */
  readonly lacking: number
  readonly onStep: (step: ReportStep) => void
}) => {
  const { t } = useTranslation()
  const { steps } = report.may
  const commands = useMemo(
    (): readonly PaletteCommand[] =>
      steps.map((step) => ({
        id: `report.${step}`,
        section: 'selection',
        title: t(`reports.step.${step}`),
        shortcut: stepKeys[step],
        keywords: 'report',
        run: () => onStep(step),
      })),
    [steps, onStep, t],
  )
  useCommands(commands)
  return (
    <>
      {steps.map((step) => (
        <Button
          key={step}
          size="compact-sm"
          variant={step === 'submit' || step === 'approve' || step === 'file' ? 'filled' : 'default'}
          disabled={step === 'submit' && isDirty}
          aria-describedby={step === 'submit' && isDirty ? unsavedId : undefined}
          onClick={() => onStep(step)}
          aria-keyshortcuts={stepKeys[step]}
        >
          {step === 'submit' && lacking > 0
            ? t('reports.submitLacking', { count: lacking })
            : t(`reports.step.${step}`)}
        </Button>
      ))}
    </>
  )
}
