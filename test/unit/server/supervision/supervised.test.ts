import { describe, expect, it, vi } from 'vitest'
import type { ServiceMessage, Session, SupervisorMessage } from '../../../../shared/ipc/supervisor.ts'
import { refusal } from '../../../../shared/api/errors.ts'
import type { Refusal } from '../../../../shared/api/errors.ts'
import { fail, ok } from '../../../../shared/schema/result.ts'
import type { Result } from '../../../../shared/schema/result.ts'
import { createLog } from '../../../../main/platform/log.ts'
import { systemRandom } from '../../../../main/platform/random.ts'
import type { RunningService } from '../../../../main/server/running-service.ts'
import { runSupervised } from '../../../../main/server/supervision/supervised.ts'
import type { SupervisedParts } from '../../../../main/server/supervision/supervised.ts'

const session = (n: number): Session => ({ access_token: `token ${n}`, institution_key: 'key', user_id: '1' })
const hubAway = refusal('unavailable', 'Its hub has to be reached once.')

/** Runs the service for a parent that answers its key request; `mint` makes the nth session. */
const supervise = (mint: (n: number) => Result<Session, Refusal>) => {
  const sent: ServiceMessage[] = []
  const planned = new Map<() => void, number>()
  let listener: (message: SupervisorMessage) => void = () => undefined
  let reopened: (outcome: Result<void, Refusal>) => void = () => undefined
  let minted = 0
  const close = vi.fn(() => Promise.resolve())
  const exit = vi.fn()
  const service: Pick<RunningService, 'url' | 'localSession' | 'onReopened' | 'close'> = {
    url: 'http://127.0.0.1:1',
    localSession: async () => {
      await Promise.resolve()
      return mint((minted += 1))
    },
    onReopened: (call) => {
      reopened = call
      return () => undefined
    },
    close,
  }
  const parts: SupervisedParts = {
    parent: {
      send: (message) => {
        sent.push(message)
        if (message.type === 'key-request') queueMicrotask(() => listener({ type: 'workspace-key', key: null }))
      },
      onMessage: (call) => {
        listener = call
      },
      onGone: () => undefined,
    },
    env: {
      clock: { nowMs: () => 0, monoMs: () => 0, upMs: () => 0, bootId: 'boot' },
      random: systemRandom(),
      log: createLog('silent'),
      variables: {},
    },
    scheduler: {
      after: (ms, job) => {
        planned.set(job, ms)
        return () => planned.delete(job)
      },
    },
    hasWorkspace: () => true,
    unfit: () => null,
    brokenOff: () => null,
    start: () => Promise.resolve(ok(service as RunningService)),
    create: () => Promise.resolve(ok(null)),
    exit,
  }
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  return {
    sent,
    close,
    exit,
    begun: async () => {
      await runSupervised(parts)
      await settled()
    },
    asks: async (message: SupervisorMessage) => {
      listener(message)
      await settled()
    },
    isReopened: async () => {
      reopened(ok(undefined))
      await settled()
    },
    /** The waits, in milliseconds, after which something is to be done. */
    waits: () => [...planned.values()],
    turn: async () => {
      const jobs = [...planned.keys()]
      planned.clear()
      for (const job of jobs) job()
      await settled()
    },
  }
}

const renewMs = 600_000
const retryMs = 15_000
const failures = {
  'is refused': () => fail(hubAway),
  throws: () => {
    throw new Error('a read failed')
  },
}

describe('a supervised service', () => {
  it('that nobody may work on yet ends with the reason, and closes what it opened', async () => {
    const run = supervise(() => fail(hubAway))
    await run.begun()
    expect(run.sent.at(-1)).toEqual({ type: 'fatal', code: 'unavailable', message: hubAway.message })
    expect(run.close).toHaveBeenCalledTimes(1)
    expect(run.exit).toHaveBeenCalledExactlyOnceWith(1)
  })

  it('renews its session again and again', async () => {
    const run = supervise((n) => ok(session(n)))
    await run.begun()
    for (const n of [2, 3]) {
      expect(run.waits()).toEqual([renewMs])
      await run.turn()
      expect(run.sent.at(-1)).toEqual({ type: 'session', session: session(n) })
    }
  })

  for (const [what, failing] of Object.entries(failures)) {
    it(`whose renewal ${what} once tries again soon`, async () => {
      const run = supervise((n) => (n === 2 ? failing() : ok(session(n))))
      await run.begun()
      await run.turn()
      expect(run.sent.at(-1)).toMatchObject({ type: 'ready' })
      expect(run.waits()).toEqual([retryMs])
      await run.turn()
      expect(run.sent.at(-1)).toEqual({ type: 'session', session: session(3) })
      expect(run.waits()).toEqual([renewMs])
      expect(run.exit).not.toHaveBeenCalled()
    })

    it(`that is asked for a session, where that ${what} once, goes on and sends it soon`, async () => {
      const run = supervise((n) => (n === 2 ? failing() : ok(session(n))))
      await run.begun()
      await run.asks({ type: 'session-request' })
      expect(run.waits()).toEqual([retryMs])
      await run.turn()
      expect(run.sent.map(({ type }) => type)).toEqual(['key-request', 'ready', 'session'])
      expect(run.exit).not.toHaveBeenCalled()
    })

    it(`whose folder was opened anew, where its first session ${what} once, goes on and sends it soon`, async () => {
      const run = supervise((n) => (n === 2 ? failing() : ok(session(n))))
      await run.begun()
      await run.isReopened()
      expect(run.waits()).toEqual([retryMs])
      await run.turn()
      expect(run.sent.at(-1)).toEqual({ type: 'session', session: session(3) })
      expect(run.exit).not.toHaveBeenCalled()
    })
  }

  it('that was told to stop while it renewed plans nothing more', async () => {
    const run = supervise((n) => ok(session(n)))
    await run.begun()
    void run.turn()
    await run.asks({ type: 'stop' })
    expect(run.waits()).toEqual([])
    expect(run.exit).toHaveBeenCalledExactlyOnceWith(0)
  })
})
