import { describe, expect, test } from 'vitest'
import type { ServiceState } from '../../../shared/ipc/bridge.ts'
import type { Failure, SupervisorMessage } from '../../../shared/ipc/supervisor.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import type { ServiceListener } from '../../../main/app/serviceChild.ts'
import { makeSupervisor } from '../../../main/app/supervisor.ts'
import { isExpiring, restartDelay } from '../../../main/app/supervisorPolicy.ts'

const token = (expiresAt: number): string =>
  `h.${Buffer.from(JSON.stringify({ exp: expiresAt / 1000 })).toString('base64url')}.s`
const session = (expiresAt: number) => ({ access_token: token(expiresAt), institution_key: 'k', user_id: '1' })
const ready = (expiresAt = 900_000) => ({
  type: 'ready',
  url: 'http://127.0.0.1:4000',
  pid: 7,
  session: session(expiresAt),
})

/** A service and a clock that the test moves by hand. */
function bench(key: Result<Uint8Array | null, Failure> = ok(null)) {
  let now = 0
  const starts: ServiceListener[] = []
  const sent: SupervisorMessage[] = []
  const states: ServiceState[] = []
  let timers: { at: number; action: () => void }[] = []
  let killed = 0
  const supervisor = makeSupervisor({
    dataDir: '/home/mia/Fall 7',
    start: (listener) => {
      starts.push(listener)
      return { send: (message) => sent.push(message), kill: () => (killed += 1) }
    },
    after: (ms, action) => {
      const timer = { at: now + ms, action }
      timers.push(timer)
      return () => (timers = timers.filter((other) => other !== timer))
    },
    now: () => now,
    workspaceKey: () => key,
    onState: (state) => states.push(state),
    log: () => undefined,
    onOutput: () => undefined,
  })
  const advance = (ms: number): void => {
    now += ms
    const due = timers.filter((timer) => timer.at <= now)
    timers = timers.filter((timer) => timer.at > now)
    for (const { action } of due) action()
  }
  return { supervisor, starts, sent, states, advance, service: () => starts.at(-1)!, killed: () => killed }
}

describe('the supervisor', () => {
  test('start: starting, then ready, then it says where the service is', async () => {
    const { supervisor, service, states } = bench()
    supervisor.start()
    expect(await supervisor.upstream()).toBeNull()
    service().onMessage(ready())
    expect(states.map(({ kind }) => kind)).toEqual(['starting', 'ready'])
    expect(await supervisor.upstream()).toMatchObject({ url: 'http://127.0.0.1:4000' })
  })

  test('the service gets the workspace key when it asks, or the reason why there is none', () => {
    const error = { code: 'keychain_refused', message: 'The keychain says no.' }
    for (const [key, answer] of [
      [ok(new Uint8Array(32)), { key: 'A'.repeat(43) }],
      [ok(null), { key: null }],
      [fail(error), { key: null, error }],
    ] as const) {
      const { supervisor, service, sent } = bench(key)
      supervisor.start()
      service().onMessage({ type: 'key-request', purpose: 'open' })
      expect(sent).toEqual([{ type: 'workspace-key', ...answer }])
    }
  })

  test('a crash is shown and the service started again after a growing delay', async () => {
    const { supervisor, service, starts, advance } = bench()
    supervisor.start()
    service().onMessage(ready())
    service().onExit('signal SIGKILL')
    expect(supervisor.state()).toMatchObject({ kind: 'restarting', attempt: 1 })
    expect(await supervisor.upstream()).toBeNull()
    advance(249)
    expect(starts).toHaveLength(1)
    advance(1)
    expect(starts).toHaveLength(2)
    service().onExit('exit code 1')
    expect(supervisor.state()).toMatchObject({ kind: 'restarting', attempt: 2 })
    advance(500)
    service().onMessage(ready())
    expect(supervisor.state()).toEqual({ kind: 'ready' })
  })

  test('six crashes within two minutes end in a clear failure, from which a person can start again', () => {
    const { supervisor, service, advance, starts } = bench()
    supervisor.start()
    for (let crash = 0; crash < 6; crash++) {
      service().onExit('exit code 1')
      advance(8_000)
    }
    expect(supervisor.state()).toMatchObject({ kind: 'failed', code: 'crash_loop' })
    expect(JSON.stringify(supervisor.state())).toContain(
      JSON.stringify('fieldseal doctor --data "/home/mia/Fall 7"').slice(1, -1),
    )
    expect(starts).toHaveLength(6)
    supervisor.restart()
    expect(supervisor.state()).toEqual({ kind: 'starting' })
    expect(starts).toHaveLength(7)
  })

  test('a service that refuses to go on is not started again by itself', () => {
    const { supervisor, service, starts, advance } = bench()
    supervisor.start()
    service().onMessage({ type: 'fatal', code: 'workspace_locked', message: 'Another process uses this folder.' })
    service().onExit('exit code 1')
    advance(600_000)
    expect(supervisor.state()).toMatchObject({
      kind: 'failed',
      code: 'workspace_locked',
      reason: 'Another process uses this folder.',
    })
    expect(starts).toHaveLength(1)
  })

  test('the late exit of a replaced service changes nothing', () => {
    const { supervisor, service, starts } = bench()
    supervisor.start()
    const old = service()
    old.onMessage({ type: 'fatal', code: 'x', message: 'y' })
    supervisor.restart()
    old.onExit('exit code 1')
    expect(supervisor.state()).toEqual({ kind: 'starting' })
    expect(starts).toHaveLength(2)
  })

  test('a first message outside the contract means another version: it is ended, not retried', () => {
    const { supervisor, service, killed } = bench()
    supervisor.start()
    service().onMessage({ type: 'hello' })
    expect(supervisor.state()).toMatchObject({ kind: 'failed', code: 'incompatible_service' })
    expect(killed()).toBe(1)
  })

  test('first run: a refusal comes back to the caller and can be corrected', async () => {
    const { supervisor, service, sent } = bench()
    const input = { institution: 'ACME', name: 'Acme Bank', admin: 'Ada', sample: false }
    supervisor.start()
    service().onMessage({ type: 'first-run' })
    const refusedAttempt = supervisor.createWorkspace(input)
    expect(supervisor.state()).toEqual({ kind: 'first-run', creating: true })
    service().onMessage({ type: 'first-run', error: { code: 'bad_institution', message: 'no' } })
    expect(await refusedAttempt).toEqual({ ok: false, error: { code: 'bad_institution', message: 'no' } })
    const attempt = supervisor.createWorkspace(input)
    expect(await supervisor.createWorkspace(input)).toMatchObject({ ok: false })
    service().onMessage(ready())
    expect(await attempt).toEqual({ ok: true, value: null })
    expect(sent).toEqual([
      { type: 'create-workspace', ...input },
      { type: 'create-workspace', ...input },
    ])
  })

  test('a session about to end is renewed once, and the requests wait for it', async () => {
    const { supervisor, service, sent } = bench()
    supervisor.start()
    service().onMessage(ready(10_000))
    const both = Promise.all([supervisor.upstream(), supervisor.upstream()])
    expect(sent).toEqual([{ type: 'session-request' }])
    service().onMessage({ type: 'session', session: session(900_000) })
    for (const found of await both) expect(found?.session).toEqual(session(900_000))
  })

  test('a service that does not answer for twenty seconds is said to be silent, and is left alone until it answers', () => {
    const { supervisor, service, sent, killed, advance } = bench()
    supervisor.start()
    service().onMessage(ready())
    advance(5_000)
    expect(sent).toEqual([{ type: 'ping' }])
    for (const _ of [10, 15, 20]) advance(5_000)
    expect(supervisor.state()).toEqual({ kind: 'ready' })
    advance(5_000)
    expect(supervisor.state()).toEqual({ kind: 'ready', silent: true })
    for (let seconds = 25; seconds < 600; seconds += 5) advance(5_000)
    expect([killed(), sent.length]).toEqual([0, 1])
    service().onMessage({ type: 'pong' })
    expect(supervisor.state()).toEqual({ kind: 'ready' })
    for (let seconds = 0; seconds < 60; seconds += 5) {
      advance(5_000)
      service().onMessage({ type: 'pong' })
    }
    expect(supervisor.state()).toEqual({ kind: 'ready' })
  })

  test('a machine that slept makes no service silent', () => {
    const { supervisor, service, advance } = bench()
    supervisor.start()
    service().onMessage(ready())
    advance(5_000)
    advance(8 * 3_600_000)
    expect(supervisor.state()).toEqual({ kind: 'ready' })
  })

  test('a silent service is ended and another started only when somebody says so, and only once it is gone; that is no crash', () => {
    const { supervisor, service, starts, killed, advance } = bench()
    supervisor.start()
    service().onMessage(ready())
    supervisor.restart()
    expect(killed()).toBe(0)
    for (let seconds = 0; seconds < 25; seconds += 5) advance(5_000)
    supervisor.restart()
    expect([killed(), starts.length]).toEqual([1, 1])
    service().onExit('signal SIGKILL')
    expect([supervisor.state(), starts.length]).toEqual([{ kind: 'starting' }, 2])
    service().onMessage(ready())
    service().onExit('exit code 1')
    expect(supervisor.state()).toMatchObject({ kind: 'restarting', attempt: 1 })
  })

  test('also one that starts or makes a workspace may be silent; a person who ends it is told what became of the making', async () => {
    const { supervisor, service, advance } = bench()
    supervisor.start()
    for (let seconds = 0; seconds < 25; seconds += 5) advance(5_000)
    expect(supervisor.state()).toEqual({ kind: 'starting', silent: true })
    service().onMessage({ type: 'first-run' })
    expect(supervisor.state()).toEqual({ kind: 'first-run', creating: false })
    const attempt = supervisor.createWorkspace({ institution: 'ACME', name: 'Acme Bank', admin: 'Ada', sample: true })
    for (let seconds = 0; seconds < 25; seconds += 5) advance(5_000)
    expect(supervisor.state()).toEqual({ kind: 'first-run', creating: true, silent: true })
    supervisor.restart()
    service().onExit('signal SIGKILL')
    expect(await attempt).toMatchObject({ ok: false, error: { code: 'service_ended' } })
  })

  test('stop asks first and ends a service that does not go', async () => {
    const { supervisor, service, sent, killed, advance } = bench()
    supervisor.start()
    service().onMessage(ready())
    const stopped = supervisor.stop(10_000)
    expect(sent).toEqual([{ type: 'stop' }])
    advance(10_000)
    expect(killed()).toBe(1)
    service().onExit('signal SIGKILL')
    await stopped
  })

  test('stop while a restart is pending calls it off', async () => {
    const { supervisor, service, starts, advance } = bench()
    supervisor.start()
    service().onExit('exit code 1')
    await supervisor.stop()
    advance(60_000)
    expect(starts).toHaveLength(1)
  })
})

describe('policy', () => {
  test('the delay doubles up to eight seconds; crashes long ago do not count', () => {
    expect([1, 2, 3, 4, 5].map((n) => restartDelay(Array<number>(n).fill(0), 0)?.ms)).toEqual([
      250, 500, 1000, 2000, 4000,
    ])
    expect(restartDelay(Array<number>(6).fill(0), 0)).toBeNull()
    expect(restartDelay([...Array<number>(50).fill(0), 300_000], 300_000)).toEqual({ attempt: 1, ms: 250 })
  })

  test('a token ends soon when less than twenty seconds are left; an unreadable one is used as it is', () => {
    expect(isExpiring(token(100_000), 80_001)).toBe(true)
    expect(isExpiring(token(100_000), 79_000)).toBe(false)
    expect(isExpiring('opaque', 0)).toBe(false)
  })
})
