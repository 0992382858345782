import type { DeviceHealth } from '../../../shared/protocol/health.ts'
import type { PushRefusalCode } from '../../../shared/protocol/sync.ts'
import type { CarriedEntry } from '../entry.ts'

/** What a hub keeps, piece by piece; store.ts says how it is read and written. Times are Unix milliseconds. */

/** What the hub is. */
export interface HubIdentity {
  readonly workspaceUid: string
  readonly institution: string
  readonly name: string
  /** `hub/<workspace uid>` */
  readonly origin: string
  readonly kid: string
  readonly spki: Uint8Array
  /** The private key (PKCS #8), sealed under the key that the hub's processes share. */
  readonly sealedKey: Uint8Array
  readonly rootKid: string
}

/** How far the hub's own key has counted: `dseq` and clock (encoded) over all, `seq` and head a case. */
export interface HubCount {
  readonly dseq: number
  readonly hlc: string
}

export type HubDeviceState = 'active' | 'revoked' | 'removed' | 'forked'

export interface HubDevice {
  readonly deviceId: string
  readonly number: number
  readonly name: string
  readonly userUid: string
  readonly kid: string
  readonly spki: Uint8Array
  readonly state: HubDeviceState
  readonly enrolledAtMs: number
  readonly lastContactMs: number | null
  /** The highest `dseq` that was taken, and the first one that a revocation refuses. */
  readonly dseq: number
  readonly revokedFromDseq: number | null
  readonly slots: readonly number[]
  readonly leaseUntilMs: number
  /** Slots of leases that ended: numbers that were given out before lie in them. */
  readonly pastSlots: readonly number[]
  /** A folder that joined: ids below 2^32 in its entries are its own (Y-14). */
  readonly joined: boolean
  /** The hash of the code that it came by, and its whole answer, for the same request again (Y-11). */
  readonly codeHash: string
}

export interface HubCode {
  readonly hash: string
  readonly userUid: string
  readonly deviceName: string
  readonly cases: readonly string[] | 'all'
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly usedBy: string | null
}

/** A case, or the chain `workspace`, in hub order. */
export interface HubChain {
  readonly case: string
  readonly size: number
  /** Stored form of S-51. */
  readonly frontier: Uint8Array
  /** What the rules of order need to know of the entries so far (main/sync/hub/head.ts), as JSON. */
  readonly head: string
  /** The feed number of its newest change, and the entries that the newest signed checkpoint covers. */
  readonly feed: number
  readonly checkpointSize: number
}

export interface HubEntry extends CarriedEntry {
  readonly case: string
  readonly pos: number
  readonly deviceId: string
  readonly seq: number
  readonly dseq: number
  readonly feed: number
  readonly receivedAtMs: number
}

export interface HubGrant {
  readonly case: string
  /**
   * `member`: a user by a team that the case is granted to, `<user uid>:<team uid>`; it stands and ends with the team's
   * grant and with the membership.
   */
  readonly subject: { readonly kind: 'user' | 'device' | 'team' | 'member'; readonly id: string }
  readonly feed: number
  readonly endedFeed: number | null
}

/**
 * A device gave its copy of a case back, and perhaps took it again since (Y-73). What was granted before counts for it
 * as long as it has not.
 */
export interface HubRelease {
  readonly deviceId: string
  readonly case: string
  readonly feed: number
  readonly takenFeed: number | null
}

/** What a device last said by a file that was carried (Y-70). */
export interface HubCarried {
  readonly deviceId: string
  readonly fileId: string
  /** The request of its pull, and what was refused of its pushes, as JSON. */
  readonly request: string
  readonly refused: string
  /** Pieces of evidence that it lacks, as JSON (Y-75). */
  readonly lacks: string
  readonly atMs: number
}

export interface HubQuarantined {
  readonly id: string
  readonly case: string
  readonly deviceId: string
  readonly code: string
  readonly entry: CarriedEntry
  readonly atMs: number
}

/**
 * What stops a chain of an author in the pushes of a device (Y-91): the place that it was refused at, why, since when,
 * and when it was last tried.
 */
export interface HubRefusal {
  readonly deviceId: string
  readonly case: string
  /**
   * The device whose entries those are: the one that brings them, but for what is brought back to a hub that was
   * restored.
   */
  readonly author: string
  readonly seq: number
  readonly code: PushRefusalCode
  readonly sinceMs: number
  readonly lastMs: number
}

/** The refusals of a device by one code. */
export interface HubRefusals {
  readonly deviceId: string
  readonly code: PushRefusalCode
  readonly cases: number
  readonly workspace: boolean
  readonly sinceMs: number
  readonly lastMs: number
}

/** What a device last told of itself (Y-97), and when, by the hub's clock. */
export interface HubHealth {
  readonly deviceId: string
  readonly health: DeviceHealth
  readonly toldAtMs: number
}

/** A checkpoint of a case or of the log, as a signed note. */
export interface HubCheckpoint {
  readonly case: string
  readonly size: number
  readonly root: Uint8Array
  readonly note: string
  readonly feed: number
  readonly atMs: number
}

/** Bytes of evidence that arrived whole. */
export interface HubBlob {
  readonly case: string
  readonly sha256: string
  readonly size: number
  /** The key of the stored bytes, wrapped by the key that the hub's processes share. */
  readonly wrappedKey: Uint8Array
  readonly receivedAtMs: number
}

/** Case numbers of one day that were lent to a device (Y-94). */
export interface HubNumbers {
  readonly segment: string
  /** YYYYMMDD. */
  readonly day: string
  readonly first: number
  readonly last: number
  readonly deviceId: string
  /** Whether the device asked for them; else they are its reserve. */
  readonly asked: boolean
}

/** What an integer id can be of. */
export type GivenIdKind = 'case' | 'evidence' | 'user'

/** A chain that changed: how, and as of which feed number. */
export interface HubChange {
  readonly case: string
  readonly kind: 'grown' | 'granted' | 'ended'
  readonly feed: number
  readonly size: number
}
