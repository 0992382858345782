import { z } from 'zod'
import { periodWidths } from '../schema/period.ts'
import { orderedRange, requestTime } from '../schema/request-time.ts'
import { lineOfText, timestamp } from '../schema/text.ts'
import { movementSides, counterpartyKinds, tracingMethods } from '../schema/tracing.ts'
import { directions } from '../schema/money.ts'
import { defineOperation, envelope } from './operation.ts'

const tag = 'Transactions'

/** Most movements of one answer: of an account with more, a shorter time is asked for. */
export const movementsMax = 20_000

/** Most payments that one trace follows. */
export const tracedMax = 200

const currencyCode = z.string().regex(/^[A-Z]{3}$/, 'must be a code of ISO 4217, such as EUR')

const balance = z
  .string()
  .regex(/^-?\d{1,11}(?:\.\d{1,4})?$/, 'must be an amount with up to four decimals')
  .transform(Number)

/** What of an account's movements is looked at. */
const asked = {
  from: requestTime.optional().describe('Not before.'),
  to: requestTime.optional().describe('Before.'),
  currency: currencyCode
    .optional()
    .describe('Left out: the currency of most of its movements. Movements in others are counted, and not looked at.'),
  opening_balance: balance
    .optional()
    .describe(
      'Before the first movement, in the currency; below 0: an overdraft. Left out: 0, as far as is known here.',
    ),
  sides: z
    .enum(movementSides)
    .default('own')
    .describe(
      '`own`: transactions of the account itself. `both`: also those of other accounts that name it as their counterparty; a transfer that both accounts tell of then counts twice.',
    ),
}

const party = z
  .object({ kind: z.enum(counterpartyKinds), id: z.string() })
  .nullable()
  .describe('Who is on the other side; null: the transaction names nobody.')

const moneySums = {
  in: z.number(),
  out: z.number(),
  count_in: z.int(),
  count_out: z.int(),
}

/** Said of every answer: what was looked at. */
const looked = {
  account_id: z.string(),
  currency: z.string().nullable().describe('null: no movement names a currency.'),
  opening_balance: z.number(),
  closing_balance: z.number(),
  lowest_balance: z
    .object({ amount: z.number(), at: timestamp })
    .nullable()
    .describe('Below 0: an overdraft, or the opening balance or movements are missing. null: nothing moved.'),
  movements: z.int(),
  same_time: z
    .int()
    .describe(
      'Movements that share their time with another one. Their order is that in which they were taken in, which may not be the true one.',
    ),
  other_currencies: z.int().describe('Movements in other currencies, which are left aside.'),
  named_by_others: z
    .int()
    .describe(
      'Transactions of other accounts that name this one as their counterparty, in that time. With `sides=own` they are left aside.',
    ),
}

/** Where an account's money came from and went to. */
export const accountMoney = z.object({
  ...looked,
  currencies: z.array(z.object({ currency: z.string().nullable(), count: z.int() })).describe('Most movements first.'),
  total: z.object(moneySums),
  parties: z
    .array(z.object({ party, ...moneySums, first_at: timestamp, last_at: timestamp }))
    .describe('Those that moved most first, 500 at most.'),
  parties_left: z.int().describe('Parties that are not among them.'),
  periods: z
    .array(z.object({ from: timestamp, ...moneySums, balance: z.number().describe('At the end of the period.') }))
    .describe('Those in which something moved, in UTC, oldest first.'),
  payments_in: z
    .array(z.object({ transaction_id: z.string(), at: timestamp, amount: z.number(), party }))
    .describe('The largest payments into the account, 200 at most: those that a trace may follow.'),
})
export type AccountMoney = z.infer<typeof accountMoney>

const params = z.strictObject({ id: lineOfText(128) })

export const readAccountMoney = defineOperation({
  id: 'readAccountMoney',
  method: 'GET',
  path: '/v1/accounts/{id}/money',
  tag,
  summary: 'Read where an account’s money came from and went to',
  description:
    'Sources and uses of the money of one account in one currency: by party and by period, with the running balance. Which way money went follows `direction` of the metadata; a payment that tells none left its account, and a negative amount came back.',
  access: 'signed_in',
  params,
  query: orderedRange(z.strictObject({ ...asked, period: z.enum(periodWidths).default('month') })),
  answer: envelope(accountMoney),
  refusals: ['not_found'],
})

const traceLine = z.object({
  at: timestamp,
  transaction_id: z.string(),
  direction: z.enum(directions),
  party,
  amount: z.number(),
  balance: z.number().describe('Behind the movement.'),
  traced_in: z.number().describe('Of the money that is followed: what came in.'),
  traced_out: z.number().describe('What of it left.'),
  repaid: z.number().describe('What of it paid back an overdraft when it came in.'),
  held: z.number().describe('What of it is in the account behind the movement.'),
})

/** A sum that was followed through an account, with its working. */
export const accountTrace = z.object({
  ...looked,
  method: z.enum(tracingMethods),
  followed: z.number().describe('The sum of the payments that are followed.'),
  left: z.number().describe('What of it went out.'),
  repaid: z.number(),
  held: z.number().describe('What of it is still in the account. `followed` is `left`, `repaid` and `held` together.'),
  went_to: z.array(z.object({ party, amount: z.number(), count: z.int() })).describe('Those that got most first.'),
  lines: z.array(traceLine).describe('The working: every movement, oldest first.'),
})
export type AccountTrace = z.infer<typeof accountTrace>

export const traceAccountMoney = defineOperation({
  id: 'traceAccountMoney',
  method: 'POST',
  path: '/v1/accounts/{id}/traces',
  retry: 'again',
  tag,
  summary: 'Follow money through an account',
  description:
    'Follows payments into an account through it, by one of four conventions, and answers what of the money left to whom, and what is still there, with the working line by line. Nothing is kept or sealed. Which convention applies is a question of law. ' +
    '`first_in_first_out`: Devaynes v Noble (1816), “Clayton’s Case”. `last_in_first_out`: the newest money leaves first. `pro_rata`: each payment out takes its share of all that is there, rounded to the smallest unit of the currency. ' +
    '`lowest_balance`: other money leaves first, and of the money that is followed never more is left than the lowest balance since (James Roscoe (Bolton) Ltd v Winder [1915]).',
  access: 'signed_in',
  params,
  body: orderedRange(
    z.strictObject({
      from: asked.from,
      to: asked.to,
      currency: asked.currency,
      opening_balance: z
        .number()
        .min(-1e11)
        .max(1e11)
        .optional()
        .describe(asked.opening_balance.description ?? ''),
      sides: asked.sides,
      method: z.enum(tracingMethods),
      transaction_ids: z.array(lineOfText(128)).min(1).max(tracedMax).describe('Payments into the account.'),
    }),
  ),
  answer: envelope(accountTrace),
  refusals: ['not_found', 'unknown_reference'],
})
