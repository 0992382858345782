import { Button, Checkbox, FileInput, Progress, Select, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  listEncodings,
  listFormats,
  watchlistKey,
  type ListEncoding,
  type ListFormat,
  type ListImport,
  type Watchlist,
} from '../../../shared/schema/lists.ts'
import { useRunListImport, useStageListPart } from '../../data/queries/lists.ts'
import { goToDetection } from '../../state/route.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import states from '../../ui/states.module.css'
import classes from './lists.module.css'

const Found = ({ job }: { readonly job: ListImport }) => {
  const { t, i18n } = useTranslation()
  const number = (value: number): string => value.toLocaleString(i18n.language)
  const { changes } = job
  if (job.state === 'staged' || job.state === 'running') return null
  return (
    <div role="status">
      {job.error === null ? null : (
        <p className={classes.error} role="alert" dir="auto">
          {job.error}.
        </p>
      )}
      {job.unchanged ? <p className={classes.plain}>{t('lists.import.unchanged')}</p> : null}
      {job.entries === 0 ? null : (
        <p className={classes.plain}>
          {t('lists.import.found', {
            entries: t('counted.entries', { count: job.entries }),
            names: t('counted.names', { count: job.names }),
          })}{' '}
          {changes === null
            ? null
            : t('lists.versions.changed', {
                added: number(changes.added),
                removed: number(changes.removed),
                changed: number(changes.changed),
              })}
        </p>
      )}
      {job.notes.length === 0 ? null : (
        <ul className={classes.notes}>
          {job.notes.map((note) => (
            <li key={note} dir="auto">
              {note}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const SideFiles = ({ id }: { readonly id: string }) => {
  const { t } = useTranslation()
  const stage = useStageListPart(id)
  return (
    <>
      <div className={classes.form}>
        {(['alt', 'add'] as const).map((part) => (
          <FileInput
            key={part}
            label={t(`lists.import.part.${part}`)}
            accept=".csv,.gz"
            placeholder={t('lists.import.choose')}
            onChange={(file) => (file === null ? undefined : stage.mutate({ part, file }))}
            disabled={stage.isPending}
          />
        ))}
      </div>
      {stage.error === null ? null : <ErrorState error={stage.error} compact />}
    </>
  )
}

/** As what a file is read. */
type Reading = {
  readonly key: string
  readonly format: ListFormat | null
  readonly encoding: ListEncoding | null
}

const ReadingFields = ({
  reading,
  onChange,
  isNew,
  disabled,
}: {
  readonly reading: Reading
  readonly onChange: (reading: Reading) => void
  readonly isNew: boolean
  readonly disabled: boolean
}) => {
  const { t } = useTranslation()
  const { key, format, encoding } = reading
  return (
    <div className={classes.form}>
      <Select
        label={t('lists.import.format')}
        data={listFormats.map((value) => ({ value, label: t(`lists.format.${value}`) }))}
        value={format}
        onChange={(value) => onChange({ ...reading, format: listFormats.find((one) => one === value) ?? null })}
        allowDeselect={false}
        disabled={disabled}
        required
      />
      <TextInput
        label={t('lists.import.key')}
        description={t(isNew ? 'lists.import.newKey' : 'lists.import.oldKey')}
        value={key}
        onChange={(event) => onChange({ ...reading, key: event.currentTarget.value })}
        error={key === '' || watchlistKey.safeParse(key).success ? undefined : t('lists.import.wrongKey')}
        maxLength={40}
        disabled={disabled}
        required
      />
      <Select
        label={t('lists.import.encoding')}
        data={listEncodings.map((value) => ({ value, label: value.toUpperCase() }))}
        value={encoding}
        onChange={(value) => onChange({ ...reading, encoding: listEncodings.find((one) => one === value) ?? null })}
        placeholder={t('lists.import.encodingSaid')}
        clearable
        disabled={disabled}
      />
    </div>
  )
}

/** A staged file of a list: which list it is of, what it would change, and the step that puts it in force. */
export const StagedList = ({
  job,
  lists,
  onClose,
}: {
  readonly job: ListImport
  readonly lists: readonly Watchlist[]
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const run = useRunListImport(job.id)
  const [reading, setReading] = useState<Reading>({ key: job.key ?? '', format: job.format, encoding: null })
  const { key, format, encoding } = reading
  const [agreed, setAgreed] = useState(false)
  const isRunning = job.state === 'running'
  const isNew = !lists.some((list) => list.key === key)
  const ready = format !== null && watchlistKey.safeParse(key).success && !isRunning && !run.isPending
  const start = (dryRun: boolean): void => {
    if (format === null) return
    const allows = {
      allow_shrink: agreed && job.needs_confirmation === 'shrink',
      allow_older: agreed && job.needs_confirmation === 'older',
    }
    run.mutate({ key, format, ...(encoding === null ? {} : { encoding }), ...allows, dry_run: dryRun })
  }
  const finish = (): void => {
    notifications.show({ message: t('lists.import.done', { version: job.version ?? 0 }) })
    goToDetection('lists', job.key ?? key)
    onClose()
  }
  if (job.version !== null) {
    return (
      <div className={states.dialogBody}>
        <p className={classes.plain} role="status">
          {t('lists.import.inForce', { version: job.version })}
        </p>
        <Found job={job} />
        <div className={states.dialogFoot}>
          <Button onClick={finish} autoFocus>
            {t('lists.import.see')}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <form
      className={states.dialogBody}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) start(false)
      }}
    >
      {job.format === null ? <p className={classes.error}>{t('lists.import.unknown')}</p> : null}
      <ReadingFields reading={reading} onChange={setReading} isNew={isNew} disabled={isRunning} />
      {format === 'ofac_csv' ? <SideFiles id={job.id} /> : null}
      {isRunning ? <Progress value={100 * job.progress} aria-label={t('lists.import.progress')} animated /> : null}
      <Found job={job} />
      {job.needs_confirmation === null ? null : (
        <Checkbox
          checked={agreed}
          onChange={(event) => setAgreed(event.currentTarget.checked)}
          label={t(`lists.import.agree.${job.needs_confirmation}`)}
        />
      )}
      {run.error === null ? null : <ErrorState error={run.error} compact />}
      <div className={states.dialogFoot}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button variant="default" onClick={() => start(true)} disabled={!ready}>
          {t('lists.import.check')}
        </Button>
        <Button type="submit" disabled={!ready} loading={isRunning && !job.dry_run}>
          {t('lists.import.put')}
        </Button>
      </div>
    </form>
  )
}
