import { z } from 'zod'
import { integerId, uid } from './text.ts'

/** Where sync stands (docs/spec/sync.md, section 8). */
export const syncStates = [
  'standalone', 'up_to_date', 'waiting', 'syncing', 'offline', 'session_expired', 'revoked', 'removed', 'forked', 'hub_not_trusted', 'version', 'disk_full', 'metered', 'paused',
] as const

/** Sync of this device, as people see it. */
export const syncState = z.object({
  state: z.enum(syncStates),
  /** What happened, what is safe, what to do. */
  message: z.string(),
  hub: z.object({ url: z.string(), origin: z.string(), fingerprint: z.string() }).nullable(),
  device: z.object({ id: z.string(), number: z.int(), name: z.string() }),
  /** Own entries that no hub has, and bytes of evidence to send and to fetch. */
  entries_waiting: z.int(),
  evidence_waiting: z.object({ send: z.int(), send_bytes: z.int(), fetch: z.int(), fetch_bytes: z.int() }),
  last_contact_at: z.string().nullable(),
  next_attempt_at: z.string().nullable(),
  paused: z.boolean(),
  metered: z.boolean(),
  evidence_policy: z.enum(['none', 'small', 'all']),
  lease: z.object({ numbers_left_today: z.int(), until: z.string() }).nullable(),
  bytes: z.object({ sent: z.int(), received: z.int() }),
  conflicts: z.int(),
  alarms: z.array(z.object({ code: z.string(), message: z.string(), at: z.string() })),
})
export type SyncState = z.infer<typeof syncState>

/** Where one case of this device stands with the hub. */
export const caseSync = z.object({
  case_id: integerId,
  case_uid: uid,
  case_number: z.string(),
  title: z.string(),
  entries: z.int(),
  waiting: z.int(),
  /** How many entries a hub's checkpoint covers that this device verified, and when it was; null: none yet. */
  witnessed: z.object({ size: z.int(), at: z.string(), witnesses: z.int() }).nullable(),
  stuck: z.object({ code: z.string(), message: z.string(), quarantined: z.boolean() }).nullable(),
  /** Evidence of the case, and how much of it is on this device. */
  evidence: z.object({ pieces: z.int(), here: z.int(), bytes: z.int(), bytes_here: z.int() }),
})
export type CaseSync = z.infer<typeof caseSync>

/** Two sides of a conflict (Y-42 to Y-44). */
export const conflict = z.object({
  id: z.string(),
  case_id: integerId,
  case_number: z.string(),
  title: z.string(),
  kind: z.enum(['transition', 'assignment']),
  at: z.string(),
  /** What holds, and what was overtaken: by whom, when, from what, to what, with which note. */
  winner: z.object({ entry_id: z.string(), actor_name: z.string(), at: z.string(), from: z.string(), to: z.string(), notes: z.string().nullable() }),
  loser: z.object({ entry_id: z.string(), actor_name: z.string(), at: z.string(), from: z.string(), to: z.string(), to_owner_id: integerId.nullable(), notes: z.string().nullable() }),
  settled: z.object({ entry_id: z.string(), how: z.enum(['kept', 'redecided']) }).nullable(),
})
export type Conflict = z.infer<typeof conflict>
