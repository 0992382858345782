import { caseOutcomes } from '../../../shared/schema/case.ts'
import type { CaseOutcome } from '../../../shared/schema/case.ts'
import type { FinishedCases } from '../../../shared/schema/metrics.ts'
import { countFigure } from '../../domain/alerts/figures.ts'
import type { SyncStatements } from '../sqlite/statements.ts'

const counted =
  'Cases of this device that were finished in the period and still are; one that was opened again counts by its next finishing. Each by its present outcome.'
const share =
  'Cases found to be fraud / cases found to be fraud or no fraud, of those finished in the period. Inconclusive ones, duplicates and those without an outcome are in neither.'

/** What came of the cases that were finished from `fromMs` on and before `toMs`. */
export const finishedCases = (sql: SyncStatements, fromMs: number, toMs: number): FinishedCases => {
  const rows = sql.all<{ outcome: CaseOutcome | null; cases: number }>(
    'select outcome, count(*) as cases from cases where finished_at >= ? and finished_at < ? group by outcome',
    fromMs,
    toMs,
  )
  const counts = new Map(rows.map(({ outcome, cases }) => [outcome, cases]))
  const of = (outcome: CaseOutcome | null): number => counts.get(outcome) ?? 0
  return {
    finished: rows.reduce((sum, { cases }) => sum + cases, 0),
    outcomes: [...caseOutcomes, null].map((outcome) => ({ outcome, cases: of(outcome) })),
    confirmed_share: countFigure(of('confirmed_fraud'), of('confirmed_fraud') + of('not_fraud'), share),
    definition: counted,
  }
}
