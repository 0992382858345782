import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { backoffMs, waits } from '../../../../main/sync/device/waits.ts'
import { startingMachine } from '../../../../main/sync/device/machine.ts'
import { step } from '../../../../main/sync/device/step.ts'
import type {
  CallFault,
  Pulled,
  Pushed,
  SyncEffect,
  SyncEvent,
  SyncMachine,
} from '../../../../main/sync/device/machine.ts'
import type { SyncRefusalCode } from '../../../../shared/protocol/sync.ts'

const joined = startingMachine({ joined: true, halted: null, paused: false })

/** A machine on a bench: events in, the effects of each out; time stands still unless it is moved. */
class Bench {
  machine: SyncMachine = joined
  nowMs = 1_000
  roll = 0.5
  rested = 0

  send(event: SyncEvent): readonly SyncEffect[] {
    const { machine, effects } = step(this.machine, event, { nowMs: this.nowMs, roll: this.roll })
    this.machine = machine
    this.rested += effects.filter((effect) => effect.do === 'rest').length
    return effects
  }

  get task(): number {
    return this.machine.task?.id ?? -1
  }

  opened(): readonly SyncEffect[] {
    return this.send({ kind: 'opened', task: this.task, session: { token: 't', expiresInMs: 900_000 } })
  }

  pushed(pushed: Partial<Pushed> = {}): readonly SyncEffect[] {
    return this.send({
      kind: 'pushed',
      task: this.task,
      pushed: { sent: 0, placed: 0, waiting: 0, forked: false, ...pushed },
    })
  }

  pulled(pulled: Partial<Pulled> = {}): readonly SyncEffect[] {
    return this.send({
      kind: 'pulled',
      task: this.task,
      pulled: { moved: false, whole: true, more: false, waiting: 0, ...pulled },
    })
  }

  failed(fault: CallFault): readonly SyncEffect[] {
    return this.send({ kind: 'failed', task: this.task, fault })
  }

  refused(code: SyncRefusalCode, retryAfterMs?: number): readonly SyncEffect[] {
    return this.failed({
      kind: 'link',
      fault: {
        kind: 'refused',
        status: 400,
        code,
        message: code,
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      },
    })
  }

  unreachable(): readonly SyncEffect[] {
    return this.failed({ kind: 'link', fault: { kind: 'unreachable', message: 'no network' } })
  }

  /** In the middle of a round, pushing. */
  static pushing(): Bench {
    const bench = new Bench()
    bench.send({ kind: 'started' })
    bench.opened()
    return bench
  }

  static pulling(): Bench {
    const bench = Bench.pushing()
    bench.pushed()
    return bench
  }

  static resting(): Bench {
    const bench = Bench.pulling()
    bench.pulled()
    return bench
  }
}

const doing = (effects: readonly SyncEffect[]): string[] =>
  effects.map((effect) => effect.do).filter((name) => name !== 'wake')
const wakeOf = (effects: readonly SyncEffect[]): number | null | undefined =>
  effects.flatMap((effect) => (effect.do === 'wake' ? [effect.atMs] : [])).at(-1)

describe('a round', () => {
  test('Y-12: a session, then push, then pull, then rest', () => {
    const bench = new Bench()
    expect(doing(bench.send({ kind: 'started' }))).toEqual(['open'])
    expect(doing(bench.opened())).toEqual(['push'])
    expect(doing(bench.pushed())).toEqual(['pull'])
    expect(doing(bench.pulled())).toEqual(['rest'])
    expect(bench.machine).toMatchObject({ round: null, task: null, trouble: null, wakeAtMs: 1_000 + waits.idle })
  })

  test('pushes until nothing is left, pulls until nothing is left, and pushes again what waits then', () => {
    const bench = Bench.pushing()
    expect(doing(bench.pushed({ sent: 2_000, placed: 2_000, waiting: 500 }))).toEqual(['push'])
    expect(doing(bench.pushed({ sent: 500, placed: 500 }))).toEqual(['pull'])
    expect(doing(bench.pulled({ moved: true, more: true }))).toEqual(['pull'])
    expect(doing(bench.pulled({ moved: true, waiting: 3 }))).toEqual(['push'])
    expect(doing(bench.pushed({ sent: 3 }))).toEqual(['pull'])
    expect(doing(bench.pulled({ moved: true }))).toEqual(['rest'])
  })

  test('Y-12: a session near its end is renewed before the next call', () => {
    const bench = Bench.pulling()
    bench.nowMs += 900_000 - waits.sessionMargin
    expect(doing(bench.pulled({ moved: true, more: true }))).toEqual(['open'])
    expect(doing(bench.opened())).toEqual(['pull'])
  })

  test('an answer to a call that was left counts for nothing', () => {
    const bench = Bench.pushing()
    const { task } = bench
    expect(doing(bench.send({ kind: 'cancelled' }))).toEqual(['abort', 'rest'])
    expect(bench.send({ kind: 'pushed', task, pushed: { sent: 9, placed: 9, waiting: 0, forked: true } })).toEqual([])
    expect(bench.machine.halted).toBeNull()
  })

  test('asked for during a round, another follows', () => {
    const bench = Bench.pulling()
    expect(doing(bench.send({ kind: 'asked' }))).toEqual([])
    expect(doing(bench.pulled())).toEqual(['push'])
    bench.pushed()
    expect(doing(bench.pulled())).toEqual(['rest'])
  })

  test('a folder that has not joined, is halted or paused does nothing', () => {
    for (const facts of [
      { joined: false, halted: null, paused: false },
      { joined: true, halted: { state: 'removed', message: '' } as const, paused: false },
      { joined: true, halted: null, paused: true },
    ]) {
      for (const kind of ['started', 'asked', 'hinted', 'written', 'tick'] as const) {
        const { effects } = step(startingMachine(facts), { kind }, { nowMs: 5, roll: 0 })
        expect(doing(effects)).toEqual([])
      }
    }
  })
})

describe('Y-29: waits', () => {
  test('full jitter, doubling up to five minutes', () => {
    expect([1, 2, 3, 4, 9, 10, 99].map((failures) => backoffMs(failures, 0.999_999_9))).toEqual(
      [1_000, 2_000, 4_000, 8_000, 256_000, 300_000, 300_000].map((ms) => expect.closeTo(ms, -1) as number),
    )
    expect(backoffMs(5, 0)).toBe(waits.shortest)
  })

  test('never earlier than Retry-After, never later than an hour', () => {
    expect(backoffMs(1, 0, 20_000)).toBe(20_000)
    expect(backoffMs(1, 0, 1e12)).toBe(waits.retryAfterMost)
    const bench = Bench.pushing()
    expect(wakeOf(bench.refused('busy', 90_000))).toBe(1_000 + 90_000)
  })

  test('failures in a row wait longer; the first answer ends that', () => {
    const bench = new Bench()
    const delays: number[] = []
    bench.send({ kind: 'started' })
    for (let failure = 0; failure < 12; failure += 1) {
      delays.push((wakeOf(bench.unreachable()) as number) - bench.nowMs)
      bench.nowMs = bench.machine.wakeAtMs as number
      expect(doing(bench.send({ kind: 'tick' }))).toEqual(['open'])
    }
    expect(delays).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 150_000, 150_000, 150_000,
    ])
    bench.opened()
    bench.pushed()
    expect(bench.machine).toMatchObject({ failures: 0, trouble: null })
  })

  test('a tick before its time changes nothing but the wake', () => {
    const bench = Bench.resting()
    bench.nowMs += 10
    expect(bench.send({ kind: 'tick' })).toEqual([{ do: 'wake', atMs: bench.machine.wakeAtMs }])
  })

  test('local writes begin a round a moment later, however many follow', () => {
    const bench = Bench.resting()
    const begun = bench.nowMs
    expect(wakeOf(bench.send({ kind: 'written' }))).toBe(begun + waits.debounce)
    while (bench.nowMs < begun + waits.debounceMost) {
      bench.nowMs += 100
      expect(wakeOf(bench.send({ kind: 'written' })) as number).toBeLessThanOrEqual(begun + waits.debounceMost)
    }
    expect(doing(bench.send({ kind: 'tick' }))).toEqual(['push'])
    expect(bench.machine.written).toBeNull()
  })

  test('what is written while a round runs begins the next soon after it', () => {
    const bench = Bench.pulling()
    bench.send({ kind: 'written' })
    bench.pulled()
    expect(bench.machine.wakeAtMs).toBe(bench.nowMs + waits.debounce)
  })

  test('neither writing nor a hint shortens the wait after a failure; a person does', () => {
    const bench = Bench.pushing()
    bench.unreachable()
    const { wakeAtMs } = bench.machine
    bench.send({ kind: 'written' })
    bench.send({ kind: 'hinted' })
    expect(bench.machine).toMatchObject({ wakeAtMs, round: null })
    expect(doing(bench.send({ kind: 'asked' }))).toEqual(['push'])
  })

  test('a hint begins a round', () => {
    expect(doing(Bench.resting().send({ kind: 'hinted' }))).toEqual(['push'])
  })
})

describe('what a hub refuses', () => {
  test('Y-12: an expired session is opened anew; one that is refused again and again waits', () => {
    const bench = Bench.pushing()
    expect(doing(bench.refused('session_expired'))).toEqual(['open'])
    bench.opened()
    expect(doing(bench.refused('session_expired'))).toEqual(['open'])
    bench.opened()
    expect(doing(bench.refused('session_expired'))).toEqual(['rest'])
    expect(bench.machine).toMatchObject({ trouble: { state: 'session_expired' }, session: null })
    expect(bench.machine.wakeAtMs).not.toBeNull()
  })

  test.each([
    ['revoked', 'revoked'],
    ['removed', 'removed'],
    ['device_forked', 'forked'],
  ] as const)('Y-13, Y-15: %s halts', (code, state) => {
    const bench = Bench.pushing()
    expect(bench.refused(code)).toEqual([
      { do: 'halt', halted: { state, message: code } },
      { do: 'wake', atMs: null },
      { do: 'rest' },
    ])
    expect(doing(bench.send({ kind: 'asked' }))).toEqual([])
  })

  test('Y-15: a push that shows a clone halts', () => {
    expect(doing(Bench.pushing().pushed({ sent: 1, forked: true }))).toEqual(['halt', 'rest'])
  })

  test('Y-26: behind the compaction floor the heads are compared, once', () => {
    const bench = Bench.pulling()
    expect(bench.refused('gone')).toMatchObject([{ do: 'pull', compare: true }])
    expect(doing(bench.refused('gone'))).toEqual(['rest'])
    expect(bench.machine.trouble).toMatchObject({ state: 'stuck' })
  })

  test('Y-28: a push that is too large is halved, down to one entry', () => {
    const bench = Bench.pushing()
    const sizes: number[] = []
    for (;;) {
      const [effect] = bench.refused('too_large')
      if (effect?.do !== 'push') break
      sizes.push(effect.entries)
    }
    expect(sizes).toEqual([1_000, 500, 250, 125, 63, 32, 16, 8, 4, 2, 1])
    expect(bench.machine.wakeAtMs).not.toBeNull()
  })

  test('Y-27: another protocol version is asked again, seldom', () => {
    const bench = Bench.pushing()
    expect(wakeOf(bench.refused('version'))).toBe(1_000 + waits.longest)
    expect(bench.machine.trouble).toMatchObject({ state: 'version' })
  })
})

describe('what a device finds', () => {
  const smaller = {
    kind: 'untrusted',
    fault: { code: 'hub_rolled_back', case: null, entryId: null, message: 'smaller' },
  } as const

  test('Y-51: what does not hold is asked for again in a new session over a new connection, and what holds then is no alarm', () => {
    const bench = Bench.pulling()
    expect(doing(bench.failed(smaller))).toEqual(['reconnect', 'open'])
    expect(bench.machine).toMatchObject({ halted: null, doubted: true })
    expect(doing(bench.opened())).toEqual(['pull'])
    expect(doing(bench.pulled())).toEqual(['rest'])
    expect(bench.machine).toMatchObject({ halted: null, doubted: false, trouble: null })
    // Much later another bit flips: that is a new doubt.
    bench.send({ kind: 'asked' })
    expect(doing(bench.failed(smaller))).toEqual(['reconnect', 'open'])
  })

  test('Y-51: no push that goes through between, and no cut, ends the doubt', () => {
    const bench = Bench.pushing()
    bench.failed(smaller)
    bench.opened()
    bench.pushed({ sent: 1, placed: 1 })
    bench.unreachable()
    bench.send({ kind: 'asked' })
    bench.failed(smaller)
    expect(bench.machine.halted?.state).toBe('hub_not_trusted')
  })

  test('Y-51: a fault of the hub halts until a person trusts it', () => {
    const bench = Bench.pulling()
    bench.failed(smaller)
    bench.opened()
    bench.failed(smaller)
    expect(bench.machine).toMatchObject({
      halted: { state: 'hub_not_trusted', message: 'hub_rolled_back: smaller' },
      wakeAtMs: null,
    })
    expect(doing(bench.send({ kind: 'tick' }))).toEqual([])
    expect(doing(bench.send({ kind: 'trusted' }))).toEqual(['open'])
  })

  test('Y-15: own entries that the folder does not have are no fault of the hub', () => {
    const bench = Bench.pulling()
    const unknown = {
      kind: 'untrusted',
      fault: { code: 'unknown_own_entry', case: 'c', entryId: 'e', message: 'not here' },
    } as const
    bench.failed(unknown)
    bench.opened()
    bench.failed(unknown)
    expect(bench.machine.halted?.state).toBe('forked')
  })

  test('a full disk is tried again', () => {
    const bench = Bench.pulling()
    bench.failed({ kind: 'disk_full', unnoted: 0 })
    expect(bench.machine).toMatchObject({ trouble: { state: 'disk_full' }, wakeAtMs: 1_500 })
  })

  test('Y-90: a hub whose disk is full is no hub that cannot be reached, and is tried again', () => {
    const bench = Bench.pulling()
    bench.failed({
      kind: 'link',
      fault: { kind: 'refused', code: 'storage_full', message: 'The disk of the hub is full.' },
    })
    expect(bench.machine).toMatchObject({ halted: null, trouble: { state: 'hub_full' }, wakeAtMs: 1_500 })
  })

  test('Y-24: a page that was cut off is asked for again', () => {
    const bench = Bench.pulling()
    expect(doing(bench.pulled({ moved: true, whole: false, more: true }))).toEqual(['rest'])
    expect(bench.machine.wakeAtMs).toBe(1_500)
  })

  test('Y-93: offline is said only where no hub answered', () => {
    const troubleAfter = (happen: (bench: Bench) => unknown): unknown => {
      const bench = Bench.pulling()
      happen(bench)
      return bench.machine.trouble?.state
    }
    expect(
      troubleAfter((bench) => bench.failed({ kind: 'link', fault: { kind: 'unreachable', message: 'no network' } })),
    ).toBe('offline')
    expect(
      troubleAfter((bench) =>
        bench.failed({ kind: 'link', fault: { kind: 'refused', status: 502, message: 'a proxy' } }),
      ),
    ).toBe('offline')
    expect(troubleAfter((bench) => bench.refused('busy'))).toBe('stuck')
    expect(troubleAfter((bench) => bench.failed({ kind: 'unusable', message: 'not an answer' }))).toBe('stuck')
    expect(
      troubleAfter((bench) => {
        bench.pulled({ moved: true, waiting: 3 })
        bench.pushed({ sent: 3 })
        bench.pulled({ waiting: 3 })
      }),
    ).toBe('stuck')
  })

  test('a hub that announces more and sends nothing is not asked without end', () => {
    const bench = Bench.pulling()
    const answers = [1, 2, 3].map(() => doing(bench.pulled({ more: true })))
    expect(answers).toEqual([['pull'], ['pull'], ['rest']])
  })

  test('a hub that takes entries and never places them is not pushed to without end', () => {
    const bench = Bench.pushing()
    bench.pushed({ sent: 5, waiting: 5 })
    expect(doing(bench.pulled({ waiting: 5 }))).toEqual(['rest'])
    expect(bench.machine.trouble).not.toBeNull()
  })

  test('what is written during a round is no sign of that', () => {
    const bench = Bench.pulling()
    expect(doing(bench.pulled({ waiting: 2 }))).toEqual(['push'])
    bench.pushed({ sent: 2 })
    expect(doing(bench.pulled({ moved: true, waiting: 7 }))).toEqual(['push'])
  })
})

describe('pause and cancel', () => {
  test('a pause leaves what is under way and stays; its end begins a round', () => {
    const bench = Bench.pulling()
    expect(doing(bench.send({ kind: 'paused', on: true }))).toEqual(['abort', 'rest'])
    for (const kind of ['tick', 'written', 'hinted', 'asked'] as const) expect(doing(bench.send({ kind }))).toEqual([])
    expect(doing(bench.send({ kind: 'paused', on: false }))).toEqual(['push'])
  })

  test('a round that is cancelled is taken up later by itself', () => {
    const bench = Bench.pushing()
    bench.send({ kind: 'cancelled' })
    expect(bench.machine.wakeAtMs).toBe(1_000 + waits.idle)
  })

  test('stopped, it does nothing any more', () => {
    const bench = Bench.pushing()
    expect(doing(bench.send({ kind: 'stopped' }))).toEqual(['abort', 'rest'])
    expect(doing(bench.send({ kind: 'asked' }))).toEqual([])
  })
})

const anyFault: fc.Arbitrary<CallFault> = fc.oneof(
  fc.constantFrom<CallFault>(
    { kind: 'disk_full', unnoted: 0 },
    { kind: 'unusable', message: '' },
    { kind: 'link', fault: { kind: 'unreachable', message: '' } },
    { kind: 'link', fault: { kind: 'cut', message: '' } },
  ),
  fc
    .constantFrom<SyncRefusalCode>(
      'session_expired',
      'version',
      'gone',
      'too_large',
      'busy',
      'storage_full',
      'unavailable',
      'invalid_request',
    )
    .map((code): CallFault => ({ kind: 'link', fault: { kind: 'refused', code, message: '' } })),
)

/** What can happen while nothing halts or pauses, about the call that is under way. */
const anyEvent = fc.oneof(
  fc
    .constantFrom<SyncEvent>(
      { kind: 'tick' },
      { kind: 'written' },
      { kind: 'hinted' },
      { kind: 'asked' },
      { kind: 'cancelled' },
      { kind: 'started' },
    )
    .map((event) => () => event),
  anyFault.map((fault) => (task: number): SyncEvent => ({ kind: 'failed', task, fault })),
  fc.constant((task: number): SyncEvent => ({ kind: 'opened', task, session: { token: 't', expiresInMs: 900_000 } })),
  fc.record({ sent: fc.nat(9), placed: fc.nat(9), waiting: fc.nat(9) }).map((pushed) => (task: number): SyncEvent => ({
    kind: 'pushed',
    task,
    pushed: { ...pushed, forked: false },
  })),
  fc
    .record({ moved: fc.boolean(), whole: fc.boolean(), more: fc.boolean(), waiting: fc.nat(9) })
    .map((pulled) => (task: number): SyncEvent => ({ kind: 'pulled', task, pulled })),
)

test('no permanent stall: whatever happens, a call is under way or a time is set at which one begins, no more than an hour off', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anyEvent, fc.nat(400_000), fc.double({ min: 0, max: 0.999, noNaN: true })), { maxLength: 60 }),
      (events) => {
        const bench = new Bench()
        bench.send({ kind: 'started' })
        for (const [event, passed, roll] of events) {
          bench.nowMs += passed
          bench.roll = roll
          bench.send(event(bench.task))
          const { task, wakeAtMs, round } = bench.machine
          expect(task === null).toBe(round === null)
          if (task === null) expect(wakeAtMs).toEqual(expect.any(Number))
          if (wakeAtMs !== null) expect(wakeAtMs).toBeLessThanOrEqual(bench.nowMs + waits.retryAfterMost)
        }
      },
    ),
    { numRuns: 500 },
  )
})
