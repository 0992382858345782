import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, test } from 'vitest'
import type { HubStore } from '../../../main/sync/hub/store.ts'
import { engines, imports } from './engines.ts'
import { inFreshStores } from './each-test.ts'
import type { TestStore } from './engines.ts'

const samples = path.resolve('test/contract/hub/samples.ts')

/** A process that runs a program with `store` and `samples` at hand; the lines that it prints. */
const start = (
  at: TestStore,
  program: string,
): { readonly child: ChildProcess; readonly lines: AsyncIterable<string> } => {
  const source = `${imports}
    import * as samples from ${JSON.stringify(samples)}
    const opened = await ${at.opening}
    if (!opened.ok) throw new Error(opened.error.message)
    const store = opened.value
    const say = (line) => process.stdout.write(line + '\\n')
    ${program}
    await store.close()`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { child, lines: createInterface({ input: child.stdout }) }
}

const collect = async (lines: AsyncIterable<string>): Promise<string[]> => {
  const all: string[] = []
  for await (const line of lines) all.push(line)
  return all
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/** One transaction writes three entries of two cases, a grant and a device, and is acknowledged by its feed number. */
const whole = `
  const write = (n, midway) => store.exclusively(async (tx) => {
    const feed = await tx.nextFeed()
    await tx.appendEntries([samples.entry('case-a', 2 * n, { seq: 2 * n + 1, dseq: 3 * n + 1, feed }), samples.entry('case-b', n, { seq: n + 1, dseq: 3 * n + 2, feed })])
    await tx.saveGrant({ case: 'case-' + feed, subject: { kind: 'user', id: 'user-1' }, feed, endedFeed: null })
    midway?.()
    await tx.appendEntries([samples.entry('case-a', 2 * n + 1, { seq: 2 * n + 2, dseq: 3 * n + 3, feed })])
    await tx.saveDevice(samples.device(feed))
    return feed
  })`

describe.each(engines)('processes that share the store of a hub on $name', (engine) => {
  let at: TestStore
  let store: HubStore
  const running = inFreshStores(engine, (fresh) => {
    ;({ at, store } = fresh)
  })

  /** How many whole transactions stand; a part of one fails the test. */
  const standing = async (): Promise<number> =>
    await store.reading(async (tx) => {
      const { newest } = await tx.feed()
      expect((await tx.entriesOf('case-a', 0, 10_000)).map(({ pos }) => pos)).toEqual(upTo(2 * newest))
      expect((await tx.entriesOf('case-b', 0, 10_000)).map(({ pos }) => pos)).toEqual(upTo(newest))
      expect((await tx.totals()).entries).toBe(3 * newest)
      expect((await tx.devices()).map(({ number }) => number)).toEqual(upTo(newest).map((n) => n + 1))
      expect((await tx.granted({ deviceId: 'device-1', userUid: 'user-1' })).length).toBe(newest + 1)
      return newest
    })

  test('a process that is killed while it writes leaves whole transactions, among them each that was acknowledged', async () => {
    const { child, lines } = start(
      at,
      `${whole}
      for (let n = 0; ; n++) say(String(await write(n)))`,
    )
    let acknowledged = 0
    for await (const line of lines) {
      acknowledged = Number(line)
      if (acknowledged === 25) child.kill('SIGKILL')
    }
    expect(await standing()).toBeGreaterThanOrEqual(acknowledged)
    expect(acknowledged).toBeGreaterThanOrEqual(25)
  })

  test('a process that dies in the middle of a transaction leaves nothing of it, and nobody waiting', async () => {
    const { child, lines } = start(
      at,
      `${whole}
      say(String(await write(0)))
      await write(1, () => process.kill(process.pid, 'SIGKILL'))`,
    )
    expect(await collect(lines)).toEqual(['1'])
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    expect(child.signalCode).toBe('SIGKILL')
    expect(await standing()).toBe(1)
    expect(await store.exclusively((tx) => tx.nextFeed())).toBe(2)
  })

  test('Y-20: several processes at once leave no gap and no double in a case and in the feed', async () => {
    const each = 15
    const writers = [1, 2, 3].map((number) =>
      start(
        at,
        `for (let n = 0; n < ${each}; n++) {
      const { pos, feed } = await store.exclusively((tx) => samples.take(tx, 'case-a', 'device-${number}'))
      say(pos + ' ' + feed)
    }`,
      ),
    )
    const taken = (await Promise.all(writers.map(({ lines }) => collect(lines))))
      .flat()
      .map((line) => line.split(' ').map(Number))
    const ordered = (column: 0 | 1) => taken.map((row) => row[column] ?? -1).sort((a, b) => a - b)
    expect(ordered(0)).toEqual(upTo(3 * each))
    expect(ordered(1)).toEqual(upTo(3 * each).map((n) => n + 1))
    const entries = await store.reading((tx) => tx.entriesOf('case-a', 0, 1_000))
    expect(entries.map(({ pos }) => pos)).toEqual(upTo(3 * each))
    expect(entries.map(({ feed }) => feed)).toEqual(upTo(3 * each).map((n) => n + 1))
  })

  test('processes that start together make one store', async () => {
    const fresh = await running().fresh()
    const starting = [1, 2, 3, 4].map(() => start(fresh, 'say(String(await store.exclusively((tx) => tx.nextFeed())))'))
    const feeds = (await Promise.all(starting.map(({ lines }) => collect(lines)))).flat()
    expect(feeds.sort()).toEqual(['1', '2', '3', '4'])
    await fresh.remove()
  })
})
