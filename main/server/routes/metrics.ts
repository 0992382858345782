import * as api from '../../../shared/api/metrics.ts'
import { fieldRefused } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { Effectiveness } from '../../../shared/schema/metrics.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { kpiCsv } from '../../domain/reports/kpi.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { enveloped } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Route } from '../http/call.ts'

const defaultPeriodMs = 30 * 86_400_000
const longestPeriodMs = 3_660 * 86_400_000

/** Measures a period; by default the last 30 days. */
export const measuredPeriod = (
  { effectiveness, env }: Pick<Workspace, 'effectiveness' | 'env'>,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
): Result<Effectiveness, Refusal> => {
  const end = to === undefined ? env.clock.nowMs() : Date.parse(to)
  const start = from === undefined ? end - defaultPeriodMs : Date.parse(from)
  if (start >= end || end - start > longestPeriodMs) {
    return fail(fieldRefused('query.from', 'must be before the end, and at most ten years before it'))
  }
  return ok(effectiveness(start, end))
}

async function* csvOf(figures: Effectiveness): AsyncIterable<string> {
  await Promise.resolve()
  yield kpiCsv(figures, 'now')
}

/** The figures of detection. */
export const metricRoutes = (workspace: Pick<Workspace, 'effectiveness' | 'env'>): readonly Route[] => [
  route(api.readEffectiveness, ({ query }) => enveloped(measuredPeriod(workspace, query))),
  route(api.exportEffectiveness, ({ query }) => {
    const figures = measuredPeriod(workspace, query)
    return figures.ok ? ok({ fileName: 'effectiveness.csv', rows: csvOf(figures.value) }) : figures
  }),
]
