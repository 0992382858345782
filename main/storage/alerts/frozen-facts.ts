import { z } from 'zod'
import { entityKinds } from '../../../shared/schema/activity.ts'
import { riskReason } from '../../../shared/schema/assessments.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import type { AlertsTable, AlertTransactionsTable } from './tables.ts'

/** Activities that are frozen with an alert: its riskiest ones. */
export const frozenTransactions = 50

const reason = z.object({
  signal: z.string().max(200),
  text: z.string().max(2_000),
  share: z.number().min(0).max(1),
  source: riskReason.shape.source,
})

/**
 * What the withheld `facts` of `alert.attached` hold: who, what, when, how much, why, as it was when the alert joined
 * the case.
 */
export const frozenFacts = z.object({
  title: z.string().min(1).max(300),
  entity: z.object({ kind: z.enum(entityKinds), id: z.string().max(200) }).nullable(),
  first_at: z.string().max(64),
  last_at: z.string().max(64),
  signals: z.array(z.string().max(200)).max(500),
  reasons: z.array(reason).max(100),
  rules: z.array(z.object({ rule: z.string().max(200), name: z.string().max(500), hits: z.int().min(0) })).max(500),
  model: z.object({ name: z.string(), version: z.string(), score: z.number() }).nullable(),
  totals: z.record(z.string().max(3), z.int()),
  transactions: z
    .array(
      z.object({
        transaction_id: z.string().max(200),
        at: z.string().max(64),
        amount: z.int().nullable(),
        currency: z.string().max(3).nullable(),
        counterparty_id: z.string().max(200).nullable(),
        terminal_id: z.string().max(200).nullable(),
        score: z.number(),
        level: z.int().min(0).max(3),
      }),
    )
    .max(1_000),
})
export type FrozenFacts = z.infer<typeof frozenFacts>

/** Reads withheld facts; null where they were erased or are of no known form. */
export const readFrozenFacts = (value: JsonValue | undefined): FrozenFacts | null => {
  const read = frozenFacts.safeParse(value)
  return read.success &&
    Number.isFinite(Date.parse(read.data.first_at)) &&
    Number.isFinite(Date.parse(read.data.last_at))
    ? read.data
    : null
}

type Row = Pick<
  AlertsTable,
  'title' | 'entity_kind' | 'entity_id' | 'first_at' | 'last_at' | 'signals' | 'reasons' | 'rules' | 'model' | 'totals'
>

const iso = (ms: number): string => new Date(ms).toISOString()

/** The facts of an alert as they stand now. */
export const frozenFactsOf = (row: Row, transactions: readonly AlertTransactionsTable[]): FrozenFacts => ({
  title: row.title,
  entity: row.entity_kind === null || row.entity_id === null ? null : { kind: row.entity_kind, id: row.entity_id },
  first_at: iso(row.first_at),
  last_at: iso(row.last_at),
  signals: JSON.parse(row.signals) as string[],
  reasons: JSON.parse(row.reasons) as FrozenFacts['reasons'],
  rules: JSON.parse(row.rules) as FrozenFacts['rules'],
  model: row.model === null ? null : (JSON.parse(row.model) as FrozenFacts['model']),
  totals: JSON.parse(row.totals) as Record<string, number>,
  transactions: transactions.map(
    ({ transaction_id, at, amount, currency, counterparty_id, terminal_id, score, level }) => ({
      transaction_id,
      at: iso(at),
      amount,
      currency,
      counterparty_id,
      terminal_id,
      score,
      level,
    }),
  ),
})
