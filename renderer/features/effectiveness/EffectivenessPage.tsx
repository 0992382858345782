import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Effectiveness } from '../../../shared/schema/metrics.ts'
import { useEffectiveness } from '../../data/queries/effectiveness.ts'
import type { DetectionQuery, DetectionRoute } from '../../state/route.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { formatLocal } from '../../ui/time.ts'
import { CasesTable } from './CasesTable.tsx'
import { Charts } from './Charts.tsx'
import classes from './effectiveness.module.css'
import { EffectivenessFigures } from './EffectivenessFigures.tsx'
import { boundsOf, measuredPeriodOf, queryOf } from './period.ts'
import { MoneyTable } from './MoneyTable.tsx'
import { PeriodBar } from './PeriodBar.tsx'
import { RuleTable } from './RuleTable.tsx'
import { ValueTable } from './ValueTable.tsx'

const counted = [
  'transactions_scored',
  'raised',
  'open',
  'confirmed',
  'false_positive',
  'dismissed',
  'in_cases',
] as const

const Counts = ({ counts }: { readonly counts: Effectiveness['counts'] }) => {
  const { t, i18n } = useTranslation()
  return (
    <dl className={classes.counts}>
      {counted.map((name) => (
        <div key={name}>
          <dt>{t(`effectiveness.count.${name}`)}</dt>
          <dd>{counts[name].toLocaleString(i18n.language)}</dd>
        </div>
      ))}
    </dl>
  )
}

const Body = ({ figures }: { readonly figures: Effectiveness }) => {
  const { t } = useTranslation()
  const { counts } = figures
  const known =
    counts.confirmed +
    counts.false_positive +
    counts.dismissed +
    (figures.known === undefined ? 0 : figures.known.by_label)
  return (
    <>
      {counts.raised === 0 ? (
        <p className={classes.notice} role="note">
          {t('effectiveness.empty')}
        </p>
      ) : known === 0 ? (
        <p className={classes.notice} role="note">
          {t('effectiveness.partial')}
        </p>
      ) : null}
      <Counts counts={counts} />
      {figures.known === undefined || counts.raised === 0 ? null : (
        <p className={classes.notice} role="note">
          {t('effectiveness.known', {
            disposition: figures.known.by_disposition,
            label: figures.known.by_label,
            unknown: figures.known.unknown,
          })}
        </p>
      )}
      <EffectivenessFigures figures={figures} />
      <Charts figures={figures} />
      <RuleTable rules={figures.rules} />
      {figures.cases === undefined ? null : <CasesTable cases={figures.cases} />}
      {figures.money_caught === undefined ? null : (
        <MoneyTable caught={figures.money_caught} definition={figures.money_definition ?? ''} />
      )}
      <ValueTable figures={figures} />
    </>
  )
}

/** Whether detection works: figures with what they are made of, by day, by age, by rule. */
export const EffectivenessPage = ({ route }: { readonly route: DetectionRoute }) => {
  const { t } = useTranslation()
  const key = JSON.stringify(queryOf(measuredPeriodOf(route.query)))
  const query = useMemo(() => JSON.parse(key) as DetectionQuery, [key])
  const period = useMemo(() => measuredPeriodOf(query), [query])
  const read = useEffectiveness(query, () => boundsOf(period, Date.now()))
  const figures = read.data
  const note =
    figures === undefined
      ? ''
      : t(read.isPlaceholderData ? 'effectiveness.reading' : 'effectiveness.fromTo', {
          from: formatLocal(Date.parse(figures.from)),
          to: formatLocal(Date.parse(figures.to)),
        })
  return (
    <div className={classes.page}>
      <PeriodBar period={period} note={note} />
      <div className={classes.body} aria-busy={figures === undefined || read.isPlaceholderData}>
        {figures === undefined ? (
          read.error === null ? (
            <LoadingRows rows={10} height={48} />
          ) : (
            <ErrorState error={read.error} onRetry={() => void read.refetch()} />
          )
        ) : (
          <Body figures={figures} />
        )}
      </div>
    </div>
  )
}
