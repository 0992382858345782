import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { transactionFields, type TransactionImport } from '../../../../shared/api/transactions.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { searchableSelect } from '../../../ui/searchable-select.ts'
import { FileFacts } from '../FileFacts.tsx'
import classes from '../import.module.css'
import { timeZones } from '../mapping.ts'
import { MappingTable } from '../MappingTable.tsx'
import { choicesFrom, chosen, mappingFrom, missingFrom } from './mapping.ts'
import { TransactionOutcome } from './TransactionOutcome.tsx'
import { TransactionProgress } from './TransactionProgress.tsx'
import { useDiscardTransactions, useRunTransactions } from './useTransactionImport.ts'

/** A staged file of transactions: its columns, the settings, the check and the run. */
export const StagedTransactions = ({ job, onAnother }: { readonly job: TransactionImport; readonly onAnother: () => void }) => {
  const { t } = useTranslation()
  const [choices, setChoices] = useState(() => choicesFrom(job.guess, job.columns.length))
  const [zone, setZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const [currency, setCurrency] = useState('')
  const run = useRunTransactions(job.id)
  const discard = useDiscardTransactions()
  const zones = timeZones()
  const missing = missingFrom(choices)
  const wrongCurrency = currency !== '' && !/^[A-Z]{3}$/u.test(currency)
  const ready = missing.length === 0 && !wrongCurrency && !run.isPending
  const finished = !job.dry_run && (job.state === 'done' || job.state === 'failed' || job.state === 'cancelled')
  const start = (dryRun: boolean): void => run.mutate({ mapping: mappingFrom(choices), time_zone: zone, event_type: 'transaction', dry_run: dryRun, ...(currency === '' ? {} : { currency }) })
  const another = (): void => {
    discard.mutate(job.id)
    onAnother()
  }
  if (job.state === 'running') {
    return (
      <>
        <FileFacts job={job} />
        <TransactionProgress job={job} onStop={() => discard.mutate(job.id)} stopping={discard.isPending} />
      </>
    )
  }
  if (finished) {
    return (
      <>
        <FileFacts job={job} />
        <TransactionOutcome job={job} onAnother={onAnother} />
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
        <MappingTable job={job} fields={transactionFields} fieldName={(field) => t(`import.transactions.fields.${field}`)} choices={choices} onChoose={(column, field) => setChoices(chosen(choices, column, field))} />
        <ul className={classes.notes}>
          {missing.length === 0 ? null : <li data-kind="error">{t('import.transactions.missing', { fields: missing.map((field) => t(`import.transactions.fields.${field}`)).join(', ') })}</li>}
          {choices.includes(null) ? <li>{t('import.mapping.leftOut', { count: choices.filter((field) => field === null).length })}</li> : null}
        </ul>
      </section>
      <section className={classes.settings}>
        <TextInput label={t('import.transactions.currency')} description={t('import.transactions.currencyHint')} value={currency} onChange={(event) => setCurrency(event.currentTarget.value.toUpperCase().trim())} error={wrongCurrency ? t('import.transactions.currencyWrong') : undefined} maxLength={3} />
        <Select label={t('import.settings.timeZone')} description={t('import.settings.timeZoneHint')} data={zones.includes(zone) ? zones : [zone, ...zones]} value={zone} onChange={(value) => setZone(value ?? 'UTC')} limit={120} {...searchableSelect} allowDeselect={false} />
      </section>
      {run.error === null ? null : <ErrorState error={run.error} compact />}
      <div className={classes.go}>
        <Button disabled={!ready} loading={run.isPending} onClick={() => start(false)}>
          {t('import.transactions.run')}
        </Button>
        <Button variant="default" disabled={!ready || run.isPending} onClick={() => start(true)}>
          {t('import.transactions.check')}
        </Button>
      </div>
      {job.dry_run || job.state === 'failed' ? <TransactionOutcome job={job} /> : null}
    </>
  )
}
