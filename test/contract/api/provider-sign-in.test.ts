import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../../main/platform/log.ts'
import { systemEnv } from '../../../main/platform/env.ts'
import { defaultPolicy } from '../../../shared/schema/policy.ts'
import { signInAtProvider, startProvider } from '../../support/openid/provider.ts'
import type { TestProvider } from '../../support/openid/provider.ts'
import { startBench } from './support.ts'
import type { Bench } from './support.ts'

/** L-122 and L-123: signing in by an OpenID provider, against a real one on this computer. */

const time = { ahead: 0, waited: 0 }
const real = systemEnv(createLog('silent'))
const clock = {
  ...real.clock,
  nowMs: () => real.clock.nowMs() + time.ahead,
  monoMs: () => real.clock.monoMs() + time.waited,
}
let bench: Bench
let provider: TestProvider
let people = 0
let sub: string

const settings = (more: object = {}) => ({
  name: 'Acme',
  issuer: provider.issuer,
  client_id: 'fieldseal',
  scopes: ['openid', 'profile', 'groups'],
  roles: [
    { group: 'fraud-leads', role: 'supervisor' },
    { group: 'fraud', role: 'investigator' },
  ],
  ...more,
})

const setProvider = (sign_in_provider: object | undefined) =>
  bench.ask('PUT', '/v1/workspace/policy', {
    as: bench.admin,
    body: { ...defaultPolicy, ...(sign_in_provider === undefined ? {} : { sign_in_provider }) },
  })

beforeAll(async () => {
  provider = await startProvider()
  bench = await startBench({ env: { ...real, clock } })
  expect((await setProvider(settings())).status).toBe(200)
})
afterAll(async () => {
  await bench.close()
  await provider.close()
})
beforeEach(() => {
  provider.twist = null
  time.ahead = 0
  // Failures of the test before slow nobody down.
  time.waited += 3_600_000
  people += 1
  sub = `subject-${people}`
  provider.accounts.set(sub, { login: `Ana.Ruiz${people}@acme.example`, name: 'Ana Ruiz', groups: ['staff', 'fraud'] })
})

const begin = async () => (await bench.ask('POST', '/v1/auth/provider', { anonymous: true })).data
const finish = (attempt: string, answer: string) =>
  bench.ask('POST', '/v1/auth/provider/session', { anonymous: true, body: { attempt, answer } })
const signIn = async (account = sub) => {
  const { attempt, address } = await begin()
  return await finish(attempt, await signInAtProvider(address, account))
}
const windowOf = ({ headers }: Awaited<ReturnType<typeof finish>>): Bench['ask'] => {
  const cookie = (headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  return (method, address, sent = {}) =>
    bench.ask(method, address, {
      ...sent,
      anonymous: true,
      headers: { cookie, 'x-fieldseal-window': '1', origin: bench.url },
    })
}
const refusedIn = async (asked: ReturnType<typeof finish>) => {
  const { status, error, headers } = await asked
  expect(headers.get('set-cookie')).toBeNull()
  return { status, code: error.code, message: error.message }
}
const entriesAbout = async (uid: string) => {
  const rows = await bench.service.workspace.db.selectFrom('entries').select('payload').where('chain', '=', 0).execute()
  return rows
    .map(
      ({ payload }) =>
        JSON.parse(payload.toString('utf8')) as { subject: string; type: string; actor: string; pub: object },
    )
    .filter(({ subject }) => subject === uid)
}

describe('signing in by a provider', () => {
  it('asks for a code with PKCE, state and nonce, as a public client that comes back to this service', async () => {
    expect((await bench.ask('GET', '/v1/auth/provider', { anonymous: true })).data).toEqual({ name: 'Acme' })
    const { address } = await begin()
    const asked = Object.fromEntries(new URL(address).searchParams)
    expect(asked).toMatchObject({
      client_id: 'fieldseal',
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid profile groups',
      redirect_uri: `${bench.url}/`,
    })
    expect(asked['code_challenge']).toMatch(/^[\w-]{43}$/)
    expect(asked['state']).not.toBe(asked['nonce'])
    expect(address).not.toContain('secret')
  })

  it('adds whoever comes for the first time in the role of their groups, sealed by the policy', async () => {
    const came = await signIn()
    expect(came.data.user).toMatchObject({ login_name: `ana.ruiz${people}`, name: 'Ana Ruiz', role: 'investigator' })
    const ask = windowOf(came)
    expect((await ask('GET', '/v1/me')).data).toMatchObject({ via: 'session', by_provider: true, has_password: false })
    expect((await ask('GET', '/v1/me/sign-ins')).data).toMatchObject([{ kind: 'window', how: 'provider' }])
    const [added] = await entriesAbout(came.data.user.uid)
    expect(added).toMatchObject({
      type: 'user.added',
      actor: bench.admin.uid,
      pub: { role: 'investigator', origin: { by: 'policy', policy: 'sign_in', cause: { by: 'person' } } },
    })
    const rows = await bench.everything()
    expect(rows).not.toContain(sub)
  })

  it('knows a person by issuer and subject, whatever they are called since', async () => {
    const first = (await signIn()).data.user
    provider.accounts.set(sub, { login: 'someone.else', name: 'Another Name', groups: ['fraud'] })
    const again = (await signIn()).data.user
    expect(again).toMatchObject({ uid: first.uid, login_name: first.login_name })
    expect(await entriesAbout(first.uid)).toHaveLength(1)
  })

  it('gives the role of the groups at each sign-in, sealed, and ends nothing else', async () => {
    const first = await signIn()
    const { uid } = first.data.user
    provider.accounts.set(sub, { login: 'ana', name: 'Ana Ruiz', groups: ['fraud', 'fraud-leads'] })
    expect((await signIn()).data.user).toMatchObject({ uid, role: 'supervisor' })
    expect((await entriesAbout(uid)).map(({ type, pub }) => [type, (pub as { role: string }).role])).toEqual([
      ['user.added', 'investigator'],
      ['user.changed', 'supervisor'],
    ])
    expect((await windowOf(first)('GET', '/v1/me')).data.role).toBe('supervisor')
  })

  it('lets nobody in by a login name that somebody else has', async () => {
    provider.accounts.set(sub, { login: bench.admin.login, name: 'Not Ada', groups: ['fraud'] })
    const refused = await refusedIn(signIn())
    expect(refused).toMatchObject({ status: 401, code: 'provider_refused' })
    expect(refused.message).toContain('a name alone proves nobody')
  })

  it('refuses whoever is in no group that has a role, also one who was', async () => {
    provider.accounts.set(sub, { login: `no.group${people}`, name: 'Ana Ruiz', groups: ['staff'] })
    expect((await refusedIn(signIn())).message).toContain('names none of the groups')
    provider.accounts.set(sub, { login: `no.group${people}`, name: 'Ana Ruiz', groups: ['fraud'] })
    const { uid } = (await signIn()).data.user
    provider.accounts.set(sub, { login: `no.group${people}`, name: 'Ana Ruiz', groups: [] })
    expect((await refusedIn(signIn())).message).toContain('Ask an administrator')
    expect(await entriesAbout(uid)).toHaveLength(1)
  })

  it('refuses a person who was deactivated, and ends what they had', async () => {
    const came = await signIn()
    const { id } = came.data.user
    await bench.ask('PATCH', `/v1/users/${id}`, { as: bench.admin, body: { active: false } })
    expect((await windowOf(came)('GET', '/v1/me')).error.code).toBe('unauthenticated')
    expect((await refusedIn(signIn())).message).toContain('You were deactivated')
  })

  it('leaves signing in with a password as it was, and takes no second factor for one at the provider', async () => {
    const policy = { ...defaultPolicy, sign_in_provider: settings(), second_factor_roles: ['investigator'] }
    await bench.ask('PUT', '/v1/workspace/policy', { as: bench.admin, body: policy })
    const came = await signIn()
    expect((await windowOf(came)('GET', '/v1/cases')).status).toBe(200)
    const body = { login_name: bench.admin.login, password: bench.admin.password }
    expect((await bench.ask('POST', '/v1/auth/session', { anonymous: true, body })).status).toBe(200)
    const none = { login_name: came.data.user.login_name, password: '' }
    expect(
      (await bench.ask('POST', '/v1/auth/session', { anonymous: true, body: { ...none, password: 'x' } })).error.code,
    ).toBe('login_failed')
    await setProvider(settings())
  })

  it('locks a window that nobody uses, too; signing in by the provider opens another', async () => {
    const policy = { ...defaultPolicy, sign_in_provider: settings(), idle_lock_minutes: 5 }
    await bench.ask('PUT', '/v1/workspace/policy', { as: bench.admin, body: policy })
    const ask = windowOf(await signIn())
    expect((await ask('GET', '/v1/me')).data.idle_lock_minutes).toBe(5)
    time.ahead = 5 * 60_000
    expect((await ask('GET', '/v1/me')).error.code).toBe('window_locked')
    expect((await windowOf(await signIn())('GET', '/v1/me')).status).toBe(200)
    time.ahead = 0
    await setProvider(settings())
  })
})

describe('what is not good', () => {
  it('an answer that was used already, by its attempt or by its code', async () => {
    const { attempt, address } = await begin()
    const answer = await signInAtProvider(address, sub)
    expect((await finish(attempt, answer)).status).toBe(200)
    expect(await refusedIn(finish(attempt, answer))).toMatchObject({ status: 404, code: 'not_found' })
    const other = await begin()
    const state = new URL(other.address).searchParams.get('state') ?? ''
    const replayed = new URLSearchParams(answer)
    replayed.set('state', state)
    expect((await refusedIn(finish(other.attempt, replayed.toString()))).message).toContain('used already')
  })

  it('the state of another attempt', async () => {
    const [one, two] = [await begin(), await begin()]
    const refused = await refusedIn(finish(two.attempt, await signInAtProvider(one.address, sub)))
    expect(refused).toMatchObject({ code: 'provider_refused' })
    expect(refused.message).toContain('another attempt')
  })

  it('an answer that names another issuer, or none: somebody mixes providers up', async () => {
    for (const iss of ['https://evil.example', null]) {
      const { attempt, address } = await begin()
      const answer = new URLSearchParams(await signInAtProvider(address, sub))
      if (iss === null) answer.delete('iss')
      else answer.set('iss', iss)
      expect((await refusedIn(finish(attempt, answer.toString()))).message).toContain('mixing them up')
    }
  })

  it.each([
    ['for another program', { aud: 'another-client' }, 'meant for another program'],
    ['of another issuer', { iss: 'https://evil.example' }, 'mixing them up'],
    ['of another attempt', { nonce: 'another' }, 'another attempt'],
  ])('an ID token %s', async (_what, claims, words) => {
    provider.twist = (before) => ({ ...before, ...claims })
    expect((await refusedIn(signIn())).message).toContain(words)
  })

  it.each([
    ['is over', 2 * 3_600_000],
    ['comes from the future', -2 * 3_600_000],
  ])('an ID token that %s by the clock of the service', async (_what, ahead) => {
    const { attempt, address } = await begin()
    const answer = await signInAtProvider(address, sub)
    time.ahead = 0
    // The claims say another time than the service has.
    provider.twist = (before) => ({
      ...before,
      iat: Number(before['iat']) - ahead / 1_000,
      exp: Number(before['exp']) - ahead / 1_000,
      nbf: Number(before['iat']) - ahead / 1_000,
    })
    expect((await refusedIn(finish(attempt, answer))).message).toContain('Check that the clocks of both are right')
  })

  it('a clock that is hours ahead of the provider’s', async () => {
    time.ahead = 2 * 3_600_000
    expect((await refusedIn(signIn())).message).toContain('Check that the clocks of both are right')
  })

  it('a person who cancelled', async () => {
    const { attempt, address } = await begin()
    const state = new URL(address).searchParams.get('state') ?? ''
    const answer = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer }).toString()
    expect((await refusedIn(finish(attempt, answer))).message).toContain('you cancelled')
  })

  it('an attempt that took too long, or that nobody began', async () => {
    const { attempt, address } = await begin()
    const answer = await signInAtProvider(address, sub)
    time.waited += 11 * 60_000
    expect((await refusedIn(finish(attempt, answer))).code).toBe('not_found')
    expect((await refusedIn(finish('nobody began it', answer))).code).toBe('not_found')
  })

  it('answers that are tried one after the other: they are slowed down like passwords', async () => {
    const codes: string[] = []
    for (let n = 0; n < 60; n += 1) {
      const { attempt, address } = await begin()
      const state = new URL(address).searchParams.get('state') ?? ''
      const answer = new URLSearchParams({ code: `guess-${n}`, state, iss: provider.issuer }).toString()
      codes.push((await refusedIn(finish(attempt, answer))).code)
      if (codes.at(-1) === 'rate_limited') break
    }
    expect(codes[0]).toBe('provider_refused')
    expect(codes.at(-1)).toBe('rate_limited')
  })

  it('a provider that is down, before and in the middle of signing in', async () => {
    const other = await startProvider()
    other.accounts.set(sub, { login: `down.${people}`, name: 'Ana Ruiz', groups: ['fraud'] })
    await setProvider(settings({ issuer: other.issuer }))
    const { attempt, address } = await begin()
    const answer = await signInAtProvider(address, sub)
    await other.close()
    const refused = await refusedIn(finish(attempt, answer))
    expect(refused).toMatchObject({ status: 503, code: 'provider_unavailable' })
    expect(refused.message).toContain('sign in with a password')
    const begun = await bench.ask('POST', '/v1/auth/provider', { anonymous: true })
    expect(begun.error.code).toBe('provider_unavailable')
    await setProvider(settings())
  })

  it('settings that would send anybody elsewhere: no https, no group, a secret', async () => {
    for (const wrong of [
      { issuer: 'http://login.acme.example' },
      { roles: [] },
      { client_secret: 'x' },
      { scopes: ['profile'] },
    ])
      expect((await setProvider(settings(wrong))).error.code).toBe('invalid_request')
  })

  it('a workspace without a provider', async () => {
    await setProvider(undefined)
    expect((await bench.ask('GET', '/v1/auth/provider', { anonymous: true })).data).toEqual({ name: null })
    expect((await bench.ask('POST', '/v1/auth/provider', { anonymous: true })).error.code).toBe('not_found')
    await setProvider(settings())
  })
})
