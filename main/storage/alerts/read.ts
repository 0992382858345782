import type { Refusal } from '../../../shared/api/errors.ts'
import { isDisposed } from '../../../shared/schema/alerts.ts'
import type { AlertFull, AlertItem, AlertStep, AlertTransaction } from '../../../shared/schema/alerts.ts'
import type { DetectionPolicy } from '../../../shared/schema/detection-policy.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { originOf } from '../../../shared/schema/origin.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { originText, originWords } from '../../../shared/text/origin-words.ts'
import { alertMoves } from '../../domain/alerts/transitions.ts'
import { rankOfAction } from '../../detection/combine.ts'
import { readPeople } from '../cases/people.ts'
import type { People } from '../cases/people.ts'
import { decisionOf, everyDecision, withheldText } from '../decisions/rows.ts'
import type { DecisionRow } from '../decisions/rows.ts'
import { openDisclosures } from '../ledger/open-entry.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { noAlert } from './change.ts'
import { readFrozenFacts } from './frozen-facts.ts'
import { alertSelect, alertItemOf, transactionOf } from './rows.ts'
import type { AlertRow } from './rows.ts'
import { awaitingSql } from './awaited.ts'
import type { AlertStepsTable, AlertTransactionsTable, CaseAlertsTable } from './tables.ts'

/** What reading alerts stands on. */
export interface AlertReadParts {
  readonly sql: SyncStatements
  readonly vault: Vault
}

const transactionsShown = 100
const similarShown = 10

type StepRow = AlertStepsTable & { readonly case_id: number | null }

const stepsOf = (sql: SyncStatements, { uid, id }: AlertRow): StepRow[] =>
  sql.all<StepRow>(
    `select entry, n, alert_uid, alert_id, hlc, at, actor, type, status, assignee, null as case_id from alert_steps where alert_uid = ? and alert_id = ?
     union all select entry, n, alert_uid, alert_id, hlc, at, actor, type, status, assignee, case_id from case_alert_steps where alert_uid = ? and alert_id = ? order by hlc, entry`,
    uid,
    id,
    uid,
    id,
  )

const nameOf = (people: People, uid: string | null): string | null =>
  uid === null || uid === '' ? null : (people.get(uid)?.name ?? uid)

/** L-68: a disposition that came with the finishing of its case has the rationale of that. */
const noteOfFinishing = ({ sql, vault }: AlertReadParts, { n, case_id: caseId }: StepRow): string | null => {
  if (caseId === null) return null
  const row = sql.get<{ n: number }>(
    `select f.n from entries e join entries f on f.chain = e.chain and f.id = unhex(json_extract(cast(e.payload as text), '$.refs[0]'))
     where e.n = ? and json_extract(cast(f.payload as text), '$.type') = 'status.changed'`,
    n,
  )
  return row === undefined ? null : withheldText(sql, vault, row.n, 'notes')
}

/** S-27: who answers for the entry of a step, and what made it. */
const toldBy = (
  sql: SyncStatements,
  people: People,
  { n, actor }: { readonly n: number; readonly actor: string },
): Pick<AlertStep, 'actor_name' | 'doer' | 'how'> => {
  const name = nameOf(people, actor) ?? actor
  const row = sql.get<{ pub: string | null }>(
    `select json_extract(cast(payload as text), '$.pub') as pub from entries where n = ?`,
    n,
  )
  const { doer, after } = originWords(originOf(JSON.parse(row?.pub ?? '{}') as Record<string, unknown>))
  return { actor_name: name, doer: originText(doer, name), how: originText(after, name) }
}

const historyOf = ({ sql, vault }: AlertReadParts, people: People, alert: AlertRow): AlertStep[] => {
  let assignee: string | null = null
  let status = 'new'
  const steps = stepsOf(sql, alert).map((row): AlertStep => {
    const isMove = row.status !== null
    const from = isMove ? status : nameOf(people, assignee)
    if (row.status !== null) status = row.status
    else assignee = row.assignee
    return {
      entry_id: row.entry,
      at: toTimestamp(row.at),
      type: row.type,
      ...toldBy(sql, people, row),
      from,
      to: isMove ? row.status : nameOf(people, row.assignee),
      note: withheldText(sql, vault, row.n, 'notes') ?? noteOfFinishing({ sql, vault }, row),
      case_id: row.case_id,
    }
  })
  const attached = sql
    .all<CaseAlertsTable & { readonly actor: string; readonly number: string | null; readonly entry: string }>(
      `select ca.*, c.number, lower(hex(e.id)) as entry, json_extract(cast(e.payload as text), '$.actor') as actor from case_alerts ca join entries e on e.n = ca.n left join cases c on c.id = ca.case_id where ca.alert_uid = ?`,
      alert.uid,
    )
    .map((row): AlertStep => ({
      entry_id: row.entry,
      at: toTimestamp(row.at),
      type: 'alert.attached',
      ...toldBy(sql, people, row),
      from: null,
      to: row.number,
      note: null,
      case_id: row.case_id,
    }))
  return [...steps, ...attached].sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)))
}

/** Alerts of the same entity first, then those that share the leading signal; newest first. */
const similarTo = (sql: SyncStatements, alert: AlertRow, nowMs: number): AlertItem[] => {
  const sameEntity =
    alert.entity_kind === null
      ? []
      : sql.all<AlertRow>(
          `${alertSelect} where a.entity_kind = ? and a.entity_id = ? and a.id <> ? order by a.raised_at desc, a.id desc limit ${similarShown}`,
          alert.entity_kind,
          alert.entity_id,
          alert.id,
        )
  const [signal] = JSON.parse(alert.signals) as string[]
  const sameSignal =
    signal === undefined || sameEntity.length === similarShown
      ? []
      : // The newest thousands only: what is similar is looked for, not counted.
        sql.all<AlertRow>(
          `${alertSelect} where a.id in (select id from (select id, signals, entity_id from alerts order by raised_at desc limit 2000) n where n.id <> ? and json_extract(n.signals, '$[0]') = ? and n.entity_id is not ? limit ${similarShown})`,
          alert.id,
          signal,
          alert.entity_id,
        )
  return [...sameEntity, ...sameSignal].slice(0, similarShown).map((row) => alertItemOf(row, nowMs))
}

const transactionsOf = ({ sql, vault }: AlertReadParts, alert: AlertRow): AlertTransaction[] => {
  const rows = sql.all<AlertTransactionsTable & { readonly is_fraud: 0 | 1 | null }>(
    `select a.*, t.is_fraud from alert_transactions a left join activities t on t.n = a.transaction_row where a.alert_id = ? order by a.at desc, a.transaction_id limit ${transactionsShown}`,
    alert.id,
  )
  if (rows.length > 0 || alert.source !== 'case') return rows.map(transactionOf)
  const held = sql.get<{ n: number }>(
    'select n from case_alerts where alert_uid = ? order by at, case_id limit 1',
    alert.uid,
  )
  const facts = held === undefined ? null : readFrozenFacts(openDisclosures(sql, vault, held.n)['facts']?.value)
  const frozen = (facts?.transactions ?? []).filter(({ at }) => Number.isFinite(Date.parse(at)))
  return frozen
    .map((item) => transactionOf({ ...item, at: Date.parse(item.at) }))
    .sort((a, b) => (a.at < b.at ? 1 : -1))
}

const dispositionOf = (alert: AlertRow, people: People, history: readonly AlertStep[]): AlertFull['disposition'] => {
  if (!isDisposed(alert.status) || alert.moved_at === null || alert.moved_by === null) return null
  const step = history.findLast(({ type, to }) => type === 'alert.moved' && to === alert.status)
  return {
    status: alert.status,
    at: toTimestamp(alert.moved_at),
    by: nameOf(people, alert.moved_by) ?? alert.moved_by,
    note: step?.note ?? null,
  }
}

/** One alert with all that is known of it. */
export const readAlertRow = async (
  parts: AlertReadParts,
  id: number,
  policy: DetectionPolicy,
  nowMs: number,
): Promise<Result<AlertFull, Refusal>> => {
  const { sql } = parts
  const alert = sql.get<AlertRow>(`${alertSelect} where a.id = ?`, id)
  if (alert === undefined) return fail(noAlert)
  const people = await readPeople(sql)
  const history = historyOf(parts, people, alert)
  const decisions = sql.all<DecisionRow>(
    `select * from ${everyDecision} where d.alert_uid = ? order by d.decided_at desc, d.uid desc limit 50`,
    alert.uid,
  )
  const awaits =
    sql.get(
      `select 1 from alerts a where a.id = ? and ${awaitingSql}`,
      id,
      rankOfAction(policy.decisions.from_action),
    ) !== undefined
  return ok({
    ...alertItemOf(alert, nowMs),
    disposition: dispositionOf(alert, people, history),
    reasons: JSON.parse(alert.reasons) as AlertFull['reasons'],
    rules: JSON.parse(alert.rules) as AlertFull['rules'],
    model: alert.model === null ? null : (JSON.parse(alert.model) as AlertFull['model']),
    transactions: transactionsOf(parts, alert),
    similar: similarTo(sql, alert, nowMs),
    history,
    decisions: decisions.map((row) => decisionOf(parts, people, row)),
    needs_decision: awaits,
    may_move_to: [...alertMoves[alert.status]],
    imported:
      alert.source_system === null || alert.source_reference === null
        ? null
        : { system: alert.source_system, reference: alert.source_reference },
  })
}
