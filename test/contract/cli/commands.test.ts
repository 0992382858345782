import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshTokenHere, freshWorkspaceHere, runHere, serveHere, type ServiceHere } from '../../support/command-here.ts'
import {
  freshWorkspace,
  runCli,
  serve,
  v1Headers,
  type Credentials,
  type LiveService,
} from '../../support/live-service.ts'

const scratch = mkdtempSync(path.join(tmpdir(), 'fieldseal-cli-'))
const inScratch = (name: string): string => path.join(scratch, name)

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const fingerprint = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
    .map((file) => `${path.relative(dir, file)} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`)

const call = async (
  service: Pick<ServiceHere, 'url'>,
  credentials: Credentials,
  method: string,
  address: string,
  body?: unknown,
  token = credentials.access_token,
): Promise<{ status: number; data: Record<string, unknown> }> => {
  const headers = {
    ...v1Headers(credentials, token),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const answer = await fetch(new URL(address, service.url), {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  return { status: answer.status, data: ((await answer.json()) as { data: Record<string, unknown> }).data }
}

const { dataDir: initial, credentials: printed } = freshWorkspace()

describe('init', () => {
  const [dataDir, credentials] = [initial, printed]

  it('prints everything that a client needs as one JSON object', () => {
    expect(credentials).toMatchObject({ institution: 'ACME', user_id: 1, login_name: 'administrator' })
    for (const name of ['workspace_id', 'institution_key', 'api_key', 'access_token', 'device_id', 'password'] as const)
      expect(credentials[name]).toMatch(/^\S{12,}$/)
  })

  it('makes a folder that only its owner can read', () => {
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    for (const key of ['device.key', 'workspace.key'])
      expect(statSync(path.join(dataDir, 'keys', key)).mode & 0o777).toBe(0o600)
  })

  it('on a folder that holds a workspace refuses and changes nothing', () => {
    const before = fingerprint(dataDir)
    const run = runCli('init', '--data', dataDir, '--institution', 'OTHER')
    expect(run).toMatchObject({ code: 1, lines: [] })
    expect(run.stderr).toMatch(/workspace/)
    expect(fingerprint(dataDir)).toEqual(before)
  })

  it('refuses an institution code that case numbers cannot carry', () => {
    expect(runCli('init', '--data', inScratch('never'), '--institution', 'A C/ME')).toMatchObject({
      code: 2,
      lines: [],
    })
    expect(existsSync(inScratch('never'))).toBe(false)
  })
})

/**
 * Each command runs once as it is built, in a process of its own; what else it does and says is asked within this one.
 */
describe('serve, and commands beside it', { timeout: 240_000 }, () => {
  const [dataDir, credentials] = [initial, printed]
  let service: LiveService

  beforeAll(async () => {
    service = await serve(dataDir)
  })
  afterAll(() => service.stop())

  it('answers with what init printed', async () => {
    expect(await call(service, credentials, 'GET', '/v1/me')).toMatchObject({
      status: 200,
      data: { user: { id: credentials.user_id }, role: 'admin' },
    })
  })

  it('a second service on the folder exits 1 and names the first', () => {
    const second = runCli('serve', '--data', dataDir)
    expect(second).toMatchObject({ code: 1, lines: [] })
    expect(second.stderr).toContain(String(service.process.pid))
    expect(second.stderr).toContain(service.url.origin)
  })

  it('token: a role may be given that is below the user’s', async () => {
    const run = runCli('token', '--data', dataDir, '--user', String(credentials.user_id), '--role', 'auditor')
    expect(run).toMatchObject({ code: 0, lines: [{ user_id: credentials.user_id, role: 'auditor', expires_in: 900 }] })
    const token = String(run.lines[0]?.['access_token'])
    expect(await call(service, credentials, 'GET', '/v1/me', undefined, token)).toMatchObject({
      status: 200,
      data: { role: 'auditor' },
    })
    expect(
      (await call(service, credentials, 'POST', '/v1/cases', { title: 'x', description: 'y', priority: 'low' }, token))
        .status,
    ).toBe(403)
    expect(await runHere('token', '--data', dataDir, '--user', '999')).toMatchObject({ code: 2, lines: [] })
  })

  it('token: gives no role above the user’s own', async () => {
    const { lines } = await runHere(
      'user',
      'add',
      '--data',
      dataDir,
      '--login',
      'ines',
      '--name',
      'Ines',
      '--role',
      'investigator',
    )
    const id = String(lines[0]?.['id'])
    expect(await runHere('token', '--data', dataDir, '--user', id, '--role', 'auditor')).toMatchObject({
      code: 0,
      lines: [{ role: 'auditor' }],
    })
    const above = await runHere('token', '--data', dataDir, '--user', id, '--role', 'supervisor')
    expect(above).toMatchObject({ code: 2, lines: [] })
    expect(above.stderr).toContain('is investigator: a token carries that role or one below it')
  })

  it('user, key and device commands go through the running service', async () => {
    const added = runCli(
      'user',
      'add',
      '--data',
      dataDir,
      '--login',
      'wang.lei',
      '--name',
      '王磊',
      '--role',
      'investigator',
    )
    expect(added).toMatchObject({ code: 0, lines: [{ login_name: 'wang.lei', name: '王磊', role: 'investigator' }] })
    const password = String(added.lines[0]?.['password'])
    expect(
      (await call(service, credentials, 'POST', '/v1/auth/login', { login_name: 'wang.lei', password })).status,
    ).toBe(200)
    const fresh = await runHere('user', 'password', '--data', dataDir, '--user', String(added.lines[0]?.['id']))
    expect(fresh.lines[0]?.['password']).not.toBe(password)
    const none = await runHere(
      'user',
      'reset-second-factor',
      '--data',
      dataDir,
      '--user',
      String(added.lines[0]?.['id']),
    )
    expect(none).toMatchObject({ code: 1, lines: [], stderr: expect.stringContaining('no second factor') as string })
    expect((await runHere('user', 'list', '--data', dataDir)).lines.map((line) => line['login_name'])).toEqual(
      expect.arrayContaining(['administrator', 'wang.lei']),
    )
    expect(await runHere('user', 'add', '--data', dataDir, '--login', 'wang.lei', '--name', 'Again')).toMatchObject({
      code: 1,
      lines: [],
    })
    const malformed = await runHere('user', 'add', '--data', dataDir, '--login', 'No Login', '--name', 'x')
    expect(malformed).toMatchObject({ code: 2, lines: [] })
    expect(malformed.stderr).toMatch(/^fieldseal user add: Login name: /m)

    const key = runCli('key', 'create', '--data', dataDir, '--label', 'scoring engine', '--scope', 'v4:read')
    expect(key).toMatchObject({ code: 0, lines: [{ label: 'scoring engine', kind: 'api', scopes: ['v4:read'] }] })
    const id = String(key.lines[0]?.['id'])
    expect(await runHere('key', 'revoke', id, '--data', dataDir)).toMatchObject({ code: 0, lines: [{ id }] })
    expect(
      (await runHere('key', 'list', '--data', dataDir)).lines.find((line) => line['id'] === id)?.['revoked_at'],
    ).not.toBeNull()

    const devices = runCli('device', 'list', '--data', dataDir)
    expect(devices).toMatchObject({ code: 0, lines: [{ id: credentials.device_id, this_device: true }] })
    expect((await runHere('device', 'revoke', credentials.device_id, '--data', dataDir, '--reason', 'lost')).code).toBe(
      1,
    )
  })

  it('verify, backup and doctor work meanwhile', async () => {
    await call(
      service,
      credentials,
      'POST',
      '/v1/cases',
      { title: 'Seen in the backup', description: 'y', priority: 'low' },
      await freshTokenHere(dataDir, credentials.user_id),
    )
    expect(runCli('verify', dataDir)).toMatchObject({ code: 0 })
    const out = inScratch('copy.db')
    expect(runCli('backup', '--data', dataDir, '--out', out)).toMatchObject({
      code: 0,
      lines: [{ file: out, cases: 1 }],
    })
    expect(await runHere('backup', '--data', dataDir, '--out', out)).toMatchObject({ code: 2, lines: [] })
    const checks = runCli('doctor', '--data', dataDir)
    expect(checks.lines.at(-1)).toEqual({ healthy: true })
    expect(checks.lines.find((line) => line['check'] === 'lock')?.['detail']).toContain(service.url.origin)
  })
})

describe('without a service', { timeout: 240_000 }, () => {
  let dataDir = ''
  let credentials: Credentials

  beforeAll(async () => {
    ;({ dataDir, credentials } = await freshWorkspaceHere())
  })

  it('writing commands serve themselves and leave the folder free', async () => {
    expect(await runHere('user', 'add', '--data', dataDir, '--login', 'amina', '--name', 'Amina Diallo')).toMatchObject(
      { code: 0, lines: [{ role: 'investigator' }] },
    )
    expect(existsSync(path.join(dataDir, 'service.json'))).toBe(false)
    expect((await runHere('user', 'list', '--data', dataDir)).lines).toHaveLength(2)
  })

  it('a restored backup with its keys verifies and reads', async () => {
    const out = inScratch('whole.db')
    expect(await runHere('backup', '--data', dataDir, '--out', out, '--with-keys')).toMatchObject({ code: 0 })
    const restored = inScratch('restored')
    cpSync(`${out}.keys`, path.join(restored, 'keys'), { recursive: true })
    cpSync(out, path.join(restored, 'fieldseal.db'))
    chmodSync(restored, 0o700)
    expect(await runHere('verify', restored)).toMatchObject({ code: 0 })
    expect((await runHere('user', 'list', '--data', restored)).lines.map((line) => line['name'])).toContain(
      'Amina Diallo',
    )
  })

  it('doctor names what is wrong and what to do', async () => {
    const key = path.join(dataDir, 'keys', 'device.key')
    chmodSync(key, 0o644)
    const run = await runHere('doctor', '--data', dataDir)
    chmodSync(key, 0o600)
    expect(run.code).toBe(1)
    expect(run.lines.find((line) => line['check'] === 'keys')).toMatchObject({
      state: 'fault',
      advice: `Do: chmod 600 ${key}`,
    })
    expect(run.lines.at(-1)).toEqual({ healthy: false })
  })

  it('verify reports a database that is none as a fault, not as a crash', async () => {
    const broken = inScratch('broken')
    cpSync(dataDir, broken, { recursive: true })
    writeFileSync(
      path.join(broken, 'fieldseal.db'),
      'this is no database at all, but it is long enough to look like one'.repeat(100),
    )
    const run = await runHere('verify', broken)
    expect(run).toMatchObject({ code: 1, lines: [{ verdict: 'faults_found' }] })
    expect(run.stderr).toMatch(/damaged.*restore a backup/)
  })

  it('verify --trust finds a tail that was cut off and keys that were exchanged', async () => {
    const service = await serveHere(dataDir)
    const token = await freshTokenHere(dataDir, credentials.user_id)
    const created = await call(
      service,
      credentials,
      'POST',
      '/v1/cases',
      { title: 'Watched', description: 'y', priority: 'low' },
      token,
    )
    const id = String(created.data['id'])
    const devices = await call(service, credentials, 'GET', '/v1/devices', undefined, token)
    const pem = (devices.data as unknown as { public_key_pem: string }[])[0]?.public_key_pem ?? ''
    await service.stop()
    const earlier = inScratch('earlier')
    cpSync(dataDir, earlier, { recursive: true })

    const again = await serveHere(dataDir)
    await call(again, credentials, 'POST', `/v1/cases/${id}/notes`, { text: 'A later note.' }, token)
    const checkpoint = String(
      (await call(again, credentials, 'GET', `/v1/cases/${id}/checkpoint`, undefined, token)).data['checkpoint'],
    )
    await again.stop()

    const trust = inScratch('trust.txt')
    writeFileSync(trust, `${pem}\n---\n${checkpoint}`)
    expect(await runHere('verify', dataDir, '--trust', trust)).toMatchObject({ code: 0 })
    const stranger = `SHA256:${'B'.repeat(43)}`
    writeFileSync(inScratch('more.txt'), `${pem}\n${stranger}\n`)
    const more = await runHere('verify', dataDir, '--trust', inScratch('more.txt'))
    expect([more.code, more.lines.at(-1)?.['verdict']]).toEqual([0, 'intact'])
    expect(
      more.lines.filter((line) => line['code'] === 'trust_unused').map((line) => String(line['message'])),
      'B-106',
    ).toEqual([expect.stringContaining(stranger)])
    expect(await runHere('verify', earlier)).toMatchObject({ code: 0 })
    const cut = await runHere('verify', earlier, '--trust', trust)
    expect(cut.code).toBe(1)
    expect(cut.lines.map((line) => line['code'])).toContain('truncated_tail')
    await runHere('init', '--data', inScratch('other'), '--institution', 'OTHER')
    const other = await runHere('verify', inScratch('other'), '--trust', trust)
    expect(other.code).toBe(1)
    expect(other.lines.map((line) => line['code'])).toContain('unknown_key')
    expect(await runHere('verify', dataDir, '--case', id)).toMatchObject({ code: 0 })
    expect(
      (await runHere('verify', dataDir, '--case', String(created.data['case_number']))).lines.at(-1),
    ).toMatchObject({ verdict: 'intact', scope: 'case' })
    expect(await runHere('verify', dataDir, '--case', '4242')).toMatchObject({ code: 2, lines: [] })
  })
})

describe('a sample workspace', { timeout: 240_000 }, () => {
  it('is marked as one, holds cases in every state with histories over weeks, and verifies', async () => {
    const dataDir = inScratch('sample')
    const made = await runHere('init', '--data', dataDir, '--institution', 'ACME', '--sample')
    const credentials = made.lines[0] as unknown as Credentials
    const verified = await runHere('verify', dataDir)
    expect(verified).toMatchObject({ code: 0 })
    expect(verified.lines.at(-1)).toMatchObject({ verdict: 'intact', cases: 60 })
    const service = await serveHere(dataDir)
    try {
      expect(await call(service, credentials, 'GET', '/v1/workspace')).toMatchObject({ data: { sample: true } })
      const stats = (await call(service, credentials, 'GET', '/v1/cases/stats')).data as {
        by_status: Record<string, number>
        breached: number
        due_soon: number
      }
      for (const status of ['open', 'investigating', 'pending_review', 'escalated', 'resolved', 'closed'])
        expect(stats.by_status[status]).toBeGreaterThan(2)
      expect(stats.breached).toBeGreaterThan(2)
      expect(stats.due_soon).toBeGreaterThan(2)
    } finally {
      await service.stop()
    }
  })
})
