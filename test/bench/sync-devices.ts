import { createHttpLink, type HttpLink } from '../../main/sync/link/http.ts'
import type { Hub } from '../../main/sync/hub/create-hub.ts'
import { systemClock } from '../../main/platform/clock.ts'
import { PaperDevice } from '../support/paper-device.ts'
import { entryText, untilQuiet } from './peers/contender.ts'
import type { BenchLine } from './report.ts'
import { removeData, startHub } from './sync-world.ts'

const deviceCount = Number(process.env['FIELDSEAL_BENCH_DEVICES'] ?? 200)
const roundsEach = 5
/** So many devices work on the same cases: each user has that many. */
const devicesEach = 4
const notesEach = 5

/**
 * A device without a database: it seals, signs in, and speaks the protocol over HTTP. So the hub, not two hundred
 * databases beside it, is what is measured.
 */
interface LightDevice {
  readonly paper: PaperDevice
  readonly link: HttpLink
  since: number
}

const lightDevice = (url: URL): LightDevice => {
  const link = createHttpLink({ url: url.href })
  const signal = new AbortController().signal
  const door: Pick<Hub, 'handle'> = {
    handle: async (name, token, body) => {
      const answer = await link.call(
        name === 'challenge' || name === 'session' || name === 'enrol'
          ? { name, body }
          : { name, token: token ?? '', body },
        signal,
      )
      if (!answer.ok) throw new Error(`${name}: ${answer.error.code ?? answer.error.kind}: ${answer.error.message}`)
      return { status: 200, body: answer.value }
    },
  }
  const clock = { ...systemClock('bench'), pass: () => undefined, setBy: () => undefined }
  return {
    paper: new PaperDevice(door as Hub, { ...clock, monoMs: () => Math.floor(clock.monoMs()) }, '', ''),
    link,
    since: 0,
  }
}

const timed = async <T>(into: number[], call: () => Promise<T>): Promise<T> => {
  const started = performance.now()
  const value = await call()
  into.push(performance.now() - started)
  return value
}

const pullAll = async (device: LightDevice, pulls: number[]): Promise<void> => {
  for (let more = true; more;) {
    const page = await timed(pulls, () => device.paper.pull({ since: device.since }))
    const end = page.items.at(-1)
    if (end?.k !== 'end') throw new Error('a page was cut off')
    device.since = end.since
    more = end.more
  }
}

const quantile = (values: readonly number[], q: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? Number.NaN

/**
 * One hub process and two hundred devices at once, each pushing notes of a case of its own and pulling what the others
 * of its user wrote, as fast as it is answered.
 */
export const benchDevices = async (): Promise<BenchLine[]> => {
  const hub = await startHub()
  const devices = Array.from({ length: deviceCount }, () => lightDevice(hub.url))
  const pushes: number[] = []
  const pulls: number[] = []
  const errors: string[] = []
  const users: number[] = []
  for (let n = 0; n * devicesEach < deviceCount; n++) users.push(await hub.addUser(`investigator${n}`))
  await untilQuiet(hub.pid)
  await Promise.all(
    devices.map(
      async ({ paper }, which) => await paper.enrol(await hub.createCode([], users[Math.floor(which / devicesEach)])),
    ),
  )
  const started = performance.now()
  await Promise.all(
    devices.map(async (device, which) => {
      const { paper } = device
      try {
        await paper.signIn()
        const uid = `01980000-0000-7000-8000-${String(which).padStart(12, '0')}`
        paper.open(uid)
        for (let round = 0, sent = 0; round < roundsEach; round++) {
          for (let n = 0; n < notesEach; n++) paper.note(uid, entryText(which * 1_000 + round * notesEach + n))
          const answer = await timed(pushes, () => paper.push(paper.runs(sent)))
          for (const { refused } of answer.runs) if (refused !== undefined) errors.push(`refused: ${refused.code}`)
          sent = paper.sealed.length
          await pullAll(device, pulls)
        }
      } catch (error) {
        errors.push(error instanceof Error ? error.message : String(error))
      }
    }),
  )
  const seconds = (performance.now() - started) / 1_000
  for (const { link } of devices) link.close()
  await hub.stop()
  removeData(hub)
  for (const error of new Set(errors)) console.log(`error: ${error}`)
  const entries = deviceCount * (1 + roundsEach * notesEach)
  const of = (values: readonly number[]): string =>
    `p50 ${Math.round(quantile(values, 0.5))} ms, p99 ${Math.round(quantile(values, 0.99))} ms`
  const name = `errors of ${deviceCount} devices at once (${Math.round(entries / seconds)} entries/s taken in; push ${of(pushes)}; pull ${of(pulls)})`
  return [
    {
      name,
      unit: 'errors',
      ours: errors.length,
      limit: 0,
      limitName: 'permitted',
      ratio: errors.length,
      aim: '0',
      met: errors.length === 0 && pushes.length === deviceCount * roundsEach,
    },
  ]
}
