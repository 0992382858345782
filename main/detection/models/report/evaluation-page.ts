import type { ModelEvaluation } from '../../../../shared/schema/models.ts'
import type { ReportPage, ReportSection } from './page.ts'

/** What is told of a model beside its measures. */
export interface ReportedModel {
  readonly name: string
  readonly sha256: string
  readonly kind: string
  readonly trees: number
  readonly features: number
  readonly training: {
    readonly from: string
    readonly to: string
    readonly activities: number
    readonly frauds: number
    readonly delayDays: number
  } | null
}

const listed = 30

const count = (value: number): string => value.toLocaleString('en')
const figure = (value: number | null, digits = 4): string => (value === null ? 'none' : value.toFixed(digits))
const percent = (value: number | null, digits = 1): string =>
  value === null ? 'none' : `${(value * 100).toFixed(digits)} %`

const aboutModel = (model: ReportedModel): ReportSection => ({
  title: 'The model',
  text: [
    `${model.name}: ${model.kind === 'isolation_forest' ? 'an isolation forest' : 'boosted trees'} of ${count(model.trees)} trees over ${count(model.features)} features. SHA-256 of the file: ${model.sha256}.`,
    model.training === null
      ? 'The file does not say what it was trained on.'
      : `Trained on ${count(model.training.activities)} activities from ${model.training.from} to ${model.training.to}, ${count(model.training.frauds)} of them fraud. Labels reach features ${model.training.delayDays} days after the activity.`,
  ],
})

const measures = (evaluation: ModelEvaluation): ReportSection => ({
  title: 'Measures',
  text: [
    `${count(evaluation.activities)} activities from ${evaluation.test.from} to ${evaluation.test.to}, ${count(evaluation.frauds)} of them fraud (${percent(evaluation.activities === 0 ? null : evaluation.frauds / evaluation.activities, 2)}).`,
    ...((evaluation.unlabelled ?? 0) === 0
      ? []
      : [`${count(evaluation.unlabelled ?? 0)} of them do not say whether they were fraud; they count as genuine.`]),
    `${count(evaluation.left_out)} further activities are left out: their customers’ fraud was known by then. With everyone the AUC is ${figure(evaluation.everyone.auc)} and the average precision ${figure(evaluation.everyone.average_precision)}.`,
    'AUC: how often a fraud scores above another activity. Average precision: the mean precision over all recalls. Card precision@k: of the k customers with the highest scores of a day, the share with a fraud that day; a mean over the days, each customer found counts once. Brier: the mean squared distance of score and truth.',
  ],
  table: {
    columns: ['Measure', 'Value'],
    rows: [
      ['AUC', figure(evaluation.auc)],
      ['Average precision', figure(evaluation.average_precision)],
      ...evaluation.card_precision.map(({ k, value }) => [`Card precision@${k}`, figure(value)]),
      ['Brier', figure(evaluation.brier, 6)],
    ],
  },
})

const perDay = ({ card_precision: all }: ModelEvaluation): ReportSection[] =>
  all.map(({ k, by_day: days }) => ({
    title: `The ${k} highest customers of each day`,
    text: [],
    table: {
      columns: ['Day', 'Compromised', 'Found', 'Precision'],
      rows: days.map(({ day, compromised, found, precision }) => [
        day,
        count(compromised),
        count(found),
        figure(precision, 3),
      ]),
    },
  }))

const thresholds = ({ confusion }: ModelEvaluation): ReportSection => ({
  title: 'What a threshold finds',
  text: [
    'Precision: of what scores at least so much, the share that is fraud. Recall: of all frauds, the share that scores so much. False-positive rate: of all else, the share that does.',
  ],
  table: {
    columns: [
      'Score from',
      'Fraud found',
      'False alarms',
      'Fraud missed',
      'Passed',
      'Precision',
      'Recall',
      'False-positive rate',
    ],
    rows: confusion.map((row) => [
      figure(row.threshold, 2),
      count(row.true_positives),
      count(row.false_positives),
      count(row.false_negatives),
      count(row.true_negatives),
      percent(row.precision.value),
      percent(row.recall.value),
      percent(row.false_positive_rate.value, 3),
    ]),
  },
})

const calibration = ({ calibration: parts }: ModelEvaluation): ReportSection => ({
  title: 'Calibration',
  text: [
    'Where the model says a probability, how many were fraud in truth.',
    `All scores together expect ${figure(
      parts.reduce((sum, { activities, mean_score: mean }) => sum + activities * (mean ?? 0), 0),
      0,
    )} frauds; there were ${count(parts.reduce((sum, { frauds }) => sum + frauds, 0))}.`,
  ],
  table: {
    columns: ['Score', 'Activities', 'Mean score', 'Fraud', 'Share of fraud'],
    rows: parts.map((part) => [
      `${part.from} to ${part.to}`,
      count(part.activities),
      figure(part.mean_score),
      count(part.frauds),
      figure(part.fraud_share),
    ]),
  },
})

const importances = ({ importances: all }: ModelEvaluation): ReportSection => ({
  title: 'What the features count for',
  text: ['Mean absolute TreeSHAP share in log-odds over a sample of the test, and share of the gain of all splits.'],
  table: {
    columns: ['Feature', 'Mean |SHAP|', 'Share of gain'],
    rows: all
      .slice(0, listed)
      .map(({ feature, mean_abs_shap: share, gain_share: gain }) => [feature, figure(share), percent(gain)]),
  },
})

/** The usual reading of a population stability index. */
const changeOf = (psi: number): string => (psi < 0.1 ? 'little' : psi < 0.25 ? 'some' : 'much')

const drift = ({ drift: all }: ModelEvaluation): ReportSection => ({
  title: 'Drift',
  text: [
    'Population stability index of each feature between training and test. Below 0.1 little has changed; from 0.25 on much. Windows that were still filling in training drift by that alone.',
    ...(all.length === 0 ? ['The model file does not say how its features lay in training.'] : []),
  ],
  ...(all.length === 0
    ? {}
    : {
        table: {
          columns: ['Feature', 'PSI', 'Change', 'Absent in training', 'Absent in test'],
          rows: all
            .slice(0, listed)
            .map((row) => [
              row.feature,
              figure(row.psi),
              changeOf(row.psi),
              percent(row.missing_then),
              percent(row.missing_now),
            ]),
        },
      }),
})

/** The report of a model's evaluation, for people. */
export const evaluationPage = (model: ReportedModel, evaluation: ModelEvaluation | null): ReportPage => ({
  title: `Model ${model.name}`,
  sections: [
    aboutModel(model),
    ...(evaluation === null
      ? [{ title: 'Measures', text: ['No days to test on were named, so nothing is measured.'] }]
      : [
          measures(evaluation),
          ...perDay(evaluation),
          thresholds(evaluation),
          calibration(evaluation),
          importances(evaluation),
          drift(evaluation),
        ]),
  ],
})
