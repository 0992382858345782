import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { importFields, type ImportJob } from '../../../shared/api/workspace.ts'
import { lineOfText } from '../../../shared/schema/text.ts'
import { readDraft, writeDraft } from '../../state/drafts.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { searchableSelect } from '../../ui/searchable-select.ts'
import { FileFacts } from './FileFacts.tsx'
import classes from './import.module.css'
import { checkMapping, choicesOf, chooseField, guessSource, mappingOf, timeZones, type ColumnChoices } from './mapping.ts'
import { MappingTable } from './MappingTable.tsx'
import { Outcome, Running } from './Outcome.tsx'
import { useDiscard, useRun } from './useImport.ts'

type Props = { readonly job: ImportJob; readonly onAnother: () => void }

/** What an import was, or would be, run with; kept as text so that a dry run of other settings is known to be stale. */
const settingsText = (choices: ColumnChoices, source: string, zone: string): string => JSON.stringify([choices, source, zone])

const MappingNotes = ({ choices }: { readonly choices: ColumnChoices }) => {
  const { t } = useTranslation()
  const check = checkMapping(choices)
  return (
    <ul className={classes.notes}>
      {check.missingTitle ? <li data-kind="error">{t('import.mapping.missingTitle')}</li> : null}
      {check.noReference ? <li data-kind="warning">{t('import.mapping.noReference')}</li> : null}
      {check.leftOut > 0 ? <li>{t('import.mapping.leftOut', { count: check.leftOut })}</li> : null}
    </ul>
  )
}

/** A staged file: its columns, the settings, the dry run and the run. */
export const StagedImport = ({ job, onAnother }: Props) => {
  const { t } = useTranslation()
  const [choices, setChoices] = useState(() => choicesOf(job.guess, job.columns.length))
  const [source, setSource] = useState(() => guessSource(job.file_name))
  const [zone, setZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const settings = settingsText(choices, source, zone)
  const [checkedWith, setCheckedWith] = useState(() => readDraft(`import-checked:${job.id}`))
  const run = useRun(job.id)
  const discard = useDiscard()
  const zones = timeZones()
  const badSource = !lineOfText(80).safeParse(source).success
  const ready = !checkMapping(choices).missingTitle && !badSource && job.state !== 'running' && !run.isPending
  const checked = job.dry_run && job.state === 'done'
  const fresh = checked && checkedWith === settings
  const finished = !job.dry_run && (job.state === 'done' || job.state === 'failed' || job.state === 'cancelled')

  const start = (dryRun: boolean): void => {
    if (dryRun) {
      writeDraft(`import-checked:${job.id}`, settings)
      setCheckedWith(settings)
    }
    run.mutate({ mapping: mappingOf(choices), source, time_zone: zone, dry_run: dryRun })
  }
  const another = (): void => {
    if (job.state === 'staged' || checked) discard.mutate(job.id)
    onAnother()
  }
  if (finished) {
    return (
      <>
        <FileFacts job={job} />
        <Outcome job={job} source={source} onAnother={onAnother} />
      </>
    )
  }
  if (job.state === 'running') {
    return (
      <>
        <FileFacts job={job} />
        <Running job={job} onStop={() => discard.mutate(job.id)} stopping={discard.isPending} />
      </>
    )
  }
  return (
    <>
      <FileFacts job={job} onAnother={another} />
      <section>
        <div className={classes.sectionHead}>
          <h2>{t('import.mapping.title')}</h2>
          <p>{t('import.mapping.hint')}</p>
        </div>
        <MappingTable job={job} fields={importFields} fieldName={(field) => t(`import.fields.${field}`)} choices={choices} onChoose={(column, field) => setChoices(chooseField(choices, column, field))} />
        <MappingNotes choices={choices} />
      </section>
      <section className={classes.settings}>
        <TextInput
          label={t('import.settings.source')}
          description={t('import.settings.sourceHint')}
          value={source}
          onChange={(event) => setSource(event.currentTarget.value)}
          error={badSource ? t('import.settings.sourceMissing') : undefined}
          maxLength={80}
          dir="auto"
          required
        />
        <Select
          label={t('import.settings.timeZone')}
          description={t('import.settings.timeZoneHint')}
          data={zones.includes(zone) ? zones : [zone, ...zones]}
          value={zone}
          onChange={(value) => setZone(value ?? 'UTC')}
          limit={120}
          {...searchableSelect}
          allowDeselect={false}
        />
      </section>
      {run.error === null ? null : <ErrorState error={run.error} compact />}
      <div className={classes.go}>
        <Button variant={fresh ? 'default' : 'filled'} disabled={!ready} loading={run.isPending} onClick={() => start(true)}>
          {checked ? t('import.dryRun.again') : t('import.dryRun.run')}
        </Button>
        {fresh ? (
          <Button disabled={!ready || job.created === 0} onClick={() => start(false)}>
            {job.created === 0 ? t('import.run.nothing') : t('import.run.start', { count: job.created })}
          </Button>
        ) : null}
        {checked && !fresh ? <span className={classes.staleRun}>{t('import.dryRun.stale')}</span> : null}
      </div>
      {checked || job.state === 'failed' ? <Outcome job={job} source={source} faded={!fresh} /> : null}
    </>
  )
}
