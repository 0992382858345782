import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../data/queries/session.ts'
import { hrefOf, importPlaces, type ImportPlace } from '../../state/route.ts'
import { mayWrite } from '../../state/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { alertCalls } from './alerts/alertCalls.ts'
import { StagedAlerts } from './alerts/StagedAlerts.tsx'
import { caseCalls } from './cases/caseCalls.ts'
import { StagedCases } from './cases/StagedCases.tsx'
import classes from './import.module.css'
import { OpenImport } from './OpenImport.tsx'
import { StagedTransactions } from './transactions/StagedTransactions.tsx'
import { transactionCalls } from './transactions/transactionCalls.ts'

const textFiles = '.csv,.tsv,.txt,.xlsx,.xlsm,.ods,text/csv,text/tab-separated-values,text/plain'
/** Statements of accounts in forms of their own, too. */
const statementFiles =
  '.xml,.camt,.camt052,.camt053,.camt054,.sta,.mt940,.mt942,.940,.942,.swi,.ofx,.qfx,.qif,.bai,.bai2'
/** JSON lines and gzip too. */
const rowFiles =
  '.csv,.tsv,.txt,.json,.jsonl,.ndjson,.gz,.xlsx,.xlsm,.ods,text/csv,application/gzip,application/x-ndjson'

const Cases = () => {
  const { t } = useTranslation()
  return (
    <OpenImport
      calls={caseCalls}
      kept="import-job"
      title={t('import.drop.title')}
      limits={t('import.drop.limits')}
      accept={textFiles}
    >
      {(job, onAnother) => <StagedCases job={job} onAnother={onAnother} />}
    </OpenImport>
  )
}

const Transactions = () => {
  const { t } = useTranslation()
  return (
    <OpenImport
      calls={transactionCalls}
      kept="import-transactions"
      title={t('import.transactions.drop')}
      limits={t('import.transactions.limits')}
      accept={`${rowFiles},${statementFiles}`}
    >
      {(job, onAnother) => <StagedTransactions job={job} onAnother={onAnother} />}
    </OpenImport>
  )
}

const Alerts = () => {
  const { t } = useTranslation()
  return (
    <OpenImport
      calls={alertCalls}
      kept="import-alerts"
      title={t('import.alerts.drop')}
      limits={t('import.alerts.limits')}
      accept={rowFiles}
    >
      {(job, onAnother) => <StagedAlerts job={job} onAnother={onAnother} />}
    </OpenImport>
  )
}

const kinds = {
  import: { words: 'cases', screen: <Cases /> },
  'import-transactions': { words: 'transactions', screen: <Transactions /> },
  'import-alerts': { words: 'alerts', screen: <Alerts /> },
} as const satisfies Readonly<Record<ImportPlace, { readonly words: string; readonly screen: ReactNode }>>

/** The screen that takes cases, transactions or alerts from a file. */
export const ImportPage = ({ place }: { readonly place: ImportPlace }) => {
  const { t } = useTranslation()
  const me = useMe().data
  if (me !== undefined && !mayWrite(me.role)) return <EmptyState title={t('import.forbidden')} />
  const { words, screen } = kinds[place]
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1>{t(`import.head.${words}.title`)}</h1>
        <nav className={classes.kinds} aria-label={t('import.of')}>
          {importPlaces.map((one) => (
            <a key={one} href={hrefOf({ name: one })} aria-current={one === place ? 'page' : undefined}>
              {t(`import.kind.${kinds[one].words}`)}
            </a>
          ))}
        </nav>
        <p>{t(`import.head.${words}.subtitle`)}</p>
      </div>
      {screen}
    </div>
  )
}
