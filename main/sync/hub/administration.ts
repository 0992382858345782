import type { Refusal } from '../../../shared/api/errors.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { HubDeviceState, HubHealth, HubRefusals } from './records.ts'
import type { NewCode } from './enrol.ts'

type Answer<T> = Promise<Result<T, Refusal>>

/** An enrolment code as the hub remembers it. Times are Unix milliseconds. */
export interface CodeRecord {
  /** What names it from now on; not the code. */
  readonly id: string
  readonly userUid: string
  readonly deviceName: string
  readonly cases: readonly string[] | 'all'
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly state: 'open' | 'used' | 'expired' | 'withdrawn'
}

export interface DeviceRecord {
  readonly deviceId: string
  readonly number: number
  readonly name: string
  readonly userUid: string
  readonly kid: string
  readonly state: HubDeviceState
  readonly enrolledAtMs: number
  readonly lastContactMs: number | null
  /** Whether nothing was heard of it for too long (Y-98). */
  readonly silent: boolean
  /** What it last told of itself (Y-97); null: it never did. */
  readonly told: Omit<HubHealth, 'deviceId'> | null
  readonly leaseUntilMs: number
  /** Whether it was not heard of for longer than its lease, by the hub's clock. */
  readonly leaseEnded: boolean
  /** What it was refused and is still stuck at, by code (Y-91): the most cases first. Empty where nothing is. */
  readonly refused: readonly Omit<HubRefusals, 'deviceId'>[]
}

/** Whom a case is granted to. */
export type GrantTo = { readonly kind: 'user' | 'device' | 'team'; readonly id: string }

export interface QuarantinedRecord {
  readonly entryId: string
  /** The case's uid, or `workspace`. */
  readonly case: string
  readonly deviceId: string
  readonly code: string
  readonly atMs: number
}

/** The newest head of the hub log; root and note are null before the first checkpoint. */
export interface LogRecord {
  readonly origin: string
  /** How people compare the hub's key: 80 bits of its SHA-256 (Y-10), as it is shown. */
  readonly fingerprint: string
  readonly size: number
  readonly root: string | null
  readonly note: string | null
  readonly witnesses: readonly { readonly name: string; readonly atMs: number | null }[]
  readonly timeStamped: boolean
}

/** What an administrator does on a hub. Who acts is a uid; every change is sealed by the hub's key, naming them. */
export interface HubAdministration {
  codes(): Promise<readonly CodeRecord[]>
  createCode(
    input: NewCode,
    actorUid: string,
  ): Answer<CodeRecord & { readonly code: string; readonly fingerprint: string }>
  withdrawCode(id: string, actorUid: string): Answer<CodeRecord>
  devices(): Promise<readonly DeviceRecord[]>
  /**
   * A device with those that its folder was in earlier epochs (Y-15), by their ids; the device alone where the hub does
   * not know it.
   */
  epochsOf(deviceId: string): Promise<readonly string[]>
  revokeDevice(deviceId: string, reason: string, actorUid: string): Answer<DeviceRecord>
  removeDevice(deviceId: string, reason: string, actorUid: string): Answer<DeviceRecord>
  /** Explicit grants of a case that have not ended. */
  grants(caseUid: string): Promise<readonly GrantTo[]>
  giveGrant(caseUid: string, to: GrantTo, actorUid: string): Answer<void>
  endGrant(caseUid: string, to: GrantTo, actorUid: string): Answer<void>
  /** The newest first. */
  quarantined(range: {
    readonly offset: number
    readonly limit: number
  }): Promise<{ readonly total: number; readonly entries: readonly QuarantinedRecord[] }>
  log(): Promise<LogRecord>
}
