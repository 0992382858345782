import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Activity } from '../../shared/schema/activity.ts'

/** The folder of real data, which the repository does not carry. */
const dataRoot = join(process.env['FIELDSEAL_SHARED'] ?? join(import.meta.dirname, '../../../shared'), 'data')
/** The card payments of the fraud detection handbook's simulator, with labels. */
export const payments = join(dataRoot, 'transactions', 'handbook-2018-06-11_2018-08-07.csv.gz')

/**
 * Whether the payments are at hand. Absent ones are announced and skipped on a developer's machine, and are an error in
 * CI.
 */
export const havePayments = (): boolean => {
  if (existsSync(payments)) return true
  if (process.env['CI'] === 'true') throw new Error(`the payments are missing at ${payments}`)
  console.warn(`SKIPPED: the payments are not at ${payments}; set FIELDSEAL_SHARED to test on them`)
  return false
}

/** A payment with what became known of it. */
export interface Payment {
  readonly event: Activity
  readonly at: number
  readonly isFraud: boolean
}

/** Payments of the first days by every eighth customer, in order of time. */
export const readPayments = (lines: number): Payment[] =>
  gunzipSync(readFileSync(payments))
    .toString('latin1')
    .split('\n', lines + 1)
    .slice(1)
    .filter((line) => line !== '' && Number(line.split(',', 3)[2]) % 8 === 0)
    .map((line) => {
      const [id = '', time = '', customer, terminal, amount, isFraud] = line.split(',')
      const at = Date.parse(time)
      return {
        at,
        isFraud: isFraud === '1',
        event: {
          transaction_id: id,
          event_type: 'card_payment',
          at: new Date(at).toISOString(),
          customer_id: customer,
          terminal_id: terminal,
          amount: Number(amount),
        },
      }
    })
