import { describe, expect, it } from 'vitest'
import { makeLeaving } from '../../../main/app/leaving.ts'

/** A window under the test's hands: its clock, the person's answer, and how often it went. */
const bench = (answer: boolean) => {
  const seen = { asked: 0, gone: 0 }
  const timers = new Set<() => void>()
  const leaving = makeLeaving({
    ask: () => {
      seen.asked += 1
      return Promise.resolve(answer)
    },
    after: (_ms, action) => {
      timers.add(action)
      return () => timers.delete(action)
    },
  })
  const elapse = async (): Promise<void> => {
    const due = [...timers]
    timers.clear()
    for (const action of due) action()
    await Promise.resolve()
    await Promise.resolve()
  }
  return { leaving, seen, elapse, go: (): void => void (seen.gone += 1) }
}

describe('a window that holds text which is nowhere else', () => {
  it('goes at once where it holds none', () => {
    const { leaving, go } = bench(false)
    expect(leaving.mayLeave(go)).toBe(true)
    leaving.holds(true)
    leaving.holds(false)
    expect(leaving.mayLeave(go)).toBe(true)
  })

  it('goes by itself, once and without a question, when the text is stored in time', async () => {
    const { leaving, seen, elapse, go } = bench(false)
    leaving.holds(true)
    expect([leaving.mayLeave(go), leaving.mayLeave(go)]).toEqual([false, false])
    leaving.holds(false)
    await elapse()
    expect(seen).toEqual({ asked: 0, gone: 1 })
  })

  it('asks once when it is not, stays if told so, and asks again the next time', async () => {
    const { leaving, seen, elapse, go } = bench(false)
    leaving.holds(true)
    leaving.mayLeave(go)
    await elapse()
    expect(seen).toEqual({ asked: 1, gone: 0 })
    expect(leaving.mayLeave(go)).toBe(false)
    await elapse()
    expect(seen).toEqual({ asked: 2, gone: 0 })
  })

  it('goes when a person gives the text up, and is not stopped again', async () => {
    const { leaving, seen, elapse, go } = bench(true)
    leaving.holds(true)
    leaving.mayLeave(go)
    await elapse()
    expect(seen).toEqual({ asked: 1, gone: 1 })
    expect(leaving.mayLeave(go)).toBe(true)
  })
})
