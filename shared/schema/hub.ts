import { z } from 'zod'
import { deviceHealth } from '../protocol/health.ts'
import { refusalCodes } from '../protocol/sync.ts'
import { integerId, uid } from './text.ts'

/** An enrolment code as a hub remembers it: never the code itself (Y-10). */
export const enrolmentCode = z.object({
  id: z.string(),
  user_id: integerId,
  user_name: z.string(),
  device_name: z.string(),
  /** How many cases the device gets from the start; `all`: every one. */
  cases: z.union([z.int(), z.literal('all')]),
  created_at: z.string(),
  expires_at: z.string(),
  state: z.enum(['open', 'used', 'expired', 'withdrawn']),
})
export type EnrolmentCode = z.infer<typeof enrolmentCode>

/** A new enrolment code, with what is shown once. */
export const createdCode = enrolmentCode.extend({
  code: z.string(),
  /** `fieldseal://enroll?...`, which the desktop opens. */
  link: z.string(),
  /** What whoever enrols compares with what the window of the laptop shows. */
  fingerprint: z.string(),
})
export type CreatedCode = z.infer<typeof createdCode>

export const hubDeviceStates = ['active', 'revoked', 'removed', 'forked'] as const

/** What a device is stuck at for one reason: in how many cases, and whether in what belongs to no case. */
export const hubRefused = z.object({
  code: z.enum(refusalCodes),
  cases: z.int(),
  workspace: z.boolean(),
  /** Since when it is stuck, and when it was last tried. */
  since: z.string(),
  last_tried_at: z.string(),
})
export type HubRefusedView = z.infer<typeof hubRefused>

/** What a device last told its hub of itself (Y-97); what it did not know is left out. */
export const toldHealth = deviceHealth.omit({ oldest_waiting_s: true, wiped: true }).extend({
  told_at: z.string(),
  /**
   * Once a device that was removed has wiped what was granted to it: how many entries that no hub has are set aside
   * there, how many pieces of evidence it still brings, and the files there that hold what this hub never got.
   */
  wiped: z
    .object({
      set_aside: z.int(),
      evidence_kept: z.int(),
      /** Absent where the release of the device tells nothing of them. */
      unsent: z
        .array(
          z.object({
            /** How many entries and pieces of evidence are in it; left out where the device could not tell. */
            entries: z.int().optional(),
            pieces: z.int().optional(),
            /** Whether the bytes of evidence are in it; false: its disk had no room for them. */
            evidence: z.boolean(),
            /** By the hub's clock. */
            written_at: z.string(),
          }),
        )
        .optional(),
    })
    .optional(),
  /** When the oldest work that waits was sealed, by the hub's clock. */
  oldest_waiting_at: z.string().optional(),
})
export type ToldHealth = z.infer<typeof toldHealth>

/** A device as its hub knows it. */
export const hubDevice = z.object({
  id: z.string(),
  number: z.int(),
  name: z.string(),
  user_name: z.string(),
  kid: z.string(),
  state: z.enum(hubDeviceStates),
  enrolled_at: z.string(),
  last_contact_at: z.string().nullable(),
  /** Whether nothing was heard of it for longer than the hub is set to wait (Y-98). */
  silent: z.boolean(),
  /** What it last told of itself; null: it never told anything. */
  told: toldHealth.nullable(),
  /** The end of its lease of case numbers. */
  lease_until: z.string(),
  /** Whether that end has passed, by the hub's clock: so long nothing was heard of the device. */
  lease_ended: z.boolean(),
  /** What the hub refused of it and has not taken since, by code (Y-91). */
  refused: z.array(hubRefused),
})
export type HubDeviceView = z.infer<typeof hubDevice>

/** To whom a case is granted, besides its owner. */
export const grantSubject = z.union([
  z.strictObject({ user_id: integerId }),
  z.strictObject({ device_id: uid }),
  z.strictObject({ team_id: uid }),
])
export type GrantSubject = z.infer<typeof grantSubject>

/** `force`: the grant ends although devices that give the case up have evidence of it that the hub has not received. */
const forced = z.boolean().default(false)
export const endedGrant = z.union([
  z.strictObject({ user_id: integerId, force: forced }),
  z.strictObject({ device_id: uid, force: forced }),
  z.strictObject({ team_id: uid, force: forced }),
])

export const caseGrant = z.object({
  kind: z.enum(['user', 'device', 'team']),
  /** The user's integer id, or the device's or team's id. */
  user_id: integerId.nullable(),
  device_id: z.string().nullable(),
  team_id: z.string().nullable(),
  name: z.string(),
})
export type CaseGrant = z.infer<typeof caseGrant>

/** An entry that the hub keeps aside (Y-15, Y-21). */
export const quarantinedEntry = z.object({
  entry_id: z.string(),
  case: z.string(),
  case_number: z.string().nullable(),
  device_id: z.string(),
  device_name: z.string().nullable(),
  code: z.string(),
  at: z.string(),
})
export type QuarantinedEntry = z.infer<typeof quarantinedEntry>

/** The head of the hub's log (Y-50, Y-53, Y-54). */
export const hubLogHead = z.object({
  origin: z.string(),
  fingerprint: z.string(),
  size: z.int(),
  root: z.string().nullable(),
  /** The signed note, as it is served. */
  note: z.string().nullable(),
  witnesses: z.array(z.object({ name: z.string(), at: z.string().nullable() })),
  time_stamped: z.boolean(),
})
export type HubLogHead = z.infer<typeof hubLogHead>
