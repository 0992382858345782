import type { Scheduler } from '../../platform/scheduler.ts'

/** A part of an upload that has come, and whose bytes nobody has read yet. */
export interface ComePart {
  readonly deviceId: string
  /** The upload that it belongs to. */
  readonly key: string
  readonly offset: number
  /** Whether its device says that parts before it are under way. */
  readonly follows: boolean
  /** Calls back when its connection ends. */
  readonly onGone: (gone: () => void) => void
}

/**
 * Parts of uploads that are under way at once (Y-103): each is taken in after the one before it, whatever the order in
 * which they come. None is read before its turn, so that one that waits costs a connection and no memory.
 */
export interface PartTurns {
  /**
   * Runs a job in its turn; it answers how far the upload stands then, null where it failed. A part that follows none
   * runs at once. Null: its turn did not come, and the device asks how far the bytes are.
   */
  run<T>(part: ComePart, job: () => Promise<T>, standsOf: (done: T) => number | null): Promise<T | null>
}

interface Waiter {
  readonly deviceId: string
  readonly offset: number
  /** Its turn has come, or (false) does not come. */
  readonly end: (mayGo: boolean) => void
}

interface Upload {
  running: number
  /** Where the last part ended; null: not known, or it failed. */
  stands: number | null
  waiting: readonly Waiter[]
  cancel: () => void
}

/** Parts of one device that wait, of all its uploads. */
const waitingMost = 16
/** A part whose forerunner does not come waits this long; so long is it known where an upload stands. */
const patienceMs = 10_000

/** Makes the turns of one process. */
export const createPartTurns = (scheduler: Scheduler): PartTurns => {
  const uploads = new Map<string, Upload>()

  const waitingOf = (deviceId: string): number =>
    [...uploads.values()].flatMap(({ waiting }) => waiting).filter((one) => one.deviceId === deviceId).length

  const uploadOf = (key: string): Upload => {
    const known = uploads.get(key)
    if (known !== undefined) return known
    const fresh: Upload = { running: 0, stands: null, waiting: [], cancel: () => undefined }
    uploads.set(key, fresh)
    return fresh
  }

  const endAll = (upload: Upload): void => {
    const ended = upload.waiting
    upload.waiting = []
    for (const waiter of ended) waiter.end(false)
  }

  /** What waits in vain is ended, and what nobody goes on with is forgotten; a part that is being taken in starts it anew. */
  const watch = (key: string, upload: Upload): void => {
    upload.cancel()
    upload.cancel = scheduler.after(patienceMs, () => {
      if (upload.running > 0) return watch(key, upload)
      endAll(upload)
      uploads.delete(key)
    })
  }

  const goOn = (upload: Upload): void => {
    if (upload.running > 0) return
    const next = upload.waiting.find(({ offset }) => offset === upload.stands)
    if (next === undefined) return
    upload.waiting = upload.waiting.filter((one) => one !== next)
    // From here on it runs, so that no other is let in before its job has begun.
    upload.running += 1
    next.end(true)
  }

  const isTurn = (part: ComePart, upload: Upload): Promise<boolean> => {
    if (upload.running === 0 && upload.stands === part.offset) {
      upload.running += 1
      return Promise.resolve(true)
    }
    const isBehind = upload.stands !== null && upload.stands > part.offset
    if (isBehind || waitingOf(part.deviceId) >= waitingMost) return Promise.resolve(false)
    return new Promise((resolve) => {
      const waiter: Waiter = { deviceId: part.deviceId, offset: part.offset, end: resolve }
      // Who sends the same part again has given up the connection before.
      for (const one of upload.waiting) if (one.offset === part.offset) one.end(false)
      upload.waiting = [...upload.waiting.filter(({ offset }) => offset !== part.offset), waiter]
      part.onGone(() => {
        upload.waiting = upload.waiting.filter((one) => one !== waiter)
        resolve(false)
      })
    })
  }

  return {
    run: async (part, job, standsOf) => {
      const upload = uploadOf(part.key)
      watch(part.key, upload)
      if (!part.follows) upload.running += 1
      else if (!(await isTurn(part, upload))) return null
      let stands: number | null = null
      try {
        const done = await job()
        stands = standsOf(done)
        return done
      } finally {
        upload.running -= 1
        upload.stands = stands
        // Those behind a part that failed have nothing to follow.
        if (stands === null) endAll(upload)
        goOn(upload)
        watch(part.key, upload)
      }
    },
  }
}
