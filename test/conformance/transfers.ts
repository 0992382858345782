import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** The folder of transfers with known patterns, which the repository does not carry. */
const folder = join(process.env['FIELDSEAL_SHARED'] ?? join(import.meta.dirname, '../../../shared'), 'data', 'graph')

/**
 * Whether the transfers are at hand. Absent ones are announced and skipped on a developer's machine, and are an error
 * in CI.
 */
export const haveTransfers = (): boolean => {
  if (existsSync(folder)) return true
  if (process.env['CI'] === 'true') throw new Error(`the transfers are missing at ${folder}`)
  console.warn(`SKIPPED: the transfers are not at ${folder}; set FIELDSEAL_SHARED to test on them`)
  return false
}

export interface KnownTransfer {
  readonly from: string
  readonly to: string
  readonly amount: number
  readonly atMs: number
}

const linesOf = (file: string): string[][] =>
  gunzipSync(readFileSync(join(folder, file)))
    .toString('latin1')
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => line.split(','))

/** All accounts, which of them are bad, and their transfers in order of time. */
export const readTransfers = (): {
  readonly accounts: readonly string[]
  readonly bad: ReadonlySet<string>
  readonly transfers: readonly KnownTransfer[]
} => {
  const nodes = linesOf('amlsim-20k-nodes.csv.gz')
  const transfers = linesOf('amlsim-20k-transactions.csv.gz').map(([from = '', to = '', amount, day]) => ({
    from,
    to,
    amount: Number(amount),
    atMs: Number(day) * 86_400_000,
  }))
  return {
    accounts: nodes.map(([id = '']) => id),
    bad: new Set(nodes.filter(([, isFraud]) => isFraud === '1').map(([id = '']) => id)),
    transfers: transfers.sort((one, other) => one.atMs - other.atMs),
  }
}

/**
 * Average precision of a ranking: the mean, over what is sought, of the share that is sought among all that rank as
 * high.
 */
export const averagePrecision = (ranked: readonly { readonly score: number; readonly isSought: boolean }[]): number => {
  let [found, sum] = [0, 0]
  ;[...ranked]
    .sort((one, other) => other.score - one.score)
    .forEach(({ isSought }, place) => {
      if (!isSought) return
      found += 1
      sum += found / (place + 1)
    })
  return found === 0 ? 0 : sum / found
}
