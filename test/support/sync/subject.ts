import type { Env } from '../../../main/platform/env.ts'
import type { Scheduler } from '../../../main/platform/scheduler.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { LinkFault, SyncLink } from '../../../main/sync/link.ts'
import type { SyncCall } from './network.ts'

/**
 * What a person does on a device. Cases are named by their uid; every text is one that occurs nowhere else in its
 * world.
 */
export type Action =
  | { readonly kind: 'open'; readonly text: string }
  | { readonly kind: 'status'; readonly case: string; readonly to: number; readonly text: string }
  | { readonly kind: 'assign'; readonly case: string; readonly to: number; readonly text: string }
  | { readonly kind: 'note' | 'edit'; readonly case: string; readonly text: string }
  | { readonly kind: 'redact'; readonly case: string; readonly which: number; readonly text: string }
  | { readonly kind: 'link'; readonly case: string; readonly target: number; readonly text: string }
  | { readonly kind: 'evidence'; readonly case: string; readonly text: string }
  /** Sets which states of a case take a second person; it is no work of a case, and is not answered as such. */
  | { readonly kind: 'policy'; readonly to: number }
  | { readonly kind: 'settle'; readonly which: number; readonly keep: boolean; readonly text: string }

/** What was acknowledged, with the ids of the entries that hold it; or why it was refused. */
export type Acted =
  | { readonly ok: true; readonly case: string; readonly entries: readonly string[] }
  | { readonly ok: false; readonly code: string }

/** How a round of sync ended. `halted`: only a person or the hub ends that state. */
export type RoundEnd =
  | { readonly end: 'whole' | 'failed'; readonly retryAfterMs: number }
  | { readonly end: 'halted'; readonly state: string; readonly why?: string }

export type EntryStanding = 'received' | 'waiting' | 'rejected' | 'quarantined'

/** One entry of a device, and where it stands with the hub. */
export interface HeldEntry {
  readonly id: string
  readonly case: string
  readonly own: boolean
  readonly standing: EntryStanding
  /** Hub position, where it has one. */
  readonly pos: number | null
}

/** The running software of one device, over the files of its folder. */
export interface DeviceSubject {
  readonly deviceId: string
  act(action: Action): Promise<Acted>
  round(link: SyncLink, signal: AbortSignal): Promise<RoundEnd>
  /** The state that halts sync, if any. */
  halted(): Promise<string | null>
  held(): Promise<readonly HeldEntry[]>
  /**
   * All that people see of each case, as text: byte-equal where two devices show the same. Cases that are not shown are
   * left out.
   */
  projection(): Promise<Readonly<Record<string, string>>>
  /** Codes of faults that the verifier finds. */
  verify(): Promise<readonly string[]>
  /** A person says that the hub was restored. */
  trustHub(): Promise<void>
  /**
   * A person begins a new epoch on a folder that was cloned, with a code of the hub; the software ends with it and is
   * to be opened again.
   */
  newEpoch(link: SyncLink, code: string): Promise<void>
  /** Which of these texts the device can show or decrypt, or has in the content of its files. */
  known(texts: readonly string[]): Promise<readonly string[]>
  close(): Promise<void>
}

/** The running software of a hub. */
export interface HubSubject {
  handle(call: SyncCall, from: string): Promise<Result<Uint8Array, LinkFault>>
  grant(caseUid: string, deviceId: string): Promise<void>
  endGrant(caseUid: string, deviceId: string): Promise<void>
  granted(deviceId: string): Promise<readonly string[]>
  revoke(deviceId: string): Promise<void>
  /** What a hub does that starts from its backup: it leaves out numbers that it may have given since (Y-106). */
  startRestored?(): Promise<void>
  /** An enrolment code for whoever works on this device. */
  createCode(deviceId: string): Promise<string>
  /** Ids of each case in hub order: of those that are named, and of all that any device has. */
  order(names: readonly string[]): Promise<Readonly<Record<string, readonly string[]>>>
  quarantined(): Promise<readonly string[]>
  verify(): Promise<readonly string[]>
  close(): Promise<void>
}

export interface NodeParts {
  readonly dir: string
  readonly env: Env
  readonly scheduler: Scheduler
  /**
   * Versions of the protocol that it speaks, the newest first: a node of an earlier release; absent: those of this one.
   */
  readonly versions?: readonly number[]
}

/** What is put to the test: the product, or a model of it in which faults can be planted. */
export interface Subject {
  /**
   * Makes the folders of a hub and of devices that have joined it, once a process; worlds begin with copies of them.
   */
  found(base: string, devices: number): Promise<{ readonly hub: string; readonly devices: readonly string[] }>
  openHub(parts: NodeParts): Promise<HubSubject>
  openDevice(parts: NodeParts & { readonly link: SyncLink }): Promise<DeviceSubject>
  /**
   * Makes an empty folder into one that joined the hub by a code; answers whether it did. Absent: nobody joins later.
   */
  enrol?(parts: NodeParts & { readonly link: SyncLink; readonly name: string; readonly code: string }): Promise<boolean>
}
