import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../../main/platform/log.ts'
import { systemEnv } from '../../../main/platform/env.ts'
import { codeAt, stepOf } from '../../../main/storage/access/totp.ts'
import { defaultPolicy } from '../../../shared/schema/policy.ts'
import { bytesOf } from '../../support/base32.ts'
import { testClock } from '../storage/support.ts'
import { startBench } from './support.ts'
import type { Bench, Person } from './support.ts'

/** A second factor: setting it up, signing in with it, losing it, and what somebody who guesses or replays gets. */

const minute = 60_000
const quarter = 15 * minute + 1
const clock = testClock()
let bench: Bench
let people = 0
beforeAll(async () => {
  bench = await startBench({ env: { ...systemEnv(createLog('silent')), clock } })
})
afterAll(() => bench.close())

/** Another person has other failures: none slows down the next. Those of the address are forgotten, too. */
let ada: Person
beforeEach(async () => {
  clock.advance(quarter)
  const { data } = await bench.ask('POST', '/v1/auth/login', {
    anonymous: true,
    body: { login_name: bench.admin.login, password: bench.admin.password },
  })
  bench = { ...bench, admin: { ...bench.admin, token: data.access_token } }
  people += 1
  ada = await addPerson(`ada.${people}`)
})

const asAdmin: Bench['ask'] = (method, address, sent = {}) => bench.ask(method, address, { as: bench.admin, ...sent })
const addPerson = async (login: string): Promise<Person> => {
  const { data } = await asAdmin('POST', '/v1/users', {
    body: { login_name: login, name: `${login} in person`, role: 'investigator' },
  })
  return {
    id: data.id,
    uid: data.uid,
    role: 'investigator',
    token: await bench.mint(data.uid, 'investigator'),
    login,
    password: data.password ?? '',
  }
}

const signIn = (person: Person, code?: string, password = person.password) =>
  bench.ask('POST', '/v1/auth/login', {
    anonymous: true,
    body: { login_name: person.login, password, ...(code === undefined ? {} : { code }) },
  })

/** A key as an app has it: it makes the code of now, or of so many steps away. */
const appOf = (key: string) => {
  const secret = bytesOf(key)
  return { secret, code: (away = 0): string => codeAt(secret, stepOf(clock.nowMs()) + away) }
}
type App = ReturnType<typeof appOf>

/** Sets a second factor up, and lets the step pass whose code confirmed it. */
const setUp = async (person: Person): Promise<{ readonly app: App; readonly recovery: readonly string[] }> => {
  const begun = await bench.ask('POST', '/v1/me/second-factor', { as: person, body: { password: person.password } })
  const app = appOf(begun.data.key)
  const confirmed = await bench.ask('POST', '/v1/me/second-factor/confirmation', {
    as: person,
    body: { code: app.code() },
  })
  expect(confirmed.status).toBe(200)
  clock.advance(minute)
  return { app, recovery: confirmed.data.recovery_codes }
}

/** A code that is none now: it differs in its last digit from each that is. */
const wrongCode = (app: App): string => {
  const good = [-1, 0, 1].map((away) => app.code(away))
  return Array.from({ length: 10 }, (_, digit) => `00000${digit}`).find((code) => !good.includes(code)) ?? ''
}

describe('setting a second factor up', () => {
  it('asks for the password, and counts for nothing before a code has confirmed it', async () => {
    const begin = (password: string) => bench.ask('POST', '/v1/me/second-factor', { as: ada, body: { password } })
    expect((await begin('not the password')).error.code).toBe('login_failed')
    const { data } = await begin(ada.password)
    expect(data.key).toMatch(/^[A-Z2-7]{32}$/)
    expect(data.uri).toBe(
      `otpauth://totp/Fieldseal%20ACME:${ada.login}?secret=${data.key}&issuer=Fieldseal%20ACME&algorithm=SHA1&digits=6&period=30`,
    )
    expect((await signIn(ada)).status).toBe(200)
    const confirm = (code: string) =>
      bench.ask('POST', '/v1/me/second-factor/confirmation', { as: ada, body: { code } })
    expect((await confirm(wrongCode(appOf(data.key)))).error.code).toBe('second_factor_wrong')
    expect((await bench.ask('GET', '/v1/me/second-factor', { as: ada })).data).toEqual({
      since: null,
      recovery_codes_left: 0,
    })
    const confirmed = await confirm(appOf(data.key).code())
    expect(new Set(confirmed.data.recovery_codes).size).toBe(10)
    expect((await bench.ask('GET', '/v1/me/second-factor', { as: ada })).data).toMatchObject({
      since: expect.any(String) as string,
      recovery_codes_left: 10,
    })
    expect((await begin(ada.password)).error.code).toBe('already_done')
    expect((await confirm(appOf(data.key).code(1))).error.code).toBe('already_done')
  })

  it('ends other sign-ins, which took the password alone', async () => {
    const before = { ...ada, token: (await signIn(ada)).data.access_token }
    const here = { ...ada, token: (await signIn(ada)).data.access_token }
    const begun = await bench.ask('POST', '/v1/me/second-factor', { as: here, body: { password: ada.password } })
    await bench.ask('POST', '/v1/me/second-factor/confirmation', {
      as: here,
      body: { code: appOf(begun.data.key).code() },
    })
    expect((await bench.ask('GET', '/v1/me', { as: before })).error.code).toBe('unauthenticated')
    expect((await bench.ask('GET', '/v1/me', { as: here })).status).toBe(200)
  })

  it('begun anew replaces what was begun; a confirmation without a beginning is refused', async () => {
    expect(
      (await bench.ask('POST', '/v1/me/second-factor/confirmation', { as: ada, body: { code: '123456' } })).error.code,
    ).toBe('not_found')
    const begin = () => bench.ask('POST', '/v1/me/second-factor', { as: ada, body: { password: ada.password } })
    const first = appOf((await begin()).data.key)
    const second = appOf((await begin()).data.key)
    const confirm = (code: string) =>
      bench.ask('POST', '/v1/me/second-factor/confirmation', { as: ada, body: { code } })
    expect((await confirm(first.code())).error.code).toBe('second_factor_wrong')
    expect((await confirm(second.code())).status).toBe(200)
  })

  it('is sealed as done, and neither key nor recovery codes are', async () => {
    const { app, recovery } = await setUp(ada)
    const { db } = bench.service.workspace
    const entries = await db.selectFrom('entries').select('payload').where('chain', '=', 0).execute()
    const payloads = entries.map((row) => row.payload.toString('utf8'))
    const own = payloads.filter((text) => text.includes(ada.uid) && text.includes('second_factor'))
    expect(own).toHaveLength(1)
    expect(own[0]).toContain('"second_factor":"set"')
    for (const text of payloads)
      for (const secret of [app.secret.toString('hex'), app.secret.toString('base64'), ...recovery])
        expect(text).not.toContain(secret)
    // Recovery codes are kept as hashes alone.
    const everything = await bench.everything()
    for (const code of recovery) {
      expect(everything).not.toContain(code)
      expect(everything).not.toContain(code.replaceAll('-', ''))
    }
  })
})

describe('signing in', () => {
  it('without a second factor is as ever, and asks for no code', async () => {
    expect((await signIn(ada)).status).toBe(200)
    expect((await signIn(ada, '123456')).status).toBe(200)
  })

  it('with one takes the code, and says so only once the password was right', async () => {
    const { app } = await setUp(ada)
    expect((await signIn(ada, undefined, 'not the password')).error.code).toBe('login_failed')
    expect((await signIn(ada, app.code(), 'not the password')).error.code).toBe('login_failed')
    const asked = await signIn(ada)
    expect([asked.status, asked.error.code]).toEqual([401, 'second_factor_required'])
    expect((await signIn(ada, wrongCode(app))).error.code).toBe('second_factor_wrong')
    const done = await signIn(ada, app.code())
    expect([done.status, done.data.user.id]).toEqual([200, ada.id])
    // What was let in goes on without a code.
    const renewed = await bench.ask('POST', '/v1/auth/refresh', {
      anonymous: true,
      body: { refresh_token: done.data.refresh_token },
    })
    expect(renewed.status).toBe(200)
  })

  it('of a window takes the code too', async () => {
    const { app } = await setUp(ada)
    const open = (code?: string) =>
      bench.ask('POST', '/v1/auth/session', {
        anonymous: true,
        body: { login_name: ada.login, password: ada.password, ...(code === undefined ? {} : { code }) },
      })
    const refused = await open()
    expect([refused.error.code, refused.headers.get('set-cookie')]).toEqual(['second_factor_required', null])
    const opened = await open(app.code())
    expect([opened.status, opened.headers.get('set-cookie')]).toEqual([
      200,
      expect.stringContaining('fieldseal_session=') as string,
    ])
  })

  it('takes a code of one step beside the present one, as clocks differ, and none further away', async () => {
    const { app } = await setUp(ada)
    expect((await signIn(ada, app.code(-2))).error.code).toBe('second_factor_wrong')
    expect((await signIn(ada, app.code(2))).error.code).toBe('second_factor_wrong')
    expect((await signIn(ada, app.code(-1))).status).toBe(200)
    expect((await signIn(ada, app.code(1))).status).toBe(200)
  })

  it('takes a code once, by either way in, and none that is older than it', async () => {
    const { app } = await setUp(ada)
    const [older, code] = [app.code(-1), app.code()]
    expect((await signIn(ada, code)).status).toBe(200)
    expect((await signIn(ada, code)).error.code).toBe('second_factor_wrong')
    expect((await signIn(ada, older)).error.code).toBe('second_factor_wrong')
    const window = await bench.ask('POST', '/v1/auth/session', {
      anonymous: true,
      body: { login_name: ada.login, password: ada.password, code },
    })
    expect(window.error.code).toBe('second_factor_wrong')
    clock.advance(minute)
    expect((await signIn(ada, app.code())).status).toBe(200)
  })

  it('lets one in of several who send the same code at once', async () => {
    const { app, recovery } = await setUp(ada)
    for (const code of [app.code(), recovery[0] ?? '']) {
      const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(ada, code)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      clock.advance(quarter)
    }
  })

  it('takes the code of somebody else for none', async () => {
    const eve = await addPerson(`eve.${people}`)
    await setUp(ada)
    const { app, recovery } = await setUp(eve)
    expect((await signIn(ada, app.code())).error.code).toBe('second_factor_wrong')
    expect((await signIn(ada, recovery[0])).error.code).toBe('second_factor_wrong')
    expect((await signIn(eve, recovery[0])).status).toBe(200)
  })
})

describe('somebody who guesses', () => {
  it('codes is slowed down as one who guesses passwords, the right code included', async () => {
    const { app } = await setUp(ada)
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await signIn(ada, wrongCode(app))).error.code).toBe('second_factor_wrong')
    const blocked = await signIn(ada, app.code())
    expect([blocked.status, blocked.error.code]).toEqual([429, 'rate_limited'])
    clock.advance(quarter)
    expect((await signIn(ada, app.code())).status).toBe(200)
  })

  it('gets no further attempts by asking without a code in between', async () => {
    const { app } = await setUp(ada)
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await signIn(ada)).error.code).toBe('second_factor_required')
      expect((await signIn(ada, wrongCode(app))).error.code).toBe('second_factor_wrong')
    }
    expect((await signIn(ada, wrongCode(app))).error.code).toBe('rate_limited')
  })

  it('is asked for a code as often as they like, without being slowed down by it', async () => {
    await setUp(ada)
    for (let attempt = 0; attempt < 8; attempt += 1)
      expect((await signIn(ada)).error.code).toBe('second_factor_required')
  })

  it('many codes at once has five of them looked at', async () => {
    const { app } = await setUp(ada)
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(ada, wrongCode(app))))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
  })

  it('from a session that was stolen is slowed down, too', async () => {
    const { app } = await setUp(ada)
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(
        (
          await bench.ask('POST', '/v1/me/second-factor/removal', {
            as: ada,
            body: { password: ada.password, code: wrongCode(app) },
          })
        ).error.code,
      ).toBe('second_factor_wrong')
    const blocked = await bench.ask('POST', '/v1/me/second-factor/removal', {
      as: ada,
      body: { password: ada.password, code: app.code() },
    })
    expect(blocked.error.code).toBe('rate_limited')
  })
})

describe('recovery codes', () => {
  it('let in once each, however they are typed', async () => {
    const { recovery } = await setUp(ada)
    const [first = '', second = ''] = recovery
    expect((await signIn(ada, first)).status).toBe(200)
    expect((await signIn(ada, first)).error.code).toBe('second_factor_wrong')
    expect((await signIn(ada, ` ${second.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(200)
    expect((await bench.ask('GET', '/v1/me/second-factor', { as: ada })).data.recovery_codes_left).toBe(8)
  })

  it('are made anew with password and code, and the old ones are over', async () => {
    const { app, recovery } = await setUp(ada)
    const renew = (password: string, code: string) =>
      bench.ask('POST', '/v1/me/second-factor/recovery-codes', { as: ada, body: { password, code } })
    expect((await renew('not the password', app.code())).error.code).toBe('login_failed')
    expect((await renew(ada.password, wrongCode(app))).error.code).toBe('second_factor_wrong')
    const { data } = await renew(ada.password, app.code())
    expect(data.recovery_codes).toHaveLength(10)
    expect((await signIn(ada, recovery[0])).error.code).toBe('second_factor_wrong')
    expect((await signIn(ada, data.recovery_codes[0])).status).toBe(200)
  })
})

describe('a second factor', () => {
  it('is removed with password and code, which is used up by it', async () => {
    const { app } = await setUp(ada)
    const remove = (password: string, code: string) =>
      bench.ask('POST', '/v1/me/second-factor/removal', { as: ada, body: { password, code } })
    const code = app.code()
    expect((await remove('not the password', code)).error.code).toBe('login_failed')
    expect((await signIn(ada, code)).status).toBe(200)
    expect((await remove(ada.password, code)).error.code).toBe('second_factor_wrong')
    clock.advance(minute)
    expect((await remove(ada.password, app.code())).data).toEqual({ removed: true })
    expect((await signIn(ada)).status).toBe(200)
    expect((await remove(ada.password, app.code())).error.code).toBe('not_found')
  })

  it('that was lost is reset by an administrator: the sign-ins end, and it is sealed', async () => {
    const { app, recovery } = await setUp(ada)
    const { data } = await signIn(ada, app.code())
    const reset = () => asAdmin('PATCH', `/v1/users/${ada.id}`, { body: { reset_second_factor: true } })
    expect((await reset()).status).toBe(200)
    expect((await bench.ask('GET', '/v1/me', { as: { ...ada, token: data.access_token } })).error.code).toBe(
      'unauthenticated',
    )
    expect((await signIn(ada)).status).toBe(200)
    expect((await bench.ask('GET', '/v1/me/second-factor', { as: ada })).data).toEqual({
      since: null,
      recovery_codes_left: 0,
    })
    expect((await reset()).error.code).toBe('already_done')
    const { db } = bench.service.workspace
    const entries = await db.selectFrom('entries').select('payload').where('chain', '=', 0).execute()
    expect(
      entries
        .map((row) => row.payload.toString('utf8'))
        .filter((text) => text.includes(ada.uid))
        .join('\n'),
    ).toContain('"second_factor":"reset"')
    // Codes of the lost one open nothing of a new one.
    const next = await setUp(ada)
    expect((await signIn(ada, app.code())).error.code).toBe('second_factor_wrong')
    expect((await signIn(ada, recovery[0])).error.code).toBe('second_factor_wrong')
    expect((await signIn(ada, next.app.code())).status).toBe(200)
  })

  it('stays when the password is set anew', async () => {
    const { app } = await setUp(ada)
    const { data } = await asAdmin('PATCH', `/v1/users/${ada.id}`, { body: { reset_password: true } })
    const person = { ...ada, password: data.password ?? '' }
    expect((await signIn(person)).error.code).toBe('second_factor_required')
    expect((await signIn(person, app.code())).status).toBe(200)
  })

  it('is nobody else’s to reset', async () => {
    await setUp(ada)
    const eve = await addPerson(`eve.resets.${people}`)
    const answer = await bench.ask('PATCH', `/v1/users/${ada.id}`, { as: eve, body: { reset_second_factor: true } })
    expect(answer.error.code).toBe('forbidden')
    expect((await signIn(ada)).error.code).toBe('second_factor_required')
  })
})

describe('a policy that asks for a second factor by role (L-121)', () => {
  const askFor = (roles: readonly string[]) =>
    asAdmin('PUT', '/v1/workspace/policy', { body: { ...defaultPolicy, second_factor_roles: roles } })
  const signedIn = async (person: Person): Promise<Person> => ({
    ...person,
    token: (await signIn(person)).data.access_token,
  })

  it('answers nothing else before one is set up, and everything afterwards', async () => {
    const before = await signedIn(ada)
    expect((await askFor(['investigator'])).status).toBe(200)
    const here = await signedIn(ada)
    for (const person of [before, here])
      for (const [method, address] of [
        ['GET', '/v1/cases'],
        ['GET', '/v1/workspace'],
        ['DELETE', '/v1/me/sign-ins'],
        ['POST', '/v1/events/tickets'],
      ] as const) {
        const refused = await bench.ask(method, address, { as: person, ...(method === 'POST' ? { body: {} } : {}) })
        expect([address, refused.status, refused.error.code]).toEqual([address, 403, 'second_factor_setup_required'])
        expect(refused.error.message).toContain('Set one up')
      }
    expect((await bench.ask('GET', '/v1/me', { as: here })).data.needs_second_factor).toBe(true)
    await setUp(here)
    expect((await bench.ask('GET', '/v1/me', { as: here })).data.needs_second_factor).toBe(false)
    expect((await bench.ask('GET', '/v1/cases', { as: here })).status).toBe(200)
    await askFor([])
  })

  it('asks nothing of other roles, nor of what rests on the folder’s key, and again once it is removed', async () => {
    await askFor(['supervisor', 'auditor'])
    const here = await signedIn(ada)
    expect((await bench.ask('GET', '/v1/cases', { as: here })).status).toBe(200)
    await askFor(['investigator'])
    expect((await bench.ask('GET', '/v1/cases', { as: ada })).status).toBe(200)
    const { app } = await setUp(here)
    const body = { password: ada.password, code: app.code() }
    expect((await bench.ask('POST', '/v1/me/second-factor/removal', { as: here, body })).status).toBe(200)
    expect((await bench.ask('GET', '/v1/cases', { as: here })).error.code).toBe('second_factor_setup_required')
    await askFor([])
  })
})
