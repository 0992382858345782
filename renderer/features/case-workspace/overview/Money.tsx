import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseOverview } from '../../../../shared/schema/case-overview.ts'
import { detectionHref } from '../../../state/route.ts'
import { money as moneyText } from '../../../ui/charts/format.ts'
import { Block } from './Block.tsx'
import { alertsOfCaseHref } from './hrefs.ts'
import classes from './overview.module.css'

type Money = CaseOverview['money']
type Props = { readonly caseId: number; readonly money: Money }

const Figure = ({
  label,
  totals,
  href,
  made,
  tone,
}: {
  readonly label: string
  readonly totals: readonly { readonly currency: string; readonly amount: number }[]
  readonly href: string | null
  /** What the figure is counted from, or why there is none. */
  readonly made: ReactNode
  readonly tone?: 'danger'
}) => {
  const { i18n } = useTranslation()
  const amounts = totals.map(({ currency, amount }) => (
    <span key={currency} className={classes.amount}>
      {moneyText(amount, currency, i18n.language)}
    </span>
  ))
  return (
    <div data-tone={totals.length === 0 ? undefined : tone}>
      <dt>{label}</dt>
      <dd>
        {totals.length === 0 ? (
          <span className={classes.noAmount}>–</span>
        ) : href === null ? (
          amounts
        ) : (
          <a href={href} className={classes.amounts}>
            {amounts}
          </a>
        )}
      </dd>
      <dd className={classes.made}>{made}</dd>
    </div>
  )
}

const Lost = ({ lost }: Pick<Money, 'lost'>) => {
  const { t, i18n } = useTranslation()
  const [newest, ...others] = lost
  return (
    <Figure
      label={t('overview.money.lost')}
      totals={newest === undefined ? [] : [{ currency: newest.currency, amount: Number(newest.amount) }]}
      href={newest === undefined ? null : detectionHref('reports', newest.report_id)}
      made={
        newest === undefined ? (
          t('overview.money.noLoss')
        ) : (
          <>
            {t('overview.money.byReport', { state: t(`reports.state.${newest.state}`), version: newest.version })}
            {others.map(({ report_id: id, amount, currency, state }) => (
              <a key={id} href={detectionHref('reports', id)} className={classes.other}>
                {t('overview.money.otherReport', {
                  amount: moneyText(Number(amount), currency, i18n.language),
                  state: t(`reports.state.${state}`),
                })}
              </a>
            ))}
          </>
        )
      }
    />
  )
}

/** The money in the case, each figure with what it is counted from, each currency by itself. */
export const Money = ({ caseId, money }: Props) => {
  const { t, i18n } = useTranslation()
  const number = (value: number): string => value.toLocaleString(i18n.language)
  const returned = money.returned.map(({ currency, amount }) => moneyText(amount, currency, i18n.language)).join(', ')
  return (
    <Block title={t('overview.money.title')}>
      <dl className={classes.figures}>
        <Figure
          label={t('overview.money.atRisk')}
          totals={money.at_risk}
          href={alertsOfCaseHref(caseId)}
          made={t(money.at_risk.length === 0 ? 'overview.money.noRisk' : 'overview.money.byOpen')}
        />
        <Figure
          label={t('overview.money.confirmed')}
          totals={money.confirmed}
          href={alertsOfCaseHref(caseId, { status: 'confirmed' })}
          made={t(money.confirmed.length === 0 ? 'overview.money.noFraud' : 'overview.money.byConfirmed')}
          tone="danger"
        />
        <Lost lost={money.lost} />
        <Figure
          label={t('overview.money.recovered')}
          totals={[]}
          href={null}
          made={returned === '' ? t('overview.money.notRecorded') : t('overview.money.returned', { amounts: returned })}
        />
      </dl>
      {money.transactions === 0 && money.without_amount === 0 ? null : (
        <p className={classes.note}>
          {t('overview.money.counted', { count: money.transactions, text: number(money.transactions) })}
          {money.without_amount === 0 ? null : (
            <> {t('overview.money.without', { count: money.without_amount, text: number(money.without_amount) })}</>
          )}
        </p>
      )}
    </Block>
  )
}
