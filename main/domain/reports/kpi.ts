import type { CaseOutcome } from '../../../shared/schema/case.ts'
import { fewestForPercent } from '../../../shared/schema/metrics.ts'
import type { Effectiveness, FinishedCases, RatioFigure } from '../../../shared/schema/metrics.ts'
import type { ReportDocument, ReportDocumentSection } from '../../../shared/schema/reports.ts'
import { csvLine, harmlessText } from '../../../shared/text/csv.ts'
import { utcDay } from '../../../shared/text/days.ts'
import { amountTexts } from '../../../shared/text/money.ts'

type Cell = string | number | null

const ratios = [
  ['precision', 'Precision'],
  ['recall', 'Recall'],
  ['false_positive_ratio', 'False positives for each confirmed alert'],
  ['false_positive_rate', 'False-positive rate'],
  ['alert_rate', 'Alert rate'],
  ['alert_to_case', 'Alerts that became cases'],
  ['sla_adherence', 'Deadlines kept'],
] as const

const times = [
  ['time_to_detect', 'Time to detect'],
  ['time_to_acknowledge', 'Time to acknowledge'],
  ['time_to_resolve', 'Time to resolve'],
] as const

const bucketWords = {
  under_4h: 'under 4 hours',
  '4h_to_24h': '4 to 24 hours',
  '1d_to_3d': '1 to 3 days',
  '3d_to_7d': '3 to 7 days',
  over_7d: 'over 7 days',
} as const
/** When figures were measured: just now, or when the report was made that holds them. */
export type MeasuredWhen = 'now' | 'made'

const backlogDefinition = (measured: MeasuredWhen): string =>
  `Open alerts by age ${measured === 'now' ? 'now' : 'when the report was made'}, whenever they were raised; the numerator counts those past their deadline.`
const ruleDefinition = 'Precision of a rule: confirmed alerts among those with a finding in which it held.'

/** Whose outcome nobody said. */
const outcomeName = (outcome: CaseOutcome | null): string => outcome ?? 'none'

const casesRows = ({
  finished,
  outcomes,
  confirmed_share: share,
  definition,
}: FinishedCases): readonly (readonly Cell[])[] => [
  ['cases.finished', finished, null, null, definition],
  ...outcomes.map(({ outcome, cases }) => [`cases.${outcomeName(outcome)}`, cases, null, finished, definition]),
  ...ratioRows('cases.confirmed_share', share),
]

const intervalDefinition = 'Between these the true share lies with 95 %.'

/** A share with its interval; of fewer than ten neither. What is no share has its value whatever it is made of. */
const ratioRows = (name: string, figure: RatioFigure | undefined): readonly (readonly Cell[])[] => {
  if (figure === undefined) return []
  const { value, numerator, denominator, definition, interval } = figure
  const isTold = name === 'false_positive_ratio' || denominator >= fewestForPercent
  return [
    [name, isTold ? value : null, numerator, denominator, definition],
    ...(isTold && interval !== undefined && interval !== null && name !== 'false_positive_ratio'
      ? [
          [`${name}.low`, interval.low, null, denominator, intervalDefinition],
          [`${name}.high`, interval.high, null, denominator, intervalDefinition],
        ]
      : []),
  ]
}

const rowsOf = (figures: Effectiveness, measured: MeasuredWhen): readonly (readonly Cell[])[] => [
  ['period.from', figures.from, null, null, 'Inclusive.'],
  ['period.to', figures.to, null, null, 'Exclusive.'],
  ...Object.entries(figures.counts).map(([name, value]) => [`count.${name}`, value, null, null, '']),
  ...ratios.flatMap(([name]) => ratioRows(name, figures[name])),
  ...(figures.money_caught ?? []).flatMap(({ currency, caught, missed, frauds, share, interval }) => [
    [`money_caught.${currency}`, caught, null, frauds, figures.money_definition ?? ''],
    [`money_missed.${currency}`, missed, null, frauds, figures.money_definition ?? ''],
    ...(frauds < fewestForPercent
      ? []
      : [
          [`money_caught_share.${currency}`, share, null, frauds, figures.money_definition ?? ''],
          [`money_caught_share.low.${currency}`, interval?.low ?? null, null, frauds, intervalDefinition],
          [`money_caught_share.high.${currency}`, interval?.high ?? null, null, frauds, intervalDefinition],
        ]),
  ]),
  ...times.flatMap(([name]) => [
    [`${name}.median_hours`, figures[name].median_hours, null, figures[name].count, figures[name].definition],
    [`${name}.p90_hours`, figures[name].p90_hours, null, figures[name].count, figures[name].definition],
  ]),
  ...figures.backlog.map(({ bucket, alerts, overdue }) => [
    `backlog.${bucket}`,
    alerts,
    overdue,
    alerts,
    backlogDefinition(measured),
  ]),
  ...figures.value_detected.flatMap(({ currency, confirmed, open }) => [
    [`value_confirmed.${currency}`, confirmed, null, null, figures.value_definition],
    [`value_open.${currency}`, open, null, null, figures.value_definition],
  ]),
  ...(figures.cases === undefined ? [] : casesRows(figures.cases)),
  ...figures.rules.map(({ rule, name, precision, confirmed, false_positive: falsePositive, alerts, alone }) => [
    `rule.${rule}`,
    confirmed + falsePositive < fewestForPercent ? null : precision,
    confirmed,
    confirmed + falsePositive,
    `${ruleDefinition} ${name}: it held in ${alerts} alerts, in ${alone} of them alone.`,
  ]),
]

/** A cell that a spreadsheet takes for text; numbers stay numbers. */
export const harmlessCell = (cell: Cell): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  return harmlessText(cell)
}

/**
 * The figures as CSV: a row a figure, with its numerator, denominator and definition, and no cell that a spreadsheet
 * would take for a formula.
 */
export const kpiCsv = (figures: Effectiveness, measured: MeasuredWhen): string =>
  [['figure', 'value', 'numerator', 'denominator', 'definition'], ...rowsOf(figures, measured)]
    .map((row) => csvLine(row.map(harmlessCell)))
    .join('')

const amountText = amountTexts('en-GB')

const shown = (value: number | null, digits = 4): string =>
  value === null ? 'none: the denominator is 0' : String(Number(value.toFixed(digits)))

/** A share with its interval as people read it; of fewer than ten it is not told. */
const shareWords = (name: string, { value, denominator, interval }: RatioFigure): string => {
  if (value === null || name === 'false_positive_ratio') return shown(value)
  if (denominator < fewestForPercent) return 'none: fewer than ten'
  const between =
    interval === undefined || interval === null ? '' : ` (${shown(interval.low)} to ${shown(interval.high)})`
  return `${shown(value)}${between}`
}

const section = (
  title: string,
  note: string | null,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): ReportDocumentSection => ({
  title,
  note,
  facts: [],
  paragraphs: [],
  table: { head: [...head], rows: rows.map((row) => [...row]) },
})

/** The last day (UTC) of a period, whose end is the first moment after it. */
const lastDayOf = ({ to }: Effectiveness): string => utcDay(Date.parse(to) - 1)

/** What the pages of a KPI report say. */
export const kpiDocument = (
  figures: Effectiveness,
  frame: { readonly institution: string; readonly madeFrom: ReportDocument['made_from'] },
): ReportDocument => ({
  title: `Effectiveness of detection, ${figures.from.slice(0, 10)} to ${lastDayOf(figures)} (UTC)`,
  kind: 'KPI report',
  under: `${frame.institution} · alerts raised from ${figures.from} on and before ${figures.to}`,
  made_from: [...frame.madeFrom],
  sections: [
    section(
      'Counts',
      null,
      ['Alerts', 'Number'],
      Object.entries(figures.counts).map(([name, value]) => [name.replaceAll('_', ' '), String(value)]),
    ),
    section(
      'Figures',
      'Each with what it is made of, and between which values the true share lies with 95 %. None is given of fewer than ten.',
      ['Figure', 'Value', 'Made of', 'Definition'],
      ratios.flatMap(([name, words]) => {
        const figure = figures[name]
        return figure === undefined
          ? []
          : [[words, shareWords(name, figure), `${figure.numerator} / ${figure.denominator}`, figure.definition]]
      }),
    ),
    ...(figures.money_caught === undefined
      ? []
      : [
          section(
            'Money caught',
            figures.money_definition ?? null,
            ['Currency', 'Caught', 'Missed', 'Frauds', 'Share'],
            figures.money_caught.map(({ currency, caught, missed, frauds, share, interval }) => [
              currency,
              amountText(caught, currency),
              amountText(missed, currency),
              String(frauds),
              shareWords('money_caught', { value: share, denominator: frauds, numerator: 0, interval, definition: '' }),
            ]),
          ),
        ]),
    section(
      'Times',
      'In hours; median and 90th percentile by the nearest-rank method.',
      ['Time', 'Median', '90th percentile', 'Over', 'Definition'],
      times.map(([name, words]) => [
        words,
        shown(figures[name].median_hours, 2),
        shown(figures[name].p90_hours, 2),
        String(figures[name].count),
        figures[name].definition,
      ]),
    ),
    section(
      'Backlog',
      backlogDefinition('made'),
      ['Age', 'Open alerts', 'Overdue'],
      figures.backlog.map(({ bucket, alerts, overdue }) => [bucketWords[bucket], String(alerts), String(overdue)]),
    ),
    section(
      'Value detected',
      figures.value_definition,
      ['Currency', 'Confirmed', 'Open'],
      figures.value_detected.map(({ currency, confirmed, open }) => [
        currency,
        amountText(confirmed, currency),
        amountText(open, currency),
      ]),
    ),
    section(
      'Rules',
      ruleDefinition,
      ['Rule', 'Alerts', 'Alone', 'Confirmed', 'False', 'Precision'],
      figures.rules.map((one) => [
        `${one.name} (${one.rule})`,
        String(one.alerts),
        String(one.alone),
        String(one.confirmed),
        String(one.false_positive),
        one.confirmed + one.false_positive < fewestForPercent ? 'none: fewer than ten' : shown(one.precision),
      ]),
    ),
  ],
})
