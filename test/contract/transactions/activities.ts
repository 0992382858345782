import { createIntake } from '../../../main/server/transactions/intake.ts'
import type { TransactionIntake } from '../../../main/server/transactions/intake.ts'
import type { DetectionState } from '../../../main/server/transactions/ports.ts'
import { createBaseCurrency } from '../../../main/detection/features/currencies.ts'
import { noCurrencies } from '../../../shared/schema/detection-policy.ts'
import type { Assessment } from '../../../main/detection/ports.ts'
import { readActivity } from '../../../main/domain/transactions/read-activity.ts'
import type { TimedActivity } from '../../../main/domain/transactions/read-activity.ts'
import type { AlertRaiser } from '../../../main/storage/alerts/ports.ts'
import type { Activity, RiskLevel } from '../../../shared/schema/activity.ts'
import type { TestWorkspace } from '../storage/support.ts'

const day = 86_400_000

/** Judges by the amount alone, and counts what it is given. */
export const countingState = () => {
  const counted: string[] = []
  const learnt: { readonly id: string; readonly isFraud: boolean; readonly knownAtMs: number }[] = []
  const calls = { reloads: 0, kept: [] as number[] }
  const assess = ({ amount = 0 }: Activity): Assessment => {
    const riskLevel: RiskLevel = amount >= 900 ? 'critical' : amount >= 700 ? 'high' : amount >= 500 ? 'medium' : 'low'
    const signals = riskLevel === 'low' ? [] : ['large_amount']
    return {
      score: Math.min(1, Math.max(0, amount / 1_000)),
      riskLevel,
      action: riskLevel === 'critical' ? 'block' : riskLevel === 'low' ? 'allow' : 'review',
      signals,
      reasons: signals.map((signal) => ({ signal, text: 'A large amount.', share: 1, source: 'model' as const })),
      hits: [],
      model: null,
    }
  }
  const state: DetectionState = {
    detector: {
      assess,
      take: (event) => {
        counted.push(event.transaction_id)
        return assess(event)
      },
    },
    features: {
      peek: () => ({ features: {}, profiles: {} }),
      observe: () => ({ features: {}, profiles: {} }),
      observeWith: (_, look) => look({ features: {}, profiles: {}, vector: null }),
      learn: (event, isFraud, knownAtMs) => void learnt.push({ id: event.transaction_id, isFraud, knownAtMs }),
    },
    clockMs: () => Number.NEGATIVE_INFINITY,
    currency: () => createBaseCurrency(noCurrencies),
    catchUp: () => Promise.resolve(),
    kept: (_tx, lastRow) => {
      calls.kept.push(lastRow)
      return Promise.resolve()
    },
    reload: () => {
      calls.reloads += 1
      return Promise.resolve()
    },
  }
  return { state, counted, learnt, calls }
}

/** An intake over a workspace. */
export const intakeOver = (
  { workspace, env }: Pick<TestWorkspace, 'workspace' | 'env'>,
  state: DetectionState,
  raiser: AlertRaiser | null = null,
): TransactionIntake =>
  createIntake({
    ledger: workspace.ledger,
    state,
    raiser,
    labelDelayMs: () => 7 * day,
    clock: env.clock,
    pause: () => Promise.resolve(),
    newId: () => env.random.uuidv7(env.clock.nowMs()),
  })

/** An activity as the intake takes it. */
export const activityFrom = (given: Readonly<Record<string, unknown>>): TimedActivity => {
  const read = readActivity({ at: '2031-03-04T12:00:00.000Z', ...given })
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  return read.value
}

/** The same numbers for every run. */
export const seeded = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const types = ['card_payment', 'transfer', 'login', 'Überweisung']

/** Activities of many kinds in no order of time, many of them in the same second. */
export const madeActivities = (count: number): TimedActivity[] => {
  const pick = seeded(7)
  const perhaps = (name: string, value: unknown): Record<string, unknown> => (pick(3) === 0 ? {} : { [name]: value })
  return Array.from({ length: count }, (_, index) =>
    activityFrom({
      transaction_id: `T-${index}`,
      event_type: types[pick(pick(2) === 0 ? 1 : types.length)],
      at: new Date(Date.UTC(2031, 0, 1) + pick(20) * day + pick(3) * 1_000 + pick(1_000)).toISOString(),
      amount: pick(100_000) / 100,
      currency: pick(2) === 0 ? 'EUR' : 'CHF',
      customer_id: `C-${pick(40)}`,
      ...perhaps('account_id', String(pick(60))),
      ...perhaps('counterparty_id', `Ärzte & Söhne ${pick(30)}`),
      ...perhaps('device_id', `d${pick(50)}`),
      ...perhaps('ip', `10.0.${pick(4)}.${pick(8)}`),
      ...perhaps('terminal_id', pick(80)),
      ...perhaps('country', pick(2) === 0 ? 'DE' : 'FR'),
      ...(pick(10) === 0 ? { is_fraud: pick(2) === 0 } : {}),
      ...(pick(5) === 0 ? { metadata: { mcc: pick(9_999), 'odd "name"': null } } : {}),
    }),
  )
}
