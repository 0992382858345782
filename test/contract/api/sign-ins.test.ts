import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openClient } from '../events/support.ts'
import { startBench } from './support.ts'
import type { Bench, Person } from './support.ts'

/** Where people are signed in, and the ending of it. */

let bench: Bench
beforeAll(async () => {
  // Readers are told of an ending at once, and not by a sign of life: none comes while this runs.
  bench = await startBench({ stream: { heartbeatMs: 3_600_000 } })
})
afterAll(() => bench.close())

interface Program {
  readonly token: string
  readonly refreshToken: string
  readonly ask: Bench['ask']
}

const inProgram = async (person: Person, agent = 'scoring/1.2'): Promise<Program> => {
  const { data } = await bench.ask('POST', '/v1/auth/login', {
    anonymous: true,
    headers: { 'user-agent': agent },
    body: { login_name: person.login, password: person.password },
  })
  const as = { ...person, token: data.access_token }
  return {
    token: data.access_token,
    refreshToken: data.refresh_token,
    ask: (method, address, sent = {}) =>
      bench.ask(method, address, { as, ...sent, headers: { 'user-agent': agent, ...sent.headers } }),
  }
}

const inWindow = async (person: Person, agent: string) => {
  const opened = await bench.ask('POST', '/v1/auth/session', {
    anonymous: true,
    headers: { 'user-agent': agent },
    body: { login_name: person.login, password: person.password },
  })
  const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const headers = { cookie, 'user-agent': agent, 'x-fieldseal-window': '1', origin: bench.url }
  const ask: Bench['ask'] = (method, address, sent = {}) =>
    bench.ask(method, address, { ...sent, anonymous: true, headers })
  return { cookie, ask }
}

const refresh = (token: string) =>
  bench.ask('POST', '/v1/auth/refresh', { anonymous: true, body: { refresh_token: token } })
const idOf = async ({ ask }: Pick<Program, 'ask'>): Promise<string> =>
  (await ask('GET', '/v1/me/sign-ins')).data.find((signIn) => signIn.this_one)?.id ?? ''

describe('own sign-ins', () => {
  it('are listed with when, how, from where and by what, and which one asks', async () => {
    const ada = await bench.addPerson('investigator', 'ada.lists')
    const before = Date.now()
    const window = await inWindow(ada, 'Mozilla/5.0 Firefox/140.0')
    const program = await inProgram(ada)
    await window.ask('GET', '/v1/me')
    const { data } = await program.ask('GET', '/v1/me/sign-ins')
    expect(data.map(({ kind, agent, address, this_one }) => ({ kind, agent, address, this_one }))).toEqual(
      expect.arrayContaining([
        { kind: 'program', agent: 'scoring/1.2', address: '127.0.0.1', this_one: true },
        { kind: 'window', agent: 'Mozilla/5.0 Firefox/140.0', address: '127.0.0.1', this_one: false },
      ]),
    )
    expect(data).toHaveLength(2)
    for (const { signed_in_at: began, last_used_at: used } of data) {
      expect(Date.parse(began)).toBeGreaterThanOrEqual(before)
      expect(Date.parse(used)).toBeGreaterThanOrEqual(Date.parse(began))
    }
  })

  it('give neither a secret nor its hash away', async () => {
    const ada = await bench.addPerson('investigator', 'ada.secret')
    const window = await inWindow(ada, 'Firefox')
    const program = await inProgram(ada)
    const { text, data } = await program.ask('GET', '/v1/me/sign-ins')
    const { db } = bench.service.workspace
    const rows = await db.selectFrom('sessions').select(['secret_sha256', 'family']).execute()
    for (const secret of [
      program.refreshToken,
      program.token,
      window.cookie.split('=')[1] ?? '?',
      ...rows.map((row) => row.secret_sha256),
    ])
      expect(text).not.toContain(secret)
    // What is given out opens nothing.
    for (const { id } of data) {
      expect((await refresh(id)).status).toBe(401)
      expect(
        (await bench.ask('GET', '/v1/me', { anonymous: true, headers: { cookie: `fieldseal_session=${id}` } })).status,
      ).toBe(401)
    }
  })

  it('keep the time of signing in when a token is renewed, and say from where it was', async () => {
    const ada = await bench.addPerson('investigator', 'ada.renews')
    const program = await inProgram(ada, 'old program')
    const [first] = (await program.ask('GET', '/v1/me/sign-ins')).data
    const { data } = await bench.ask('POST', '/v1/auth/refresh', {
      anonymous: true,
      headers: { 'user-agent': 'another program' },
      body: { refresh_token: program.refreshToken },
    })
    const after = await program.ask('GET', '/v1/me/sign-ins', {
      as: { ...ada, token: data.access_token },
    })
    expect(after.data).toHaveLength(1)
    expect(after.data[0]).toMatchObject({
      id: first?.id,
      signed_in_at: first?.signed_in_at,
      agent: 'another program',
      this_one: true,
    })
  })

  it('take what a browser calls itself as text, shortened, whatever is in it', async () => {
    const ada = await bench.addPerson('investigator', 'ada.hostile')
    const hostile = `<script>alert(1)</script>' or 1=1; -- ${'x'.repeat(2_000)}`
    const program = await inProgram(ada, hostile)
    const [found] = (await program.ask('GET', '/v1/me/sign-ins')).data
    expect(found?.agent).toBe(hostile.slice(0, 200))
  })

  it('end one by one: token, renewal and event stream at once, and no other', async () => {
    const ada = await bench.addPerson('investigator', 'ada.ends')
    const [ending, staying] = [await inProgram(ada), await inWindow(ada, 'Firefox')]
    const ticket = (await ending.ask('POST', '/v1/events/tickets', { body: {} })).data.ticket
    const stream = openClient(`${bench.url}/v4/events/ws?ticket=${ticket}`, {})
    await stream.hello()
    const id = await idOf(ending)
    expect((await staying.ask('DELETE', `/v1/me/sign-ins/${id}`)).data).toEqual({ ended: 1 })
    expect(await stream.closed()).toMatchObject({ code: 4401 })
    expect((await ending.ask('GET', '/v1/me')).error.code).toBe('unauthenticated')
    expect((await refresh(ending.refreshToken)).error.code).toBe('unauthenticated')
    expect((await staying.ask('GET', '/v1/me')).status).toBe(200)
    expect((await staying.ask('GET', '/v1/me/sign-ins')).data).toHaveLength(1)
    expect((await staying.ask('DELETE', `/v1/me/sign-ins/${id}`)).error.code).toBe('not_found')
  })

  it('a window that is ended is out at once', async () => {
    const ada = await bench.addPerson('investigator', 'ada.window')
    const [window, program] = [await inWindow(ada, 'Firefox'), await inProgram(ada)]
    expect((await window.ask('GET', '/v1/me')).status).toBe(200)
    await program.ask('DELETE', `/v1/me/sign-ins/${await idOf(window)}`)
    expect((await window.ask('GET', '/v1/me')).error.code).toBe('unauthenticated')
    expect((await window.ask('GET', '/v1/cases')).error.code).toBe('unauthenticated')
  })

  it('end all others, the one that asks stays; a token of the folder ends all', async () => {
    const ada = await bench.addPerson('investigator', 'ada.others')
    const [one, two, three] = [await inProgram(ada), await inWindow(ada, 'Firefox'), await inProgram(ada)]
    expect((await one.ask('DELETE', '/v1/me/sign-ins')).data).toEqual({ ended: 2 })
    expect([
      (await one.ask('GET', '/v1/me')).status,
      (await two.ask('GET', '/v1/me')).status,
      (await three.ask('GET', '/v1/me')).status,
    ]).toEqual([200, 401, 401])
    expect((await bench.ask('DELETE', '/v1/me/sign-ins', { as: ada })).data).toEqual({ ended: 1 })
    expect((await one.ask('GET', '/v1/me')).status).toBe(401)
  })

  it('of somebody else are as if they were not there', async () => {
    const ada = await bench.addPerson('investigator', 'ada.own')
    const eve = await bench.addPerson('supervisor', 'eve.else')
    const [mine, theirs] = [await inProgram(ada), await inProgram(eve)]
    const id = await idOf(mine)
    const theirsToo = await theirs.ask('DELETE', `/v1/me/sign-ins/${id}`)
    const none = await theirs.ask('DELETE', '/v1/me/sign-ins/018f0000-0000-7000-8000-000000000000')
    expect([theirsToo.status, theirsToo.error.message]).toEqual([none.status, none.error.message])
    expect((await theirs.ask('DELETE', `/v1/users/${ada.id}/sign-ins/${id}`)).error.code).toBe('forbidden')
    expect((await theirs.ask('GET', `/v1/users/${ada.id}/sign-ins`)).error.code).toBe('forbidden')
    expect((await theirs.ask('DELETE', '/v1/me/sign-ins')).data).toEqual({ ended: 0 })
    expect((await mine.ask('GET', '/v1/me')).status).toBe(200)
  })
})

describe('the sign-ins of a user', () => {
  it('are listed and ended by an administrator', async () => {
    const ada = await bench.addPerson('investigator', 'ada.user')
    const [one, two, three] = [await inProgram(ada), await inProgram(ada), await inWindow(ada, 'Firefox')]
    const { data } = await bench.ask('GET', `/v1/users/${ada.id}/sign-ins`)
    expect(data.map(({ kind, this_one }) => [kind, this_one])).toEqual(
      expect.arrayContaining([
        ['program', false],
        ['program', false],
        ['window', false],
      ]),
    )
    const id = await idOf(one)
    expect((await bench.ask('DELETE', `/v1/users/${ada.id}/sign-ins/${id}`)).data).toEqual({ ended: 1 })
    expect((await one.ask('GET', '/v1/me')).status).toBe(401)
    expect((await two.ask('GET', '/v1/me')).status).toBe(200)
    expect((await bench.ask('DELETE', `/v1/users/${ada.id}/sign-ins`)).data).toEqual({ ended: 2 })
    expect([(await two.ask('GET', '/v1/me')).status, (await three.ask('GET', '/v1/me')).status]).toEqual([401, 401])
    expect((await bench.ask('GET', `/v1/users/${ada.id}/sign-ins`)).data).toEqual([])
  })

  it('are found under that user alone, and of nobody who is not there', async () => {
    const ada = await bench.addPerson('investigator', 'ada.mine')
    const eve = await bench.addPerson('investigator', 'eve.other')
    const program = await inProgram(ada)
    const id = await idOf(program)
    expect((await bench.ask('DELETE', `/v1/users/${eve.id}/sign-ins/${id}`)).error.code).toBe('not_found')
    expect((await program.ask('GET', '/v1/me')).status).toBe(200)
    for (const method of ['GET', 'DELETE'] as const)
      expect((await bench.ask(method, '/v1/users/424242/sign-ins')).error.code).toBe('not_found')
  })

  it('an administrator who ends their own from the list of users stays', async () => {
    const root = await bench.addPerson('admin', 'root.two')
    const [here, there] = [await inProgram(root), await inProgram(root)]
    expect((await here.ask('DELETE', `/v1/users/${root.id}/sign-ins`)).data).toEqual({ ended: 1 })
    expect([(await here.ask('GET', '/v1/me')).status, (await there.ask('GET', '/v1/me')).status]).toEqual([200, 401])
  })

  it('a renewal that runs while its sign-in is ended leaves nothing alive', async () => {
    const ada = await bench.addPerson('investigator', 'ada.race')
    for (let round = 0; round < 5; round += 1) {
      const program = await inProgram(ada)
      const [renewed] = await Promise.all([
        refresh(program.refreshToken),
        bench.ask('DELETE', `/v1/users/${ada.id}/sign-ins`),
      ])
      expect((await bench.ask('GET', `/v1/users/${ada.id}/sign-ins`)).data).toEqual([])
      if (renewed.status === 200) expect((await refresh(renewed.data.refresh_token)).status).toBe(401)
    }
  })
})
