import { z } from 'zod'
import { caseOutcome } from './case.ts'
import { integerId, uid } from './text.ts'

/** Where sync stands (docs/spec/sync.md, section 8). */
export const syncStates = [
  'standalone',
  'up_to_date',
  'waiting',
  'syncing',
  'offline',
  'session_expired',
  'revoked',
  'removed',
  'forked',
  'hub_not_trusted',
  'version',
  'disk_full',
  'hub_full',
  'stuck',
  'metered',
  'paused',
  'evidence_waits',
  'refused',
] as const

/**
 * What a hub that was set back to an earlier state shows: of these alone a restoration is the honest explanation
 * (Y-51).
 */
export const rollbackCodes = [
  'hub_rolled_back',
  'checkpoint_not_extending',
  'missing_entry',
  'reordered_entries',
  'log_forked',
  'drop_unproven',
] as const

export const isRollback = (code: string): boolean => rollbackCodes.some((one) => one === code)

/** Which bytes of evidence a device keeps by itself (Y-60). */
export const evidencePolicies = ['none', 'small', 'all'] as const
export const evidencePolicy = z.enum(evidencePolicies)
export type EvidencePolicy = z.infer<typeof evidencePolicy>

/**
 * How fast bytes of evidence arrive one way, by those of the last seconds; null: too little came to say.
 * `seconds_left`: how long what waits takes at that rate; null: that cannot be said.
 */
const movingBytes = z.object({ bytes_per_s: z.int().nullable(), seconds_left: z.int().nullable() })

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
  /** What of it moves now, each way; null: nothing does. */
  evidence_moving: z.object({ send: movingBytes.nullable(), fetch: movingBytes.nullable() }),
  /**
   * Of what is to be sent: evidence of cases that are not on this device any more. People do not reach it; it stays
   * until the hub has sealed that it has it.
   */
  evidence_kept: z.object({ pieces: z.int(), bytes: z.int() }),
  /**
   * Of a device that was removed: the files on this computer that hold what the hub never got, which only the hub can
   * open. How many entries and pieces of evidence are in each; null: it was given another name.
   */
  unsent_files: z.array(
    z.object({
      path: z.string(),
      entries: z.int().nullable(),
      pieces: z.int().nullable(),
      /** Whether the bytes of evidence are in it; false: the disk had no room for them, and they stay here. */
      evidence: z.boolean(),
      written_at: z.string(),
    }),
  ),
  last_contact_at: z.string().nullable(),
  next_attempt_at: z.string().nullable(),
  paused: z.boolean(),
  metered: z.boolean(),
  evidence_policy: evidencePolicy,
  /** Bytes of evidence a second, each way; null: as many as go. */
  rate_cap: z.int().nullable(),
  lease: z.object({ numbers_left_today: z.int(), until: z.string() }).nullable(),
  bytes: z.object({ sent: z.int(), received: z.int() }),
  conflicts: z.int(),
  alarms: z.array(z.object({ code: z.string(), message: z.string(), at: z.string() })),
  /**
   * What is wrong with the clock of this computer: by how many seconds it is ahead of the hub's (below zero: behind),
   * or was set while the program ran; null: nothing that is known.
   * `compared_at`: the time at the hub of the last comparison; null: there was none.
   */
  clock: z.object({ ahead_s: z.int(), compared_at: z.string().nullable(), message: z.string() }).nullable(),
  /**
   * How long this device may go without its hub: when it was last heard, and when this device locks, or did, by the
   * clock of this computer; null: policy says nothing of it. `locked`: of the interface sync and signing in alone are
   * answered.
   * `warns`: it locks soon.
   */
  lock: z
    .object({
      after_days: z.int(),
      contact_at: z.string(),
      locks_at: z.string(),
      locked: z.boolean(),
      warns: z.boolean(),
    })
    .nullable(),
})
export type SyncState = z.infer<typeof syncState>
export type SyncStateName = SyncState['state']

/**
 * The uid of a case, or `workspace`: the chain of what belongs to no case, such as users, lists, rules, and decisions
 * on alerts.
 */
export const chainName = z.union([uid, z.literal('workspace')])

/** Where one case of this device stands with the hub. */
export const caseSync = z.object({
  /** Null of the chain `workspace`. */
  case_id: integerId.nullable(),
  case_uid: chainName,
  case_number: z.string(),
  title: z.string(),
  entries: z.int(),
  waiting: z.int(),
  /**
   * How many entries a hub's checkpoint covers that this device verified, and when it was; null: none yet. `witnesses`:
   * how many witnesses that this device trusts have cosigned some of it.
   */
  witnessed: z.object({ size: z.int(), root: z.string(), at: z.string(), witnesses: z.int() }).nullable(),
  /**
   * Entries that stand in a head of the hub's log that witnesses have cosigned (Y-53), and which of those that this
   * device trusts, with the time of each; null: none proven.
   */
  cosigned: z.object({ size: z.int(), by: z.array(z.object({ name: z.string(), at: z.string() })) }).nullable(),
  /**
   * Entries that stand in a head of the log that bears a time stamp (Y-54), its time and its signer; null: none proven.
   */
  time_stamped: z.object({ size: z.int(), at: z.string(), signer: z.string() }).nullable(),
  stuck: z.object({ code: z.string(), message: z.string(), quarantined: z.boolean() }).nullable(),
  /** Evidence of the case, and how much of it is on this device. */
  evidence: z.object({ pieces: z.int(), here: z.int(), bytes: z.int(), bytes_here: z.int() }),
})
export type CaseSync = z.infer<typeof caseSync>

/**
 * A case that is not on this device and that it may take again. Number and title are empty where the hub cannot say
 * them.
 */
export const takeableCase = z.object({ case_uid: uid, case_number: z.string(), title: z.string(), entries: z.int() })
export type TakeableCaseView = z.infer<typeof takeableCase>

/** Two sides of a conflict (Y-42 to Y-44). */
export const conflict = z.object({
  id: z.string(),
  case_id: integerId,
  case_number: z.string(),
  title: z.string(),
  kind: z.enum(['transition', 'assignment']),
  at: z.string(),
  /** What holds, and what was overtaken: by whom, when, from what, to what, with which note. */
  winner: z.object({
    entry_id: z.string(),
    actor_name: z.string(),
    at: z.string(),
    from: z.string(),
    to: z.string(),
    outcome: caseOutcome.nullable(),
    notes: z.string().nullable(),
  }),
  loser: z.object({
    entry_id: z.string(),
    actor_name: z.string(),
    at: z.string(),
    from: z.string(),
    to: z.string(),
    outcome: caseOutcome.nullable(),
    to_owner_id: integerId.nullable(),
    notes: z.string().nullable(),
    without_effect: z
      .string()
      .optional()
      .describe('Why the hub gave it no effect (Y-95); absent: another change overtook it.'),
  }),
  settled: z
    .object({ entry_id: z.string(), how: z.enum(['kept', 'redecided']), actor_name: z.string(), at: z.string() })
    .nullable(),
})
export type Conflict = z.infer<typeof conflict>

/** What a round of sync moved. */
export const syncedRound = z.object({
  sent: z.int(),
  received: z.int(),
  refused: z.int(),
  bytes_sent: z.int(),
  bytes_received: z.int(),
  cases: z.int(),
})

/** What a file that was carried here came to. */
export const carriedRound = z.object({
  /**
   * `nothing_new`: all of it was here. `older`: this device has read further by another way. `incomplete`: something
   * lacks before it; the rest was taken in. `opened`: of a device that was revoked or removed, nothing was taken in.
   */
  outcome: z.enum(['taken', 'nothing_new', 'older', 'incomplete', 'opened']),
  from: z.enum(['device', 'hub']),
  /** The device's name on a hub; the hub's origin on a device. */
  sender: z.string(),
  /** By the clock of whoever wrote it. */
  written_at: z.string(),
  /** Entries that were new here, and own ones of this device that the hub signed for. */
  received: z.int(),
  receipted: z.int(),
  /** Cases of which the hub refused an entry. */
  refused: z.int(),
  cases: z.int(),
  /** Pieces of evidence whose bytes are whole here now, by this file. */
  pieces: z.int(),
  bytes: z.int(),
  /** Of an `opened` file: where it lies, and what is in it. */
  opened: z
    .object({
      folder: z.string(),
      entries: z.int(),
      faulty: z.int().describe('Entries whose seal does not hold.'),
      known: z.int().describe('Entries that are in the record of the hub.'),
      cases: z.int(),
      pieces: z.int().describe('Pieces of evidence that are whole.'),
      broken: z.int().describe('Pieces of evidence that are not whole, or were altered.'),
    })
    .optional(),
})
export type CarriedRoundView = z.infer<typeof carriedRound>

/**
 * An entry of this device that no hub has: one that left its case at a new epoch or when the case's grant ended, or
 * that the hub refused.
 */
export const setAsideEntry = z.object({
  entry_id: z.string(),
  case_uid: z.string(),
  /** As the case was numbered; empty for the workspace's own chain. */
  case_number: z.string(),
  /** `refused`: the hub refused it or one before it of its case, and it still stands there for this device alone. */
  reason: z.enum(['dropped', 'epoch', 'refused']),
  /** Why the hub refused it; null for the others. */
  refusal: z.string().nullable(),
  /** The case, where it is on this device. */
  case_id: integerId.nullable(),
  set_aside_at: z.string(),
  /** Of evidence whose bytes are kept on this device with the entry: how many there are; null: none. */
  bytes: z.int().nullable(),
  type: z.string(),
  sealed_at: z.string(),
  /** What it said, by name; texts that were erased are not among it. */
  values: z.record(z.string(), z.unknown()),
})
export type SetAsideEntry = z.infer<typeof setAsideEntry>

/** A case in which entries of others came since a point in this device's arrival order. */
export const caseNews = z.object({
  case_id: integerId,
  case_number: z.string(),
  title: z.string(),
  /** How many came, and the arrival number of the newest. */
  entries: z.int(),
  latest: z.int(),
})
export type CaseNews = z.infer<typeof caseNews>

/** A piece of evidence of a case, and whether its bytes are on this device. */
export const evidencePlace = z.object({
  evidence_id: integerId,
  name: z.string(),
  sha256: z.string(),
  size: z.int(),
  here: z.boolean(),
})
export type EvidencePlace = z.infer<typeof evidencePlace>
