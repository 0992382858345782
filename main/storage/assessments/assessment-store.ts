import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { riskLevels } from '../../../shared/schema/activity.ts'
import type { RiskLevel } from '../../../shared/schema/activity.ts'
import type { FraudAssessment } from '../../../shared/schema/assessments.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { rankOfLevel } from '../../detection/combine.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { Walked } from '../alerts/alert-store.ts'
import { decodeCursor, encodeCursor } from '../alerts/cursor.ts'
import type { AssessmentsTable } from '../alerts/tables.ts'
import type { Ledger, LedgerTx } from '../ledger/ledger.ts'
import type { SqlValue, SyncStatements } from '../sqlite/statements.ts'

/** Activities that were judged on request, as they were answered. */
export interface AssessmentStore {
  keep(
    assessment: FraudAssessment,
    options: {
      readonly actor: Actor
      readonly inTransaction?: (tx: LedgerTx, answer: FraudAssessment) => Promise<void>
    },
  ): Promise<Result<FraudAssessment, Refusal>>
  read(id: string): Result<FraudAssessment, Refusal>
  list(query: {
    readonly level?: RiskLevel | undefined
    readonly event_type?: string | undefined
    readonly after?: string | undefined
    readonly size: number
  }): Result<Walked<FraudAssessment>, Refusal>
  count(): number
}

/** Makes the store. */
export const createAssessmentStore = ({
  ledger,
  sql,
}: {
  readonly ledger: Ledger
  readonly sql: SyncStatements
}): AssessmentStore => ({
  keep: (assessment, { actor, inTransaction }) =>
    ledger.write(actor, async (tx) => {
      await tx.sql.run(
        'insert into assessments (id, at, event_type, score, level, answer) values (?, ?, ?, ?, ?, ?)',
        assessment.id,
        Date.parse(assessment.assessed_at),
        assessment.event_type,
        assessment.score,
        rankOfLevel(assessment.risk_level),
        JSON.stringify(assessment),
      )
      tx.emit({
        type: 'assessment.created',
        data: {
          assessment_id: assessment.id,
          event_type: assessment.event_type,
          risk_level: assessment.risk_level,
          score: assessment.score,
          recommended_action: assessment.recommended_action,
          signals: assessment.signals.slice(0, 200),
        },
      })
      await inTransaction?.(tx, assessment)
      return ok(assessment)
    }),
  read: (id) => {
    const row = sql.get<Pick<AssessmentsTable, 'answer'>>('select answer from assessments where id = ?', id)
    return row === undefined
      ? fail(refusal('not_found', 'There is no assessment with this id.'))
      : ok(JSON.parse(row.answer) as FraudAssessment)
  },
  list: (query) => {
    const from = decodeCursor('assessments', query.after)
    if (!from.ok) return from
    const conditions: (readonly [string, readonly SqlValue[]])[] = [
      ...(query.level === undefined ? [] : [['level = ?', [riskLevels.indexOf(query.level)]] as const]),
      ...(query.event_type === undefined ? [] : [['event_type = ?', [query.event_type]] as const]),
      ...(from.value === null ? [] : [['(at, id) < (?, ?)', [...from.value]] as const]),
    ]
    const where = conditions.length === 0 ? '' : ` where ${conditions.map(([text]) => text).join(' and ')}`
    const rows = sql.all<AssessmentsTable>(
      `select * from assessments${where} order by at desc, id desc limit ?`,
      ...conditions.flatMap(([, values]) => values),
      query.size + 1,
    )
    const page = rows.slice(0, query.size)
    const last = page.at(-1)
    return ok({
      data: page.map(({ answer }) => JSON.parse(answer) as FraudAssessment),
      next: rows.length > page.length && last !== undefined ? encodeCursor('assessments', [last.at, last.id]) : null,
    })
  },
  count: () => sql.get<{ assessments: number }>('select count(*) as assessments from assessments')?.assessments ?? 0,
})
