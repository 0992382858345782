import type { Env } from '../../platform/env.ts'
import { newSecret, secretHash } from '../../storage/access/secrets.ts'
import type { Holder } from '../auth/holder.ts'

/** How long a ticket can be used, in seconds. */
export const ticketSeconds = 30

/** Tickets that were given out and not used. */
const ticketsMax = 10_000

/** Tickets for the stream: one use each, soon; in memory alone, so that a restart ends them. */
export interface Tickets {
  /** Null where too many wait to be used. */
  give(holder: Holder): string | null
  /** Whose ticket it was; it is none from now on. */
  take(ticket: string): Holder | null
}

/** Makes the keeper of tickets. */
export const createTickets = ({ clock, random }: Pick<Env, 'clock' | 'random'>): Tickets => {
  const given = new Map<string, { readonly holder: Holder; readonly untilMono: number }>()

  /** They stand in the order in which they end. */
  const forgetOld = (): void => {
    const now = clock.monoMs()
    for (const [hash, { untilMono }] of given) {
      if (untilMono > now) return
      given.delete(hash)
    }
  }

  return {
    give: (holder) => {
      forgetOld()
      if (given.size >= ticketsMax) return null
      const ticket = `evt_${newSecret(random)}`
      given.set(secretHash(ticket), { holder, untilMono: clock.monoMs() + ticketSeconds * 1_000 })
      return ticket
    },
    take: (ticket) => {
      forgetOld()
      const hash = secretHash(ticket)
      const found = given.get(hash)
      given.delete(hash)
      return found?.holder ?? null
    },
  }
}
