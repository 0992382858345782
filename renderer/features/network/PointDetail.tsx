import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CommonPoint } from '../../../shared/schema/network.ts'
import { useFraudsAt } from '../../data/queries/transactions.ts'
import { detectionHref, entityHref } from '../../state/route.ts'
import { money, percent } from '../../ui/charts/format.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { keyOf } from './model/kinds.ts'
import classes from './points.module.css'

type FraudsThere = Extract<CommonPoint, { found_by: 'frauds_there' }>
type MisuseElsewhere = Extract<CommonPoint, { found_by: 'misuse_elsewhere' }>

/** Payments that are shown of a point; the list of transactions has all. */
const paymentsShown = 8

interface Shown<Point> {
  readonly point: Point
  readonly onFound: (key: string) => void
}

const filterOf = ({ entity }: CommonPoint) => ({ [entity.kind === 'ip' ? 'ip' : `${entity.kind}_id`]: entity.id })

const Why = ({ point, children }: { readonly point: CommonPoint; readonly children: ReactNode }) => {
  const { t } = useTranslation()
  return (
    <p className={classes.why}>
      {children} {point.state === 'confirmed' ? t('network.points.confirmed') : t('network.points.undecided')}
    </p>
  )
}

/** The ways on from a point: the list that is given, its page, the picture around it. */
const Ways = ({ point, onFound, children }: Shown<CommonPoint> & { readonly children: ReactNode }) => {
  const { t } = useTranslation()
  return (
    <nav className={classes.ways} aria-label={t('network.points.ways', { id: point.label })}>
      {children}
      <a href={entityHref(point.entity)}>{t('network.toPage')}</a>
      <Button size="compact-xs" variant="default" onClick={() => onFound(keyOf(point.entity))}>
        {t('entityPage.toNetwork')}
      </Button>
    </nav>
  )
}

const useBounds = ({ low, high }: CommonPoint): { readonly low: string; readonly high: string } => {
  const { i18n } = useTranslation()
  return { low: percent(low, i18n.language), high: percent(high, i18n.language) }
}

/** The payments that explain a point with frauds of its own. */
const Frauds = ({ point, onFound }: Shown<FraudsThere>) => {
  const { t, i18n } = useTranslation()
  const filter = { ...filterOf(point), label: 'fraud' }
  const frauds = useFraudsAt(filter, paymentsShown)
  const payers = t('network.points.payers', { count: point.payers })
  return (
    <>
      <Why point={point}>{t('network.points.why', { ...useBounds(point), payers })}</Why>
      {frauds.data !== undefined ? (
        <ul className={classes.payments} aria-label={t('network.points.payments')}>
          {frauds.data.map((payment) => (
            <li key={payment.transaction_id}>
              <Timestamp at={payment.at} />
              <a href={detectionHref('transactions', payment.transaction_id)} className="fs-mono">
                {payment.transaction_id}
              </a>
              <bdi className={classes.payer}>{payment.customer_id ?? payment.account_id}</bdi>
              <span className={classes.end}>
                {payment.amount === null ? '' : money(payment.amount, payment.currency, i18n.language)}
              </span>
            </li>
          ))}
        </ul>
      ) : frauds.error === null ? (
        <LoadingRows rows={3} height={24} />
      ) : (
        <ErrorState error={frauds.error} onRetry={() => void frauds.refetch()} compact />
      )}
      <Ways point={point} onFound={onFound}>
        <a href={detectionHref('transactions', null, filter)}>{t('network.points.all', { count: point.frauds })}</a>
      </Ways>
    </>
  )
}

/** Who paid at a point and was defrauded elsewhere afterwards. */
const Copies = ({ point, onFound }: Shown<MisuseElsewhere>) => {
  const { t } = useTranslation()
  const visitors = t('network.points.payers', { count: point.visitors })
  return (
    <>
      <Why point={point}>{t('network.points.whyCopied', { ...useBounds(point), visitors })}</Why>
      <ul className={classes.payments} aria-label={t('network.points.victims')}>
        {point.victims.map(({ entity, label, fraud_id: id, fraud_at: at }) => (
          <li key={id}>
            <Timestamp at={at} />
            <a href={detectionHref('transactions', id)} className="fs-mono">
              {id}
            </a>
            <a href={entityHref(entity)} className={classes.payer}>
              <bdi>{label}</bdi>
            </a>
            <span />
          </li>
        ))}
      </ul>
      <Ways point={point} onFound={onFound}>
        <a href={detectionHref('transactions', null, filterOf(point))}>
          {t('network.points.allPayments', { count: point.payments })}
        </a>
      </Ways>
    </>
  )
}

/** What explains a point, and the ways on from it. */
export const PointDetail = ({ point, onFound }: Shown<CommonPoint>) =>
  point.found_by === 'frauds_there' ? (
    <Frauds point={point} onFound={onFound} />
  ) : (
    <Copies point={point} onFound={onFound} />
  )
