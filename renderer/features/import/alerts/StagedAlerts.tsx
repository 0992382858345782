import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { importedAlertFields, type AlertImport } from '../../../../shared/api/alert-imports.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { CheckedGo, useChecked } from '../CheckedGo.tsx'
import { choicesFrom, chosen, mappingFrom, missingFrom } from '../choices.ts'
import { Columns } from '../Columns.tsx'
import classes from '../import.module.css'
import { CurrencyField, isCurrency } from '../settings/CurrencyField.tsx'
import { isSource, SourceField } from '../settings/SourceField.tsx'
import { FormsFields, type Forms } from '../settings/FormsFields.tsx'
import { ZoneSelect } from '../settings/ZoneSelect.tsx'
import { guessSource } from '../source.ts'
import { Staged, type StagedProps } from '../Staged.tsx'
import { useRun } from '../useImport.ts'
import { alertCalls } from './alertCalls.ts'
import { AlertOutcome } from './AlertOutcome.tsx'
import { isScale } from './scale.ts'
import { ScaleField } from './ScaleField.tsx'

/** Without these nothing is taken; beside them it is a score or a severity that says how grave an alert is. */
const required = ['external_id', 'at'] as const

/** A staged file of alerts: its columns, the settings, the check and the run. */
export const StagedAlerts = ({ job, onAnother }: StagedProps<AlertImport>) => {
  const { t } = useTranslation()
  const [choices, setChoices] = useState(() => choicesFrom(job.guess, job.columns.length))
  const [source, setSource] = useState(() => guessSource(job.file_name))
  const [scale, setScale] = useState<number | string>(job.score_max_guess)
  const [zone, setZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const [currency, setCurrency] = useState('')
  const [forms, setForms] = useState<Forms>({})
  const run = useRun(alertCalls, job.id)
  const check = useChecked(job, JSON.stringify([choices, source, scale, zone, currency, forms]))
  const hasScore = choices.includes('score')
  const isGraded = hasScore || choices.includes('severity')
  const missing = missingFrom(choices, required)
  const ready =
    job.encoding_sure &&
    missing.length === 0 &&
    isGraded &&
    isSource(source) &&
    (isScale(scale) || !hasScore) &&
    isCurrency(currency) &&
    !run.isPending
  const start = (dryRun: boolean): void =>
    run.mutate({
      mapping: mappingFrom(choices),
      source,
      score_max: hasScore && isScale(scale) ? scale : 1,
      time_zone: zone,
      ...forms,
      dry_run: dryRun,
      ...(currency === '' ? {} : { currency }),
    })
  const words = {
    check: t('import.check'),
    run: t('import.alerts.run', { count: job.created }),
    nothing: t('import.alerts.nothing'),
  }
  const running = {
    title: t(job.dry_run ? 'import.dryRun.running' : 'import.alerts.running'),
    stopHint: job.dry_run ? null : t('import.alerts.stopHint'),
    stopped: t('import.alerts.stopped'),
  }
  return (
    <Staged
      job={job}
      onAnother={onAnother}
      calls={alertCalls}
      running={running}
      outcome={<AlertOutcome job={job} onAnother={onAnother} />}
    >
      <Columns
        job={job}
        fields={importedAlertFields}
        fieldName={(field) => t(`import.alerts.fields.${field}`)}
        choices={choices}
        onChoose={(column, field) => setChoices(chosen(choices, column, field))}
      >
        {missing.length === 0 ? null : (
          <li data-kind="error">
            {t('import.mapping.missing', {
              fields: missing.map((field) => t(`import.alerts.fields.${field}`)).join(', '),
            })}
          </li>
        )}
        {isGraded ? null : <li data-kind="error">{t('import.alerts.ungraded')}</li>}
      </Columns>
      <section className={classes.settings}>
        <SourceField value={source} onChange={setSource} hint={t('import.alerts.sourceHint')} />
        <ZoneSelect value={zone} onChange={setZone} />
        <FormsFields value={forms} onChange={setForms} hasAmounts={choices.includes('amount')} />
        {hasScore ? <ScaleField value={scale} onChange={setScale} /> : null}
        <CurrencyField value={currency} onChange={setCurrency} />
      </section>
      {run.error === null ? null : <ErrorState error={run.error} compact />}
      <CheckedGo
        check={check}
        ready={ready}
        pending={run.isPending}
        created={job.created}
        words={words}
        onRun={start}
      />
      {check.checked || job.state === 'failed' ? <AlertOutcome job={job} faded={!check.fresh} /> : null}
    </Staged>
  )
}
