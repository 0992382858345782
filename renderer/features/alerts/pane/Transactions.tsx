import { useTranslation } from 'react-i18next'
import type { AlertFull } from '../../../../shared/schema/alerts.ts'
import { detectionHref } from '../../../state/route.ts'
import { money, score } from '../../../ui/charts/format.ts'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { classes } from '../classes.ts'
import { Section } from './Section.tsx'

/** The activities behind the alert, newest first; each leads to all that is known of it. */
export const Transactions = ({ alert }: { readonly alert: AlertFull }) => {
  const { t, i18n } = useTranslation()
  const { transactions, entity } = alert
  const all = entity === null ? null : detectionHref('transactions', null, { [entity.kind === 'ip' ? 'ip' : `${entity.kind}_id`]: entity.id })
  return (
    <Section
      title={t('alerts.section.transactions')}
      count={alert.transaction_count.toLocaleString(i18n.language)}
      aside={
        all === null ? undefined : (
          <a href={all} className={classes.link}>
            {t('alerts.allOf')}
          </a>
        )
      }
    >
      {transactions.length === 0 ? (
        <p className={classes.nothing}>{t('alerts.noTransactions')}</p>
      ) : (
        <div className={classes.tableFrame} tabIndex={0} role="group" aria-label={t('alerts.section.transactions')}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('alerts.transaction.at')}</th>
                <th scope="col" className={classes.end}>
                  {t('alerts.transaction.amount')}
                </th>
                <th scope="col">{t('alerts.transaction.to')}</th>
                <th scope="col" className={classes.end}>
                  {t('alerts.column.score')}
                </th>
              </tr>
            </thead>
            <tbody>
              {transactions.map((one) => (
                <tr key={one.transaction_id}>
                  <td>
                    <a href={detectionHref('transactions', one.transaction_id)} className={classes.link} title={one.transaction_id}>
                      <Timestamp at={one.at} />
                    </a>
                  </td>
                  <td className={classes.end}>{one.amount === null ? '–' : money(one.amount, one.currency, i18n.language)}</td>
                  <td className={classes.other} title={one.counterparty_id ?? one.terminal_id ?? undefined}>
                    <bdi>{one.counterparty_id ?? one.terminal_id ?? '–'}</bdi>
                  </td>
                  <td className={classes.end} data-risk={one.risk_level}>
                    {score(one.score, i18n.language)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {alert.transaction_count > transactions.length && transactions.length > 0 ? <p className={classes.more}>{t('alerts.newestOnly', { count: transactions.length })}</p> : null}
    </Section>
  )
}
