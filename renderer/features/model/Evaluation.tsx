import { useTranslation } from 'react-i18next'
import type { ModelEvaluation } from '../../../shared/schema/models.ts'
import { LineChart } from '../../ui/charts/LineChart.tsx'
import { percent, score } from '../../ui/charts/format.ts'
import classes from './model.module.css'

const Figure = ({ name, value, means }: { readonly name: string; readonly value: string; readonly means: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
    <dd className={classes.small}>{means}</dd>
  </div>
)

/** What each threshold would have caught, missed and raised for nothing. */
const Thresholds = ({ confusion }: Pick<ModelEvaluation, 'confusion'>) => {
  const { t, i18n } = useTranslation()
  const number = (value: number): string => value.toLocaleString(i18n.language)
  return (
    <div className={classes.frame} tabIndex={0} role="group" aria-label={t('model.thresholds')}>
      <table className={classes.table}>
        <caption>{t('model.thresholds')}</caption>
        <thead>
          <tr>
            {(['threshold', 'caught', 'missed', 'falseAlarms', 'precision', 'recall', 'rate'] as const).map((name) => (
              <th key={name} scope="col" className={classes.end}>
                {t(`model.column.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {confusion.map((row) => (
            <tr key={row.threshold}>
              <th scope="row" className={classes.end}>
                {score(row.threshold, i18n.language)}
              </th>
              {[number(row.true_positives), number(row.false_negatives), number(row.false_positives)].map(
                (text, place) => (
                  <td key={place} className={classes.end}>
                    {text}
                  </td>
                ),
              )}
              {[row.precision, row.recall, row.false_positive_rate].map((ratio, place) => (
                <td
                  key={place}
                  className={classes.end}
                  title={`${number(ratio.numerator)} / ${number(ratio.denominator)}`}
                >
                  {ratio.value === null ? '–' : percent(ratio.value, i18n.language, place === 2 ? 2 : 1)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** How the model did on days that it had not seen, each figure with what it means. */
export const Evaluation = ({ evaluation }: { readonly evaluation: ModelEvaluation }) => {
  const { t, i18n } = useTranslation()
  const number = (value: number): string => value.toLocaleString(i18n.language)
  const three = (value: number | null): string =>
    value === null ? '–' : value.toLocaleString(i18n.language, { minimumFractionDigits: 3, maximumFractionDigits: 3 })
  const cards = evaluation.card_precision.find(({ k }) => k === 100) ?? evaluation.card_precision[0]
  const calibrated = evaluation.calibration.filter(
    ({ mean_score: mean, fraud_share: share }) => mean !== null && share !== null,
  )
  return (
    <section className={classes.block}>
      <h3>{t('model.measured', { from: evaluation.test.from, to: evaluation.test.to })}</h3>
      <p className={classes.nothing}>
        {t('model.measuredOn', {
          count: evaluation.activities,
          frauds: number(evaluation.frauds),
          left: number(evaluation.left_out),
        })}
      </p>
      {(evaluation.unlabelled ?? 0) === 0 ? null : (
        <p className={classes.nothing}>{t('model.unlabelled', { count: evaluation.unlabelled ?? 0 })}</p>
      )}
      <dl className={classes.figures}>
        <Figure name={t('model.figure.auc')} value={three(evaluation.auc)} means={t('model.figure.aucMeans')} />
        <Figure
          name={t('model.figure.ap')}
          value={three(evaluation.average_precision)}
          means={t('model.figure.apMeans', {
            base:
              evaluation.activities === 0 ? '–' : percent(evaluation.frauds / evaluation.activities, i18n.language, 2),
          })}
        />
        {cards === undefined ? null : (
          <Figure
            name={t('model.figure.card', { k: cards.k })}
            value={three(cards.value)}
            means={t('model.figure.cardMeans', { count: cards.k })}
          />
        )}
        <Figure name={t('model.figure.brier')} value={three(evaluation.brier)} means={t('model.figure.brierMeans')} />
      </dl>
      <LineChart
        title={t('model.calibration')}
        summary={t('model.calibrationMeans')}
        series={[
          { id: 'said', label: t('model.said'), tone: 'faint' },
          { id: 'was', label: t('model.was'), tone: 'accent' },
        ]}
        points={calibrated.map((part) => ({
          id: String(part.from),
          label: score(part.from, i18n.language),
          name: `${score(part.from, i18n.language)} – ${score(part.to, i18n.language)}`,
          values: [part.mean_score, part.fraud_share],
        }))}
        pointHead={t('model.scorePart')}
        format={(value) => percent(value, i18n.language)}
        empty={calibrated.length === 0 ? t('model.nothingMeasured') : null}
      />
      <Thresholds confusion={evaluation.confusion} />
    </section>
  )
}
