import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createFeed } from '../../../../main/server/events/feed.ts'
import type { Outlet } from '../../../../main/server/events/feed.ts'
import type { EventStore } from '../../../../main/storage/events/event-store.ts'
import type { StreamedEvent } from '../../../../shared/schema/events.ts'
import { turnedByHand } from '../../../support/turned-by-hand.ts'

const at = '2031-05-04T09:00:00.000+00:00'

const upTo = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n)

/** A stream in memory that counts how often it is read. */
const memoryStore = (events: number) => {
  let newest = events
  let oldest = 1
  /** The last id of the stream before, and the one before the first of this stream. */
  let gap = { from: 0, to: 0 }
  let reads = 0
  const listeners = new Set<(id: number) => void>()
  const eventOf = (id: number): StreamedEvent => ({
    id,
    type: id % 2 === 0 ? 'case.opened' : 'test.event',
    timestamp: at,
    actor: null,
    entry_id: null,
    data: {},
  })
  const store: Pick<EventStore, 'bounds' | 'after' | 'onNews'> = {
    bounds: () => ({
      stream: 's',
      newest,
      oldest: oldest > newest ? null : oldest,
      runs: [
        { first: 1, last: gap.from },
        { first: gap.to + 1, last: newest },
      ],
    }),
    after: (id, limit) => {
      reads += 1
      const first = Math.max(id + 1, oldest)
      const known = [...upTo(first, gap.from), ...upTo(Math.max(first, gap.to + 1), newest)]
      return known.slice(0, limit).map(eventOf)
    },
    onNews: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return {
    store: store as EventStore,
    tell: (count: number) => {
      newest += count
      for (const listener of listeners) listener(newest)
    },
    restore: (to: number) => {
      gap = { from: newest, to }
      newest = to
    },
    forget: (before: number) => {
      oldest = before
    },
    reads: () => reads,
  }
}

/** A reader that takes nothing until it is told to. */
const outlet = (perEvent = 0) => {
  const got: number[] = []
  let pending = 0
  let ended = false
  const it: Outlet = {
    event: (id) => {
      got.push(id)
      pending += perEvent
    },
    pending: () => pending,
    tooSlow: () => {
      ended = true
    },
  }
  return { it, got, take: () => (pending = 0), ended: () => ended }
}

const settle = async (): Promise<void> => {
  for (let turns = 0; turns < 200; turns += 1) await turn()
}

describe('the feed', () => {
  const made = (events: number) => {
    const memory = memoryStore(events)
    const scheduler = turnedByHand()
    return {
      ...memory,
      scheduler,
      feed: createFeed({ store: memory.store, scheduler, pendingMax: 100, slowMs: 1_000 }),
    }
  }

  it('brings each reader everything after its cursor, once and in order, wherever it stands', async () => {
    const { feed, tell } = made(5_000)
    const starts = [0, 1, 2_999, 4_800, 4_999, 5_000]
    const readers = starts.map((from) => {
      const reader = outlet()
      feed.subscribe(from, null, reader.it)
      return reader
    })
    tell(1)
    await settle()
    tell(2_500)
    await settle()
    for (const [index, { got }] of readers.entries()) expect(got).toEqual(upTo((starts[index] ?? 0) + 1, 7_501))
  })

  it('reads what is new once, however many read it', async () => {
    const { feed, tell, reads } = made(10)
    const readers = Array.from({ length: 500 }, () => outlet())
    for (const { it: each } of readers) feed.subscribe(10, null, each)
    const before = reads()
    tell(20)
    await settle()
    expect(reads() - before).toBe(1)
    for (const { got } of readers) expect(got).toEqual(upTo(11, 30))
  })

  it('passes over what a reader does not want, and moves its cursor', async () => {
    const { feed, tell } = made(0)
    const reader = outlet()
    const subscription = feed.subscribe(0, new Set(['case.opened']), reader.it)
    tell(5)
    await settle()
    expect(reader.got).toEqual([2, 4])
    expect(subscription.cursor()).toBe(5)
  })

  it('V-9: stops for a reader that takes nothing, goes on where it was when it does, and holds up nobody else', async () => {
    const { feed, tell } = made(0)
    const slow = outlet(60)
    const quick = outlet()
    const subscription = feed.subscribe(0, null, slow.it)
    feed.subscribe(0, null, quick.it)
    tell(10)
    await settle()
    expect(slow.got).toEqual([1, 2])
    expect(quick.got).toEqual(upTo(1, 10))
    expect(feed.furthestBehind()).toBe(8)
    slow.take()
    subscription.drained()
    await settle()
    expect(slow.got).toEqual([1, 2, 3, 4])
    expect(slow.ended()).toBe(false)
  })

  it('V-9: ends a reader that takes nothing for too long, and not one that took something', async () => {
    const { feed, tell, scheduler } = made(0)
    const dead = outlet(200)
    const alive = outlet(200)
    feed.subscribe(0, null, dead.it)
    const subscription = feed.subscribe(0, null, alive.it)
    tell(3)
    await settle()
    alive.take()
    subscription.drained()
    subscription.end()
    scheduler.run()
    expect([dead.ended(), alive.ended()]).toEqual([true, false])
    expect(feed.furthestBehind()).toBe(0)
  })

  it('says where a reader begins, and whether something before that is lost to it', () => {
    const { feed, forget } = made(100)
    expect(feed.beginning(undefined)).toMatchObject({ cursor: 100, missed: false })
    expect(feed.beginning(40)).toMatchObject({ cursor: 40, missed: false })
    expect(feed.beginning(101)).toMatchObject({ cursor: 100, missed: true })
    forget(50)
    expect(feed.beginning(48)).toMatchObject({ cursor: 48, missed: true })
    expect(feed.beginning(49)).toMatchObject({ cursor: 49, missed: false })
    expect(feed.beginning(0)).toMatchObject({ cursor: 0, missed: false, oldest: 50 })
  })

  it('V-18: after a restore says of each cursor before it that events were missed, and brings what is known on both sides of the gap', async () => {
    const memory = memoryStore(6)
    memory.restore(9_000)
    const feed = createFeed({ store: memory.store, scheduler: turnedByHand(), pendingMax: 100, slowMs: 1_000 })
    for (const cursor of [4, 6, 9, 8_999]) expect(feed.beginning(cursor)).toMatchObject({ cursor, missed: true })
    expect(feed.beginning(0)).toMatchObject({ cursor: 0, missed: false })
    for (const cursor of [9_000, undefined])
      expect(feed.beginning(cursor)).toMatchObject({ cursor: 9_000, missed: false })
    const starts = [0, 4, 9, 9_000]
    const readers = starts.map((from) => {
      const reader = outlet()
      feed.subscribe(from, null, reader.it)
      return reader
    })
    expect(feed.furthestBehind()).toBe(6)
    memory.tell(3)
    await settle()
    for (const [index, { got }] of readers.entries())
      expect(got).toEqual([...upTo((starts[index] ?? 0) + 1, 6), 9_001, 9_002, 9_003])
    expect(feed.furthestBehind()).toBe(0)
  })

  it('V-18: resumes no cursor that is said to be of another stream', () => {
    const { feed } = made(100)
    expect(feed.beginning(40, 's')).toMatchObject({ cursor: 40, missed: false })
    expect(feed.beginning(40, 'another')).toMatchObject({ cursor: 100, missed: true })
    expect(feed.beginning(0, 'another')).toMatchObject({ cursor: 0, missed: false })
    expect(feed.beginning(undefined, 'another')).toMatchObject({ cursor: 100, missed: false })
  })

  it('ends with nobody waiting', async () => {
    const { feed, tell, scheduler } = made(0)
    const reader = outlet(200)
    feed.subscribe(0, null, reader.it)
    tell(3)
    await settle()
    feed.close()
    expect(scheduler.waiting()).toBe(0)
    tell(3)
    await settle()
    expect(reader.got).toEqual([1])
  })
})
