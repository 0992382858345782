import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { importFields, type ImportJob } from '../../../../shared/api/workspace.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { CheckedGo, useChecked } from '../CheckedGo.tsx'
import { chosen } from '../choices.ts'
import { Columns } from '../Columns.tsx'
import classes from '../import.module.css'
import { isSource, SourceField } from '../settings/SourceField.tsx'
import { FormsFields, type Forms } from '../settings/FormsFields.tsx'
import { ZoneSelect } from '../settings/ZoneSelect.tsx'
import { guessSource } from '../source.ts'
import { Staged, type StagedProps } from '../Staged.tsx'
import { useRun } from '../useImport.ts'
import { caseCalls } from './caseCalls.ts'
import { CaseImportOutcome } from './CaseImportOutcome.tsx'
import { choicesOf, mappingOf } from './mapping.ts'

/** A staged file of cases: its columns, the settings, the check and the run. */
export const StagedCases = ({ job, onAnother }: StagedProps<ImportJob>) => {
  const { t } = useTranslation()
  const [choices, setChoices] = useState(() => choicesOf(job.guess, job.columns.length))
  const [source, setSource] = useState(() => guessSource(job.file_name))
  const [zone, setZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const [forms, setForms] = useState<Forms>({})
  const run = useRun(caseCalls, job.id)
  const check = useChecked(job, JSON.stringify([choices, source, zone, forms]))
  const ready = job.encoding_sure && choices.includes('title') && isSource(source) && !run.isPending
  const words = {
    check: t('import.dryRun.run'),
    run: t('import.run.start', { count: job.created }),
    nothing: t('import.run.nothing'),
  }
  const running = {
    title: t(job.dry_run ? 'import.dryRun.running' : 'import.run.running'),
    stopHint: job.dry_run ? null : t('import.run.stopHint'),
    stopped: t('import.run.stopped'),
  }
  return (
    <Staged
      job={job}
      onAnother={onAnother}
      calls={caseCalls}
      running={running}
      outcome={<CaseImportOutcome job={job} source={source} onAnother={onAnother} />}
    >
      <Columns
        job={job}
        fields={importFields}
        fieldName={(field) => t(`import.fields.${field}`)}
        choices={choices}
        onChoose={(column, field) => setChoices(chosen(choices, column, field))}
      >
        {choices.includes('title') ? null : <li data-kind="error">{t('import.mapping.missingTitle')}</li>}
        {choices.includes('reference') ? null : <li data-kind="warning">{t('import.mapping.noReference')}</li>}
      </Columns>
      <section className={classes.settings}>
        <SourceField value={source} onChange={setSource} hint={t('import.settings.sourceHint')} />
        <ZoneSelect value={zone} onChange={setZone} />
        <FormsFields value={forms} onChange={setForms} hasAmounts={false} />
      </section>
      {run.error === null ? null : <ErrorState error={run.error} compact />}
      <CheckedGo
        check={check}
        ready={ready}
        pending={run.isPending}
        created={job.created}
        words={words}
        onRun={(dryRun) =>
          run.mutate({
            mapping: mappingOf(choices),
            source,
            time_zone: zone,
            ...(forms.date_order === undefined ? {} : { date_order: forms.date_order }),
            dry_run: dryRun,
          })
        }
      />
      {check.checked || job.state === 'failed' ? (
        <CaseImportOutcome job={job} source={source} faded={!check.fresh} />
      ) : null}
    </Staged>
  )
}
