import { once } from 'node:events'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { WebSocket } from 'ws'
import { freshWorkspace, serve } from '../support/live-service.ts'
import type { LiveService } from '../support/live-service.ts'
import { median } from './report.ts'
import type { BenchLine } from './report.ts'

const clients = 1_000
const perPart = 300
/** Readers and writer share two cores with the service: this is what a bank's busiest hour needs many times over. */
const wantedPerSecond = 10_000
const latencyMs = 1_000

/** What a reader has: the ids in the order in which they came, and what came twice or out of order. */
interface Reader {
  last: number
  got: number
  wrong: number
  socket: WebSocket | null
}

interface Frame {
  readonly frame: string
  readonly id: number
  readonly timestamp: string
}

/**
 * A thousand readers of the event stream: a third is cut off without a word in the middle, then the service is killed,
 * and all resume. One more never reads anything. Measured is what anyone lost or got twice, how fast events reach all,
 * and how long one takes to the median reader.
 */
export const benchEvents = async (): Promise<readonly BenchLine[]> => {
  const { dataDir, credentials } = freshWorkspace()
  const headers = { authorization: `Bearer ${credentials.api_key}`, 'x-workspace-id': credentials.workspace_id }
  const limits = { FIELDSEAL_RATE_PER_CREDENTIAL: '0', FIELDSEAL_RATE_PER_ADDRESS: '0' }
  const readers: Reader[] = Array.from({ length: clients }, () => ({ last: 0, got: 0, wrong: 0, socket: null }))
  const waits: number[] = []
  let waiting: (() => void) | null = null
  let wantedId = Number.MAX_SAFE_INTEGER

  const open = async (service: LiveService, reader: Reader): Promise<void> => {
    const socket = new WebSocket(
      `${service.url.href.replace('http', 'ws')}v4/events/ws?types=test.event&after=${reader.last}`,
      { headers },
    )
    reader.socket = socket
    socket.on('error', () => undefined)
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as Frame
      if (frame.frame !== 'event') return
      if (reader.last !== 0 && frame.id !== reader.last + 1) reader.wrong += 1
      reader.last = frame.id
      reader.got += 1
      if (reader === readers[0]) waits.push(Date.now() - Date.parse(frame.timestamp))
      if (frame.id >= wantedId && readers.every(({ last }) => last >= wantedId)) waiting?.()
    })
    await once(socket, 'open')
  }
  const openAll = async (service: LiveService, chosen: readonly Reader[]): Promise<void> => {
    for (let from = 0; from < chosen.length; from += 50)
      await Promise.all(chosen.slice(from, from + 50).map((reader) => open(service, reader)))
  }
  const tell = async (service: LiveService): Promise<number> => {
    const answer = await fetch(new URL('/v4/events/test', service.url), { headers })
    return ((await answer.json()) as { data: { event: { id: number } } }).data.event.id
  }
  const tellMany = async (service: LiveService, events: number): Promise<number> => {
    let last = 0
    for (let told = 0; told < events; told += 10)
      last = Math.max(last, ...(await Promise.all(Array.from({ length: 10 }, () => tell(service)))))
    return last
  }
  const allHave = (id: number): Promise<void> =>
    new Promise((resolve) => {
      wantedId = id
      waiting = resolve
      if (readers.every(({ last }) => last >= id)) resolve()
    })

  const first = await serve(dataDir, limits)
  const asleep = new WebSocket(`${first.url.href.replace('http', 'ws')}v4/events/ws`, { headers, autoPong: false })
  asleep.on('error', () => undefined)
  await once(asleep, 'open')
  asleep.pause()
  const before = await tell(first)
  for (const reader of readers) reader.last = before
  await openAll(first, readers)

  const beganAt = performance.now()
  await allHave(await tellMany(first, perPart))
  const perSecond = (perPart * clients) / ((performance.now() - beganAt) / 1_000)

  const telling = tellMany(first, perPart)
  const cut = readers.filter((_, at) => at % 3 === 0)
  for (const { socket } of cut) socket?.terminate()
  await openAll(first, cut)
  await telling
  await first.kill()
  const second = await serve(dataDir, limits)
  const during = tellMany(second, perPart)
  await openAll(second, readers)
  await allHave(await during)

  const lost = readers.reduce((sum, { got, wrong }) => sum + Math.abs(got - 3 * perPart) + wrong, 0)
  for (const { socket } of readers) socket?.terminate()
  asleep.terminate()
  await second.stop()
  rmSync(path.dirname(dataDir), { recursive: true })
  const waited = median(waits.slice(0, perPart))
  return [
    {
      name: 'events: lost, doubled or out of order for 1,000 readers through cuts, a kill -9 and a reader that sleeps',
      unit: 'events',
      ours: lost,
      limit: 0,
      limitName: 'allowed',
      ratio: lost === 0 ? 1 : 0,
      aim: '1',
      met: lost === 0,
    },
    {
      name: 'events: brought to 1,000 readers',
      unit: 'events/s',
      ours: perSecond,
      limit: wantedPerSecond,
      limitName: 'wanted',
      ratio: perSecond / wantedPerSecond,
      aim: '>= 1',
      met: perSecond >= wantedPerSecond,
    },
    {
      name: 'events: from the commit to the reader, median',
      unit: 'ms',
      ours: waited,
      limit: latencyMs,
      limitName: 'allowed',
      ratio: latencyMs / Math.max(1, waited),
      aim: '>= 1',
      met: waited <= latencyMs,
    },
  ]
}
