import { useTranslation } from 'react-i18next'
import type { EntityProfile } from '../../../shared/api/entity-profiles.ts'
import { ColumnChart } from '../../ui/charts/ColumnChart.tsx'
import { money } from '../../ui/charts/format.ts'
import { utcDay } from '../../../shared/text/days.ts'
import { utcMinute, utcMonthDay } from '../../ui/time.ts'
import classes from './customer.module.css'

const steps = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const

/** The most columns that a chart draws; what is older is in the list of transactions. */
const columnsMax = 120

type Bucket = EntityProfile['timeline']['buckets'][number]

/** The buckets with the empty ones between them, newest at the end. */
const filled = ({ bucket, buckets }: EntityProfile['timeline']): readonly (Bucket & { readonly atMs: number })[] => {
  const known = new Map(buckets.map((one) => [Date.parse(one.at), one]))
  const last = Math.max(...known.keys())
  const first = Math.max(Math.min(...known.keys()), last - (columnsMax - 1) * steps[bucket])
  const count = Math.round((last - first) / steps[bucket]) + 1
  return Array.from({ length: count }, (_, place) => {
    const atMs = first + place * steps[bucket]
    return { at: '', count: 0, total: 0, risky: 0, fraud: 0, ...known.get(atMs), atMs }
  })
}

/** When things happened, how much was moved, and how much of it was risky. */
export const Timeline = ({ profile }: { readonly profile: EntityProfile }) => {
  const { t, i18n } = useTranslation()
  const { bucket } = profile.timeline
  if (profile.timeline.buckets.length === 0) return null
  const shown = filled(profile.timeline)
  const label = (atMs: number): string => (bucket === 'hour' ? utcMinute(atMs).slice(5) : utcMonthDay(atMs))
  const name = (atMs: number): string => (bucket === 'hour' ? utcMinute(atMs) : utcDay(atMs))
  const { currency, no_rate: noRate } = profile.totals
  const risky = shown.reduce((sum, one) => sum + one.risky, 0)
  const counts = shown.map((one) => ({
    id: String(one.atMs),
    label: label(one.atMs),
    name: name(one.atMs),
    values: [one.count - one.risky, one.risky],
  }))
  const totals = shown.map((one) => ({
    id: String(one.atMs),
    label: label(one.atMs),
    name: name(one.atMs),
    values: [one.total],
  }))
  return (
    <div className={classes.charts}>
      <ColumnChart
        level={2}
        title={t('customer.chart.count')}
        summary={t('customer.chart.countSummary', { count: profile.activities, risky })}
        series={[
          { id: 'other', label: t('customer.chart.other'), tone: 'accent' },
          { id: 'risky', label: t('customer.chart.risky'), tone: 'danger' },
        ]}
        columns={counts}
        columnHead={t(`customer.buckets.${bucket}`)}
      />
      <ColumnChart
        level={2}
        title={currency === null ? t('customer.chart.total') : t('customer.chart.totalIn', { currency })}
        summary={
          noRate === 0
            ? t('customer.chart.totalSummary')
            : t('customer.chart.totalNoRate', { count: noRate, currency: currency ?? '' })
        }
        series={[{ id: 'total', label: t('customer.chart.amount'), tone: 'info' }]}
        columns={totals}
        columnHead={t(`customer.buckets.${bucket}`)}
        format={(value) => money(value, currency, i18n.language)}
        whole={false}
      />
    </div>
  )
}
