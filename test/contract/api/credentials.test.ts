import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { testClock } from '../storage/support.ts'
import type { Asked } from './asked.ts'
import { startBench } from './support.ts'
import type { Bench, Person } from './support.ts'
import { localSessionOf } from '../../support/local-session-of.ts'

let bench: Bench
let ines: Person
beforeAll(async () => {
  bench = await startBench()
  ines = await bench.addPerson('investigator', 'ines.prado')
})
afterAll(() => bench.close())

const code = (answer: Asked<unknown>) => [answer.status, answer.error.code]
const signIn = (login: string, password: string, at = bench) =>
  at.ask('POST', '/v1/auth/login', { anonymous: true, body: { login_name: login, password } })
const withToken = (token: string, key: string | undefined = bench.institutionKey) => ({
  anonymous: true,
  headers: { authorization: `Bearer ${token}`, 'x-api-key': key },
})

describe('the credentials of /v1', () => {
  it.each([
    ['none', {}, 'unauthenticated'],
    ['another scheme', { authorization: 'Basic YTpi' }, 'unauthenticated'],
    ['an empty token', { authorization: 'Bearer ' }, 'unauthenticated'],
    ['two tokens', { authorization: 'Bearer a, Bearer b' }, 'unauthenticated'],
  ])('%s is refused', async (_name, headers, expected) => {
    expect(
      code(
        await bench.ask('GET', '/v1/cases', {
          anonymous: true,
          headers: { ...headers, 'x-api-key': bench.institutionKey },
        }),
      ),
    ).toEqual([401, expected])
  })

  it('need the institution key beside the token', async () => {
    for (const key of [
      undefined,
      '',
      'x',
      bench.apiKey,
      `${bench.institutionKey}x`,
      bench.institutionKey.slice(0, -1) + (bench.institutionKey.endsWith('A') ? 'B' : 'A'),
    ]) {
      expect(code(await bench.ask('GET', '/v1/cases', withToken(bench.admin.token, key ?? '')))).toEqual([
        401,
        'institution_key_invalid',
      ])
    }
    expect((await bench.ask('GET', '/v1/cases', withToken(bench.admin.token))).status).toBe(200)
  })

  it('are not an API key', async () => {
    const answer = await bench.ask('GET', '/v1/cases', withToken(bench.apiKey))
    expect(code(answer)).toEqual([401, 'unauthenticated'])
    expect(answer.text).not.toContain(bench.apiKey)
  })

  it('say who one is, as which role, and how', async () => {
    const { data } = await bench.ask('GET', '/v1/me', { as: ines })
    expect(data).toMatchObject({
      user: { id: ines.id, login_name: 'ines.prado', role: 'investigator' },
      role: 'investigator',
      via: 'token',
    })
    const asAuditor = await bench.mint(ines.uid, 'auditor')
    expect((await bench.ask('GET', '/v1/me', withToken(asAuditor))).data.role).toBe('auditor')
    expect(
      code(
        await bench.ask('POST', '/v1/cases', {
          ...withToken(asAuditor),
          body: { title: 'T', description: 'D', priority: 'low' },
        }),
      ),
    ).toEqual([403, 'forbidden'])
    const desktop = await localSessionOf(bench.service)
    expect((await bench.ask('GET', '/v1/me', withToken(desktop.access_token, desktop.institution_key))).data.via).toBe(
      'desktop',
    )
  })
})

describe('signing in', () => {
  it('gives a token that works and a refresh token that is good once', async () => {
    const { status, data } = await signIn(ines.login, ines.password)
    expect(status).toBe(200)
    expect(Object.keys(data).sort()).toEqual(['access_token', 'expires_in', 'refresh_token', 'token_type', 'user'])
    expect(data).toMatchObject({ token_type: 'Bearer', expires_in: 900 })
    expect((await bench.ask('GET', '/v1/me', withToken(data.access_token))).status).toBe(200)

    const refresh = (token: string) =>
      bench.ask('POST', '/v1/auth/refresh', { anonymous: true, body: { refresh_token: token } })
    const second = await refresh(data.refresh_token)
    expect(second.status).toBe(200)
    expect(second.data.refresh_token).not.toBe(data.refresh_token)
    expect((await bench.ask('GET', '/v1/me', withToken(second.data.access_token))).status).toBe(200)

    // Somebody else uses the first one too: the whole sign-in is over, tokens made from it included.
    expect(code(await refresh(data.refresh_token))).toEqual([401, 'unauthenticated'])
    expect(code(await refresh(second.data.refresh_token))).toEqual([401, 'unauthenticated'])
    expect(code(await bench.ask('GET', '/v1/me', withToken(second.data.access_token)))).toEqual([
      401,
      'unauthenticated',
    ])
    expect(code(await refresh('no such token'))).toEqual([401, 'unauthenticated'])
  })

  it('tells a wrong name and a wrong password in the same words', async () => {
    const wrongName = await signIn('nobody.here', 'some password')
    const wrongPassword = await signIn('the.other', 'some password')
    expect(code(wrongName)).toEqual([401, 'login_failed'])
    expect(wrongName.error.message).toBe(wrongPassword.error.message)
    expect(wrongName.text).not.toContain('some password')
  })

  it('ends by signing out: the token is of no use any more', async () => {
    const { data } = await signIn(ines.login, ines.password)
    const token = data.access_token
    expect((await bench.ask('POST', '/v1/auth/logout', { ...withToken(token), body: {} })).data).toEqual({
      signed_out: true,
    })
    expect(code(await bench.ask('GET', '/v1/me', withToken(token)))).toEqual([401, 'unauthenticated'])
    expect(
      code(
        await bench.ask('POST', '/v1/auth/refresh', { anonymous: true, body: { refresh_token: data.refresh_token } }),
      ),
    ).toEqual([401, 'unauthenticated'])
  })

  it('slows down after failures of one name, the right password included', async () => {
    // A wait of two seconds, which no slow machine may let pass: the clock stands still.
    const standing = await startBench({ env: { ...systemEnv(createLog('silent')), clock: testClock() } })
    const victim = await standing.addPerson('investigator', 'slow.down')
    const other = await standing.addPerson('investigator', 'not.slow')
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await signIn(victim.login, `wrong password ${attempt}`, standing)).status).toBe(401)
    const blocked = await signIn(victim.login, victim.password, standing)
    expect(code(blocked)).toEqual([429, 'rate_limited'])
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await signIn(other.login, other.password, standing)).status).toBe(200)
    await standing.close()
  })

  it('with a changed password: the old one and other sign-ins end, this one stays', async () => {
    const user = await bench.addPerson('auditor', 'change.me')
    const first = (await signIn(user.login, user.password)).data
    const second = (await signIn(user.login, user.password)).data
    const next = 'a longer password than before'
    expect(
      code(
        await bench.ask('PUT', '/v1/me/password', {
          ...withToken(second.access_token),
          body: { current: 'not the present one', next },
        }),
      ),
    ).toEqual([401, 'login_failed'])
    expect(
      (
        await bench.ask('PUT', '/v1/me/password', {
          ...withToken(second.access_token),
          body: { current: user.password, next },
        })
      ).data,
    ).toEqual({ changed: true })
    expect((await bench.ask('GET', '/v1/me', withToken(second.access_token))).status).toBe(200)
    expect(code(await bench.ask('GET', '/v1/me', withToken(first.access_token)))).toEqual([401, 'unauthenticated'])
    expect((await signIn(user.login, user.password)).status).toBe(401)
    expect((await signIn(user.login, next)).status).toBe(200)
  })
})

describe('users', () => {
  it('who are made inactive lose everything at once', async () => {
    const user = await bench.addPerson('investigator', 'leaver')
    const { data } = await signIn(user.login, user.password)
    expect((await bench.ask('PATCH', `/v1/users/${user.id}`, { body: { active: false } })).data.active).toBe(false)
    expect(code(await bench.ask('GET', '/v1/me', { as: user }))).toEqual([401, 'unauthenticated'])
    expect(code(await bench.ask('GET', '/v1/me', withToken(data.access_token)))).toEqual([401, 'unauthenticated'])
    expect(code(await signIn(user.login, user.password))).toEqual([401, 'login_failed'])
    expect(
      (await bench.ask('POST', '/v1/auth/refresh', { anonymous: true, body: { refresh_token: data.refresh_token } }))
        .status,
    ).toBe(401)
  })

  it('whose role changed get a new token before they go on', async () => {
    const user = await bench.addPerson('supervisor', 'demoted')
    const { data } = await signIn(user.login, user.password)
    await bench.ask('PATCH', `/v1/users/${user.id}`, { body: { role: 'auditor' } })
    expect(code(await bench.ask('GET', '/v1/me', withToken(data.access_token)))).toEqual([401, 'token_expired'])
    const next = await bench.ask('POST', '/v1/auth/refresh', {
      anonymous: true,
      body: { refresh_token: data.refresh_token },
    })
    expect((await bench.ask('GET', '/v1/me', withToken(next.data.access_token))).data.role).toBe('auditor')
  })

  it('always include an active admin', async () => {
    for (const body of [{ active: false }, { role: 'investigator' }]) {
      const answer = await bench.ask('PATCH', `/v1/users/${bench.admin.id}`, { body })
      expect(code(answer)).toEqual([422, 'unknown_reference'])
    }
  })

  it('have login names of their own', async () => {
    expect(
      code(
        await bench.ask('POST', '/v1/users', { body: { login_name: ines.login, name: 'Another', role: 'auditor' } }),
      ),
    ).toEqual([409, 'already_done'])
  })

  it('are named in the sealed entries by digest only', async () => {
    const user = await bench.addPerson('investigator', 'sealed.name')
    const entries = await bench.service.workspace.db
      .selectFrom('entries')
      .select('payload')
      .where('chain', '=', 0)
      .execute()
    const payloads = entries.map((row) => row.payload.toString('utf8')).join('\n')
    expect(payloads).toContain(user.uid)
    expect(payloads).not.toContain('sealed.name')
    expect(payloads).not.toContain('in person')
  })
})

describe('keys', () => {
  it('are shown once, listed without their secret, and refused once revoked', async () => {
    const made = await bench.ask('POST', '/v1/keys', { body: { label: 'Second key', kind: 'institution' } })
    expect(made.status).toBe(201)
    const { secret, id } = made.data
    expect((await bench.ask('GET', '/v1/me', withToken(bench.admin.token, secret))).status).toBe(200)
    // A write after the use: the note of the use was queued before it, so it is committed now.
    await bench.createCase()
    const listed = await bench.ask('GET', '/v1/keys')
    expect(listed.text).not.toContain(secret)
    expect(listed.data.find((key) => key.id === id)).toMatchObject({ last_used_at: expect.any(String) as unknown })
    expect(listed.data.map((key: { id: string }) => key.id)).toContain(id)
    expect((await bench.ask('DELETE', `/v1/keys/${id}`)).data.revoked_at).not.toBeNull()
    expect(code(await bench.ask('DELETE', `/v1/keys/${id}`))).toEqual([409, 'already_done'])
    expect(code(await bench.ask('GET', '/v1/me', withToken(bench.admin.token, secret)))).toEqual([
      401,
      'institution_key_invalid',
    ])
  })

  it('lie in no file of the data folder in clear', async () => {
    const rows = await bench.everything()
    const files = readdirSync(bench.dataDir, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
    expect(files.map(({ name }) => name)).toContain('fieldseal.db')
    for (const secret of [bench.apiKey, bench.institutionKey, bench.admin.password, ines.password]) {
      expect(rows).not.toContain(secret)
      for (const { parentPath, name } of files)
        expect(readFileSync(path.join(parentPath, name)).includes(secret), name).toBe(false)
    }
  })
})
