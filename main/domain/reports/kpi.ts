import type { CaseOutcome } from '../../../shared/schema/case.ts'
import type { Effectiveness, FinishedCases } from '../../../shared/schema/metrics.ts'
import type { ReportDocument, ReportDocumentSection } from '../../../shared/schema/reports.ts'
import { csvLine, harmlessText } from '../../../shared/text/csv.ts'
import { utcDay } from '../../../shared/text/days.ts'
import { amountTexts } from '../../../shared/text/money.ts'

type Cell = string | number | null

const ratios = [
  ['precision', 'Precision'],
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
export type Measured = 'now' | 'made'

const backlogDefinition = (measured: Measured): string =>
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
  ['cases.confirmed_share', share.value, share.numerator, share.denominator, share.definition],
]

const rowsOf = (figures: Effectiveness, measured: Measured): readonly (readonly Cell[])[] => [
  ['period.from', figures.from, null, null, 'Inclusive.'],
  ['period.to', figures.to, null, null, 'Exclusive.'],
  ...Object.entries(figures.counts).map(([name, value]) => [`count.${name}`, value, null, null, '']),
  ...ratios.map(([name]) => [
    name,
    figures[name].value,
    figures[name].numerator,
    figures[name].denominator,
    figures[name].definition,
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
    precision,
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
export const kpiCsv = (figures: Effectiveness, measured: Measured): string =>
  [['figure', 'value', 'numerator', 'denominator', 'definition'], ...rowsOf(figures, measured)]
    .map((row) => csvLine(row.map(harmlessCell)))
    .join('')

const amountText = amountTexts('en-GB')

const shown = (value: number | null, digits = 4): string =>
  value === null ? 'none: the denominator is 0' : String(Number(value.toFixed(digits)))

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
      'Each with what it is made of. None is given where its denominator is 0.',
      ['Figure', 'Value', 'Made of', 'Definition'],
      ratios.map(([name, words]) => [
        words,
        shown(figures[name].value),
        `${figures[name].numerator} / ${figures[name].denominator}`,
        figures[name].definition,
      ]),
    ),
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
        shown(one.precision),
      ]),
    ),
  ],
})
