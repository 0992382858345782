import type { Clock } from '../../../platform/clock.ts'
import { rollOf } from '../../../platform/random.ts'
import type { Random } from '../../../platform/random.ts'
import type { Scheduler } from '../../../platform/scheduler.ts'
import { backoffMs } from '../waits.ts'
import type { Attempt, TransferFault } from './attempt.ts'
import { goThrough } from './side-by-side.ts'
import { transferKey } from './transfer-store.ts'
import type { Cursor, TravellingPiece } from './transfer-store.ts'

/** What a lane stands on: pieces of one direction, begun in order of size (Y-60). */
export interface LaneParts {
  readonly clock: Pick<Clock, 'monoMs'>
  readonly random: Pick<Random, 'bytes'>
  readonly scheduler: Scheduler
  /** A page of what waits. */
  readonly list: (after: Cursor, limit: number) => readonly TravellingPiece[]
  readonly attempt: (piece: TravellingPiece, signal: AbortSignal) => Promise<Attempt>
  /** Whether bytes may move now. */
  readonly mayMove: () => boolean
  /** Told of each end of a try. */
  readonly onEnd: (piece: TravellingPiece, end: Attempt['end']) => void
  /** Told of a bug. */
  readonly onError: (error: unknown) => void
}

/** One direction. */
export interface Lane {
  /**
   * Something may have changed: goes on where nothing stands in the way, and leaves what is under way where it may not
   * move.
   */
  poke(): void
  /** A person asked: whatever was put off is tried now. */
  hurry(): void
  close(): Promise<void>
}

/** Between two tries after one that moved bytes: at most this. */
const soonMs = 250
/** A full disk, here or there. */
const spaceMs = 60_000
/** A piece of which something is wrong is tried again after this. */
const asideMs = 600_000
const pageSize = 64
/** Pieces that are under way at once, at most (Y-60). */
const besideMost = 4

/** How long after a fault of the link it is tried again: soon after the first one, then ever later. */
const retryMs = (failures: number, random: Pick<Random, 'bytes'>): number =>
  failures <= 1 ? rollOf(random) * soonMs : backoffMs(failures - 1, rollOf(random))

/** How long nothing is begun after what stopped pieces; null: it goes on. */
const pauseMs = (stops: readonly Stop[], ofLink: () => number): number | null => {
  const links = stops.flatMap(({ fault }) => (fault.kind === 'link' ? [fault.retryAfterMs] : []))
  const waits = [
    ...links,
    ...(links.length > 0 ? [ofLink()] : []),
    ...(stops.some(({ fault }) => fault.kind === 'device') ? [spaceMs] : []),
  ]
  return waits.length === 0 ? null : Math.max(...waits)
}

/** Pieces that wait, from the smallest on, page by page. */
function* listed(list: LaneParts['list']): Generator<TravellingPiece, void> {
  for (let after: Cursor = null; ;) {
    const page: readonly TravellingPiece[] = list(after, pageSize)
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return
    after = last
  }
}

/** Why nothing more is begun, and whether the piece that met it came further than before. */
interface Stop {
  readonly fault: Exclude<TransferFault, { readonly kind: 'piece' }>
  readonly isFurther: boolean
}

/** Nothing is tried while it lasts. */
const createPause = (scheduler: Scheduler, onOver: () => void) => {
  let cancel: (() => void) | null = null
  const end = (): void => {
    cancel?.()
    cancel = null
  }
  return {
    begin: (ms: number): void => {
      cancel?.()
      cancel = scheduler.after(ms, () => {
        cancel = null
        onOver()
      })
    },
    isOn: () => cancel !== null,
    end,
  }
}

/** Pieces that are put off, or that are through and not told so by the feed yet. */
const createAside = (clock: LaneParts['clock'], scheduler: Scheduler, onRecalled: () => void) => {
  const untilMs = new Map<string, number>()
  let cancelRecall: (() => void) | null = null
  return {
    has: (piece: TravellingPiece) => untilMs.has(transferKey(piece)),
    put: (piece: TravellingPiece): void => {
      untilMs.set(transferKey(piece), clock.monoMs() + asideMs)
      cancelRecall ??= scheduler.after(asideMs, () => {
        cancelRecall = null
        const nowMs = clock.monoMs()
        for (const [key, until] of untilMs) if (until <= nowMs + asideMs / 2) untilMs.delete(key)
        onRecalled()
      })
    },
    clear: () => untilMs.clear(),
    close: () => cancelRecall?.(),
  }
}

/** Makes a lane; `poke` sets it going. */
export const createLane = (parts: LaneParts): Lane => {
  const { clock, random, scheduler } = parts
  /** How far a piece came at the last try: one that came further was no failure. */
  const reached = new Map<string, number>()
  let failures = 0
  /** How many pieces are under way at once, at most. */
  let width = besideMost
  let abort = new AbortController()
  let running: Promise<void> | null = null
  let again = false
  let closed = false

  const pause = createPause(scheduler, () => poke())
  const aside = createAside(clock, scheduler, () => poke())

  const putAside = (piece: TravellingPiece): void => {
    aside.put(piece)
    reached.delete(transferKey(piece))
  }

  /** Notes the end of a try; answers the fault for which nothing more is begun. */
  const note = (piece: TravellingPiece, attempt: Attempt): Stop | null => {
    const { end } = attempt
    if (end.ok) {
      failures = 0
      width = Math.min(besideMost, width + 1)
      putAside(piece)
      return null
    }
    if (end.error.kind === 'piece') {
      putAside(piece)
      return null
    }
    const isFurther = attempt.reached > (reached.get(transferKey(piece)) ?? 0)
    if (isFurther) reached.set(transferKey(piece), attempt.reached)
    return { fault: end.error, isFurther }
  }

  /** Several pieces may have met the same fault: it counts once. */
  const putOff = (stops: readonly Stop[]): void => {
    if (stops.some(({ fault }) => fault.kind === 'left')) again = true
    const links = stops.filter(({ fault }) => fault.kind === 'link')
    if (links.length > 0) {
      failures = links.some(({ isFurther }) => isFurther) ? 1 : failures + 1
      // A hub that has no place for more is not asked by several at once.
      width = 1
    }
    const ms = pauseMs(stops, () => retryMs(failures, random))
    if (ms !== null) pause.begin(ms)
  }

  const run = async (): Promise<void> => {
    again = false
    const stops: Stop[] = []
    try {
      await goThrough(listed(parts.list), {
        width: () => width,
        mayBegin: () => stops.length === 0 && !closed && parts.mayMove(),
        isAside: (piece) => aside.has(piece),
        looksAnew: () => again,
        attempt: async (piece) => {
          const attempt = await parts.attempt(piece, abort.signal)
          parts.onEnd(piece, attempt.end)
          const stop = note(piece, attempt)
          if (stop !== null) stops.push(stop)
        },
      })
    } finally {
      putOff(stops)
    }
  }

  const poke = (): void => {
    if (closed) return
    if (!parts.mayMove()) {
      abort.abort()
      abort = new AbortController()
      return
    }
    if (running !== null) {
      again = true
      return
    }
    if (pause.isOn()) return
    running = run()
      .catch((error: unknown) => {
        parts.onError(error)
        pause.begin(spaceMs)
      })
      .finally(() => {
        running = null
        if (again && !closed) poke()
      })
  }

  return {
    poke,
    hurry: () => {
      failures = 0
      aside.clear()
      pause.end()
      poke()
    },
    close: async () => {
      closed = true
      pause.end()
      aside.close()
      abort.abort()
      await running
    },
  }
}
