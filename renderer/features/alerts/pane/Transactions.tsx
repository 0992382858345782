import { useTranslation } from 'react-i18next'
import type { AlertFull } from '../../../../shared/schema/alerts.ts'
import { detectionHref, transactionsHref, type NamedEntity } from '../../../state/route.ts'
import { money, score } from '../../../ui/charts/format.ts'
import { LabelMark } from '../../../ui/LabelMark.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { alertClasses } from '../classes.ts'
import { Section } from './Section.tsx'

type Named = Pick<AlertFull['transactions'][number], 'counterparty_id' | 'terminal_id'>

/** Whom or where an activity paid. */
const otherOf = ({ counterparty_id: counterparty, terminal_id: terminal }: Named): NamedEntity | null =>
  counterparty !== null
    ? { kind: 'counterparty', id: counterparty }
    : terminal === null
      ? null
      : { kind: 'terminal', id: terminal }

/**
 * The rows in which an other side stands for the first time: there it leads on. A link in each row would be a hundred
 * stops of the Tab key that lead to a few places.
 */
const firstOfEach = (others: readonly (NamedEntity | null)[]): readonly boolean[] =>
  others.map(
    (other, row) =>
      other !== null && others.findIndex((one) => one?.kind === other.kind && one.id === other.id) === row,
  )

/** The other side of an activity; where it leads on, to all that went on between the two. */
const Between = ({
  entity,
  other,
  leads,
}: {
  readonly entity: NamedEntity | null
  readonly other: NamedEntity | null
  readonly leads: boolean
}) => {
  const { t } = useTranslation()
  if (other === null) return <>–</>
  if (!leads) return <span title={other.id}>{other.id}</span>
  const name = entity === null ? null : t('transactions.between', { one: entity.id, other: other.id })
  return (
    <a
      href={entity === null ? transactionsHref(other) : transactionsHref(entity, other)}
      className={alertClasses.otherLink}
      title={name ?? other.id}
      aria-label={name ?? undefined}
    >
      {other.id}
    </a>
  )
}

/** The activities behind the alert, newest first; each leads to all that is known of it. */
export const Transactions = ({ alert }: { readonly alert: AlertFull }) => {
  const { t, i18n } = useTranslation()
  const { transactions, entity } = alert
  const all = entity === null ? null : transactionsHref(entity)
  const others = transactions.map(otherOf)
  const leads = firstOfEach(others)
  return (
    <Section
      title={t('alerts.section.transactions')}
      count={alert.transaction_count.toLocaleString(i18n.language)}
      aside={
        all === null ? undefined : (
          <a href={all} className={alertClasses.link}>
            {t('alerts.allOf')}
          </a>
        )
      }
    >
      {transactions.length === 0 ? (
        <p className={alertClasses.nothing}>{t('alerts.noTransactions')}</p>
      ) : (
        <div
          className={alertClasses.tableFrame}
          tabIndex={0}
          role="group"
          aria-label={t('alerts.section.transactions')}
        >
          <table className={alertClasses.table}>
            <thead>
              <tr>
                <th scope="col">{t('alerts.transaction.at')}</th>
                <th scope="col" className={alertClasses.end}>
                  {t('alerts.transaction.amount')}
                </th>
                <th scope="col">{t('alerts.transaction.to')}</th>
                <th scope="col" className={alertClasses.end}>
                  {t('alerts.column.score')}
                </th>
              </tr>
            </thead>
            <tbody>
              {transactions.map((one, row) => (
                <tr key={one.transaction_id}>
                  <td>
                    <a
                      href={detectionHref('transactions', one.transaction_id)}
                      className={alertClasses.link}
                      title={one.transaction_id}
                    >
                      <Timestamp at={one.at} />
                    </a>
                    {one.is_fraud === null ? null : (
                      <>
                        {' '}
                        <LabelMark isFraud={one.is_fraud} />
                      </>
                    )}
                  </td>
                  <td className={alertClasses.end}>
                    {one.amount === null ? '–' : money(one.amount, one.currency, i18n.language)}
                  </td>
                  <td className={alertClasses.other} dir="auto">
                    <Between entity={entity} other={others[row] ?? null} leads={leads[row] ?? false} />
                  </td>
                  <td className={alertClasses.end} data-risk={one.risk_level}>
                    {score(one.score, i18n.language)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {alert.transaction_count > transactions.length && transactions.length > 0 ? (
        <p className={alertClasses.more}>{t('alerts.newestOnly', { count: transactions.length })}</p>
      ) : null}
    </Section>
  )
}
