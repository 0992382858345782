import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { riskLevels } from '../../../shared/schema/activity.ts'
import type { RiskLevel } from '../../../shared/schema/activity.ts'
import type { DecisionSubject } from '../../../shared/schema/decisions.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { AlertsTable, AssessmentsTable } from '../alerts/tables.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import type { Statements } from '../sqlite/statements.ts'
import type { ActivityRow } from '../transactions/tables.ts'
import type { DecisionSubjectRef } from './decision-store.ts'

/** What a decision is about, as far as it is frozen in its entry. */
export interface FrozenSubject {
  readonly about: DecisionSubject
  readonly alert: AlertsTable | null
  /** Values sealed openly: an institution's transaction id is not among them. */
  readonly pub: Readonly<Record<string, JsonValue>>
  readonly withheld: Readonly<Record<string, JsonValue>>
  readonly score: number
  readonly level: RiskLevel
  /** Which decisions are about the same: SQL over `d`, and its value. */
  readonly same: readonly [sql: string, value: string]
}

const noSubject = (what: string): Result<never, Refusal> =>
  fail(refusal('not_found', `There is no ${what} with this id.`))

const levelOf = (rank: number): RiskLevel => riskLevels[rank] ?? 'low'

const ofAlert = async (sql: Statements, id: number): Promise<Result<FrozenSubject, Refusal>> => {
  const alert = await sql.get<AlertsTable>('select * from alerts where id = ?', id)
  if (alert === undefined) return noSubject('alert')
  return ok({
    about: 'alert',
    alert,
    pub: { alert_uid: alert.uid, alert_id: alert.id },
    withheld: {},
    score: alert.score,
    level: levelOf(alert.level),
    same: ['d.alert_uid = ?', alert.uid],
  })
}

const ofTransaction = async (sql: Statements, id: string): Promise<Result<FrozenSubject, Refusal>> => {
  const row = await sql.get<Pick<ActivityRow, 'score' | 'risk'>>(
    'select score, risk from activities where transaction_id = ?',
    id,
  )
  if (row === undefined) return noSubject('transaction')
  return ok({
    about: 'transaction',
    alert: null,
    pub: {},
    withheld: { transaction_id: id },
    score: row.score,
    level: levelOf(row.risk),
    same: ['d.transaction_id = ?', id],
  })
}

const ofAssessment = async (sql: Statements, id: string): Promise<Result<FrozenSubject, Refusal>> => {
  const row = await sql.get<AssessmentsTable>('select * from assessments where id = ?', id)
  if (row === undefined) return noSubject('assessment')
  return ok({
    about: 'assessment',
    alert: null,
    pub: { assessment_id: id },
    withheld: {},
    score: row.score,
    level: levelOf(row.level),
    same: ['d.assessment_id = ?', id],
  })
}

/** Finds what a decision is about. */
export const findSubject = (sql: Statements, ref: DecisionSubjectRef): Promise<Result<FrozenSubject, Refusal>> => {
  if (ref.alert_id !== undefined) return ofAlert(sql, ref.alert_id)
  if (ref.transaction_id !== undefined) return ofTransaction(sql, ref.transaction_id)
  if (ref.assessment_id !== undefined) return ofAssessment(sql, ref.assessment_id)
  return Promise.resolve(
    fail(
      refusal('invalid_request', 'Give one of alert_id, transaction_id and assessment_id.', [
        { path: 'alert_id', message: 'is missing' },
      ]),
    ),
  )
}
