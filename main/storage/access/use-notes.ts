import { ok } from '../../../shared/schema/result.ts'
import type { Env } from '../../platform/env.ts'
import { systemActor } from '../ledger/ledger.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { noteUse } from './sessions.ts'
import type { ComesFrom } from './sessions.ts'

const minuteMs = 60_000
const maxNoted = 10_000

/** Notes when and from where sign-ins are used. */
export interface UseNotes {
  /** At most once a minute, without delaying the request; what a full disk has no room for is not noted. */
  note(family: string, from: ComesFrom): void
}

/** Makes the notes of a process. */
export const createUseNotes = ({ ledger, env }: { readonly ledger: Ledger; readonly env: Env }): UseNotes => {
  const notedAt = new Map<string, number>()
  return {
    note(family, from) {
      const nowMs = env.clock.nowMs()
      const minute = Math.floor(nowMs / minuteMs)
      if (notedAt.get(family) === minute) return
      if (notedAt.size >= maxNoted) notedAt.clear()
      notedAt.set(family, minute)
      ledger
        .write(systemActor, async (tx) => ok(await noteUse(tx.db, family, from, nowMs)))
        .catch((error: unknown) => env.log.warn({ err: error }, 'the use of a sign-in could not be noted'))
    },
  }
}
