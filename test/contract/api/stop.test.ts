import { fork, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { serviceMessage } from '../../../shared/ipc/supervisor.ts'
import type { Failure, ServiceMessage } from '../../../shared/ipc/supervisor.ts'
import { createTokens } from '../../../main/server/auth/tokens.ts'
import { preparedWorkspace } from '../../support/prepared-workspace.ts'
import { keysIn } from '../../support/raw-database.ts'
import { ask } from './support.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const node = path.join(root, 'node_modules/.bin/node')
const entry = path.join(root, 'dist/service/service.js')

let dir: string
const children: ChildProcess[] = []
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'fieldseal-process-'))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(dir, { recursive: true, force: true })
})

const make = (dataDir: string) =>
  preparedWorkspace(dataDir, { institution: 'ACME', name: 'Acme Bank', admin: 'Ada Berg', sample: false })

const startAlone = async (dataDir: string, level = 'info') => {
  const child = spawn(node, [entry, '--data', dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, FIELDSEAL_LOG: level },
  })
  children.push(child)
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString('utf8')))
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const { url, pid } = JSON.parse(line) as { url: string; pid: number }
  return { child, url, pid, log: () => log }
}

const superviseIn = (
  dataDir: string,
  answerKey: () => { readonly key: string | null; readonly error?: Failure } = () => ({ key: null }),
) => {
  const child = fork(entry, ['--data', dataDir, '--port', '0', '--supervised'], {
    execPath: node,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  children.push(child)
  const received: ServiceMessage[] = []
  const asked: string[] = []
  const waiting: ((message: ServiceMessage) => void)[] = []
  child.on('message', (raw) => {
    const message = serviceMessage.parse(raw)
    if (message.type === 'key-request') {
      asked.push(message.purpose)
      child.send({ type: 'workspace-key', ...answerKey() })
      return
    }
    const next = waiting.shift()
    if (next === undefined) received.push(message)
    else next(message)
  })
  const next = (): Promise<ServiceMessage> => {
    const first = received.shift()
    return first === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(first)
  }
  return { child, next, asked }
}

describe('the service as a process', () => {
  it('says where it answers, finishes what is under way at SIGTERM, and leaves nothing behind', async () => {
    const dataDir = path.join(dir, 'data')
    const made = await make(dataDir)
    const { child, url, pid } = await startAlone(dataDir)
    expect(pid).toBe(child.pid)
    const file = path.join(dataDir, 'service.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const { institution_key } = JSON.parse(readFileSync(file, 'utf8')) as { institution_key: string }
    const login = await ask(url, 'POST', '/v1/auth/login', {
      body: { login_name: made.loginName, password: made.password },
    })
    const headers = { authorization: `Bearer ${login.data.access_token}`, 'x-api-key': institution_key }
    const underWay = Array.from({ length: 50 }, (_, index) =>
      ask(url, 'POST', '/v1/cases', {
        headers,
        body: { title: `Case ${index}`, description: 'D', priority: 'low' },
      }).catch(() => null),
    )
    await underWay[0]
    child.kill('SIGTERM')
    const [code] = (await once(child, 'exit')) as [number | null]
    const answers = (await Promise.all(underWay)).filter((answer) => answer !== null)
    expect(code).toBe(0)
    for (const answer of answers) {
      expect([201, 503]).toContain(answer.status)
      if (answer.status === 503) expect(answer.error.code).toBe('unavailable')
    }
    expect(existsSync(file)).toBe(false)

    const again = await startAlone(dataDir)
    const list = await ask(again.url, 'GET', '/v1/cases', { headers: { ...headers, 'x-api-key': made.institutionKey } })
    expect(list.whole.pagination.total).toBe(answers.filter((answer) => answer.status === 201).length)
  })

  it('refuses a folder that another one serves', async () => {
    const dataDir = path.join(dir, 'data')
    await make(dataDir)
    await startAlone(dataDir)
    const second = spawn(node, [entry, '--data', dataDir], { stdio: ['ignore', 'pipe', 'pipe'] })
    children.push(second)
    let said = ''
    second.stderr.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')))
    const [code] = (await once(second, 'exit')) as [number]
    expect(code).toBe(1)
    expect(said).toMatch(/fieldseal: .+/)
  })

  it('makes a workspace for its supervisor, gives it sessions, and stops when told', async () => {
    const { child, next } = superviseIn(path.join(dir, 'data'))
    expect(await next()).toEqual({ type: 'first-run' })
    child.send({ type: 'ping' })
    expect(await next()).toEqual({ type: 'pong' })
    child.send({ type: 'create-workspace', institution: '!', name: 'Acme Bank', admin: 'Ada Berg', sample: false })
    expect(await next()).toMatchObject({ type: 'first-run', error: { message: expect.any(String) as string } })
    child.send({
      type: 'create-workspace',
      institution: 'ACME',
      name: 'Acme Bank',
      admin: 'Ada\u202egreB',
      sample: false,
    })
    expect(await next()).toMatchObject({
      type: 'first-run',
      error: {
        code: 'invalid_request',
        message: expect.stringMatching(/admin holds .*text-direction override.*Nothing was made/) as string,
      },
    })
    child.send({ type: 'create-workspace', institution: 'ACME', name: 'Acme Bank', admin: 'Ada Berg', sample: false })
    const ready = await next()
    if (ready.type !== 'ready') throw new Error(JSON.stringify(ready))
    const me = await ask(ready.url, 'GET', '/v1/me', {
      headers: { authorization: `Bearer ${ready.session.access_token}`, 'x-api-key': ready.session.institution_key },
    })
    expect(me.data).toMatchObject({ role: 'admin', via: 'desktop', user: { name: 'Ada Berg' } })
    child.send({ type: 'session-request' })
    expect(await next()).toMatchObject({ type: 'session', session: { user_id: ready.session.user_id } })
    child.send({ type: 'nonsense' })
    child.send({ type: 'stop' })
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('says that the making of a sample was killed, and makes it again', async () => {
    const dataDir = path.join(dir, 'data')
    const sample = { type: 'create-workspace', institution: 'ACME', name: 'Acme Bank', admin: 'Ada Berg', sample: true }
    const first = superviseIn(dataDir)
    expect(await first.next()).toEqual({ type: 'first-run' })
    first.child.send(sample)
    await expect
      .poll(() => existsSync(dataDir) && readdirSync(dataDir).some((name) => name.endsWith('.new')), { interval: 5 })
      .toBe(true)
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    expect(existsSync(path.join(dataDir, 'fieldseal.db'))).toBe(false)
    const second = superviseIn(dataDir)
    expect(await second.next()).toMatchObject({
      type: 'first-run',
      error: { message: expect.stringMatching(/broken off before its end.*Set it up again/) as string },
    })
    second.child.send(sample)
    const ready = await second.next()
    if (ready.type !== 'ready') throw new Error(JSON.stringify(ready))
    const list = await ask(ready.url, 'GET', '/v1/cases', {
      headers: { authorization: `Bearer ${ready.session.access_token}`, 'x-api-key': ready.session.institution_key },
    })
    expect(list.whole.pagination.total).toBeGreaterThan(10)
  })

  it('takes the workspace key from its supervisor and writes it nowhere; another key, or none, ends it with a reason', async () => {
    const dataDir = path.join(dir, 'data')
    const key = Buffer.alloc(32, 5).toString('base64url')
    const { child, next, asked } = superviseIn(dataDir, () => ({ key }))
    expect(await next()).toEqual({ type: 'first-run' })
    child.send({ type: 'create-workspace', institution: 'ACME', name: 'Acme Bank', admin: 'Ada Berg', sample: true })
    expect(await next()).toMatchObject({ type: 'ready' })
    expect(asked).toEqual(['create', 'open'])
    expect(readdirSync(path.join(dataDir, 'keys'))).toEqual(['device.key'])
    expect(
      readFileSync(`/proc/${String(child.pid)}/cmdline`, 'utf8') +
        readFileSync(`/proc/${String(child.pid)}/environ`, 'utf8'),
    ).not.toContain(key)
    child.send({ type: 'stop' })
    await once(child, 'exit')

    const refusals = [
      { answer: { key: Buffer.alloc(32, 6).toString('base64url') }, says: /does not open/ },
      { answer: { key: 'none' }, says: /workspace key that is none/ },
      {
        answer: { key: null, error: { code: 'keychain_refused', message: 'The keychain says no.' } },
        says: /The keychain says no/,
      },
      { answer: { key: null }, says: /is missing/ },
    ]
    for (const { answer, says } of refusals) {
      const refused = superviseIn(dataDir, () => answer)
      expect(await refused.next()).toMatchObject({ type: 'fatal', message: expect.stringMatching(says) as string })
      if (refused.child.exitCode === null) await once(refused.child, 'exit')
      expect(refused.child.exitCode).toBe(1)
    }
    expect((await superviseIn(dataDir, () => ({ key })).next()).type).toBe('ready')
  })

  it('ends when its parent goes away', async () => {
    const dataDir = path.join(dir, 'data')
    await make(dataDir)
    const { child, next } = superviseIn(dataDir)
    expect((await next()).type).toBe('ready')
    child.disconnect()
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(existsSync(path.join(dataDir, 'service.json'))).toBe(false)
  })

  it('logs no title, note, name, password, token or key, even at its most talkative', async () => {
    const dataDir = path.join(dir, 'data')
    const made = await make(dataDir)
    const { child, url, log } = await startAlone(dataDir, 'trace')
    const keys = keysIn(dataDir)
    const { clock, random } = systemEnv(createLog('silent'))
    const secrets = [
      'Whispered title',
      'Whispered note',
      'Whispered name',
      'whispered.login',
      'a whispered password',
      made.institutionKey,
      made.apiKey,
      made.password,
    ]
    const login = await ask(url, 'POST', '/v1/auth/login', {
      body: { login_name: made.loginName, password: made.password },
    })
    const headers = { authorization: `Bearer ${login.data.access_token}`, 'x-api-key': made.institutionKey }
    const post = <M extends string, A extends string>(method: M, address: A, body: unknown) =>
      ask(url, method, address, { headers, body })
    const opened = await post('POST', '/v1/cases', {
      title: 'Whispered title',
      description: 'Whispered note',
      priority: 'low',
    })
    await post('PUT', `/v1/cases/${opened.data.id}/status`, { status: 'closed', notes: 'Whispered note' })
    await post('POST', '/v1/users', {
      login_name: 'whispered.login',
      name: 'Whispered name',
      role: 'auditor',
      password: 'a whispered password',
    })
    await ask(url, 'GET', '/v1/cases?q=Whispered', { headers })
    await ask(url, 'GET', '/v1/case-numbers/Whispered%20title', { headers })
    await ask(url, 'POST', '/v1/auth/login', {
      body: { login_name: 'whispered.login', password: 'a whispered password!' },
    })
    await ask(url, 'POST', '/v1/cases', { headers, raw: '{"title":"Whispered title"' })
    await ask(url, 'GET', '/v4/x?workspace_id=1', { headers: { authorization: `Bearer ${made.apiKey}` } })
    const stray = await createTokens({ privateKey: keys.token, workspaceId: 'other', clock, random }).mint({
      userUid: 'x',
      role: 'admin',
      origin: 'login',
      family: null,
    })
    await ask(url, 'GET', '/v1/me', { headers: { authorization: `Bearer ${stray}`, 'x-api-key': made.institutionKey } })
    child.kill('SIGTERM')
    await once(child, 'exit')
    expect(log()).toContain('/v1/cases/:id/status')
    for (const secret of [...secrets, login.data.access_token, login.data.refresh_token, stray])
      expect(log()).not.toContain(secret)
    expect(log()).not.toMatch(/whispered/i)
  })
})
