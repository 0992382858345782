import type { StreamedEvent } from '../../../shared/schema/events.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import type { EventStore } from '../../storage/events/event-store.ts'
import { idsAfter } from '../../storage/events/id-runs.ts'
import type { ReadableEvent } from './may-read.ts'
import type { Wanted } from './choice.ts'

/** How a reader is written to. */
export interface Outlet {
  /** Sends an event: the JSON text of it is made once for all readers. */
  event(id: number, json: string): void
  /** Whether the reader may know what an event tells of; absent: all of it. */
  mayRead?(event: ReadableEvent): boolean
  /** Bytes that were sent and that the other side has not taken yet. */
  pending(): number
  /** Ends a reader that does not keep up. */
  tooSlow(): void
}

/** A reader of the feed. */
export interface Subscription {
  /** Everything up to here was sent, or was filtered out. */
  cursor(): number
  /** The other side has taken something: goes on where it was stopped. */
  drained(): void
  end(): void
}

/** What a reader is told first. */
export interface Beginning {
  readonly cursor: number
  readonly newest: number
  readonly oldest: number | null
  readonly stream: string
  readonly missed: boolean
}

export interface FeedOptions {
  readonly store: EventStore
  readonly scheduler: Scheduler
  /** With more bytes on their way than this, a reader gets nothing further until it has taken them. */
  readonly pendingMax: number
  /** A reader that takes nothing for so long while it is stopped is ended. */
  readonly slowMs: number
}

/**
 * Brings events to whoever reads, each from the place where it stands. Nothing is buffered for a slow reader: what it
 * has not got is in the database.
 */
export interface EventFeed {
  /** Where a reader begins that gave this cursor, and said of which stream it is. */
  beginning(after: number | undefined, stream?: string): Beginning
  subscribe(from: number, wanted: Wanted, outlet: Outlet): Subscription
  /** Events that the reader furthest behind has not got yet. */
  furthestBehind(): number
  close(): void
}

interface Line {
  readonly id: number
  readonly type: string
  readonly json: string
  readonly data: ReadableEvent['data']
}

interface Reader {
  readonly wanted: Wanted
  readonly outlet: Outlet
  cursor: number
  /** Set while it is stopped because too much is on its way. */
  cancelSlow: (() => void) | null
  queued: boolean
}

/** So many are kept in memory: most readers stand at the end, and read the same ones. */
const recentMax = 2_000

/** Events that a reader gets in one turn, so that a thousand that resume do not hold up the service. */
const turnMax = 200

const lineOf = (event: StreamedEvent): Line => ({
  id: event.id,
  type: event.type,
  json: JSON.stringify(event),
  data: event.data,
})

/** The newest events in memory; those before are read from the store. */
class RecentLines {
  readonly #store: FeedOptions['store']
  #lines: Line[] = []

  constructor(store: FeedOptions['store']) {
    this.#store = store
  }

  /** Takes in what came up to `newest`. */
  load(newest: number): void {
    const earliest = Math.max(0, newest - recentMax)
    const known = this.#lines.at(-1)?.id ?? 0
    if (known < earliest) this.#lines = []
    for (let last = Math.max(known, earliest); last < newest;) {
      const lines = this.#store.after(last, recentMax).map(lineOf)
      const end = lines.at(-1)
      if (end === undefined) break
      this.#lines.push(...lines)
      last = end.id
    }
    if (this.#lines.length > recentMax) this.#lines = this.#lines.slice(-recentMax)
  }

  /** What a reader gets next in one turn. */
  after(cursor: number): readonly Line[] {
    const first = this.#lines[0]?.id ?? Number.MAX_SAFE_INTEGER
    if (cursor + 1 < first) return this.#store.after(cursor, turnMax).map(lineOf)
    // Ids grow by one from line to line, so the place of the next one follows: a gap between streams is wider than what
    // is in memory.
    return this.#lines.slice(cursor + 1 - first, cursor + 1 - first + turnMax)
  }

  forget(): void {
    this.#lines = []
  }
}

/** Makes the feed over a store. */
export const createFeed = ({ store, scheduler, pendingMax, slowMs }: FeedOptions): EventFeed => {
  const readers = new Set<Reader>()
  const queue: Reader[] = []
  const recent = new RecentLines(store)
  let newest = store.bounds().newest
  let isRunning = false
  let isClosed = false

  const stop = (reader: Reader): void => {
    reader.cancelSlow ??= scheduler.after(slowMs, () => {
      readers.delete(reader)
      reader.outlet.tooSlow()
    })
  }

  /** Gives a reader its next events; answers whether there are more for it now. */
  const turn = (reader: Reader): boolean => {
    if (!readers.has(reader)) return false
    const lines = recent.after(reader.cursor)
    // What retention deleted under a reader's eyes is passed over; it was too far behind to be kept for.
    if (lines.length === 0) reader.cursor = newest
    for (const line of lines) {
      const { id, type, json } = line
      if (reader.outlet.pending() > pendingMax) {
        stop(reader)
        return false
      }
      reader.cursor = id
      const isWanted = reader.wanted === null || reader.wanted.has(type)
      if (isWanted && (reader.outlet.mayRead?.(line) ?? true)) reader.outlet.event(id, json)
    }
    return reader.cursor < newest
  }

  const run = (): void => {
    const readersNow = queue.splice(0)
    for (const reader of readersNow) {
      reader.queued = false
      if (turn(reader)) enqueue(reader)
    }
    if (queue.length > 0 && !isClosed) setImmediate(run)
    else isRunning = false
  }

  const enqueue = (reader: Reader): void => {
    if (reader.queued || reader.cancelSlow !== null || isClosed) return
    reader.queued = true
    queue.push(reader)
    if (isRunning) return
    isRunning = true
    setImmediate(run)
  }

  const offNews = store.onNews((id) => {
    newest = Math.max(newest, id)
    if (readers.size === 0) {
      recent.forget()
      return
    }
    recent.load(newest)
    for (const reader of readers) enqueue(reader)
  })

  return {
    beginning: (after, named) => {
      const { stream, newest: last, oldest, runs } = store.bounds()
      newest = Math.max(newest, last)
      const since = (runs.at(-1)?.first ?? 1) - 1
      const isEarlier = after !== undefined && after < since
      // All that such a cursor stands for is unknown here.
      const isUnknown =
        after !== undefined && (after > last || (after > 0 && !isEarlier && named !== undefined && named !== stream))
      const cursor = after === undefined || isUnknown ? last : after
      const gap = cursor < last && cursor + 1 < (oldest ?? last + 1)
      // After an earlier stream, whoever had it may have seen what is not known here any more.
      return { stream, newest: last, oldest, cursor, missed: isUnknown || ((gap || isEarlier) && after !== 0) }
    },
    subscribe: (from, wanted, outlet) => {
      const reader: Reader = { wanted, outlet, cursor: from, cancelSlow: null, queued: false }
      if (readers.size === 0) recent.forget()
      readers.add(reader)
      if (from < newest) enqueue(reader)
      return {
        cursor: () => reader.cursor,
        drained: () => {
          if (reader.outlet.pending() > pendingMax / 2) return
          reader.cancelSlow?.()
          reader.cancelSlow = null
          if (readers.has(reader) && reader.cursor < newest) enqueue(reader)
        },
        end: () => {
          reader.cancelSlow?.()
          readers.delete(reader)
        },
      }
    },
    furthestBehind: () => {
      const { runs } = store.bounds()
      return [...readers].reduce((most, { cursor }) => Math.max(most, idsAfter(runs, cursor)), 0)
    },
    close: () => {
      isClosed = true
      offNews()
      for (const reader of readers) reader.cancelSlow?.()
      readers.clear()
    },
  }
}
