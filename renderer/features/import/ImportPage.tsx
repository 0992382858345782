import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '../../data/errors.ts'
import { useMe } from '../../data/queries/session.ts'
import { readDraft, writeDraft } from '../../state/drafts.ts'
import { hrefOf } from '../../state/route.ts'
import { mayWrite } from '../../state/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { DropFile } from './DropFile.tsx'
import classes from './import.module.css'
import { maxImportBytes } from './mapping.ts'
import { StagedImport } from './StagedImport.tsx'
import { StagedTransactions } from './transactions/StagedTransactions.tsx'
import { useStageTransactions, useTransactionImport } from './transactions/useTransactionImport.ts'
import { maxTransactionBytes } from './transactions/mapping.ts'
import { useImportJob, useStage } from './useImport.ts'

/** What a file can hold. */
export type ImportOf = 'cases' | 'transactions'

/** The import that is open; the window keeps which it is, so that leaving the screen does not lose it. */
const useOpenImport = (key: string): readonly [string | null, (id: string | null) => void] => {
  const [id, setId] = useState<string | null>(() => readDraft(key) || null)
  const open = (next: string | null): void => {
    writeDraft(key, next ?? '')
    setId(next)
  }
  return [id, open]
}

const Cases = () => {
  const { t } = useTranslation()
  const [id, open] = useOpenImport('import-job')
  const job = useImportJob(id)
  const stage = useStage(open)
  const gone = isRefusal(job.error, 'not_found')
  return (
    <>
      {id === null || gone ? <DropFile stage={stage} title={t('import.drop.title')} limits={t('import.drop.limits')} largest={maxImportBytes} accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain" /> : null}
      {id !== null && job.error !== null && !gone ? <ErrorState error={job.error} onRetry={() => void job.refetch()} compact /> : null}
      {id !== null && job.isPending ? <LoadingRows rows={6} /> : null}
      {id !== null && job.data !== undefined && !gone ? <StagedImport key={id} job={job.data} onAnother={() => open(null)} /> : null}
    </>
  )
}

const Transactions = () => {
  const { t } = useTranslation()
  const [id, open] = useOpenImport('import-transactions')
  const job = useTransactionImport(id)
  const stage = useStageTransactions(open)
  const gone = isRefusal(job.error, 'not_found')
  return (
    <>
      {id === null || gone ? <DropFile stage={stage} title={t('import.transactions.drop')} limits={t('import.transactions.limits')} largest={maxTransactionBytes} accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,.gz,text/csv,application/gzip,application/x-ndjson" /> : null}
      {id !== null && job.error !== null && !gone ? <ErrorState error={job.error} onRetry={() => void job.refetch()} compact /> : null}
      {id !== null && job.isPending ? <LoadingRows rows={6} /> : null}
      {id !== null && job.data !== undefined && !gone ? <StagedTransactions key={id} job={job.data} onAnother={() => open(null)} /> : null}
    </>
  )
}

/** The screen that takes cases or transactions from a file, `#/import` and `#/import-transactions`. */
export const ImportPage = ({ of }: { readonly of: ImportOf }) => {
  const { t } = useTranslation()
  const me = useMe().data
  if (me !== undefined && !mayWrite(me.role)) return <EmptyState title={t('import.forbidden')} />
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1>{t(of === 'cases' ? 'import.title' : 'import.transactions.title')}</h1>
        <nav className={classes.kinds} aria-label={t('import.of')}>
          <a href={hrefOf({ name: 'import' })} aria-current={of === 'cases' ? 'page' : undefined}>
            {t('import.kind.cases')}
          </a>
          <a href={hrefOf({ name: 'import-transactions' })} aria-current={of === 'transactions' ? 'page' : undefined}>
            {t('import.kind.transactions')}
          </a>
        </nav>
        <p>{t(of === 'cases' ? 'import.subtitle' : 'import.transactions.subtitle')}</p>
      </div>
      {of === 'cases' ? <Cases /> : <Transactions />}
    </div>
  )
}
