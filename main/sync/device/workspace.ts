import type { Refusal } from '../../../shared/api/errors.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { ContactTimes } from '../../domain/access/contact-lock.ts'
import type { HubTime } from '../../domain/clock/hub-time.ts'
import type { DataFolder } from '../../platform/data-folder.ts'
import type { Env } from '../../platform/env.ts'
import type { NoteVerifier } from '../../seal/checkpoint.ts'
import type { Signer } from '../../seal/entry.ts'
import type { TransferStore } from './bytes/transfer-store.ts'
import type { TransferChoices } from './bytes/transfers.ts'
import type { HeldNumbers } from './case-numbers.ts'
import type { DeviceReplica } from './replica.ts'

/** What people chose for sync. */
export interface SyncChoices extends TransferChoices {
  readonly paused: boolean
}

/** What a device keeps of its sync besides entries and evidence: choices, bytes, alarms, the lease, the hub's time. */
export interface DeviceSettings {
  choices(): SyncChoices
  choose(change: Partial<SyncChoices>): Promise<Result<void, Refusal>>
  /** Bytes sent and received since the folder was made. */
  bytes(): { readonly sent: number; readonly received: number }
  countBytes(sent: number, received: number): Promise<Result<void, Refusal>>
  alarms(): readonly { readonly code: string; readonly message: string; readonly atMs: number }[]
  raise(code: string, message: string, nowMs: number): Promise<Result<void, Refusal>>
  /** A person has dealt with an alarm. */
  dismiss(code: string): Promise<Result<void, Refusal>>
  /** Witnesses whose cosignatures count on this device (Y-53). */
  witnesses(): readonly NoteVerifier[]
  /** The slots of case numbers that are held, and until when (Y-16); null without a hub. */
  lease(): { readonly slots: readonly number[]; readonly untilMs: number } | null
  /** The last comparison of this computer's clock with the hub's (Y-86); null: none. */
  hubTime(): HubTime | null
  keepHubTime(time: HubTime): Promise<Result<void, Refusal>>
  /** When the hub was last heard, by its time (Y-102); null: never. */
  contactTimes(): ContactTimes | null
  keepContactTimes(times: ContactTimes): Promise<Result<void, Refusal>>
}

/** What taking and giving back cases asks of the tables. */
export interface Holdings {
  /** The id of a case that is here, by its uid; null where it is not. */
  caseOf(caseUid: string): Promise<number | null>
}

/** What a device tells of where its sync stands. */
export interface DeviceCounts {
  /** How many own entries no hub has. */
  waiting(): number
  /** In how many cases, the workspace's own chain among them, the hub has refused something that waits for a person. */
  refused(): number
  openConflicts(): number
  /** Numbers of the cases that are here and begin like this. */
  numbersWith(beginning: string): readonly string[]
  /** What the workspace's chain calls the device of a key; null until the chain has brought the key. */
  deviceName(kid: string): string | null
}

/** Which device of a workspace this is. */
export interface DeviceFacts {
  readonly deviceId: string
  readonly deviceNumber: number
  /** The segment of case numbers. */
  readonly institution: string
}

/**
 * The open workspace of a device, as far as its sync needs it. Storage's workspace is one as it stands; a test may make
 * one of values.
 */
export interface DeviceWorkspace {
  readonly folder: Pick<DataFolder, 'unsent'>
  readonly env: Pick<Env, 'clock' | 'random' | 'log'>
  readonly keys: { readonly device: Signer }
  readonly facts: DeviceFacts
  /** Calls back after each commit that holds entries. */
  readonly ledger: { onCommitted(listener: () => void): () => void }
  readonly sync: {
    readonly replica: DeviceReplica
    readonly settings: DeviceSettings
    readonly overview: DeviceCounts & Holdings
    readonly transfers: Pick<TransferStore, 'waiting'>
    readonly numbers: HeldNumbers
    /** Refuses whatever would seal until it is opened. */
    readonly gate: { readonly hold: (why: Refusal) => void; readonly open: () => void }
  }
}
