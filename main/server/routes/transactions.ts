import { refusal, type Refusal } from '../../../shared/api/errors.ts'
import { readAccount, readCustomer, type EntityProfile } from '../../../shared/api/entity-profiles.ts'
import {
  labelTransaction,
  listTransactions,
  readTransaction,
  takeTransactions,
  transactionBatchMax,
  type TakenTransaction,
  type TransactionDetail,
} from '../../../shared/api/transactions.ts'
import { readAccountMoney, traceAccountMoney } from '../../../shared/api/tracing.ts'
import type { QueryOf } from '../../../shared/api/operation.ts'
import type { EntityKind } from '../../../shared/schema/activity.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { aheadFault, readActivity } from '../../domain/transactions/read-activity.ts'
import type { TimedActivity } from '../../domain/transactions/read-activity.ts'
import type { TransactionStore } from '../../storage/transactions/transaction-store.ts'
import { answer, enveloped } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Caller, Route } from '../http/call.ts'
import { moneyOfAccount, traceOf } from '../transactions/account-money.ts'
import type { TransactionIntake, TakenActivity } from '../transactions/intake.ts'
import { inTurns, listInTurns } from '../transactions/list-in-turns.ts'

/** What the operations on activities work with. */
export interface TransactionRouteParts {
  readonly store: TransactionStore
  readonly intake: TransactionIntake
  /** The wall clock. */
  readonly nowMs: () => number
  /** How many alerts name an entity. */
  readonly alertsOf: (kind: EntityKind, id: string) => number
  /** What is usual for an entity, as rules read it; null where nothing is known. */
  readonly profileOf: (kind: EntityKind, id: string) => EntityProfile['profile']
}

const detailsMax = 20

const invalid = (details: readonly { readonly path: string; readonly message: string }[]): Refusal => {
  const [first] = details
  const rest = details.length - 1
  const sentence = `${first?.path} ${first?.message}`
  return refusal(
    'invalid_request',
    rest > 0 ? `${sentence}; ${rest} more ${rest === 1 ? 'problem' : 'problems'} in details.` : `${sentence}.`,
    details.slice(0, detailsMax),
  )
}

const readOne = (value: unknown, path: string): Result<TimedActivity, { path: string; message: string }[]> => {
  const read = readActivity(value)
  return read.ok
    ? read
    : fail(read.error.map(({ field, message }) => ({ path: field === null ? path : `${path}.${field}`, message })))
}

/** The activities of a body: one, or a batch; refused whole where one is not valid. */
const readBody = (
  body: unknown,
): Result<{ readonly activities: readonly TimedActivity[]; readonly single: boolean }, Refusal> => {
  const isBatch = typeof body === 'object' && body !== null && Object.hasOwn(body, 'transactions')
  if (!isBatch) {
    const read = readOne(body, 'body')
    return read.ok ? ok({ activities: [read.value], single: true }) : fail(invalid(read.error))
  }
  const { transactions, ...others } = body as { transactions: unknown }
  const [other] = Object.keys(others)
  if (other !== undefined)
    return fail(invalid([{ path: `body.${other.slice(0, 60)}`, message: 'is not a field of this operation' }]))
  if (!Array.isArray(transactions)) return fail(invalid([{ path: 'body.transactions', message: 'must be a list' }]))
  if (transactions.length === 0 || transactions.length > transactionBatchMax)
    return fail(invalid([{ path: 'body.transactions', message: `must list from 1 to ${transactionBatchMax}` }]))
  const activities: TimedActivity[] = []
  const details: { path: string; message: string }[] = []
  for (const [index, value] of transactions.entries()) {
    const read = readOne(value, `body.transactions[${index}]`)
    if (read.ok) activities.push(read.value)
    else details.push(...read.error)
  }
  return details.length > 0 ? fail(invalid(details)) : ok({ activities, single: false })
}

/** The first activity that lies ahead of the clock, refused with what is around it. */
const ahead = (activities: readonly TimedActivity[], single: boolean, nowMs: number): Refusal | null => {
  const details = activities.flatMap(({ atMs }, index) => {
    const message = aheadFault(atMs, nowMs)
    return message === null ? [] : [{ path: single ? 'body.at' : `body.transactions[${index}].at`, message }]
  })
  const [first] = details
  return first === undefined
    ? null
    : refusal('time_ahead', `${first.path} ${first.message}. Nothing was taken.`, details.slice(0, detailsMax))
}

const takenOf = (
  { event }: TimedActivity,
  { outcome, conflicting, assessment, late }: TakenActivity,
): TakenTransaction => ({
  transaction_id: event.transaction_id,
  outcome,
  ...(outcome === 'conflict' ? { conflicting: [...conflicting] } : {}),
  score: assessment.score,
  risk_level: assessment.riskLevel,
  recommended_action: assessment.action,
  signals: [...assessment.signals],
  late,
})

const isNegative = ({ event }: TimedActivity): boolean => (event.amount ?? 0) < 0

const conflict = ({ transaction_id: id, conflicting = [] }: TakenTransaction): Refusal =>
  refusal(
    'transaction_conflict',
    `The transaction id ${JSON.stringify(id)} is taken by an activity with other content: ${conflicting.join(', ')}. Nothing was changed.`,
    conflicting.map((field) => ({ path: `body.${field}`, message: 'differs from what is kept' })),
  )

const noActivity = refusal('not_found', 'There is no activity with this transaction id.')

/** The operations on activities. */
export const transactionRoutes = ({
  store,
  intake,
  nowMs,
  alertsOf,
  profileOf,
}: TransactionRouteParts): readonly Route[] => {
  const detail = (id: string): Result<TransactionDetail, Refusal> => {
    const found = store.read(id)
    return found === null ? fail(noActivity) : ok(found)
  }

  const take = async (body: unknown, caller: Caller) => {
    const read = readBody(body)
    if (!read.ok) return read
    const { activities, single } = read.value
    const early = ahead(activities, single, nowMs())
    if (early !== null) return fail(early)
    const taken = await intake.take(caller, activities, { origin: 'live', importId: null })
    if (!taken.ok) return taken
    const results = taken.value.map((one, index) => takenOf(activities[index] as TimedActivity, one))
    const [first] = results
    if (single && first?.outcome === 'conflict') return fail(conflict(first))
    const count = (outcome: TakenTransaction['outcome']): number =>
      results.filter((result) => result.outcome === outcome).length
    return answer({
      taken: count('taken'),
      labelled: count('labelled'),
      already_there: count('already_there'),
      conflicts: count('conflict'),
      negatives: taken.value.filter(
        ({ outcome }, index) => outcome === 'taken' && isNegative(activities[index] as TimedActivity),
      ).length,
      no_rate: taken.value.filter(({ noRate }) => noRate).length,
      base_currency: intake.currency().code(),
      results,
    })
  }

  const entity = async (
    kind: EntityKind,
    id: string,
    { from, to, bucket }: QueryOf<typeof readCustomer>,
  ): Promise<Result<EntityProfile, Refusal>> => {
    const reading = store.profile({
      kind,
      id,
      fromMs: from === undefined ? undefined : Date.parse(from),
      toMs: to === undefined ? undefined : Date.parse(to),
      bucket,
      base: intake.currency(),
    })
    const found = await inTurns(reading)
    if (found === null)
      return fail(
        refusal(
          'not_found',
          `No activity names this ${kind}${from === undefined && to === undefined ? '' : ' in that time'}.`,
        ),
      )
    return ok({ ...found, alerts: alertsOf(kind, id), profile: profileOf(kind, id) })
  }

  return [
    route(takeTransactions, ({ body, caller }) => take(body, caller)),
    route(listTransactions, async ({ query: { cursor, skip, size, ...filters } }) => {
      const { items, next, searchedToMs, skipped, total } = await listInTurns(store, filters, { cursor, skip, size })
      return ok({
        success: true as const,
        data: [...items],
        next,
        ...(skip === undefined ? {} : { skipped }),
        searched_to: searchedToMs === null ? null : toTimestamp(searchedToMs),
        total,
      })
    }),
    route(readTransaction, ({ params }) => enveloped(detail(params.id))),
    route(labelTransaction, async ({ params, body, caller }) => {
      const labelled = await intake.label(caller, params.id, { isFraud: body.is_fraud, notes: body.notes })
      return labelled.ok ? enveloped(detail(params.id)) : labelled
    }),
    route(readCustomer, async ({ params, query }) => enveloped(await entity('customer', params.id, query))),
    route(readAccount, async ({ params, query }) => enveloped(await entity('account', params.id, query))),
    route(readAccountMoney, async ({ params, query }) => enveloped(await moneyOfAccount(store, params.id, query))),
    route(traceAccountMoney, async ({ params, body }) => enveloped(await traceOf(store, params.id, body))),
  ]
}
