import { bulkOutcome } from '../bulk-outcome.ts'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { ChangedAlert } from '../../../shared/api/alerts.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { isDisposed } from '../../../shared/schema/alerts.ts'
import { statusWords } from '../../domain/alerts/transitions.ts'
import { canonicalJson } from '../../seal/canonical.ts'
import { activeUser } from '../cases/people.ts'
import { systemActor } from '../ledger/ledger.ts'
import type { NumberSource } from '../cases/number-source.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import type { OwnedLedger } from '../ledger/create-ledger.ts'
import type { AlertStore, StepOptions } from './alert-store.ts'
import type { CaseOpening } from './auto-cases.ts'
import { createLackingNumbers } from './cases-lacking-numbers.ts'
import { assignAlertTx, moveAlertTx } from './change.ts'
import { createAlertRaiser } from './create-raiser.ts'
import { listAlertRows } from './list.ts'
import { readDetectionPolicy, readPolicyChanges } from './policy.ts'
import type { LabelSink } from './ports.ts'
import { readAlertRow } from './read.ts'
import type { AlertReadParts } from './read.ts'
import { alertSelect, alertItemOf } from './rows.ts'
import type { AlertRow } from './rows.ts'
import { alertCounts, countAlertRows } from './stats.ts'
import type { AlertsTable } from './tables.ts'
import { createExternalAlerts } from './take-external.ts'
import { teachLabels } from './teach.ts'

const policyChangesShown = 50

/** What the store stands on. */
export interface AlertParts extends AlertReadParts, Omit<CaseOpening, 'lacksNumber'> {
  readonly ledger: OwnedLedger
  /** Takes the labels that dispositions make. */
  readonly labels: LabelSink
  /** Where more case numbers come from. */
  readonly numbers: Pick<NumberSource, 'more'>
}

type Triage = Parameters<AlertStore['triage']>[0]

/** An alert of a bulk call, with the revision that the writer saw, where the call says it. */
interface Named {
  readonly id: number
  readonly revision?: number
}

/** Who names an alert by its id alone has not seen what another has made of it since. */
const disposedFault = async (tx: LedgerTx, id: number): Promise<Refusal | null> => {
  const alert = await tx.sql.get<Pick<AlertsTable, 'status'>>('select status from alerts where id = ?', id)
  if (alert === undefined || !isDisposed(alert.status)) return null
  return refusal(
    'transition_forbidden',
    `The alert is ${statusWords[alert.status]} already. Name it with its \`revision\`, or ask with \`reopen\`, to take that back or correct it.`,
  )
}

/**
 * What came by sync, or what a call had no room for, is told once it is committed; in turns, so that nobody waits
 * long.
 */
const tellingOf = ({ ledger, sql, labels }: Pick<AlertParts, 'ledger' | 'sql' | 'labels'>): (() => Promise<void>) => {
  let telling = false
  return async () => {
    if (telling) return
    telling = true
    try {
      while (sql.get('select 1 from alerts where label is not taught limit 1') !== undefined) {
        const told = await ledger.write(systemActor, async (tx) => ok(await teachLabels(tx, labels)))
        if (!told.ok || told.value === 0) return
      }
    } finally {
      telling = false
    }
  }
}

/** Assigns and moves one alert of a bulk call, as far as either was asked. */
const triageTx = async (
  tx: LedgerTx,
  { id, revision }: Named,
  { status, assignee_id: assignee, notes, reopen, subject_role: role }: Triage,
): Promise<Result<ChangedAlert, Refusal>> => {
  if (revision === undefined && status !== undefined && reopen !== true) {
    const disposed = await disposedFault(tx, id)
    if (disposed !== null) return fail(disposed)
  }
  const options = revision === undefined ? {} : { ifRevision: revision }
  const assigned =
    assignee === undefined
      ? null
      : await assignAlertTx(tx, id, { assignee_id: assignee, notes: status === undefined ? notes : undefined }, options)
  // Whoever has the alert already keeps it, and its move still counts.
  if (assigned !== null && !assigned.ok && (status === undefined || assigned.error.code !== 'already_done'))
    return assigned
  if (status === undefined) return assigned ?? fail(refusal('already_done', 'Nothing was asked.'))
  // Once assigned it is compared, and its revision is the next one.
  const moved = await moveAlertTx(tx, id, { status, notes, subject_role: role }, assigned?.ok === true ? {} : options)
  return !moved.ok && moved.error.code === 'already_done' && assigned?.ok === true ? assigned : moved
}

/**
 * Makes the store; the policy of detection is kept in memory, as last committed, because every activity asks for it.
 */
export const createAlertStore = async (parts: AlertParts): Promise<AlertStore> => {
  const { ledger, sql, env } = parts
  let policy = await readDetectionPolicy(sql)
  const reload = async (): Promise<void> => {
    policy = await readDetectionPolicy(sql)
  }
  const tellLabels = tellingOf(parts)
  ledger.onCommitted((chains) => {
    void tellLabels().catch((error: unknown) =>
      env.log.error({ err: error }, 'labels of dispositions could not be told'),
    )
    if (chains.has(0))
      void reload().catch((error: unknown) =>
        env.log.error({ err: error }, 'the policy of detection could not be read again'),
      )
  })

  const step = (
    job: (tx: LedgerTx) => Promise<Result<ChangedAlert, Refusal>>,
    { actor }: StepOptions,
  ): Promise<Result<ChangedAlert, Refusal>> =>
    ledger.write(actor, async (tx) => {
      const changed = await job(tx)
      if (changed.ok) await teachLabels(tx, parts.labels)
      return changed
    })

  const opening: AlertParts & CaseOpening = {
    ...parts,
    lacksNumber: createLackingNumbers({ ...parts, opening: () => opening }),
  }

  return {
    ...createAlertRaiser(opening),
    ...createExternalAlerts(opening, () => policy),
    list: (query) => listAlertRows(sql, query, env.clock.nowMs()),
    read: (id) => readAlertRow(parts, id, policy, env.clock.nowMs()),
    item: (id) => {
      const row = sql.get<AlertRow>(`${alertSelect} where a.id = ?`, id)
      return row === undefined ? null : alertItemOf(row, env.clock.nowMs())
    },
    ...alertCounts(sql),
    stats: () => countAlertRows(sql, policy, env.clock.nowMs()),
    move: (id, input, options) => step((tx) => moveAlertTx(tx, id, input, options), options),
    assign: (id, input, options) => step((tx) => assignAlertTx(tx, id, input, options), options),
    triage: async (input, actor) => {
      if (input.assignee_id !== undefined && input.assignee_id !== null) {
        const user = await activeUser(sql, input.assignee_id)
        if (user === null || user.role === 'auditor') {
          return fail(
            refusal('unknown_reference', 'There is no active user with this id who may work alerts.', [
              { path: 'assignee_id', message: 'is no active user who may work alerts' },
            ]),
          )
        }
      }
      // Each alert is its own job, so each is changed or refused by itself; they share their commits.
      const named: Named[] = [...(input.alerts ?? []), ...[...new Set(input.alert_ids)].map((id) => ({ id }))]
      const outcomes = await Promise.all(
        named.map(async (one) => ({ id: one.id, result: await step((tx) => triageTx(tx, one, input), { actor }) })),
      )
      return ok(bulkOutcome(outcomes))
    },
    policy: () => policy,
    policyChanges: () => readPolicyChanges(sql, policyChangesShown),
    changePolicy: async (next, actor) => {
      const changed = await ledger.write(actor, async (tx) => {
        if (canonicalJson(await readDetectionPolicy(tx.sql)) === canonicalJson(next))
          return fail(refusal('already_done', 'The detection policy already says this. Nothing was changed.'))
        await tx.append({ case: 'workspace', type: 'detection.policy_changed', subject: 'detection', pub: next })
        return ok(next)
      })
      if (changed.ok) await reload()
      return changed
    },
    teach: (tx) => teachLabels(tx, parts.labels),
  }
}
