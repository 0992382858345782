import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { certificatesOfPem, openTimestamp } from '../../../main/seal/timestamp.ts'
import type { Hub } from '../../../main/sync/hub/create-hub.ts'
import type { HubStore } from '../../../main/sync/hub/store.ts'
import { startTimeStamps } from '../../../main/sync/hub/time-stamps.ts'
import type { TimeStampParts } from '../../../main/sync/hub/time-stamps.ts'
import { createRevocationListLink, createTimestampLink } from '../../../main/sync/link/timestamp-link.ts'
import { openHub, openStore } from '../../support/sync/product-hub.ts'
import { productSubject } from '../../support/sync/product-subject.ts'
import { honestly, makeAuthority, serveAuthority } from '../../support/timestamp-authority.ts'
import type { ServedAuthority, TestAuthority } from '../../support/timestamp-authority.ts'
import { env, openTestDevice, scheduler } from './log-world.ts'
import type { TestDevice } from './log-world.ts'

type Answer = (request: Buffer, response: ServerResponse) => void

let base: string
let authority: TestAuthority
let other: TestAuthority
let store: HubStore
let hub: Hub
let device: TestDevice
let served: ServedAuthority
let answer: Answer
let end: () => Promise<void>

/** Timers that a test turns: the next one, with how long it would have waited. */
const turned = () => {
  let next: { readonly ms: number; readonly work: () => void } | null = null
  let told: () => void = () => undefined
  return {
    scheduler: {
      after: (ms: number, work: () => void) => {
        next = { ms, work }
        told()
        return () => {
          next = null
        }
      },
    },
    /** Runs what waits; answers how long the one after it waits. */
    turn: async (): Promise<number> => {
      const due = next
      next = null
      const again = new Promise<void>((resolve) => (told = resolve))
      due?.work()
      await again
      return (next as { readonly ms: number } | null)?.ms ?? -1
    },
  }
}

let timers: ReturnType<typeof turned>
let outcomes: string[]
/** Long where an answer is to come, however busy the machine is. */
let idleMs = 60_000

const start = (more: Partial<TimeStampParts> = {}): void => {
  timers = turned()
  outcomes = []
  end = startTimeStamps({
    store,
    lists: [],
    fetchList: createRevocationListLink({ idleMs, wholeMs: 120_000 }),
    ask: (request, signal) => createTimestampLink({ url: served.url, idleMs, wholeMs: 120_000 })(request, signal),
    clock: env.clock,
    random: env.random,
    log: env.log,
    scheduler: timers.scheduler,
    everyMs: 3_600_000,
    authorities: certificatesOfPem(readFileSync(authority.rootFile, 'utf8')) ?? [],
    cosigned: false,
    onAttempt: (outcome) => outcomes.push(outcome),
    ...more,
  })
}

beforeAll(async () => {
  base = mkdtempSync(path.join(tmpdir(), 'fieldseal-stamps-'))
  await productSubject().found(path.join(base, 'founded'), 2)
  authority = makeAuthority()
  other = makeAuthority({ algorithm: 'ec' })
}, 120_000)

afterAll(() => {
  authority.remove()
  other.remove()
  rmSync(base, { recursive: true, force: true })
})

beforeEach(async () => {
  const root = mkdtempSync(path.join(base, 'world-'))
  cpSync(path.join(base, 'founded'), root, { recursive: true })
  store = await openStore({ dir: path.join(root, 'hub'), env, scheduler })
  hub = await openHub(store, { env })
  device = await openTestDevice(path.join(root, 'device-2'), hub)
  await device.sync()
  answer = honestly(authority)
  served = await serveAuthority((request, response) => answer(request, response))
})

afterEach(async () => {
  await end()
  await served.close()
  await device.close()
  await store.close()
})

const send =
  (type: string, body: string | Uint8Array, status = 200): Answer =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': type }).end(body)

describe('Y-54: the hub has its log stamped', () => {
  test('a token over the newest head is kept and served, openssl verifies it, and a device proves its case by it', async () => {
    await device.open('First')
    await device.sync()
    start()
    await timers.turn()
    expect(outcomes).toEqual(['stored'])
    const head = await hub.timestampedHead()
    writeFileSync(path.join(authority.dir, 'head.txt'), head?.note ?? '')
    writeFileSync(path.join(authority.dir, 'head.tst'), head?.token ?? '')
    expect(
      authority.openssl(
        'ts',
        '-verify',
        '-token_in',
        '-in',
        path.join(authority.dir, 'head.tst'),
        '-data',
        path.join(authority.dir, 'head.txt'),
        '-CAfile',
        authority.rootFile,
      ),
    ).toContain('Verification: OK')
    expect(await device.sync()).toMatchObject({ state: 'up_to_date' })
    expect(await device.cases()).toMatchObject([
      { time_stamped: { size: 1, signer: 'CN=Test Stamps' }, cosigned: null },
    ])
  })

  test('one in the interval by the authority’s time, over processes and starts; none while the log stands still', async () => {
    await device.open('First')
    await device.sync()
    start()
    await timers.turn()
    const before = await hub.timestampedHead()
    await timers.turn()
    await device.open('Second')
    await device.sync()
    expect(await timers.turn()).toBeLessThanOrEqual(60_000)
    await end()
    start()
    await timers.turn()
    expect(outcomes).toEqual([])
    expect(await hub.timestampedHead()).toEqual(before)
    await end()
    start({ everyMs: 1 })
    await timers.turn()
    expect(outcomes).toEqual(['stored'])
    expect(await hub.timestampedHead()).not.toEqual(before)
  })

  test('a list at an address that the operator named is kept in the token; none, or one that cannot be had, costs no stamp', async () => {
    const ofList: { answer: (response: ServerResponse) => void } = { answer: () => undefined }
    const lists = await serveAuthority((_request, response) => ofList.answer(response))
    const listed = (body: string | Uint8Array, status = 200) => {
      ofList.answer = (response) =>
        void response.writeHead(status, { 'content-type': 'application/pkix-crl' }).end(body)
    }
    const keptAsOf = async (): Promise<number | null> => {
      const head = await hub.timestampedHead()
      const opened = openTimestamp(head?.token ?? new Uint8Array(0), Buffer.from(head?.note ?? '', 'utf8'))
      return opened.ok ? opened.value.unrevokedAsOfMs : -1
    }
    try {
      start({ everyMs: 1, lists: [lists.url] })
      listed(authority.list())
      await timers.turn()
      expect(outcomes).toEqual(['stored'])
      expect(await keptAsOf()).toBeGreaterThan(0)
      await device.sync()
      for (const [name, answered] of [
        ['Second', () => listed('gone', 404)],
        ['Third', () => listed(Buffer.alloc(60_000))],
        ['Fourth', () => listed('<html>')],
        ['Fifth', () => listed(other.list())],
      ] as const) {
        answered()
        await device.open(name)
        await device.sync()
        await timers.turn()
        expect([name, outcomes.at(-1), await keptAsOf()]).toEqual([name, 'stored', null])
      }
      const before = await hub.timestampedHead()
      listed(authority.list({ year: 2020, reason: 'keyCompromise' }))
      await device.open('Sixth')
      await device.sync()
      await timers.turn()
      expect(outcomes.at(-1)).toBe('timestamp_certificate_revoked')
      expect(await hub.timestampedHead()).toEqual(before)
    } finally {
      await lists.close()
    }
  })

  test('where there are witnesses, what they have cosigned is stamped, and nothing before', async () => {
    start({ cosigned: true })
    await timers.turn()
    expect(outcomes).toEqual([])
    expect(await hub.timestampedHead()).toBeNull()
  })

  test('an authority that lies, or answers with whatever else, is named, leaves nothing behind, and is asked again later and later', async () => {
    start()
    const earlier: Buffer[] = []
    answer = (request, response) => {
      const reply = Buffer.from(authority.reply(request))
      earlier.push(reply)
      send('application/timestamp-reply', Buffer.from('garbage'))(request, response)
    }
    const type = 'application/timestamp-reply'
    const lies: readonly (readonly [string, Answer])[] = [
      ['timestamp_malformed', (request, response) => answer(request, response)],
      ['timestamp_malformed', send(type, '')],
      ['tsa_answer_invalid', send('text/html', '<h1>Welcome to the hotel</h1>')],
      ['tsa_answer_invalid', send(type, 'busy', 503)],
      [
        'tsa_answer_invalid',
        (_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      ],
      ['timestamp_other_nonce', (request, response) => send(type, earlier[0] as Buffer)(request, response)],
      ['timestamp_untrusted', honestly(other)],
      [
        'timestamp_other_message',
        (request, response) => {
          const asked = Buffer.from(request)
          const at = asked.indexOf(Buffer.from('0420', 'hex')) + 2
          asked[at] = (asked[at] as number) ^ 1
          honestly(authority)(asked, response)
        },
      ],
      [
        'tsa_answer_invalid',
        (_request, response) => {
          response.writeHead(200, { 'content-type': type })
          const more = (): void => {
            while (!response.destroyed && response.write(Buffer.alloc(65_536)));
            if (!response.destroyed) response.once('drain', more)
          }
          more()
        },
      ],
      ['tsa_unreachable', () => undefined],
      ['tsa_unreachable', (_request, response) => void response.writeHead(200, { 'content-type': type }).write('0')],
      ['tsa_unreachable', (_request, response) => void response.destroy()],
    ]
    for (const [index, [code, lie]] of lies.entries()) {
      const asked = answer
      answer = index === 0 ? asked : lie
      idleMs = code === 'tsa_unreachable' ? 200 : 60_000
      const waitMs = await timers.turn()
      expect([index, outcomes.at(-1)]).toEqual([index, code])
      expect(waitMs).toBeGreaterThanOrEqual(1_000)
      expect(waitMs).toBeLessThanOrEqual(Math.min(3_600_000, 30_000 * 2 ** index))
      expect(await hub.timestampedHead()).toBeNull()
    }
    answer = honestly(authority)
    idleMs = 60_000
    await timers.turn()
    expect(outcomes.at(-1)).toBe('stored')
  }, 60_000)

  test('an authority that hangs holds nothing up: the hub takes work meanwhile, and is closed at once', async () => {
    let asked: () => void = () => undefined
    const hanging = new Promise<void>((resolve) => (asked = resolve))
    answer = () => asked()
    start({ ask: createTimestampLink({ url: served.url, idleMs: 600_000, wholeMs: 600_000 }) })
    void timers.turn()
    await hanging
    await device.open('First')
    expect(await device.sync()).toMatchObject({ state: 'up_to_date', entries_waiting: 0 })
    await end()
    expect(outcomes).toEqual([])
  })

  test('a token that a device cannot believe is left where it is; sync goes on', async () => {
    await device.open('First')
    await device.sync()
    start()
    await timers.turn()
    device.bend((text, call) =>
      call === 'pull' ? text.replace(/"token":"[^"]{40}/u, (found) => `${found.slice(0, -4)}AAAA`) : text,
    )
    expect(await device.sync()).toMatchObject({ state: 'up_to_date' })
    expect(await device.cases()).toMatchObject([{ time_stamped: null }])
  })
})
