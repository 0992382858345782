import type { Statements } from '../sqlite/statements.ts'

/** How many activities one second can hold. */
export const momentsInSecond = 2 ** 20

/**
 * The first moment at or after a time in milliseconds. Whole seconds have 2^20 moments each, so moments of times before
 * 2200 stay below 2^53.
 */
export const momentOfMs = (ms: number): number => Math.floor(ms / 1_000) * momentsInSecond

/** The time of a moment, to the second, in milliseconds. */
export const msOf = (moment: number): number => Math.floor(moment / momentsInSecond) * 1_000

const lastOfAll = 'select max(moment) as last from activities'
const lastOfSecond = 'select max(moment) as last from activities where moment >= ? and moment < ?'

/**
 * Gives activities their place in time: those of one second in the order in which they came. A second that is full
 * (files that tell days alone put a day's activities into one) goes on in the next. For one transaction, in which
 * nobody else adds activities.
 */
export const createMoments = (sql: Statements): ((atMs: number) => Promise<number>) => {
  const next = new Map<number, number>()
  /**
   * The last moment that was taken when the transaction began. Activities come mostly in order of time, and nothing is
   * there after it.
   */
  let newest: number | undefined
  return async (atMs) => {
    newest ??= (await sql.get<{ last: number | null }>(lastOfAll))?.last ?? -1
    for (let start = momentOfMs(atMs); ; start += momentsInSecond) {
      let free = next.get(start)
      if (free === undefined && start > newest) free = start
      if (free === undefined) {
        const found = await sql.get<{ last: number | null }>(lastOfSecond, start, start + momentsInSecond)
        free = found?.last === null || found === undefined ? start : found.last + 1
      }
      if (free >= start + momentsInSecond) continue
      next.set(start, free + 1)
      return free
    }
  }
}
