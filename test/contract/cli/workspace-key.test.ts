import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { keyVariable } from '../../../main/platform/workspace-key.ts'
import { filesWith } from '../../support/files-with.ts'
import { freshTokenHere, freshWorkspaceHere, runHere } from '../../support/command-here.ts'
import {
  freshWorkspace,
  runCli,
  serve,
  v1Headers,
  type Credentials,
  type LiveService,
} from '../../support/live-service.ts'

const scratch = mkdtempSync(path.join(tmpdir(), 'fieldseal-key-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))
afterEach(() => {
  delete process.env[keyVariable]
})

const inKeys = (dataDir: string): string[] => readdirSync(path.join(dataDir, 'keys')).sort()

const send = async (
  service: LiveService,
  credentials: Credentials,
  method: string,
  address: string,
  body?: unknown,
): Promise<number> => {
  const headers = { ...v1Headers(credentials), ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  const answer = await fetch(new URL(address, service.url), {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  await answer.arrayBuffer()
  return answer.status
}

describe('a workspace key in the environment', { timeout: 120_000 }, () => {
  const hex = '0123456789abcdef'.repeat(4)

  test('is used for a new workspace, of which no key file is written, and wins over a file', async () => {
    process.env[keyVariable] = hex
    const { dataDir, credentials } = freshWorkspace()
    expect(inKeys(dataDir)).toEqual(['device.key'])
    expect(runCli('verify', dataDir)).toMatchObject({ code: 0 })
    expect((await runHere('doctor', '--data', dataDir)).lines.at(-1)).toEqual({ healthy: true })
    expect(await freshTokenHere(dataDir, credentials.user_id)).toMatch(/^ey/)
    process.env[keyVariable] = Buffer.from(hex, 'hex').toString('base64url')
    expect(await runHere('verify', dataDir)).toMatchObject({ code: 0 })
    writeFileSync(path.join(dataDir, 'keys/workspace.key'), Buffer.alloc(32, 9), { mode: 0o600 })
    expect(await runHere('verify', dataDir)).toMatchObject({ code: 0 })
    delete process.env[keyVariable]
    expect(await runHere('verify', dataDir)).toMatchObject({ code: 1, lines: [] })
  })

  test('that is none, or of another workspace, is refused by every command in words, and changes nothing', async () => {
    const { dataDir } = await freshWorkspaceHere()
    const before = readFileSync(path.join(dataDir, 'fieldseal.db'))
    for (const [value, words] of [
      ['swordfish', /must be 32 bytes/],
      ['', /must be 32 bytes/],
      [hex, /does not open.*Nothing was changed/s],
    ] as const) {
      process.env[keyVariable] = value
      for (const args of [
        ['verify', dataDir],
        ['serve', '--data', dataDir],
        ['doctor', '--data', dataDir],
        ['user', 'list', '--data', dataDir],
        ['backup', '--data', dataDir, '--out', path.join(scratch, 'no.db')],
        ['key', 'recovery', '--data', dataDir],
      ]) {
        // Of one value, what a command is as a process of its own.
        const run = value === 'swordfish' && args[0] === 'serve' ? runCli(...args) : await runHere(...args)
        expect([run.code, args[0]]).toEqual([1, args[0]])
        expect(run.stderr, args.join(' ')).toMatch(words)
        expect(run.stderr).not.toMatch(/swordfish|SqliteError|at .*\.[jt]s:/)
      }
    }
    process.env[keyVariable] = 'swordfish'
    const refused = await runHere('init', '--data', path.join(scratch, 'unmade'), '--institution', 'ACME')
    expect(refused).toMatchObject({ code: 1, lines: [] })
    expect(readFileSync(path.join(dataDir, 'fieldseal.db'))).toEqual(before)
  })
})

describe('the recovery key', { timeout: 120_000 }, () => {
  test('brings a folder back whose key file was lost', async () => {
    const { dataDir } = await freshWorkspaceHere()
    const shown = await runHere('key', 'recovery', '--data', dataDir)
    expect(shown).toMatchObject({ code: 0, lines: [{ recovery_key: expect.stringMatching(/^[\w-]{43}$/) as string }] })
    const recoveryKey = String(shown.lines[0]?.['recovery_key'])
    const file = path.join(dataDir, 'keys/workspace.key')
    expect(readFileSync(file).toString('base64url')).toBe(recoveryKey)

    process.env[keyVariable] = recoveryKey
    expect(await runHere('key', 'restore', '--data', dataDir)).toMatchObject({ code: 1, lines: [] })
    rmSync(file)
    delete process.env[keyVariable]
    expect((await runHere('verify', dataDir)).stderr).toMatch(/is missing/)
    expect(await runHere('key', 'restore', '--data', dataDir)).toMatchObject({ code: 2, lines: [] })
    process.env[keyVariable] = 'ff'.repeat(32)
    expect(await runHere('key', 'restore', '--data', dataDir)).toMatchObject({ code: 1, lines: [] })
    expect(existsSync(file)).toBe(false)
    process.env[keyVariable] = recoveryKey
    expect(await runHere('key', 'restore', '--data', dataDir)).toMatchObject({ code: 0, lines: [{ file }] })
    delete process.env[keyVariable]
    expect(await runHere('verify', dataDir)).toMatchObject({ code: 0 })
  })

  test('is what a folder asks for whose key is in a keychain', async () => {
    const { dataDir } = await freshWorkspaceHere()
    const file = path.join(dataDir, 'keys/workspace.key')
    const recoveryKey = readFileSync(file).toString('base64url')
    cpSync(file, `${file}.sealed`)
    rmSync(file)
    for (const args of [
      ['serve', '--data', dataDir],
      ['verify', dataDir],
      ['token', '--data', dataDir, '--user', '1'],
      ['key', 'recovery', '--data', dataDir],
    ]) {
      const run = await runHere(...args)
      expect(run.code).toBe(1)
      expect(run.stderr).toMatch(/keychain of the desktop.*Start the Fieldseal desktop.*FIELDSEAL_WORKSPACE_KEY/s)
    }
    process.env[keyVariable] = recoveryKey
    expect(await runHere('verify', dataDir)).toMatchObject({ code: 0 })
  })
})

describe('a stolen folder', { timeout: 120_000 }, () => {
  test('shows nothing of what was entered: not while the service runs, not after a kill, not after a stop, not in a backup', async () => {
    const { dataDir, credentials } = freshWorkspace('--admin', 'Wilhelmina Vondel')
    const secrets = [
      'Wilhelmina',
      'Vondel',
      'Krankenkassenbetrug',
      'krankenkassenbetrug',
      'Zahnarzt Löwenherz',
      'löwenherz',
      '43218765432',
      'suchwort',
      'Theodora',
      credentials.password,
      credentials.institution_key,
      credentials.api_key,
    ]
    let service = await serve(dataDir)
    const opened = await send(service, credentials, 'POST', '/v1/cases', {
      title: 'Krankenkassenbetrug',
      description: 'Zahnarzt Löwenherz',
      priority: 'high',
      related_customer_id: 43_218_765_432,
    })
    expect(opened).toBe(201)
    expect(
      await send(service, credentials, 'POST', '/v1/cases/1/notes', { text: 'Löwenherz rief an: 43218765432.' }),
    ).toBe(201)
    expect(
      await send(service, credentials, 'POST', '/v1/users', {
        login_name: 'theodora',
        name: 'Theodora',
        role: 'investigator',
        password: 'a long password',
      }),
    ).toBe(201)
    expect(
      await send(service, credentials, 'POST', '/v1/views', { name: 'suchwort', query: 'q=suchwort' }),
    ).toBeLessThan(500)
    expect(await send(service, credentials, 'GET', '/v1/cases?q=suchwort')).toBe(200)
    expect(filesWith(dataDir, secrets)).toEqual([])
    await service.kill()
    expect(filesWith(dataDir, secrets)).toEqual([])
    service = await serve(dataDir)
    const out = path.join(scratch, 'stolen.db')
    expect(await runHere('backup', '--data', dataDir, '--out', out)).toMatchObject({ code: 0, lines: [{ cases: 1 }] })
    await service.stop()
    expect(filesWith(dataDir, secrets)).toEqual([])
    expect(filesWith(scratch, secrets)).toEqual([])
    expect(await runHere('export', 'cases', '--data', dataDir, '--out', path.join(scratch, 'all.csv'))).toMatchObject({
      code: 0,
    })
    // The search itself finds what is there to be found.
    expect(filesWith(scratch, secrets)).toEqual([path.join(scratch, 'all.csv')])
  })
})
