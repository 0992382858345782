import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { transactionFields, type TransactionImport } from '../../../../shared/api/transaction-imports.ts'
import type { BothSidesMeaning } from '../../../../shared/schema/counterparty.ts'
import { moneyClash, type NegativeMeaning } from '../../../../shared/schema/money.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { CheckedGo, useChecked } from '../CheckedGo.tsx'
import { choicesFrom, chosen, mappingFrom, missingFrom } from '../choices.ts'
import { Columns } from '../Columns.tsx'
import classes from '../import.module.css'
import { BothSidesField } from '../settings/BothSidesField.tsx'
import { CurrencyField, isCurrency } from '../settings/CurrencyField.tsx'
import { MadeIds } from '../settings/MadeIds.tsx'
import { NaField, type NaCountry } from '../settings/NaField.tsx'
import { NegativeField } from '../settings/NegativeField.tsx'
import { FormsFields, type Forms } from '../settings/FormsFields.tsx'
import { ZoneSelect } from '../settings/ZoneSelect.tsx'
import { Staged, type StagedProps } from '../Staged.tsx'
import { useRun } from '../useImport.ts'
import { Statements } from './Statements.tsx'
import { transactionCalls } from './transactionCalls.ts'
import { TransactionOutcome } from './TransactionOutcome.tsx'

/** Without these nothing is taken. */
const required = ['transaction_id', 'at'] as const
/** With identifiers that are made. */
const requiredBeside = ['at'] as const

type LackingProps = {
  readonly missing: readonly (typeof required)[number][]
  readonly clash: ReturnType<typeof moneyClash>
}

/** What the columns lack, and which of them contradict each other. */
const Lacking = ({ missing, clash }: LackingProps) => {
  const { t } = useTranslation()
  const fields = missing.map((field) => t(`import.transactions.fields.${field}`)).join(', ')
  return (
    <>
      {missing.length === 0 ? null : <li data-kind="error">{t('import.mapping.missing', { fields })}</li>}
      {clash === null ? null : <li data-kind="error">{t(`import.transactions.clash.${clash}`)}</li>}
    </>
  )
}

/** A staged file of transactions: its columns, the settings, the check and the run. */
export const StagedTransactions = ({ job, onAnother }: StagedProps<TransactionImport>) => {
  const { t } = useTranslation()
  const [choices, setChoices] = useState(() => choicesFrom(job.guess, job.columns.length))
  const [zone, setZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const [currency, setCurrency] = useState('')
  const [account, setAccount] = useState(job.account_guess ?? '')
  const [makeIds, setMakeIds] = useState(false)
  const [idWith, setIdWith] = useState<number | null>(null)
  const [negative, setNegative] = useState<NegativeMeaning>('refund')
  const [forms, setForms] = useState<Forms>({})
  const [na, setNa] = useState<NaCountry | null>(null)
  const [bothSides, setBothSides] = useState<BothSidesMeaning | null>(null)
  const run = useRun(transactionCalls, job.id)
  const check = useChecked(
    job,
    JSON.stringify([choices, zone, currency, account, makeIds, idWith, negative, forms, na, bothSides]),
  )
  const missing = missingFrom(choices, makeIds ? requiredBeside : required)
  const clash = moneyClash(choices)
  const hasAmounts = choices.some((field) => field === 'amount' || field === 'debit' || field === 'credit')
  const namesAccount = choices.includes('account_id')
  const ready = job.encoding_sure && missing.length === 0 && clash === null && isCurrency(currency) && !run.isPending
  /** NA is Namibia, or nothing: which it is a person says before anything is taken. */
  const asksNa = job.notes.country_na > 0
  const start = (dryRun: boolean): void =>
    run.mutate({
      mapping: mappingFrom(choices),
      time_zone: zone,
      ...forms,
      event_type: 'transaction',
      negative,
      dry_run: dryRun,
      ...(na === null ? {} : { na_country: na }),
      ...(bothSides === null ? {} : { both_sides: bothSides }),
      ...(currency === '' ? {} : { currency }),
      ...(namesAccount || account === '' ? {} : { account }),
      make_ids: makeIds,
      ...(idWith === null ? {} : { id_with: idWith }),
    })
  const words = {
    check: t('import.check'),
    run: t('import.transactions.run', { count: job.created }),
    nothing: asksNa && na === null ? t('import.na.open') : t('import.transactions.nothing'),
  }
  const running = {
    title: t(job.dry_run ? 'import.dryRun.running' : 'import.transactions.running'),
    stopHint: job.dry_run ? null : t('import.transactions.stopHint'),
    stopped: t('import.transactions.stopped'),
  }
  return (
    <Staged
      job={job}
      onAnother={onAnother}
      calls={transactionCalls}
      running={running}
      outcome={<TransactionOutcome job={job} onAnother={onAnother} />}
    >
      <Statements job={job} />
      <Columns
        job={job}
        fields={transactionFields}
        fieldName={(field) => t(`import.transactions.fields.${field}`)}
        choices={choices}
        onChoose={(column, field) => setChoices(chosen(choices, column, field, 'metadata'))}
      >
        <Lacking missing={missing} clash={clash} />
      </Columns>
      <section className={classes.settings}>
        <CurrencyField value={currency} onChange={setCurrency} />
        <ZoneSelect value={zone} onChange={setZone} />
        <FormsFields value={forms} onChange={setForms} hasAmounts={hasAmounts} />
        <MadeIds
          makeIds={makeIds}
          onMakeIds={setMakeIds}
          account={account}
          onAccount={setAccount}
          namesAccount={namesAccount}
          columns={job.columns}
          idWith={idWith}
          onIdWith={setIdWith}
        />
        {hasAmounts ? <NegativeField value={negative} onChange={setNegative} /> : null}
        {job.both_sides?.field === 'customer_id' ? (
          <BothSidesField value={bothSides} onChange={setBothSides} sides={job.both_sides} />
        ) : null}
        {asksNa || na !== null ? <NaField value={na} onChange={setNa} count={job.notes.country_na} /> : null}
      </section>
      {run.error === null ? null : <ErrorState error={run.error} compact />}
      <CheckedGo
        check={check}
        ready={ready}
        pending={run.isPending}
        created={asksNa && na === null ? 0 : job.created}
        words={words}
        onRun={start}
      />
      {check.checked || job.state === 'failed' ? <TransactionOutcome job={job} faded={!check.fresh} /> : null}
    </Staged>
  )
}
