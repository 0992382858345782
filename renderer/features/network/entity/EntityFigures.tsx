import { useTranslation } from 'react-i18next'
import type { NodePage } from '../../../../shared/schema/network.ts'
import { money } from '../../../ui/charts/format.ts'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import classes from './entity.module.css'

type Flow = {
  readonly title: string
  readonly amount: number
  readonly currency: string | null
  readonly count: number
}

const Amount = ({ title, amount, currency, count }: Flow) => {
  const { t, i18n } = useTranslation()
  return (
    <div>
      <dt>{title}</dt>
      <dd>{money(amount, currency, i18n.language)}</dd>
      <dd className={classes.small}>
        {t('entityPage.inTransactions', { count, text: count.toLocaleString(i18n.language) })}
      </dd>
    </div>
  )
}

/** What moved through the entity, and how it stands in the network. */
export const EntityFigures = ({ page }: { readonly page: NodePage }) => {
  const { t, i18n } = useTranslation()
  const { node } = page
  return (
    <dl className={classes.figures} aria-label={t('entityPage.figures')}>
      {page.money.flatMap(({ currency, sent, sent_count, received, received_count }) => [
        <Amount
          key={`sent ${currency ?? ''}`}
          title={t('entityPage.sent')}
          amount={sent}
          currency={currency}
          count={sent_count}
        />,
        <Amount
          key={`received ${currency ?? ''}`}
          title={t('entityPage.received')}
          amount={received}
          currency={currency}
          count={received_count}
        />,
      ])}
      <div>
        <dt>{t('entityPage.linked')}</dt>
        <dd>{node.degree.toLocaleString(i18n.language)}</dd>
      </div>
      <div>
        <dt>{t('entityPage.hops')}</dt>
        <dd data-some={(node.hops_to_bad ?? 9) <= 1 || undefined}>
          {node.hops_to_bad === null ? t('entityPage.hopsNone') : node.hops_to_bad.toLocaleString(i18n.language)}
        </dd>
      </div>
      {node.first_at === null || node.last_at === null ? null : (
        <>
          <div>
            <dt>{t('entityPage.firstSeen')}</dt>
            <dd className={classes.time}>
              <Timestamp at={node.first_at} />
            </dd>
          </div>
          <div>
            <dt>{t('entityPage.lastSeen')}</dt>
            <dd className={classes.time}>
              <Timestamp at={node.last_at} />
            </dd>
          </div>
        </>
      )}
    </dl>
  )
}
