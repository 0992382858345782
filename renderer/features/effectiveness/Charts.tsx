import { useTranslation } from 'react-i18next'
import type { Effectiveness } from '../../../shared/schema/metrics.ts'
import { ColumnChart } from '../../ui/charts/ColumnChart.tsx'
import { utcDay } from '../../../shared/text/days.ts'
import { utcMonthDay } from '../../ui/time.ts'
import classes from './effectiveness.module.css'

/** What was raised on each day and what became of it, and how old what still waits is. */
export const Charts = ({ figures }: { readonly figures: Effectiveness }) => {
  const { t } = useTranslation()
  const { by_day: days, backlog, counts } = figures
  const waiting = backlog.reduce((sum, { alerts }) => sum + alerts, 0)
  const overdue = backlog.reduce((sum, one) => sum + one.overdue, 0)
  return (
    <div className={classes.charts}>
      <div className={classes.panel}>
        <ColumnChart
          level={2}
          title={t('effectiveness.byDay.title')}
          summary={t('effectiveness.byDay.summary', {
            raised: counts.raised,
            confirmed: counts.confirmed,
            falsePositive: counts.false_positive,
          })}
          series={[
            { id: 'confirmed', label: t('alertStatus.confirmed'), tone: 'danger' },
            { id: 'false_positive', label: t('alertStatus.false_positive'), tone: 'info' },
            { id: 'dismissed', label: t('alertStatus.dismissed'), tone: 'warning' },
            { id: 'open', label: t('effectiveness.stillOpen'), tone: 'faint' },
          ]}
          columnHead={t('effectiveness.byDay.head')}
          columns={days.map((one) => ({
            id: one.day,
            label: utcMonthDay(Date.parse(one.day)),
            name: utcDay(Date.parse(one.day)),
            values: [
              one.confirmed,
              one.false_positive,
              one.dismissed,
              Math.max(0, one.raised - one.confirmed - one.false_positive - one.dismissed),
            ],
          }))}
          empty={counts.raised === 0 ? t('effectiveness.noAlerts') : null}
        />
      </div>
      <div className={classes.panel}>
        <ColumnChart
          level={2}
          title={t('effectiveness.backlog.title')}
          summary={t('effectiveness.backlog.summary', { waiting, overdue })}
          series={[
            { id: 'on_time', label: t('effectiveness.backlog.onTime'), tone: 'accent' },
            { id: 'overdue', label: t('effectiveness.backlog.overdue'), tone: 'danger' },
          ]}
          columnHead={t('effectiveness.backlog.head')}
          columns={backlog.map((one) => ({
            id: one.bucket,
            label: t(`effectiveness.backlog.bucket.${one.bucket}`),
            values: [one.alerts - one.overdue, one.overdue],
          }))}
          empty={waiting === 0 ? t('effectiveness.backlog.none') : null}
        />
      </div>
    </div>
  )
}
