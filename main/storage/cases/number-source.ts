import type { NumbersLent } from '../../sync/device/case-numbers.ts'

/** Asks a hub for so many case numbers of a day, and keeps what it lends. */
export type AskForNumbers = (day: string, wanted: number) => Promise<NumbersLent>

/** Where more case numbers come from once those of a device are used up (Y-94). */
export interface NumberSource {
  /** Waits until a hub has lent more numbers of a day, or has said that there are none. */
  more(day: string): Promise<NumbersLent>
  /** From now on this asks the hub. */
  connect(ask: AskForNumbers): void
}

/** One call at a time: whoever comes while it runs is asked for by the next one, together. */
export const createNumberSource = (): NumberSource => {
  let ask: AskForNumbers = () => Promise.resolve('unreachable')
  const waiting = new Map<string, { count: number; readonly lent: Promise<NumbersLent> }>()
  let last: Promise<unknown> = Promise.resolve()
  return {
    connect: (asking) => {
      ask = asking
    },
    more: async (day) => {
      const known = waiting.get(day)
      if (known !== undefined) {
        known.count += 1
        return await known.lent
      }
      const before = last
      const begin = async (): Promise<NumbersLent> => {
        await before
        const wanted = waiting.get(day)?.count ?? 1
        waiting.delete(day)
        return await ask(day, wanted)
      }
      const lent = begin()
      waiting.set(day, { count: 1, lent })
      last = lent.catch(() => undefined)
      return await lent
    },
  }
}
