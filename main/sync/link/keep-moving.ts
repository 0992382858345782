import type { ClientRequest } from 'node:http'
import { timerScheduler } from '../../platform/scheduler.ts'

/** A call that was ended here, as too little of it moved. */
export class Idle extends Error {
  readonly code = 'ETIMEDOUT'
}

/**
 * The fewest bytes, both ways together, that move in twice the time after which nothing is too little: the slowest
 * radio brings a hundred times as many.
 */
const leastBytes = 1_024

/**
 * Ends a call where nothing moved for `idleMs`, and where less than a kilobyte did in twice that time: whoever answers
 * with a byte now and then, or with headers without end, would else hold sync for ever.
 *
 * @param idleMs milliseconds
 */
export const keepMoving = (request: ClientRequest, idleMs: number, scheduler = timerScheduler): void => {
  request.setTimeout(idleMs, () => request.destroy(new Idle('nothing moved')))
  request.once('socket', (socket) => {
    const moved = (): number => socket.bytesRead + socket.bytesWritten
    let before = moved()
    const watch = (): (() => void) =>
      scheduler.after(2 * idleMs, () => {
        if (moved() - before < leastBytes) return void request.destroy(new Idle('too little moved'))
        before = moved()
        end = watch()
      })
    let end = watch()
    request.once('close', () => end())
  })
}
