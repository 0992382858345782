import type { Env } from '../../platform/env.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { renewStream } from '../events/renew-stream.ts'
import type { Connection } from '../sqlite/connection.ts'
import { statementsOf } from '../sqlite/statements.ts'
import { takeBackupMark } from './backup-mark.ts'

/**
 * L-90: what a folder does once when it is first opened for writing after it was put back from a backup, all of it or
 * nothing.
 */
export const beginRestored = (
  writer: Connection,
  { clock, log, random }: Pick<Env, 'clock' | 'log' | 'random'>,
): void => {
  const sql = statementsOf(writer)
  const madeAtMs = writer
    .transaction(() => {
      const madeAt = takeBackupMark(sql)
      if (madeAt !== null) renewStream(sql, random, clock.nowMs())
      return madeAt
    })
    .immediate()
  if (madeAtMs !== null)
    log.warn(
      { backup: toTimestamp(madeAtMs) },
      'this folder was put back from a backup: the stream of events has another name, and its readers are told that they missed some',
    )
}
