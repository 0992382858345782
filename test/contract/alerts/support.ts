import type { Actor } from '../../../main/domain/access/actor.ts'
import type { Activity, RecommendedAction, RiskLevel } from '../../../shared/schema/activity.ts'
import type { Assessment } from '../../../main/detection/ports.ts'
import { rankOfLevel } from '../../../main/detection/combine.ts'
import { insertActivities } from '../../../main/storage/transactions/write-rows.ts'
import type { ActivityOrigin, RaisedAlert } from '../../../main/storage/alerts/ports.ts'
import type { Workspace } from '../../../main/storage/ledger/workspace.ts'
import { ok } from '../../../shared/schema/result.ts'

const actions: Readonly<Record<RiskLevel, RecommendedAction>> = {
  low: 'allow',
  medium: 'review',
  high: 'challenge',
  critical: 'block',
}

/** An assessment as the detector would give it, by one rule. */
export const judged = (score: number, rule = 'velocity'): Assessment => {
  const riskLevel: RiskLevel = score >= 0.85 ? 'critical' : score >= 0.6 ? 'high' : score >= 0.3 ? 'medium' : 'low'
  const hit = {
    rule,
    version: 1,
    name: `Rule ${rule}`,
    signal: `${rule}_signal`,
    weight: score,
    action: actions[riskLevel],
    reason: `The rule ${rule} holds.`,
    shadow: false,
  }
  const isLow = rankOfLevel(riskLevel) === 0
  return {
    score,
    riskLevel,
    action: actions[riskLevel],
    signals: isLow ? [] : [hit.signal],
    reasons: isLow ? [] : [{ signal: hit.signal, text: hit.reason, share: 1, source: 'rule' }],
    hits: [hit],
    model: null,
  }
}

/** A payment of a customer. */
export const payment = (id: string, atMs: number, more: Partial<Activity> = {}): Activity => ({
  transaction_id: id,
  event_type: 'card_payment',
  at: new Date(atMs).toISOString(),
  amount: 100,
  currency: 'EUR',
  customer_id: '4711',
  ...more,
})

/** Keeps activities and raises what they raise, as the intake does: in one transaction. */
export const takeIn = async (
  workspace: Workspace,
  actor: Actor,
  given: readonly { readonly event: Activity; readonly assessment: Assessment }[],
  origin: ActivityOrigin = 'live',
): Promise<readonly RaisedAlert[]> => {
  const done = await workspace.ledger.write(actor, async (tx) => {
    const kept = await insertActivities(
      tx.sql,
      given.map(({ event, assessment }) => ({
        event,
        assessment,
        atMs: Date.parse(event.at),
        knownAtMs: null,
        late: false,
      })),
      null,
      tx.nowMs,
    )
    return ok(
      await workspace.alerts.raise(
        tx,
        actor,
        given.map((one, index) => ({ ...one, row: kept[index] as number })),
        origin,
      ),
    )
  })
  if (!done.ok) throw new Error(done.error.message)
  return done.value
}
