import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../../main/platform/log.ts'
import { systemEnv } from '../../../main/platform/env.ts'
import { codeAt, stepOf } from '../../../main/storage/access/totp.ts'
import { defaultPolicy } from '../../../shared/schema/policy.ts'
import { bytesOf } from '../../support/base32.ts'
import { systemActor } from '../../../main/storage/ledger/ledger.ts'
import { ok } from '../../../shared/schema/result.ts'
import { must } from '../../support/must.ts'
import { openClient } from '../events/support.ts'
import { testClock } from '../storage/support.ts'
import { startBench } from './support.ts'
import type { Bench, Person } from './support.ts'

/** L-120: a window that nobody uses is locked at the service, until its person gives the password again. */

const minute = 60_000
const clock = testClock()
let bench: Bench
let people = 0
let ada: Person
beforeAll(async () => {
  bench = await startBench({
    env: { ...systemEnv(createLog('silent')), clock },
    stream: { heartbeatMs: 3_600_000 },
  })
})
afterAll(() => bench.close())
beforeEach(async () => {
  // The waits after failed attempts are over, and what locks at all is set by each test.
  clock.advance(15 * minute)
  await lockAfter(0)
  people += 1
  ada = await addPerson(`ada.${people}`)
})

const addPerson = async (login: string): Promise<Person> => {
  const { data } = await bench.ask('POST', '/v1/users', {
    as: bench.admin,
    body: { login_name: login, name: `${login} in person`, role: 'investigator' },
  })
  const token = await bench.mint(data.uid, 'investigator')
  return { id: data.id, uid: data.uid, role: 'investigator', token, login, password: data.password ?? '' }
}

const lockAfter = async (minutes: number): Promise<void> => {
  const admin = { ...bench.admin, token: await bench.mint(bench.admin.uid, 'admin') }
  await bench.ask('PUT', '/v1/workspace/policy', { as: admin, body: { ...defaultPolicy, idle_lock_minutes: minutes } })
  bench = { ...bench, admin }
}

const openWindow = async (person: Person) => {
  const opened = await bench.ask('POST', '/v1/auth/session', {
    anonymous: true,
    body: { login_name: person.login, password: person.password },
  })
  const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const headers = { cookie, 'x-fieldseal-window': '1', origin: bench.url }
  const ask: Bench['ask'] = (method, address, sent = {}) =>
    bench.ask(method, address, { ...sent, anonymous: true, headers })
  const unlock = (body: { password: string; code?: string }) => ask('POST', '/v1/auth/unlock', { body })
  return { headers, ask, unlock }
}

describe('a window that nobody uses', () => {
  it('is never locked while the policy says nothing of it, as before', async () => {
    const window = await openWindow(ada)
    clock.advance(11 * 60 * minute)
    expect((await window.ask('GET', '/v1/me')).data).toMatchObject({ idle_lock_minutes: 0, has_password: true })
  })

  it('is refused whatever it asks for, reads and writes, and may sign out', async () => {
    await lockAfter(5)
    const window = await openWindow(ada)
    expect((await window.ask('GET', '/v1/me')).data.idle_lock_minutes).toBe(5)
    clock.advance(4 * minute)
    expect((await window.ask('GET', '/v1/cases')).status).toBe(200)
    clock.advance(4 * minute)
    expect((await window.ask('GET', '/v1/cases')).status).toBe(200)
    clock.advance(5 * minute)
    const refused = await window.ask('GET', '/v1/cases')
    expect([refused.status, refused.error.code]).toEqual([423, 'window_locked'])
    for (const [method, address] of [
      ['GET', '/v1/me'],
      ['GET', '/v1/users'],
      ['POST', '/v1/cases'],
      ['PUT', '/v1/me/password'],
      ['DELETE', '/v1/me/sign-ins'],
    ] as const)
      expect([address, (await window.ask(method, address, method === 'GET' ? {} : { body: {} })).error.code]).toEqual([
        address,
        'window_locked',
      ])
    expect((await window.ask('POST', '/v1/auth/logout', { body: {} })).status).toBe(200)
    expect((await window.ask('GET', '/v1/me')).error.code).toBe('unauthenticated')
  })

  it('opens by the password alone of its own person, and goes on with the same sign-in', async () => {
    await lockAfter(1)
    const window = await openWindow(ada)
    const other = await addPerson(`other.${people}`)
    clock.advance(minute)
    expect((await window.unlock({ password: other.password })).error.code).toBe('login_failed')
    expect((await window.ask('GET', '/v1/me')).error.code).toBe('window_locked')
    clock.advance(15 * minute)
    expect((await window.unlock({ password: ada.password })).data).toEqual({ locked: false })
    expect((await window.ask('GET', '/v1/me')).data.user.login_name).toBe(ada.login)
    expect((await window.ask('GET', '/v1/me/sign-ins')).data).toHaveLength(1)
  })

  it('takes the second factor too where its person has one, and slows down who guesses', async () => {
    const window = await openWindow(ada)
    const { data } = await window.ask('POST', '/v1/me/second-factor', { body: { password: ada.password } })
    const code = (): string => codeAt(bytesOf(data.key), stepOf(clock.nowMs()))
    await window.ask('POST', '/v1/me/second-factor/confirmation', { body: { code: code() } })
    clock.advance(minute)
    expect((await window.ask('POST', '/v1/auth/lock')).data).toEqual({ locked: true })
    expect((await window.unlock({ password: ada.password })).error.code).toBe('second_factor_required')
    expect((await window.unlock({ password: ada.password, code: code() })).status).toBe(200)
    await window.ask('POST', '/v1/auth/lock')
    const guesses: string[] = []
    for (let n = 0; n < 12; n += 1) guesses.push((await window.unlock({ password: 'wrong' })).error.code)
    expect(guesses.at(0)).toBe('login_failed')
    expect(guesses.at(-1)).toBe('rate_limited')
  })

  it('is told nothing more by its event stream', async () => {
    const window = await openWindow(ada)
    const ticket = await window.ask('POST', '/v1/events/tickets', { body: {} })
    const stream = openClient(`${bench.url}/v4/events/ws?ticket=${ticket.data.ticket}`, {})
    await stream.hello()
    await window.ask('POST', '/v1/auth/lock')
    expect(await stream.closed()).toMatchObject({ code: 4401 })
  })

  it('locks by itself alone: another window and a program of the same person go on', async () => {
    const [one, two] = [await openWindow(ada), await openWindow(ada)]
    await one.ask('POST', '/v1/auth/lock')
    expect((await one.ask('GET', '/v1/me')).error.code).toBe('window_locked')
    expect((await two.ask('GET', '/v1/me')).status).toBe(200)
    expect((await bench.ask('GET', '/v1/me', { as: ada })).data.idle_lock_minutes).toBeNull()
    expect((await bench.ask('POST', '/v1/auth/lock', { as: ada })).error.code).toBe('unknown_reference')
  })

  it('stays shut when the clock is set back, and after a start that knows nothing of its use', async () => {
    await lockAfter(5)
    const window = await openWindow(ada)
    clock.advance(-10 * minute)
    expect((await window.ask('GET', '/v1/me')).error.code).toBe('window_locked')
    clock.advance(10 * minute)
  })
})

/** As a folder is that the desktop made: nobody was shown a password, so there is none. */
const withoutPassword = async ({ service: { workspace } }: Bench): Promise<void> => {
  const gone = await workspace.ledger.write(systemActor, async (tx) =>
    ok(await tx.db.deleteFrom('passwords').where('user_uid', '=', bench.admin.uid).execute()),
  )
  expect(gone.ok).toBe(true)
}

describe('the desktop window', () => {
  const desktop = async () => {
    const session = must(await bench.service.localSession())
    const headers = { authorization: `Bearer ${session.access_token}`, 'x-api-key': session.institution_key }
    const ask: Bench['ask'] = (method, address, sent = {}) =>
      bench.ask(method, address, { ...sent, anonymous: true, headers })
    return ask
  }

  it('is locked from its start on where windows lock, and opened by the password of its person', async () => {
    await lockAfter(5)
    const ask = await desktop()
    expect((await ask('GET', '/v1/me')).error.code).toBe('window_locked')
    await ask('POST', '/v1/auth/unlock', { body: { password: bench.admin.password } })
    expect((await ask('GET', '/v1/me')).data).toMatchObject({ via: 'desktop', idle_lock_minutes: 5 })
  })

  it('is never locked for somebody who has no password, and who can set a first one there', async () => {
    const ask = await desktop()
    await ask('POST', '/v1/auth/unlock', { body: { password: bench.admin.password } })
    expect((await ask('PUT', '/v1/me/password', { body: { next: 'another long password' } })).error.code).toBe(
      'login_failed',
    )
    await withoutPassword(bench)
    await lockAfter(1)
    clock.advance(5 * minute)
    const again = await desktop()
    expect((await again('GET', '/v1/me')).data).toMatchObject({ has_password: false, idle_lock_minutes: null })
    expect((await again('POST', '/v1/auth/lock')).error.code).toBe('unknown_reference')
    const token = await bench.mint(bench.admin.uid, 'admin')
    const elsewhere = await bench.ask('PUT', '/v1/me/password', {
      as: { ...bench.admin, token },
      body: { next: 'a first long password' },
    })
    expect(elsewhere.error.code).toBe('invalid_request')
    expect((await again('PUT', '/v1/me/password', { body: { next: 'a first long password' } })).status).toBe(200)
    expect((await again('GET', '/v1/me')).data).toMatchObject({ has_password: true, idle_lock_minutes: 1 })
  })
})
