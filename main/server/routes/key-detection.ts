import * as api from '../../../shared/api/v4-detection.ts'
import { fieldRefused, refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { AnswerOf, BodyOf } from '../../../shared/api/operation.ts'
import type { riskLevels } from '../../../shared/schema/activity.ts'
import { entityKinds } from '../../../shared/schema/activity.ts'
import type { AlertEntity } from '../../../shared/schema/alerts.ts'
import { alertStatuses } from '../../../shared/schema/alerts.ts'
import { decisionOutcomes } from '../../../shared/schema/decisions.ts'
import type { ManualDecision } from '../../../shared/schema/decisions.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { assessActivity, scoredOf } from '../../detection/assess.ts'
import { alertMoves } from '../../domain/alerts/transitions.ts'
import { needsFourEyes } from '../../domain/decisions/four-eyes.ts'
import type { LedgerTx } from '../../storage/ledger/ledger.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { assessed } from '../../storage/transactions/rows.ts'
import type { Detection } from '../detection/detection.ts'
import { listMonitoringEvents } from '../detection/monitoring.ts'
import { answer, enveloped } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Call, Route } from '../http/call.ts'
import { measuredPeriod } from './metrics.ts'

/** Bytes of randomness in an assessment's identifier: 22 characters of base64url. */
const idBytes = 16

type Said = (status: string) => { status: string; timestamp: string }

const assessmentRoutes = ({ env, assessments }: Workspace, { detector }: Detection, said: Said): readonly Route[] => [
  route(api.createAssessment, async ({ body, caller, inTransaction }) => {
    const id = `fa_${Buffer.from(env.random.bytes(idBytes)).toString('base64url')}`
    const made = assessActivity(
      detector,
      id,
      { event_type: body.event_type, metadata: body.metadata },
      env.clock.nowMs(),
    )
    return made.ok
      ? enveloped(
          await assessments.keep(made.value, {
            actor: caller,
            ...(inTransaction === undefined ? {} : { inTransaction }),
          }),
        )
      : made
  }),
  route(api.retrieveAssessment, ({ query }) => {
    if (query.id !== undefined) {
      const read = assessments.read(query.id)
      return read.ok ? answer({ ...said('assessed'), assessment: read.value }) : read
    }
    const newest = assessments.list({ size: 20 })
    return newest.ok
      ? answer({ ...said('ready'), assessments: assessments.count(), newest: newest.value.data })
      : newest
  }),
]

const countsByLevel = ({
  transactions,
}: Workspace): { transactions: number; by_level: Record<(typeof riskLevels)[number], number> } => {
  const counts = transactions.countByLevel()
  return { transactions: transactions.lastRow(), by_level: counts }
}

const transactionRoutes = (workspace: Workspace, detection: Detection, said: Said): readonly Route[] => [
  route(api.scoreTransaction, ({ query }) => {
    if (query.transaction_id === undefined) {
      const { model, liveRules } = detection.status()
      return answer({ ...said('ready'), model, live_rules: liveRules, ...countsByLevel(workspace) })
    }
    const row = workspace.transactions.find(query.transaction_id)
    if (row === null) return fail(refusal('not_found', 'There is no transaction with this id.'))
    const { model, ...scored } = scoredOf(assessed(row))
    return answer({
      ...said('scored'),
      transaction_id: row.transaction_id,
      at: toTimestamp(row.at_ms),
      late: row.late === 1,
      ...scored,
      model_opinion: model,
      alert_id: workspace.alerts.ofTransaction(row.transaction_id),
    })
  }),
]

/** Several alerts at once, or one: what one alone is refused for is the answer's refusal. */
const changeAlerts = async <Answer extends object>(
  { alerts }: Workspace,
  ids: { readonly alert_id?: number | undefined; readonly alert_ids?: readonly number[] | undefined },
  change: (id: number) => Promise<Result<unknown, Refusal>>,
  bulk: (ids: number[]) => Promise<Result<Answer, Refusal>>,
): Promise<Result<{ alert: NonNullable<ReturnType<typeof alerts.item>> } | { outcome: Answer }, Refusal>> => {
  if (ids.alert_ids !== undefined) {
    const outcome = await bulk([...ids.alert_ids])
    return outcome.ok ? ok({ outcome: outcome.value }) : outcome
  }
  const id = ids.alert_id ?? 0
  const changed = await change(id)
  if (!changed.ok) return changed
  const alert = alerts.item(id)
  return alert === null ? fail(refusal('not_found', 'There is no alert with this id.')) : ok({ alert })
}

/** One alert has one revision: of several, or none, there is nothing to compare, and whoever names one relies on it. */
const severalFault = (alertId: number | undefined, ifRevision: number | undefined): Result<never, Refusal> | null =>
  alertId !== undefined || ifRevision === undefined
    ? null
    : fail(fieldRefused('header.if-match', 'is the revision of one alert: name it in `alert_id`. Nothing was changed'))

type Changing = Pick<Call<never>, 'caller' | 'ifRevision'>

const stepOptions = ({ caller, ifRevision }: Changing) => ({
  actor: caller,
  ...(ifRevision === undefined ? {} : { ifRevision }),
})

const updateStatus = async (
  workspace: Workspace,
  body: BodyOf<typeof api.updateAlertStatus>,
  call: Changing,
  said: Said,
): Promise<Result<AnswerOf<typeof api.updateAlertStatus>['data'], Refusal>> => {
  const { alerts } = workspace
  const { status, notes } = body
  const several = severalFault(body.alert_id, call.ifRevision)
  if (several !== null) return several
  if (body.alert_id === undefined && body.alert_ids === undefined) {
    if (status !== undefined) return fail(fieldRefused('body.alert_id', 'is required with a status (or alert_ids)'))
    return ok({
      ...said('ready'),
      counts: alerts.stats(),
      moves: Object.fromEntries(alertStatuses.map((from) => [from, [...alertMoves[from]]])) as Record<
        (typeof alertStatuses)[number],
        (typeof alertStatuses)[number][]
      >,
    })
  }
  if (status === undefined) return fail(fieldRefused('body.status', 'is required with alert_id'))
  const changed = await changeAlerts(
    workspace,
    body,
    (id) => alerts.move(id, { status, notes }, stepOptions(call)),
    (ids) => alerts.triage({ alert_ids: ids, status, notes }, call.caller),
  )
  return changed.ok ? ok({ ...said('updated'), ...changed.value }) : changed
}

const assign = async (
  workspace: Workspace,
  body: BodyOf<typeof api.assignAlertByKey>,
  call: Changing,
  said: Said,
): Promise<Result<AnswerOf<typeof api.assignAlertByKey>['data'], Refusal>> => {
  const { alerts } = workspace
  const { assignee_id: assignee, notes } = body
  const several = severalFault(body.alert_id, call.ifRevision)
  if (several !== null) return several
  if (body.alert_id === undefined && body.alert_ids === undefined) {
    if (assignee !== undefined)
      return fail(fieldRefused('body.alert_id', 'is required with assignee_id (or alert_ids)'))
    return ok({ ...said('ready'), unassigned: alerts.stats().unassigned, assignees: alerts.assignees() })
  }
  if (assignee === undefined)
    return fail(fieldRefused('body.assignee_id', 'is required with alert_id; null takes the alert from everybody'))
  const changed = await changeAlerts(
    workspace,
    body,
    (id) => alerts.assign(id, { assignee_id: assignee, notes }, stepOptions(call)),
    (ids) => alerts.triage({ alert_ids: ids, assignee_id: assignee, notes }, call.caller),
  )
  return changed.ok ? ok({ ...said('assigned'), ...changed.value }) : changed
}

const alertRoutes = (workspace: Workspace, said: Said): readonly Route[] => [
  route(api.updateAlertStatus, async (call) => enveloped(await updateStatus(workspace, call.body, call, said))),
  route(api.assignAlertByKey, async (call) => enveloped(await assign(workspace, call.body, call, said))),
]

type Recorded = AnswerOf<typeof api.recordManualDecision>['data']
type Recording = Pick<Call<typeof api.recordManualDecision>, 'caller' | 'ifRevision' | 'inTransaction'>

const record = async (
  { alerts, decisions }: Workspace,
  body: BodyOf<typeof api.recordManualDecision>,
  { caller, ifRevision, inTransaction }: Recording,
  said: Said,
): Promise<Result<Recorded, Refusal>> => {
  const { decision_id: decisionId, verdict, outcome, reason } = body
  const several = severalFault(body.alert_id, ifRevision)
  if (several !== null) return several
  if (decisionId !== undefined) {
    if (verdict === undefined) return fail(fieldRefused('body.verdict', 'is required with decision_id'))
    const settled = await decisions.settle(decisionId, { verdict, notes: reason }, caller)
    return settled.ok ? ok({ ...said(settled.value.state), decision: settled.value }) : settled
  }
  if (body.alert_id === undefined && body.transaction_id === undefined && body.assessment_id === undefined) {
    if (outcome !== undefined || reason !== undefined || verdict !== undefined)
      return fail(fieldRefused('body.alert_id', 'is required with a decision (or transaction_id, or assessment_id)'))
    const { four_eyes: fourEyes } = alerts.policy().decisions
    return ok({
      ...said('ready'),
      outcomes: decisionOutcomes.map((one) => ({ outcome: one, four_eyes: needsFourEyes(fourEyes, one, 'critical') })),
      awaiting: decisions.counts().awaiting,
    })
  }
  if (outcome === undefined) return fail(fieldRefused('body.outcome', 'is required with what is decided on'))
  if (reason === undefined) return fail(fieldRefused('body.reason', 'is required: it is sealed with the decision'))
  // What is kept for a retry is the answer to the byte, the time in it included.
  let answered: Recorded | null = null
  const keep = async (tx: LedgerTx, decision: ManualDecision): Promise<void> => {
    answered = { ...said(decision.state), decision }
    await inTransaction?.(tx, answered)
  }
  const made = await decisions.record(
    {
      alert_id: body.alert_id,
      transaction_id: body.transaction_id,
      assessment_id: body.assessment_id,
      outcome,
      reason,
      replaces: body.replaces,
    },
    { actor: caller, inTransaction: keep, ...(ifRevision === undefined ? {} : { ifRevision }) },
  )
  return made.ok ? ok(answered ?? { ...said(made.value.state), decision: made.value }) : made
}

const decisionRoutes = (workspace: Workspace, said: Said): readonly Route[] => {
  const { decisions } = workspace
  return [
    route(api.manualDecisions, async ({ query, caller }) => {
      const page = await decisions.queue(query, caller)
      if (!page.ok) return page
      const { awaiting, awaitingSecond } = decisions.counts()
      return answer({
        ...said(awaiting + awaitingSecond === 0 ? 'empty' : 'waiting'),
        awaiting,
        awaiting_second_person: awaitingSecond,
        queue: page.value.data,
        next: page.value.next,
      })
    }),
    route(api.recordManualDecision, async (call) => enveloped(await record(workspace, call.body, call, said))),
    route(api.retrieveDecision, async ({ query: { decision_id: id, workspace_id: _workspace, ...query } }) => {
      if (id !== undefined) {
        const read = await decisions.read(id)
        return read.ok ? answer({ ...said(read.value.state), decision: read.value }) : read
      }
      const page = await decisions.list(query)
      return page.ok
        ? answer({
            ...said('ready'),
            counts: { ...decisions.counts().byState },
            decisions: page.value.data,
            next: page.value.next,
          })
        : page
    }),
  ]
}

const entityIn = (query: Readonly<Record<string, unknown>>): AlertEntity[] =>
  entityKinds.flatMap((kind) => {
    const id = query[kind === 'ip' ? 'ip' : `${kind}_id`]
    return typeof id === 'string' ? [{ kind, id }] : []
  })

/** What is usual for an entity, as rules read it. */
const usualOf = ({ state }: Detection, { kind, id }: AlertEntity): Record<string, never> =>
  ({ ...(state.inspect(kind, id)?.profile ?? {}) }) as Record<string, never>

const monitoringRoutes = (workspace: Workspace, detection: Detection, said: Said): readonly Route[] => {
  const { transactions, alerts } = workspace
  return [
    route(api.listMonitoring, async ({ query: { workspace_id: _workspace, ...query } }) => {
      const page = await listMonitoringEvents({ transactions, alerts }, query)
      return page.ok
        ? answer({
            ...said('ready'),
            transactions: transactions.lastRow(),
            alerts: alerts.stats().total,
            events: page.value.data,
            next: page.value.next,
          })
        : page
    }),
    route(api.retrieveProfile, ({ query }) => {
      const [entity, another] = entityIn(query)
      if (another !== undefined)
        return fail(
          fieldRefused(
            `query.${another.kind === 'ip' ? 'ip' : `${another.kind}_id`}`,
            'names a second entity: give one',
          ),
        )
      if (entity === undefined) return answer({ ...said('ready'), riskiest: alerts.riskiest() })
      const extent = transactions.extent(entity)
      const of = alerts.list({
        sort: 'newest',
        status: [...alertStatuses],
        entity_kind: entity.kind,
        entity_id: entity.id,
        size: 20,
      })
      if (!of.ok) return of
      if (extent === null && of.value.data.length === 0)
        return fail(refusal('not_found', `Nothing is known of this ${entity.kind}.`))
      return answer({
        ...said('known'),
        entity,
        profile: usualOf(detection, entity),
        transactions: extent?.activities ?? 0,
        first_at: extent === null ? null : toTimestamp(extent.firstMs),
        last_at: extent === null ? null : toTimestamp(extent.lastMs),
        alerts: of.value.data,
      })
    }),
  ]
}

/** The operations of /v4 on assessments, transactions, alerts, decisions, monitoring and metrics. */
export const keyDetectionRoutes = (workspace: Workspace, detection: Detection): readonly Route[] => {
  const said: Said = (status) => ({ status, timestamp: toTimestamp(workspace.env.clock.nowMs()) })
  return [
    ...assessmentRoutes(workspace, detection, said),
    ...transactionRoutes(workspace, detection, said),
    ...alertRoutes(workspace, said),
    ...decisionRoutes(workspace, said),
    ...monitoringRoutes(workspace, detection, said),
    route(api.effectivenessByKey, ({ query }) => {
      const figures = measuredPeriod(workspace, query)
      return figures.ok ? answer({ ...said('measured'), ...figures.value }) : figures
    }),
  ]
}
