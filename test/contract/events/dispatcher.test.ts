import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startDispatcher } from '../../../main/server/webhooks/dispatcher.ts'
import type { Dispatcher } from '../../../main/server/webhooks/dispatcher.ts'
import type { Posted } from '../../../main/server/webhooks/post.ts'
import { retryDelays } from '../../../shared/schema/webhooks.ts'
import { freshWorkspace, granted } from '../storage/support.ts'
import type { TestWorkspace } from '../storage/support.ts'

const dayMs = 86_400_000

let bench: TestWorkspace
let dispatcher: Dispatcher
let posts: { readonly id: string; readonly at: number }[]
let answer: () => Posted | Promise<Posted>

const start = (): void => {
  dispatcher = startDispatcher({
    store: bench.workspace.webhooks,
    env: bench.env,
    scheduler: bench.scheduler,
    version: 'test',
    post: async ({ headers }, signal) => {
      posts.push({ id: headers['webhook-id'] ?? '', at: bench.clock.nowMs() })
      return await Promise.race([
        Promise.resolve(answer()),
        new Promise<Posted>((resolve) => signal.addEventListener('abort', () => resolve({ error: 'given up' }))),
      ])
    },
  })
}

/** Turns the loop until whatever was begun has ended; group commits and filing are a handful of turns each. */
const settle = async (): Promise<void> => {
  for (let turns = 0; turns < 60; turns += 1) await turn()
}

const create = async (types: readonly string[] = ['test.event']): Promise<string> =>
  granted(
    await bench.workspace.webhooks.create(bench.admin, { url: 'https://receiver.example/', description: '', types }),
  ).webhook.id
const tell = async (): Promise<number> => granted(await bench.workspace.events.injectTest(bench.admin, 'x')).id
const hook = (id: string) => granted(bench.workspace.webhooks.find(id))
const log = (id: string) => bench.workspace.webhooks.deliveries(id, { page: 1, size: 100 }).items

/** Moves time on and runs what was put off. */
const pass = async (ms: number): Promise<void> => {
  bench.clock.advance(ms)
  bench.scheduler.run()
  dispatcher.wake()
  await settle()
}

beforeEach(async () => {
  bench = await freshWorkspace()
  posts = []
  answer = () => ({ status: 204, retryAfter: null, answer: '' })
})
afterEach(async () => {
  await dispatcher.close()
  await bench.remove()
})

describe('deliveries', () => {
  it('are tried again over days and then have failed; another event is not held up by one that fails', async () => {
    const id = await create()
    const bad = await tell()
    answer = () => ({ status: 500, retryAfter: null, answer: '' })
    start()
    await settle()
    for (const seconds of retryDelays) {
      expect(log(id)[0]).toMatchObject({ state: 'pending' })
      // A fifth more than the delay is beyond any chance; the webhook must not be switched off before its last try.
      await pass(seconds * 1_200)
    }
    expect(log(id)[0]).toMatchObject({
      event_id: bad,
      state: 'failed',
      attempts: retryDelays.length + 1,
      next_at: null,
    })
    expect(new Set(posts.map((post) => post.id)).size).toBe(1)
    answer = () => ({ status: 200, retryAfter: null, answer: '' })
    await tell()
    dispatcher.wake()
    await settle()
    expect(log(id)[0]).toMatchObject({ state: 'delivered', attempts: 1 })
  })

  it('V-13: wait as long as the receiver asks for', async () => {
    const id = await create()
    await tell()
    answer = () => ({ status: 429, retryAfter: '600', answer: '' })
    start()
    await settle()
    await tell()
    dispatcher.wake()
    await pass(500_000)
    expect(posts).toHaveLength(1)
    answer = () => ({ status: 204, retryAfter: null, answer: '' })
    await pass(101_000)
    expect(log(id).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  })

  it('V-14: end for a webhook that has failed for days, with an event', async () => {
    const id = await create()
    answer = () => ({ error: 'ECONNREFUSED' })
    start()
    for (let day = 0; day < 6; day += 1) {
      await tell()
      dispatcher.wake()
      await settle()
      await pass(dayMs)
    }
    await tell()
    dispatcher.wake()
    await settle()
    expect(hook(id)).toMatchObject({ state: 'disabled', disabled_reason: 'failing' })
    expect(
      bench.workspace.events
        .after(0, 1_000)
        .filter(({ type }) => type === 'webhook.disabled')
        .map(({ data }) => data),
    ).toEqual([{ webhook_id: id, reason: 'failing' }])
    const before = posts.length
    await tell()
    await pass(dayMs)
    expect(posts).toHaveLength(before)
    answer = () => ({ status: 204, retryAfter: null, answer: '' })
    granted(await bench.workspace.webhooks.change(bench.admin, id, { state: 'active' }))
    dispatcher.wake()
    await pass(dayMs)
    expect(log(id).some(({ state }) => state === 'pending')).toBe(false)
    expect(log(id)[0]).toMatchObject({ state: 'delivered' })
  })

  it('V-15: are posted again after a service that ended in the middle of one, and none is lost', async () => {
    const id = await create()
    answer = () => new Promise<Posted>(() => undefined)
    start()
    const told = [await tell(), await tell()]
    dispatcher.wake()
    await settle()
    expect(posts).toHaveLength(2)
    await dispatcher.close()
    expect(log(id).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['pending', 0],
      ['pending', 0],
    ])
    told.push(await tell())
    bench = await bench.reopen()
    answer = () => ({ status: 204, retryAfter: null, answer: '' })
    start()
    await settle()
    expect(log(id).map(({ event_id: event, state }) => [event, state])).toEqual(
      told.toReversed().map((event) => [event, 'delivered']),
    )
    expect(posts.slice(2).map((post) => post.id)).toEqual([
      ...posts.slice(0, 2).map((post) => post.id),
      posts.at(-1)?.id,
    ])
  })

  it('V-12: are at most four at a time, and one while the receiver fails', async () => {
    const id = await create()
    const release: ((posted: Posted) => void)[] = []
    answer = () => new Promise<Posted>((resolve) => release.push(resolve))
    start()
    for (let n = 0; n < 10; n += 1) await tell()
    dispatcher.wake()
    await settle()
    expect(posts).toHaveLength(4)
    for (const end of release.splice(0)) end({ status: 503, retryAfter: null, answer: '' })
    await settle()
    expect(posts).toHaveLength(5)
    release.splice(0)[0]?.({ status: 204, retryAfter: null, answer: '' })
    await settle()
    expect(posts).toHaveLength(9)
    answer = () => ({ status: 204, retryAfter: null, answer: '' })
    for (const end of release.splice(0)) end({ status: 204, retryAfter: null, answer: '' })
    await settle()
    await pass(10_000)
    expect(log(id).every(({ state }) => state === 'delivered')).toBe(true)
  })

  it('skip what happened while a webhook was off, where a person says so', async () => {
    const id = await create()
    start()
    granted(await bench.workspace.webhooks.change(bench.admin, id, { state: 'disabled' }))
    await tell()
    granted(await bench.workspace.webhooks.change(bench.admin, id, { state: 'active', skip: true }))
    const next = await tell()
    dispatcher.wake()
    await settle()
    expect(log(id).map(({ event_id: event }) => event)).toEqual([next])
  })
})

describe('retention', () => {
  it('V-5: deletes what is too old, keeps ids growing, and tells a reader who comes back too late', async () => {
    start()
    const old = await tell()
    bench.clock.advance(31 * dayMs)
    const fresh = await tell()
    expect(granted(await bench.workspace.events.thinOut(bench.clock.nowMs()))).toBe(fresh - 1)
    expect(bench.workspace.events.bounds()).toMatchObject({ oldest: fresh, newest: fresh })
    expect(bench.workspace.events.read(old)).toBeUndefined()
    bench.clock.advance(31 * dayMs)
    granted(await bench.workspace.events.thinOut(bench.clock.nowMs()))
    expect(bench.workspace.events.bounds()).toMatchObject({ oldest: null, newest: fresh })
    bench = await bench.reopen()
    expect(await tell()).toBe(fresh + 1)
  })

  it('counts a delivery as failed whose event is gone', async () => {
    const id = await create()
    answer = () => ({ error: 'ENOTFOUND' })
    start()
    await tell()
    dispatcher.wake()
    await settle()
    bench.clock.advance(31 * dayMs)
    granted(await bench.workspace.events.thinOut(bench.clock.nowMs()))
    await pass(0)
    expect(log(id)[0]).toMatchObject({ state: 'failed', last: { error: 'the event is no longer kept' } })
  })
})
