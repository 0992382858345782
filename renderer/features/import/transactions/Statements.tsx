import { useTranslation } from 'react-i18next'
import type { TransactionImport } from '../../../../shared/api/transaction-imports.ts'
import classes from '../import.module.css'

type Told = Pick<TransactionImport, 'statements' | 'gaps' | 'gap_count'>

/** The accounts that a file tells of with their balances, and the places where these do not fit. */
export const Statements = ({ job: { statements, gaps, gap_count: count } }: { readonly job: Told }) => {
  const { t } = useTranslation()
  if (statements.length === 0 && count === 0) return null
  const none = t('import.statements.notTold')
  return (
    <section aria-label={t('import.statements.title')} data-testid="statements">
      {gaps.length === 0 ? null : (
        <div role="alert" className={classes.late}>
          <p>{t('import.statements.gaps', { count })}</p>
          <ul>
            {gaps.slice(0, 20).map(({ kind, line, account, expected, found, difference }) => (
              <li key={`${line} ${kind}`}>
                {t(`import.statements.gap.${kind}`, { line, account: account ?? none, expected, found, difference })}
              </li>
            ))}
          </ul>
        </div>
      )}
      <ul className={classes.readSo}>
        {statements.slice(0, 20).map(({ account, currency, number, opening, closing, entries, sum }, place) => (
          <li key={place}>
            {t('import.statements.statement', {
              account: account ?? none,
              number: number ?? '',
              count: entries,
              sum: sum ?? none,
              currency: sum === null ? '' : (currency ?? ''),
              opening: opening?.amount ?? none,
              closing: closing?.amount ?? none,
            })}
          </li>
        ))}
      </ul>
    </section>
  )
}
