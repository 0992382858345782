import { useTranslation } from 'react-i18next'
import {
  fewestForPercent,
  type Effectiveness,
  type RatioFigure,
  type TimeFigure,
} from '../../../shared/schema/metrics.ts'
import { formatSpan } from '../../ui/time.ts'
import classes from './effectiveness.module.css'
import { FigureCard } from './FigureCard.tsx'
import { rangeOf, shareOf } from './shares.ts'

type ShareName =
  | 'precision'
  | 'recall'
  | 'false_positive_ratio'
  | 'false_positive_rate'
  | 'alert_rate'
  | 'alert_to_case'
  | 'sla_adherence'

const times = ['time_to_detect', 'time_to_acknowledge', 'time_to_resolve'] as const

const hourMs = 3_600_000

const Share = ({ name, figure }: { readonly name: ShareName; readonly figure: RatioFigure }) => {
  const { t, i18n } = useTranslation()
  const text = (value: number): string => value.toLocaleString(i18n.language)
  const ratio = name === 'false_positive_ratio'
  const digits = name === 'false_positive_rate' || name === 'alert_rate' ? 3 : 1
  const made = t(ratio ? 'effectiveness.to' : 'effectiveness.of', {
    numerator: text(figure.numerator),
    denominator: text(figure.denominator),
  })
  const range = ratio ? null : rangeOf(figure, i18n.language, digits)
  const isFew = !ratio && figure.value !== null && figure.denominator < fewestForPercent
  const value =
    figure.value === null
      ? null
      : ratio
        ? t('effectiveness.toOne', { value: figure.value.toLocaleString(i18n.language, { maximumFractionDigits: 2 }) })
        : (shareOf(figure, i18n.language, digits) ?? made)
  return (
    <FigureCard
      label={t(`effectiveness.figure.${name}`)}
      value={value}
      madeOf={isFew ? t('effectiveness.tooFew') : range === null ? made : t('effectiveness.withRange', { made, range })}
      definition={figure.definition}
      parts={[
        [t('effectiveness.numerator'), text(figure.numerator)],
        [t('effectiveness.denominator'), text(figure.denominator)],
      ]}
    />
  )
}

const Time = ({ name, figure }: { readonly name: (typeof times)[number]; readonly figure: TimeFigure }) => {
  const { t, i18n } = useTranslation()
  const span = (hours: number | null): string => (hours === null ? '–' : formatSpan(hours * hourMs, i18n.language))
  const count = figure.count.toLocaleString(i18n.language)
  return (
    <FigureCard
      label={t(`effectiveness.figure.${name}`)}
      value={figure.median_hours === null ? null : span(figure.median_hours)}
      madeOf={
        figure.count === 0
          ? t('effectiveness.notMeasured')
          : t('effectiveness.p90', { span: span(figure.p90_hours), count })
      }
      definition={figure.definition}
      parts={[
        [t('effectiveness.median'), span(figure.median_hours)],
        [t('effectiveness.ninety'), span(figure.p90_hours)],
        [t('effectiveness.measured'), count],
      ]}
    />
  )
}

/** The figures that say whether detection works, each with what it is made of. */
export const EffectivenessFigures = ({ figures }: { readonly figures: Effectiveness }) => (
  <div className={classes.cards}>
    <Share name="precision" figure={figures.precision} />
    {figures.recall === undefined ? null : <Share name="recall" figure={figures.recall} />}
    <Share name="false_positive_ratio" figure={figures.false_positive_ratio} />
    <Share name="false_positive_rate" figure={figures.false_positive_rate} />
    <Share name="alert_rate" figure={figures.alert_rate} />
    <Share name="alert_to_case" figure={figures.alert_to_case} />
    <Share name="sla_adherence" figure={figures.sla_adherence} />
    {times.map((name) => (
      <Time key={name} name={name} figure={figures[name]} />
    ))}
  </div>
)
