import { createHmac } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../../../shared/schema/result.ts'
import { me } from '../../../shared/api/access.ts'
import { withService } from '../../../main/cli/connection.ts'
import { runHere } from '../../support/command-here.ts'
import { startCliBench, type CliBench } from './cli-bench.ts'

/**
 * A program of somebody else that listens on a port of this computer, agrees to everything, and keeps what it hears.
 */
const startStranger = async (
  port = 0,
): Promise<{ readonly url: string; readonly heard: string[]; readonly server: Server }> => {
  const heard: string[] = []
  const server = createServer((request, answer) => {
    heard.push(
      `${request.method ?? ''} ${(request.url ?? '').replace(/\?.*$/u, '')} ${request.headers.authorization ?? 'no token'} ${String(request.headers['x-api-key'] ?? 'no key')}`,
    )
    answer.writeHead(200, { 'content-type': 'application/json' })
    answer.end(
      JSON.stringify({
        status: 'ok',
        version: '1.0.0',
        proof: 'A'.repeat(43),
        success: true,
        data: { id: 7, login_name: 'spy' },
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, heard, server }
}

let at: CliBench
let strangers: Server[] = []
beforeEach(async () => {
  at = await startCliBench()
})
afterEach(async () => {
  for (const server of strangers) server.close()
  strangers = []
  await at.close()
})

const listening = async (port?: number): ReturnType<typeof startStranger> => {
  const stranger = await startStranger(port)
  strangers.push(stranger.server)
  return stranger
}

const onlyAsked = /^GET \/healthz no token no key$/u

describe('L-3: the command line and who listens on the port of a service', { timeout: 60_000 }, () => {
  it('gives nothing to a stranger on the port of a service that died, and does the work itself', async () => {
    const stranger = await listening()
    const serviceFile = path.join(at.bench.dataDir, 'service.json')
    const left = JSON.parse(readFileSync(serviceFile, 'utf8')) as object
    await at.bench.service.close()
    writeFileSync(serviceFile, JSON.stringify({ ...left, url: stranger.url }), { mode: 0o600 })
    const added = await runHere(
      'user',
      'add',
      '--data',
      at.bench.dataDir,
      '--login',
      'm.kovacs',
      '--name',
      'Marta Kovacs',
      '--password',
      'correct horse battery staple',
    )
    expect(added).toMatchObject({ code: 0, lines: [{ login_name: 'm.kovacs' }] })
    expect(stranger.heard).toEqual([expect.stringMatching(onlyAsked)])
    expect(
      (await runHere('user', 'list', '--data', at.bench.dataDir)).lines.map((line) => line['login_name']),
    ).toContain('m.kovacs')
  })

  it('refuses in words where a service holds the folder, and another program answers at its address', async () => {
    const stranger = await listening()
    const serviceFile = path.join(at.bench.dataDir, 'service.json')
    writeFileSync(
      serviceFile,
      JSON.stringify({ ...(JSON.parse(readFileSync(serviceFile, 'utf8')) as object), url: stranger.url }),
      { mode: 0o600 },
    )
    const refused = await at.run('user', 'list')
    expect(refused).toMatchObject({ code: 1, lines: [] })
    expect(refused.stderr).toMatch(/works in this data folder.*does not prove.*nothing was sent to it/s)
    for (const line of stranger.heard) expect(line).toMatch(onlyAsked)
  })

  it('asks again before each request, so that a service which ends in between is not followed by a stranger', async () => {
    const { port } = new URL(at.bench.url)
    const outcome = await withService(at.bench.dataDir, async (client) => {
      expect((await client.call(me, {})).ok).toBe(true)
      await at.bench.service.close()
      const stranger = await listening(Number(port))
      const answers = [await client.call(me, {}), await client.follow('/v1/anything?token=x')]
      return ok({ answers, heard: stranger.heard })
    })
    if (!outcome.ok) throw new Error(outcome.error.message)
    for (const answer of outcome.value.answers)
      expect(answer).toMatchObject({
        ok: false,
        error: { message: expect.stringMatching(/has ended meanwhile.*nothing more was sent/s) as string },
      })
    expect(outcome.value.heard).toEqual([expect.stringMatching(onlyAsked), expect.stringMatching(onlyAsked)])
  })
})

describe('/healthz', () => {
  it('proves to a challenge that it is the service of service.json', async () => {
    const { institution_key: key } = JSON.parse(readFileSync(path.join(at.bench.dataDir, 'service.json'), 'utf8')) as {
      institution_key: string
    }
    const challenge = 'c'.repeat(43)
    const answer = await at.bench.ask('GET', `/healthz?challenge=${challenge}`, { anonymous: true })
    expect(answer.body).toMatchObject({
      status: 'ok',
      proof: createHmac('sha256', key).update(`fieldseal service proof\n${challenge}`).digest('base64url'),
    })
  })

  it('refuses a challenge that is none', async () => {
    for (const challenge of [
      '',
      'short',
      'c'.repeat(87),
      `${'c'.repeat(30)}%0A`,
      `${'c'.repeat(30)}&challenge=${'d'.repeat(30)}`,
    ]) {
      const answer = await at.bench.ask('GET', `/healthz?challenge=${challenge}`, { anonymous: true })
      expect(answer).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_request', message: expect.stringContaining('challenge') as string } },
      })
    }
  })
})
