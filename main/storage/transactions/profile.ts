import { entityKinds, riskLevels } from '../../../shared/schema/activity.ts'
import type { EntityKind } from '../../../shared/schema/activity.ts'
import type { EntityProfile, timelineBuckets } from '../../../shared/api/entity-profiles.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { BaseCurrency } from '../../detection/features/currencies.ts'
import { amountOf, storedAmount } from '../../domain/transactions/amounts.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { examined, momentsNaming, type NamedEntity } from './extent.ts'
import { momentOfMs } from './moments.ts'
import { levelOfRow } from './rows.ts'
import type { ActivityRow } from './tables.ts'

/** What of a profile the activities themselves say. */
export type ActivityProfile = Omit<EntityProfile, 'alerts' | 'profile'>

/** In what totals are, and what of a row is in them. */
interface Totals {
  readonly currency: string | null
  /** In ten-thousandths; null where the amount has no rate. */
  readonly of: (row: ActivityRow) => number | null
}

/** One currency's amounts are added as they are; those of several in the base. */
const totalsOf = (rows: readonly ActivityRow[], base: QueryCurrency): Totals => {
  const currencies = new Set(rows.flatMap(({ amount, currency }) => (amount === null ? [] : [currency])))
  const [only = null] = currencies
  if (currencies.size <= 1) return { currency: only, of: ({ amount }) => amount ?? 0 }
  const inBase = ({ amount, currency, at_ms: atMs }: ActivityRow): number | null => {
    if (amount === null) return 0
    const units = base.unitsOf(amountOf(amount), currency ?? undefined, atMs)
    return Number.isNaN(units) ? null : storedAmount(units)
  }
  return { currency: base.code(), of: inBase }
}

type QueryCurrency = Pick<BaseCurrency, 'code' | 'unitsOf'>

/** Activities that one look reads, or adds up. */
const look = 1_000
const relatedMax = 50
const bucketMs: Readonly<Record<(typeof timelineBuckets)[number], number>> = {
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
}
/** The first Monday after 1970 began: weeks begin with it. */
const firstMonday = 345_600_000

const columnOf = (kind: EntityKind): keyof ActivityRow => (kind === 'ip' ? kind : `${kind}_id`)

interface Sum {
  count: number
  total: number
  max: number
  lastMs: number
  risky: number
  fraud: number
}

const noSum = (): Sum => ({ count: 0, total: 0, max: Number.NEGATIVE_INFINITY, lastMs: 0, risky: 0, fraud: 0 })

/** Adds a row to the sum under a key; `counted`: what of its amount is in the total, in ten-thousandths. */
const addTo = <Key>(sums: Map<Key, Sum>, key: Key, row: ActivityRow, counted: number): void => {
  let sum = sums.get(key)
  if (sum === undefined) sums.set(key, (sum = noSum()))
  sum.count += 1
  sum.total += counted
  sum.max = Math.max(sum.max, row.amount ?? Number.NEGATIVE_INFINITY)
  sum.lastMs = Math.max(sum.lastMs, row.at_ms)
  if (row.risk >= riskLevels.indexOf('high')) sum.risky += 1
  if (row.is_fraud === 1) sum.fraud += 1
}

const byCount = <Key>(sums: ReadonlyMap<Key, Sum>): [Key, Sum][] =>
  [...sums].sort(([, one], [, other]) => other.count - one.count || other.lastMs - one.lastMs)

/** What is asked of an entity. */
export interface ProfileQuery extends NamedEntity {
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
  readonly bucket: (typeof timelineBuckets)[number]
  /** The currency in which amounts are counted. */
  readonly base: QueryCurrency
}

/**
 * The activities that name an entity, newest first, one more than are looked at where there are more; a look at a time.
 */
function* rowsNaming(
  sql: SyncStatements,
  { kind, id, fromMs, toMs }: ProfileQuery,
): Generator<undefined, readonly ActivityRow[]> {
  const moments = momentsNaming(
    sql,
    { kind, id },
    fromMs === undefined ? undefined : momentOfMs(fromMs),
    toMs === undefined ? undefined : momentOfMs(toMs + 999),
  )
  const rows: ActivityRow[] = []
  for (let at = 0; at < moments.length; at += look) {
    rows.push(
      ...sql.all<ActivityRow>(
        'select a.* from json_each(?) c cross join activities a on a.moment = c.value',
        JSON.stringify(moments.slice(at, at + look)),
      ),
    )
    yield
  }
  return rows.filter((row) => (fromMs === undefined || row.at_ms >= fromMs) && (toMs === undefined || row.at_ms < toMs))
}

/**
 * What the activities that name an entity say of it; null where none does. It stops after each look, so that others can
 * have their turn.
 */
export function* readActivityProfile(
  sql: SyncStatements,
  query: ProfileQuery,
): Generator<undefined, ActivityProfile | null> {
  const { kind, id, bucket, base } = query
  const rows = yield* rowsNaming(sql, query)
  if (rows.length === 0) return null
  const complete = rows.length <= examined
  const counted = rows.slice(0, examined)
  const currencies = new Map<string | null, Sum>()
  const buckets = new Map<number, Sum>()
  const related = new Map<string, Sum>()
  const channels = new Map<string | null, Sum>()
  const countries = new Map<string | null, Sum>()
  const risk = { low: 0, medium: 0, high: 0, critical: 0 }
  const width = bucketMs[bucket]
  const offset = bucket === 'week' ? firstMonday : 0
  const totals = totalsOf(counted, base)
  let noRate = 0
  let fraud = 0
  let genuine = 0
  for (const [at, row] of counted.entries()) {
    if (at > 0 && at % look === 0) yield
    const total = totals.of(row)
    if (total === null) noRate += 1
    risk[levelOfRow(row)] += 1
    if (row.is_fraud === 1) fraud += 1
    if (row.is_fraud === 0) genuine += 1
    if (row.amount !== null) addTo(currencies, row.currency, row, row.amount)
    addTo(buckets, Math.floor((row.at_ms - offset) / width) * width + offset, row, total ?? 0)
    addTo(channels, row.channel, row, total ?? 0)
    addTo(countries, row.country, row, total ?? 0)
    for (const other of entityKinds) {
      const named = row[columnOf(other)]
      if (other !== kind && named !== null) addTo(related, `${other}:${String(named)}`, row, total ?? 0)
    }
  }
  const newest = counted[0] as ActivityRow
  const oldest = counted.at(-1) as ActivityRow
  return {
    kind,
    id,
    activities: counted.length,
    complete,
    first_at: toTimestamp(oldest.at_ms),
    last_at: toTimestamp(newest.at_ms),
    amounts: byCount(currencies).map(([currency, sum]) => ({
      currency,
      count: sum.count,
      total: amountOf(sum.total),
      mean: amountOf(sum.total / sum.count),
      max: amountOf(sum.max),
    })),
    totals: { currency: totals.currency, no_rate: noRate },
    base_currency: base.code(),
    risk,
    fraud,
    genuine,
    timeline: {
      bucket,
      buckets: [...buckets]
        .sort(([one], [other]) => one - other)
        .map(([at, sum]) => ({
          at: toTimestamp(at),
          count: sum.count,
          total: amountOf(sum.total),
          risky: sum.risky,
          fraud: sum.fraud,
        })),
    },
    related: byCount(related)
      .slice(0, relatedMax)
      .map(([key, sum]) => {
        const cut = key.indexOf(':')
        return {
          kind: key.slice(0, cut) as EntityKind,
          id: key.slice(cut + 1),
          count: sum.count,
          total: amountOf(sum.total),
          last_at: toTimestamp(sum.lastMs),
        }
      }),
    channels: byCount(channels).map(([channel, { count }]) => ({ channel, count })),
    countries: byCount(countries).map(([country, { count }]) => ({ country, count })),
  }
}
