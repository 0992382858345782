import { syncLimits } from '../../../shared/protocol/sync.ts'
import type { LinkFault } from '../link.ts'
import type { HubFault } from './hub-fault.ts'
import type { HubRelation } from './replica.ts'

/** What the step machine of sync (step.ts) is made of: its state, what happens to it, and what it has done. */

export type Halted = NonNullable<HubRelation['halted']>

/** What is under way; its answer counts only while it is. */
export interface Task {
  readonly id: number
  readonly kind: 'open' | 'push' | 'pull'
}

/** Why the last attempt came to nothing, where time may mend it. */
export interface Trouble {
  readonly state: 'offline' | 'session_expired' | 'version' | 'disk_full' | 'hub_full' | 'stuck'
  readonly message: string
}

export interface SyncMachine {
  readonly joined: boolean
  readonly halted: Halted | null
  readonly paused: boolean
  readonly session: { readonly token: string; readonly untilMs: number } | null
  readonly task: Task | null
  readonly tasks: number
  /** null: no round. */
  readonly round: Round | null
  /** When a round begins by itself; null: when something happens. */
  readonly wakeAtMs: number | null
  /** When the first and the last local write came that no round has seen. */
  readonly written: { readonly firstMs: number; readonly lastMs: number } | null
  readonly failures: number
  /** Sessions that the hub refused one after another. */
  readonly refusedSessions: number
  readonly trouble: Trouble | null
  /** Whether the hub was asked again because what it answered does not hold, and no round has come to its end since. */
  readonly doubted: boolean
  /** Entries of one push; halved where the hub finds it too large. */
  readonly batch: number
}

/** What a round has still to do. */
export interface Round {
  readonly next: 'push' | 'pull'
  /** Whether to compare the heads of all cases (Y-26). */
  readonly compare: boolean
  /**
   * Whether entries were sent since the round last turned from pulling to pushing, and whether anything moved since:
   * what is sent must come back with its place.
   */
  readonly sent: boolean
  readonly moved: boolean
  /** Pages in a row that moved nothing. */
  readonly idlePages: number
  /** Something was asked for while the round ran: another one follows. */
  readonly again: boolean
}

/** A fault that a call came to. */
export type CallFault =
  | { readonly kind: 'link'; readonly fault: LinkFault }
  | { readonly kind: 'untrusted'; readonly fault: HubFault }
  /** `unnoted`: entries that the hub has, of which this device has no room to note it. */
  | { readonly kind: 'disk_full'; readonly unnoted: number }
  /** The answer is no message of the protocol, or this device could not take it in. */
  | { readonly kind: 'unusable'; readonly message: string }

/** What a push came to: how many entries were sent and have a place now, and how many wait that may be sent. */
export interface Pushed {
  readonly sent: number
  readonly placed: number
  readonly waiting: number
  readonly forked: boolean
}

/** What a page came to. */
export interface Pulled {
  /** Whether anything was taken in or the feed number moved. */
  readonly moved: boolean
  /** Whether the page came whole. */
  readonly whole: boolean
  readonly more: boolean
  readonly waiting: number
}

export type SyncEvent =
  | {
      readonly kind:
        | 'started'
        | 'joined'
        | 'tick'
        | 'written'
        | 'hinted'
        | 'asked'
        | 'cancelled'
        | 'trusted'
        | 'stopped'
    }
  | { readonly kind: 'paused'; readonly on: boolean }
  /** Something that came by another way than a call stops sync (Y-70, Y-51). */
  | { readonly kind: 'halted'; readonly halted: Halted }
  | {
      readonly kind: 'opened'
      readonly task: number
      readonly session: { readonly token: string; readonly expiresInMs: number }
    }
  | { readonly kind: 'pushed'; readonly task: number; readonly pushed: Pushed }
  | { readonly kind: 'pulled'; readonly task: number; readonly pulled: Pulled }
  | { readonly kind: 'failed'; readonly task: number; readonly fault: CallFault }

export type SyncEffect =
  | { readonly do: 'open'; readonly task: number }
  | { readonly do: 'push'; readonly task: number; readonly token: string; readonly entries: number }
  | { readonly do: 'pull'; readonly task: number; readonly token: string; readonly compare: boolean }
  | { readonly do: 'abort' }
  /** The next call goes over a new connection. */
  | { readonly do: 'reconnect' }
  /** Wake by `tick` then; null: not at all. */
  | { readonly do: 'wake'; readonly atMs: number | null }
  /** Sync with this hub stops until a person or the hub ends it. */
  | { readonly do: 'halt'; readonly halted: Halted }
  /** The round has ended. */
  | { readonly do: 'rest' }

/** The moment of an event: a clock that never goes back, and a random number from 0 to below 1. */
export interface Moment {
  readonly nowMs: number
  readonly roll: number
}

export interface SyncStep {
  readonly machine: SyncMachine
  readonly effects: readonly SyncEffect[]
}
/** The machine before anything happened. */
export const startingMachine = (facts: {
  readonly joined: boolean
  readonly halted: Halted | null
  readonly paused: boolean
}): SyncMachine => ({
  ...facts,
  session: null,
  task: null,
  tasks: 0,
  round: null,
  wakeAtMs: null,
  written: null,
  failures: 0,
  refusedSessions: 0,
  trouble: null,
  doubted: false,
  batch: syncLimits.entries,
})
