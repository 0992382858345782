import * as api from '../../../shared/api/metrics.ts'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { Effectiveness } from '../../../shared/schema/metrics.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { csvLine } from '../../../shared/text/csv.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { enveloped } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Route } from '../http/call.ts'

const defaultPeriodMs = 30 * 86_400_000
const longestPeriodMs = 3_660 * 86_400_000

/** Measures a period; by default the last 30 days. */
export const measured = ({ effectiveness, env }: Pick<Workspace, 'effectiveness' | 'env'>, { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }): Result<Effectiveness, Refusal> => {
  const end = to === undefined ? env.clock.nowMs() : Date.parse(to)
  const start = from === undefined ? end - defaultPeriodMs : Date.parse(from)
  if (start >= end || end - start > longestPeriodMs) {
    const message = 'must be before the end, and at most ten years before it'
    return fail(refusal('invalid_request', `query.from ${message}.`, [{ path: 'query.from', message }]))
  }
  return ok(effectiveness(start, end))
}

const ratios = ['precision', 'false_positive_ratio', 'false_positive_rate', 'alert_rate', 'alert_to_case', 'sla_adherence'] as const
const times = ['time_to_detect', 'time_to_acknowledge', 'time_to_resolve'] as const

type Cell = string | number | null

const rowsOf = (figures: Effectiveness): readonly (readonly Cell[])[] => [
  ...Object.entries(figures.counts).map(([name, value]) => [`count.${name}`, value, null, null, '']),
  ...ratios.map((name) => [name, figures[name].value, figures[name].numerator, figures[name].denominator, figures[name].definition]),
  ...times.flatMap((name) => [
    [`${name}.median_hours`, figures[name].median_hours, null, figures[name].count, figures[name].definition],
    [`${name}.p90_hours`, figures[name].p90_hours, null, figures[name].count, figures[name].definition],
  ]),
  ...figures.backlog.flatMap(({ bucket, alerts, overdue }) => [[`backlog.${bucket}`, alerts, overdue, alerts, 'Open alerts by age now; the numerator counts those past their deadline.']]),
  ...figures.value_detected.flatMap(({ currency, confirmed, open }) => [
    [`value_confirmed.${currency}`, confirmed, null, null, figures.value_definition],
    [`value_open.${currency}`, open, null, null, figures.value_definition],
  ]),
  ...figures.rules.map(({ rule, precision, confirmed, false_positive: falsePositive, alerts, alone }) => [`rule.${rule}`, precision, confirmed, confirmed + falsePositive, `Precision of the rule; it held in ${alerts} alerts, in ${alone} of them alone.`]),
]

async function* csvOf(figures: Effectiveness): AsyncIterable<string> {
  yield csvLine(['figure', 'value', 'numerator', 'denominator', 'definition'])
  await Promise.resolve()
  for (const row of [['period.from', figures.from, null, null, 'Inclusive.'], ['period.to', figures.to, null, null, 'Exclusive.'], ...rowsOf(figures)]) yield csvLine(row.map((cell) => (cell === null ? '' : String(cell))))
}

/** The figures of detection. */
export const metricRoutes = (workspace: Pick<Workspace, 'effectiveness' | 'env'>): readonly Route[] => [
  route(api.readEffectiveness, ({ query }) => Promise.resolve(enveloped(measured(workspace, query)))),
  route(api.exportEffectiveness, ({ query }) => {
    const figures = measured(workspace, query)
    return Promise.resolve(figures.ok ? ok({ fileName: 'effectiveness.csv', rows: csvOf(figures.value) }) : figures)
  }),
]
