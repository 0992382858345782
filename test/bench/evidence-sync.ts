import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freshToken, freshWorkspace, runCli, serve } from '../support/live-service.ts'
import type { LiveService } from '../support/live-service.ts'
import { startProxy } from '../support/sync/byte-proxy.ts'
import type { ByteProxy } from '../support/sync/byte-proxy.ts'
import { chanceOf } from '../support/sync/chance.ts'
import type { BenchLine } from './report.ts'

const size = Number(process.env['FIELDSEAL_BENCH_SYNC_BYTES'] ?? 2 ** 31)
const cutsAimed = 50
/** Every so many cuts a process is killed instead, the two sides in turn. */
const killEvery = 10
const aim = 2
const tokenMs = 600_000

/** A data folder that is served by a process of its own, and can be killed. */
interface Node {
  readonly dataDir: string
  service: LiveService
  readonly args: readonly string[]
}

const env = { FIELDSEAL_LOG: 'error' }
const tokens = new Map<string, { readonly token: string; readonly atMs: number }>()

const tokenOf = (dataDir: string): string => {
  const known = tokens.get(dataDir)
  if (known !== undefined && performance.now() - known.atMs < tokenMs) return known.token
  const token = freshToken(dataDir, 1)
  tokens.set(dataDir, { token, atMs: performance.now() })
  return token
}

const ask = async (
  { dataDir, service }: Node,
  method: string,
  address: string,
  body?: unknown,
): Promise<Record<string, unknown>> => {
  const { institution_key: key } = JSON.parse(readFileSync(path.join(dataDir, 'service.json'), 'utf8')) as {
    institution_key: string
  }
  const answer = await fetch(new URL(address, service.url), {
    method,
    headers: {
      authorization: `Bearer ${tokenOf(dataDir)}`,
      'x-api-key': key,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${text}`)
  return (JSON.parse(text) as { data: Record<string, unknown> }).data
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  for (;;) {
    // A process that was just killed does not answer.
    if (await holds().catch(() => false)) return
    await pause(200)
  }
}

const start = async (dataDir: string, args: readonly string[]): Promise<Node> => ({
  dataDir,
  args,
  service: await serve(dataDir, env, args),
})

/** Ends a process as a power cut would, and starts it anew. */
const killAndStart = async (node: Node): Promise<void> => {
  await node.service.kill()
  node.service = await serve(node.dataDir, env, node.args)
}

const enrol = async (hub: Node, proxy: ByteProxy, root: string, name: string): Promise<Node> => {
  const code = runCli('enrollment', 'create', '--data', hub.dataDir, '--name', name, '--cases', 'all').lines[0]?.[
    'code'
  ]
  const dataDir = path.join(root, name)
  // The proxy lives in this process, which must not stand still meanwhile.
  const run = (...args: readonly string[]) =>
    promisify(execFile)(process.execPath, [path.resolve(import.meta.dirname, '../../bin/fieldseal.js'), ...args])
  await run('enroll', '--data', dataDir, '--hub', proxy.url.href, '--code', String(code), '--name', name)
  await run('sync', '--data', dataDir, '--once')
  return await start(dataDir, [])
}

const makeFile = (file: string): string => {
  const hash = createHash('sha256')
  const handle = openSync(file, 'w')
  const chunk = randomBytes(1_048_576)
  for (let written = 0; written < size; written += chunk.length) {
    // No two parts are alike.
    chunk.writeUInt32BE(Math.floor(written / 1_048_576), 0)
    const part = chunk.subarray(0, Math.min(chunk.length, size - written))
    hash.update(part)
    writeSync(handle, part)
  }
  closeSync(handle)
  return hash.digest('hex')
}

interface Crossing {
  readonly wire: number
  readonly cuts: number
  readonly kills: number
  readonly seconds: number
}

const line = (name: string, { wire, cuts, kills, seconds }: Crossing): BenchLine => {
  const extra = ((wire - size) / size) * 100
  console.log(
    `${name}: ${(size / 2 ** 20).toFixed(0)} MiB, ${wire} bytes on the wire, ${cuts} cuts and ${kills} kills, ${seconds.toFixed(0)} s, ${(size / 2 ** 20 / seconds).toFixed(1)} MiB/s`,
  )
  return {
    name,
    unit: '% more bytes than the file',
    ours: extra,
    limit: aim,
    limitName: 'aim',
    ratio: aim / Math.max(extra, 0.001),
    aim: `< ${aim}`,
    met: extra < aim && cuts + kills >= cutsAimed,
  }
}

/**
 * A long file crosses from one device to the hub and from the hub to another, with real processes, cut off and killed
 * again and again.
 */
export const benchEvidenceSync = async (): Promise<BenchLine[]> => {
  const seed = randomBytes(4).readUInt32BE(0)
  const chance = chanceOf(seed)
  console.log(`evidence sync: seed ${seed}`)
  const root = mkdtempSync(path.join(tmpdir(), 'fieldseal-bench-bytes-'))
  const { dataDir } = freshWorkspace()
  const hub = await start(dataDir, ['--role', 'hub'])
  await ask(hub, 'POST', '/v1/sync/now', {})
  let left = 0
  // The first cut comes early, so that it is sure to come; between two lies what makes fifty of them fit.
  const proxy = await startProxy(hub.service.url, () =>
    left > 0 ? Math.floor((0.5 + chance.next()) * (size / (cutsAimed * 1.1))) : null,
  )
  const nodes: Node[] = [hub]
  try {
    const first = await enrol(hub, proxy, root, 'first')
    const second = await enrol(hub, proxy, root, 'second')
    nodes.push(first, second)
    await ask(second, 'PUT', '/v1/sync/settings', { evidence_policy: 'all', paused: true })
    await ask(first, 'PUT', '/v1/sync/settings', { paused: true })
    const opened = await ask(first, 'POST', '/v1/cases', {
      title: 'A long file',
      description: 'An image of a disk.',
      priority: 'high',
    })
    const source = path.join(root, 'disk.img')
    makeFile(source)
    const begun = await ask(first, 'POST', `/v1/cases/${String(opened['id'])}/acquisitions`, { path: source })
    await until(async () => (await ask(first, 'GET', `/v1/acquisitions/${String(begun['id'])}`))['state'] === 'done')

    const cross = async (device: Node, direction: 'up' | 'down', done: () => Promise<boolean>): Promise<Crossing> => {
      const before = { bytes: proxy.bytes[direction], cuts: proxy.cuts() }
      let kills = 0
      let killing: Promise<void> = Promise.resolve()
      left = cutsAimed
      const began = performance.now()
      await ask(device, 'PUT', '/v1/sync/settings', { paused: false })
      await until(async () => {
        const cuts = proxy.cuts() - before.cuts
        left = cutsAimed - cuts - kills
        if (left > 0 && cuts + kills >= (kills + 1) * killEvery) {
          kills += 1
          const victim = kills % 2 === 1 ? hub : device
          killing = killAndStart(victim)
          await killing
          if (victim === hub) proxy.retarget(hub.service.url)
        }
        return await done()
      })
      return {
        wire: proxy.bytes[direction] - before.bytes,
        cuts: proxy.cuts() - before.cuts,
        kills,
        seconds: (performance.now() - began) / 1_000,
      }
    }

    const evidenceWaiting = async (device: Node): Promise<Record<string, number>> =>
      (await ask(device, 'GET', '/v1/sync/state'))['evidence_waiting'] as Record<string, number>
    const up = await cross(first, 'up', async () => (await evidenceWaiting(first))['send'] === 0)
    const caseSync = `/v1/sync/cases`
    const down = await cross(second, 'down', async () => {
      const cases = (await ask(second, 'GET', caseSync)) as unknown as { evidence: { pieces: number; here: number } }[]
      return cases.some(({ evidence }) => evidence.pieces === 1 && evidence.here === 1)
    })
    const verified = runCli('verify', path.join(root, 'second'))
    if (verified.code !== 0) throw new Error(`what came is not what was sealed: ${JSON.stringify(verified.lines)}`)
    return [line('evidence up to the hub', up), line('evidence down from the hub', down)]
  } finally {
    for (const { service } of nodes.reverse()) await service.stop()
    await proxy.close()
    rmSync(root, { recursive: true, force: true })
    if (existsSync(dataDir)) rmSync(path.dirname(dataDir), { recursive: true, force: true })
  }
}
