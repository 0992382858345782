import { fieldRefused, refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { decisionStates } from '../../../shared/schema/decisions.ts'
import type { DecisionState, ManualDecision } from '../../../shared/schema/decisions.ts'
import type { DetectionPolicy } from '../../../shared/schema/detection-policy.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { isApiKey, isSecondPerson, needsFourEyes } from '../../domain/decisions/four-eyes.ts'
import { rankOfAction, rankOfLevel } from '../../detection/combine.ts'
import type { Env } from '../../platform/env.ts'
import { moveAlertTx, chainOfAlert, staleAlert } from '../alerts/change.ts'
import { decodeCursor, encodeCursor } from '../alerts/cursor.ts'
import { skippedOf } from '../alerts/skip.ts'
import { readDetectionPolicy } from '../alerts/policy.ts'
import { awaitingSql, pendingProposal } from '../alerts/awaited.ts'
import { readPeople } from '../cases/people.ts'
import type { EntryDraft, LedgerTx } from '../ledger/ledger.ts'
import type { OwnedLedger } from '../ledger/create-ledger.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SqlValue, SyncStatements } from '../sqlite/statements.ts'
import type { DecisionStore, NewDecision } from './decision-store.ts'
import { makerOfKey } from './maker-of-key.ts'
import { readQueue } from './queue.ts'
import { decisionOf, everyDecision } from './rows.ts'
import type { DecisionRow } from './rows.ts'
import { findSubject } from './subject.ts'
import type { FrozenSubject } from './subject.ts'

/** What the store stands on. */
export interface DecisionParts {
  readonly ledger: OwnedLedger
  readonly sql: SyncStatements
  readonly vault: Vault
  readonly env: Env
  readonly policy: () => DetectionPolicy
}

const noDecision = refusal('not_found', 'There is no decision with this id.')
const notWaiting = refusal('already_done', 'This decision no longer waits for anybody.')
const waiting = refusal(
  'already_done',
  'A decision on this is proposed and awaits a second person; approve or refuse it first.',
)

const latestOf = (
  tx: LedgerTx,
  { same: [condition, value] }: FrozenSubject,
): Promise<DecisionRow | undefined> | DecisionRow | undefined =>
  tx.sql.get<DecisionRow>(
    `select * from ${everyDecision} where ${condition} and d.state not in ('refused', 'superseded') order by d.decided_at desc, d.uid desc limit 1`,
    value,
  )

/**
 * Whether a decision was about all that is known of its subject now: no activity has come to the alert since, and its
 * level is still the one decided at.
 */
const isSame = ({ alert, level }: FrozenSubject, latest: DecisionRow): boolean =>
  alert === null || (alert.updated_at <= latest.decided_at && rankOfLevel(latest.level ?? 'low') >= rankOfLevel(level))

/**
 * Why a decision may not be made beside the one that stands; null where it may. One on all that is known takes the
 * place of another only where its writer names that one: two who decide at the same time would else
 * each be told that it is done. What was handed up waits for a decision.
 */
const besideFault = (
  subject: FrozenSubject,
  latest: DecisionRow | undefined,
  { outcome, replaces }: NewDecision,
): Refusal | null => {
  if (latest?.state === 'proposed') return waiting
  if (latest?.outcome === outcome && isSame(subject, latest))
    return refusal('already_done', `\`${outcome}\` was decided on this already.`)
  if (replaces !== undefined && replaces !== latest?.uid)
    return refusal(
      'stale_revision',
      'The decision that this one is to replace is not the one that stands now. Nothing was recorded; look at it again.',
    )
  const stands = latest !== undefined && latest.outcome !== 'escalate' && isSame(subject, latest)
  return stands && replaces === undefined
    ? refusal(
        'stale_revision',
        `\`${latest.outcome}\` was decided on this by then. Nothing was recorded; whoever wants to overturn that names it in \`replaces\` (${latest.uid}).`,
      )
    : null
}

/** Whoever decides on an alert has looked at it; what is handed up is escalated. */
const moveAlong = async (
  tx: LedgerTx,
  { alert }: FrozenSubject,
  outcome: NewDecision['outcome'],
  isInForce: boolean,
): Promise<void> => {
  if (alert === null) return
  const isHandedUp = outcome === 'escalate' && isInForce && (alert.status === 'new' || alert.status === 'in_review')
  if (isHandedUp) await moveAlertTx(tx, alert.id, { status: 'escalated' }, {})
  else if (alert.status === 'new') await moveAlertTx(tx, alert.id, { status: 'in_review' }, {})
}

/**
 * Why what is decided on is not as whoever decides saw it. A step of an alert counts too: to decline what another has
 * just found harmless is to overturn him.
 */
const unseenFault = ({ alert }: FrozenSubject, ifRevision: number | undefined): Refusal | null => {
  if (ifRevision === undefined) return null
  if (alert !== null) return staleAlert(alert, ifRevision)
  const message =
    'is the revision of an alert, and this decision is on none. Nothing was recorded; send it without, and name in `replaces` what it takes the place of'
  return fieldRefused('header.if-match', message)
}

const record = async (
  tx: LedgerTx,
  { env }: DecisionParts,
  input: NewDecision,
  ifRevision: number | undefined,
): Promise<Result<string, Refusal>> => {
  const found = await findSubject(tx.sql, input)
  if (!found.ok) return found
  const subject = found.value
  const unseen = unseenFault(subject, ifRevision)
  if (unseen !== null) return fail(unseen)
  const latest = await latestOf(tx, subject)
  const beside = besideFault(subject, latest, input)
  if (beside !== null) return fail(beside)
  const policy = await readDetectionPolicy(tx.sql)
  const isProposal = needsFourEyes(policy.decisions.four_eyes, input.outcome, subject.level)
  const uid = env.random.uuidv7(tx.nowMs)
  await tx.append({
    case: subject.alert === null ? 'workspace' : await chainOfAlert(tx, subject.alert),
    type: isProposal ? 'decision.proposed' : 'decision.recorded',
    subject: uid,
    pub: {
      about: subject.about,
      ...subject.pub,
      outcome: input.outcome,
      score: subject.score,
      risk_level: subject.level,
      ...(latest === undefined || latest.outcome === 'escalate' ? {} : { replaces: latest.uid }),
    },
    withheld: { reason: input.reason, ...subject.withheld },
  })
  await moveAlong(tx, subject, input.outcome, !isProposal)
  return ok(uid)
}

/** A condition on a column, where a value is asked for. */
const equal = (
  column: string,
  value: SqlValue | undefined,
): { readonly text: string; readonly values: readonly SqlValue[] }[] =>
  value === undefined ? [] : [{ text: `${column} = ?`, values: [value] }]

/** Decisions on a transaction, by itself or in an alert. */
const ofTransaction =
  '(d.transaction_id = ? or d.alert_id in (select t.alert_id from alert_transactions t where t.transaction_id = ?))'

const secondPersonFault = async (tx: LedgerTx, row: DecisionRow, actor: Actor): Promise<Refusal | null> => {
  const four = (message: string): Refusal => refusal('four_eyes_required', message)
  if (isApiKey(actor.userUid))
    return four('An API key is no second person: a supervisor or admin approves or refuses this, signed in.')
  if (actor.role !== 'supervisor' && actor.role !== 'admin')
    return four('A supervisor or admin who did not propose it approves or refuses this.')
  const proposers = [row.decided_by, ...(isApiKey(row.decided_by) ? [await makerOfKey(tx.sql, row.decided_by)] : [])]
  if (proposers.some((proposer) => proposer !== null && !isSecondPerson(proposer, actor.userUid)))
    return four('Nobody approves or refuses what he proposed himself, or what was proposed by an API key that he made.')
  return null
}

const rowOf = (
  sql: Pick<SyncStatements, 'get'> | LedgerTx['sql'],
  id: string,
): Promise<DecisionRow | undefined> | DecisionRow | undefined =>
  sql.get<DecisionRow>(`select * from ${everyDecision} where d.uid = ?`, id)

const settle = async (
  tx: LedgerTx,
  id: string,
  verdict: 'approve' | 'refuse',
  notes: string | undefined,
  actor: Actor,
): Promise<Result<string, Refusal>> => {
  const row = await rowOf(tx.sql, id)
  if (row === undefined) return fail(noDecision)
  if (row.state !== 'proposed') return fail(notWaiting)
  const fault = await secondPersonFault(tx, row, actor)
  if (fault !== null) return fail(fault)
  const inCase =
    row.case_id === null
      ? undefined
      : await tx.sql.get<{ uid: string }>('select uid from cases where id = ?', row.case_id)
  const chain: EntryDraft['case'] =
    row.case_id === null || inCase === undefined ? 'workspace' : { id: row.case_id, uid: inCase.uid }
  await tx.append({
    case: chain,
    type: verdict === 'approve' ? 'decision.approved' : 'decision.refused',
    subject: id,
    refs: [row.entry],
    pub: { outcome: row.outcome, ...(row.alert_id === null ? {} : { alert_id: row.alert_id }) },
    ...(notes === undefined ? {} : { withheld: { notes } }),
  })
  if (verdict === 'approve' && row.outcome === 'escalate' && row.alert_id !== null)
    await moveAlertTx(tx, row.alert_id, { status: 'escalated' }, {})
  return ok(id)
}

/** Makes the store. */
export const createDecisionStore = (parts: DecisionParts): DecisionStore => {
  const { ledger, sql, vault, env } = parts

  const present = async (row: DecisionRow): Promise<ManualDecision> =>
    decisionOf({ sql, vault }, await readPeople(sql), row)

  /** A decision as it stands within the transaction that has just sealed it. */
  const sealed = async (tx: LedgerTx, id: string): Promise<ManualDecision> => {
    const row = await rowOf(tx.sql, id)
    if (row === undefined) throw new Error('a decision that was sealed has no row')
    return decisionOf({ sql: ledger.sql, vault }, await readPeople(tx.sql), row)
  }

  return {
    record: (input, options) =>
      ledger.write(options.actor, async (tx) => {
        const made = await record(tx, parts, input, options.ifRevision)
        if (!made.ok) return made
        const answer = await sealed(tx, made.value)
        await options.inTransaction?.(tx, answer)
        return ok(answer)
      }),
    settle: (id, { verdict, notes }, actor) =>
      ledger.write(actor, async (tx) => {
        const done = await settle(tx, id, verdict, notes, actor)
        return done.ok ? ok(await sealed(tx, done.value)) : done
      }),
    read: async (id) => {
      const row = await rowOf(sql, id)
      return row === undefined ? fail(noDecision) : ok(await present(row))
    },
    list: async (query) => {
      const from = decodeCursor('decisions', query.after)
      if (!from.ok) return from
      const given = [
        ...equal('d.state', query.state),
        ...equal('d.outcome', query.outcome),
        ...equal('d.alert_id', query.alert_id),
        ...equal('d.case_id', query.case_id),
        ...equal('d.assessment_id', query.assessment_id),
        ...(query.transaction_id === undefined
          ? []
          : [{ text: ofTransaction, values: [query.transaction_id, query.transaction_id] }]),
      ]
      const conditions = [
        ...given,
        ...(from.value === null ? [] : [{ text: '(d.decided_at, d.uid) < (?, ?)', values: [...from.value] }]),
      ]
      const where = conditions.length === 0 ? '' : ` where ${conditions.map(({ text }) => text).join(' and ')}`
      const values = conditions.flatMap((one) => one.values)
      const rows = sql.all<DecisionRow>(
        `select * from ${everyDecision}${where} order by d.decided_at desc, d.uid desc limit ? offset ?`,
        ...values,
        query.size + 1,
        query.skip ?? 0,
      )
      const page = rows.slice(0, query.size)
      const last = page.at(-1)
      const people = await readPeople(sql)
      return ok({
        data: page.map((row) => decisionOf({ sql, vault }, people, row)),
        next:
          rows.length > page.length && last !== undefined
            ? encodeCursor('decisions', [last.decided_at, last.uid])
            : null,
        ...skippedOf(
          query.skip,
          page.length > 0,
          (most) =>
            sql.get<{ decisions: number }>(
              `select count(*) as decisions from (select 1 from ${everyDecision}${where} limit ?)`,
              ...values,
              most,
            )?.decisions ?? 0,
        ),
      })
    },
    queue: (query, viewer) =>
      readQueue({ sql, vault, policy: parts.policy(), viewer, nowMs: env.clock.nowMs() }, query),
    counts: () => {
      const states = new Map(
        sql
          .all<{ state: DecisionState; decisions: number }>(
            `select d.state, count(*) as decisions from ${everyDecision} group by d.state`,
          )
          .map(({ state, decisions }) => [state, decisions]),
      )
      const awaiting =
        sql.get<{ alerts: number }>(
          `select count(*) as alerts from alerts a where ${awaitingSql} and not (${pendingProposal})`,
          rankOfAction(parts.policy().decisions.from_action),
        )?.alerts ?? 0
      return {
        awaiting,
        awaitingSecond: states.get('proposed') ?? 0,
        byState: Object.fromEntries(decisionStates.map((state) => [state, states.get(state) ?? 0])) as Record<
          DecisionState,
          number
        >,
      }
    },
  }
}
