import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { TransactionImport } from '../../../../shared/api/transaction-imports.ts'
import { trainingFraudsLeast } from '../../../../shared/schema/models.ts'
import { useMe } from '../../../data/queries/session.ts'
import { detectionHref } from '../../../state/route.ts'
import classes from '../import.module.css'
import { ImportOutcome } from '../ImportOutcome.tsx'
import { RiskCounts } from '../RiskCounts.tsx'
import { transactionCalls } from './transactionCalls.ts'

/** How many come too late for windows, before they are taken with what can be done about it. */
const Late = ({ job: { late, late_by_order: byOrder, dry_run: isCheck } }: { readonly job: TransactionImport }) => {
  const { t } = useTranslation()
  if (late === 0) return null
  return (
    <div role="note" className={classes.late}>
      <p>{t(isCheck ? 'import.transactions.wouldLate' : 'import.transactions.late', { count: late })}</p>
      {byOrder > 0 ? (
        <p>
          {t(isCheck ? 'import.transactions.lateByOrder' : 'import.transactions.wasLateByOrder', { count: byOrder })}
        </p>
      ) : null}
      {late > byOrder ? <p>{t('import.transactions.lateBehind', { count: late - byOrder })}</p> : null}
    </div>
  )
}

/** That so many amounts are negative that the sign may stand for the direction. */
const Negatives = ({ job: { negatives, created, dry_run: isCheck } }: { readonly job: TransactionImport }) => {
  const { t } = useTranslation()
  if (negatives * 3 <= created) return null
  return (
    <div role="note" className={classes.late}>
      <p>{t('import.transactions.negatives', { negative: negatives, of: created })}</p>
      <p>{t(isCheck ? 'import.transactions.turnSign' : 'import.transactions.signTaken')}</p>
    </div>
  )
}

/** How many amounts are counted nowhere, because their currency has no rate. */
const NoRate = ({
  job: { no_rate: noRate, base_currency: base, dry_run: isCheck },
}: {
  readonly job: TransactionImport
}) => {
  const { t } = useTranslation()
  if (noRate === 0) return null
  return (
    <div role="note" className={classes.late}>
      <p>
        {base === null
          ? t('import.transactions.noBase', { count: noRate })
          : t(isCheck ? 'import.transactions.wouldNoRate' : 'import.transactions.noRate', { count: noRate, base })}
      </p>
      <p>{t(base === null ? 'import.transactions.noBaseHint' : 'import.transactions.noRateHint')}</p>
    </div>
  )
}

/** What was made of identifiers on both sides; before they are taken the question stands among the settings. */
const BothSides = ({ job: { both_sides: sides, dry_run: isCheck } }: { readonly job: TransactionImport }) => {
  const { t } = useTranslation()
  if (sides === null || (isCheck && sides.field === 'customer_id')) return null
  const count = sides.both
  if (sides.field === 'account_id') return <p className={classes.fact}>{t('import.bothSides.accounts', { count })}</p>
  return sides.taken_as === 'one' ? (
    <p className={classes.fact}>{t('import.bothSides.sameTaken', { count })}</p>
  ) : (
    <p role="note" className={classes.late}>
      {t('import.bothSides.apartTaken', { count })}
    </p>
  )
}

/** How many are marked as fraud, and, once they are scored, how grave they are. */
const Facts = ({ job }: { readonly job: TransactionImport }) => {
  const { t } = useTranslation()
  if (job.created + job.labelled === 0) return null
  return (
    <div>
      <Late job={job} />
      <Negatives job={job} />
      <NoRate job={job} />
      <BothSides job={job} />
      {job.dry_run || job.created === 0 ? null : <RiskCounts title={t('import.transactions.risk')} risk={job.risk} />}
      {job.directions.in + job.directions.out > 0 ? (
        <p className={classes.fact}>
          {t(job.dry_run ? 'import.transactions.wouldDirections' : 'import.transactions.directions', job.directions)}
        </p>
      ) : null}
      {job.frauds > 0 ? (
        <p className={classes.fact}>
          {t(job.dry_run ? 'import.transactions.wouldFrauds' : 'import.transactions.frauds', { count: job.frauds })}
        </p>
      ) : null}
      {job.labelled > 0 ? (
        <p className={classes.fact}>
          {t(job.dry_run ? 'import.transactions.wouldLabel' : 'import.transactions.labelled', { count: job.labelled })}
        </p>
      ) : null}
    </div>
  )
}

/** What came of an import of transactions, or what a check says would come. */
export const TransactionOutcome = ({
  job,
  onAnother,
  faded = false,
}: {
  readonly job: TransactionImport
  readonly onAnother?: () => void
  readonly faded?: boolean
}) => {
  const { t } = useTranslation()
  const words = {
    created: t('import.counts.taken'),
    wouldCreate: t('import.counts.wouldTake'),
    alreadyThere: t('import.transactions.alreadyHint'),
    duplicates: t('import.transactions.duplicatesHint'),
    stopped: t('import.transactions.stopped'),
    failed: t('import.transactions.failed'),
  }
  const me = useMe().data
  const labels = job.frauds + job.labelled_frauds
  const trains = (me?.role === 'supervisor' || me?.role === 'admin') && labels >= trainingFraudsLeast
  const ways = (
    <>
      {trains ? (
        <Button component="a" href={detectionHref('model', null, { train: 'labels' })}>
          {t('import.transactions.train', { count: labels })}
        </Button>
      ) : null}
      <Button component="a" variant={trains ? 'default' : 'filled'} href={detectionHref('alerts')}>
        {t('import.transactions.seeAlerts')}
      </Button>
      <Button component="a" variant="default" href={detectionHref('transactions')}>
        {t('import.transactions.seeTransactions')}
      </Button>
    </>
  )
  return (
    <ImportOutcome
      job={job}
      words={words}
      rejects={transactionCalls.rejects(job.id)}
      facts={<Facts job={job} />}
      ways={ways}
      onAnother={onAnother}
      faded={faded}
    />
  )
}
