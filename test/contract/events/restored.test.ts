import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startService } from '../../../main/server/compose.ts'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { freshWorkspaceHere, runHere } from '../../support/command-here.ts'
import { freshToken, v1Headers } from '../../support/live-service.ts'
import { startReceiver } from './receiver.ts'
import type { Receiver } from './receiver.ts'
import { openClient } from './support.ts'

const fresh = await freshWorkspaceHere()
const { credentials } = fresh
const root = path.dirname(fresh.dataDir)
const at = (name: string): string => path.join(root, name)
const v4 = { authorization: `Bearer ${credentials.api_key}`, 'x-workspace-id': credentials.workspace_id }

let receiver: Receiver
let service: RunningService | null = null

const start = async (dataDir: string): Promise<RunningService> => {
  const started = await startService(
    { dataDir, host: '127.0.0.1', port: 0, role: 'local', webhookNetworks: '127.0.0.1' },
    systemEnv(createLog('silent')),
  )
  if (!started.ok) throw new Error(started.error.message)
  service = started.value
  return service
}
const stop = async (): Promise<void> => {
  await service?.close()
  service = null
}

const tell = async (to: RunningService): Promise<number> =>
  (
    (await to.inject({ method: 'GET', path: '/v4/events/test', headers: v4 })).json() as {
      data: { event: { id: number } }
    }
  ).data.event.id
const stats = async (of: RunningService) =>
  (
    (await of.inject({ method: 'GET', path: '/v4/events/stats', headers: v4 })).json() as {
      data: { stream: string; newest: number; kept: number }
    }
  ).data
const connect = (to: RunningService, query: string) => openClient(`${to.url}/v4/events/ws?types=test.event${query}`, v4)
const addWebhook = async (to: RunningService, headers: Record<string, string>): Promise<string> => {
  const made = await to.inject({
    method: 'POST',
    path: '/v1/webhooks',
    headers,
    body: { url: receiver.url, types: ['test.event'] },
  })
  return (made.json() as { data: { webhook: { id: string } } }).data.webhook.id
}
const messageIds = (from = 0): readonly (string | undefined)[] =>
  receiver.received.slice(from).map(({ headers }) => headers['webhook-id'])

/** The backup of a running folder; what happened after it; and where its readers stood when the folder was lost. */
interface Lost {
  readonly stream: string
  readonly cursor: number
  /** Told and delivered before the backup was made. */
  readonly kept: readonly number[]
  readonly delivered: readonly (string | undefined)[]
}
let lost: Lost

beforeAll(async () => {
  receiver = await startReceiver()
  const first = await start(fresh.dataDir)
  const headers = v1Headers(credentials, freshToken(fresh.dataDir, credentials.user_id))
  const id = await addWebhook(first, headers)
  /** What came to the receiver is delivered once its answer is kept: before, it would be posted again. */
  const delivered = async (count: number): Promise<void> => {
    const log = async () =>
      (
        (await first.inject({ method: 'GET', path: `/v1/webhooks/${id}/deliveries`, headers })).json() as {
          data: { state: string }[]
        }
      ).data
    await vi.waitFor(
      async () =>
        expect((await log()).map(({ state }) => state)).toEqual(Array.from({ length: count }, () => 'delivered')),
      60_000,
    )
  }
  const kept = [await tell(first), await tell(first)]
  await delivered(2)
  expect(await runHere('backup', '--data', fresh.dataDir, '--out', at('b.db'), '--with-keys')).toMatchObject({
    code: 0,
  })
  const after = [await tell(first), await tell(first), await tell(first)]
  await delivered(5)
  const { stream } = await stats(first)
  lost = { stream, kept, cursor: after.at(-1) ?? 0, delivered: messageIds() }
  await stop()
}, 60_000)
afterAll(async () => {
  await receiver.close()
  rmSync(root, { recursive: true, force: true })
})
afterEach(stop)

const ways: readonly { readonly name: string; readonly put: (dir: string) => Promise<void> }[] = [
  {
    name: 'by `fieldseal restore`',
    put: async (dir) => {
      expect(await runHere('restore', at('b.db'), '--data', dir)).toMatchObject({ code: 0 })
    },
  },
  {
    name: 'by hand',
    put: (dir) => {
      cpSync(at('b.db.keys'), path.join(dir, 'keys'), { recursive: true })
      cpSync(at('b.db'), path.join(dir, 'fieldseal.db'))
      return Promise.resolve()
    },
  },
]

describe.each(ways)('V-18, L-90: a folder that was put back $name', { timeout: 60_000 }, ({ put }) => {
  let dir: string
  let n = 0
  beforeEach(async () => {
    n += 1
    dir = at(`restored-${n}`)
    rmSync(dir, { recursive: true, force: true })
    await put(dir)
  })

  it('tells readers of before that they missed events, and loses none of its own to them', async () => {
    const again = await start(dir)
    const told = [await tell(again), await tell(again), await tell(again), await tell(again), await tell(again)]
    expect(Math.min(...told)).toBeGreaterThan(lost.cursor)
    const reader = connect(again, `&after=${lost.cursor}`)
    const hello = await reader.hello()
    expect(hello).toMatchObject({ missed: true, cursor: lost.cursor })
    expect(hello.stream).not.toBe(lost.stream)
    expect((await reader.count(5)).map(({ id }) => id)).toEqual(told)
    await reader.close()
    const everything = connect(again, '&after=0')
    expect(await everything.hello()).toMatchObject({ missed: false })
    expect((await everything.count(7)).map(({ id }) => id)).toEqual([...lost.kept, ...told])
    await everything.close()
    const resumed = connect(again, `&after=${told[1]}&stream=${hello.stream}`)
    expect(await resumed.hello()).toMatchObject({ missed: false, cursor: told[1] })
    await resumed.close()
    const { kept, newest } = await stats(again)
    expect(newest).toBe(told.at(-1))
    expect(kept).toBeLessThan(100)
  })

  it('gives out no webhook-id a second time, but for an event that it still has', async () => {
    const from = receiver.received.length
    const again = await start(dir)
    for (let told = 0; told < 5; told += 1) await tell(again)
    await receiver.count(from + 5)
    const ids = messageIds(from)
    expect(new Set([...lost.delivered, ...ids]).size).toBe(lost.delivered.length + 5)
    const headers = v1Headers(credentials, freshToken(dir, credentials.user_id))
    const id = await addWebhook(again, headers)
    const replayed = await again.inject({
      method: 'POST',
      path: `/v1/webhooks/${id}/replay`,
      headers,
      body: { since: '2020-01-01T00:00:00Z', what: 'all' },
    })
    expect(replayed.status).toBe(200)
    await receiver.count(from + 12)
    expect(
      messageIds(from)
        .filter((id) => lost.delivered.includes(id))
        .sort(),
    ).toEqual(lost.delivered.slice(0, 2).sort())
  })

  it('keeps its stream from then on', async () => {
    const { stream } = await stats(await start(dir))
    await stop()
    expect(stream).not.toBe(lost.stream)
    expect((await stats(await start(dir))).stream).toBe(stream)
  })
})

it(
  'V-18: of one backup that is restored twice, the two folders give out different ids',
  { timeout: 60_000 },
  async () => {
    const told: number[][] = []
    for (const name of ['once', 'twice']) {
      await ways[0]?.put(at(name))
      const restored = await start(at(name))
      told.push([await tell(restored), await tell(restored)])
      await stop()
    }
    expect(told[1]?.[0]).toBeGreaterThan(told[0]?.[1] ?? 0)
  },
)
