import type { Refusal } from '../../shared/api/errors.ts'
import type { Result } from '../../shared/schema/result.ts'
import type { EvidencePolicy, SyncState } from '../../shared/schema/sync.ts'
import type { Actor } from '../domain/access/actor.ts'
import type { ContactLock } from '../domain/access/contact-lock.ts'

/** Sync as the rest of the service sees it: the routes, the command line and the window stand on this. */
export interface SyncService {
  /** Where sync stands now; cheap, from memory and a few counts. */
  state(): Promise<SyncState>
  /** How this device stands with the days that policy lets it go without its hub (Y-102); null: with none. */
  lock(): ContactLock | null
  /** Calls back when `state` may have changed. */
  onChange(listener: () => void): () => void
  /** Runs a round now, or joins the one that runs; resolves when it has ended. */
  syncNow(signal?: AbortSignal): Promise<Result<SyncedRound, Refusal>>
  /** Enrols with a hub; a folder that worked alone brings its cases along (Y-14). */
  enrol(input: {
    readonly url: string
    readonly code: string
    readonly deviceName: string
  }): Promise<Result<{ readonly deviceNumber: number }, Refusal>>
  setPaused(paused: boolean): Promise<void>
  setMetered(metered: boolean): Promise<void>
  /** Which bytes of evidence this device keeps by itself (Y-60). */
  setEvidencePolicy(policy: 'none' | 'small' | 'all'): Promise<void>
  /** Bytes of evidence a second, each way; null: as many as go (Y-29). */
  setRateCap(bytesPerSecond: number | null): Promise<void>
  /** A person said that the hub was restored (Y-55). */
  trustRestoredHub(): Promise<Result<void, Refusal>>
  /** A person wants an answer that did not hold asked for again (Y-51). */
  askHubAgain(): Promise<Result<void, Refusal>>
  /** A new device id and key for a folder that was cloned (Y-15). */
  beginNewEpoch(): Promise<Result<{ readonly deviceNumber: number }, Refusal>>
  /** Gives this device another key (Y-13). */
  rotateKey(actor: Actor): Promise<Result<{ readonly kid: string }, Refusal>>
  /** The cases that this device gave back and may take again, as the hub tells (Y-73). */
  takeable(): Promise<Result<readonly TakeableCase[], Refusal>>
  /**
   * Takes a case to this laptop: one that was given back, or all evidence of one that is here. Gives one back, once
   * nothing of it exists only here.
   */
  takeOffline(caseUid: string): Promise<Result<void, Refusal>>
  giveBack(caseUid: string): Promise<Result<void, Refusal>>
  /** Tries a case again of which the hub refused something: a person looked at why. */
  retryCase(caseUid: string): Promise<Result<void, Refusal>>
  /**
   * Fetches the bytes of a piece of evidence, and answers when they are here (Y-60). Where the signal ends it, what
   * came of them is kept.
   */
  fetchEvidence(caseUid: string, sha256: string, signal?: AbortSignal): Promise<Result<void, Refusal>>
  /** Everything of a case is to come, when it can; it does not wait for that. */
  fetchCase(caseUid: string): Promise<Result<void, Refusal>>
  /** Writes what this device has for its hub, or a hub for one of its devices, to a new file (Y-70). */
  writeExchange(input: {
    readonly path: string
    readonly deviceId?: string
    readonly evidence: EvidencePolicy
  }): Promise<Result<WrittenFile, Refusal>>
  /**
   * Takes in a file that was carried here: on a hub a device's, on a device the hub's. `into`: a new folder, into which
   * a hub opens the file of a device that was revoked or removed (Y-101).
   */
  readExchange(path: string, into?: string): Promise<Result<CarriedRound, Refusal>>
  close(): Promise<void>
}

/** A case that is not on this device and that it may take. */
export interface TakeableCase {
  readonly caseUid: string
  readonly number: string
  readonly title: string
  readonly entries: number
}

/** What a file to be carried holds: entries, pieces of evidence with all their bytes (Y-75), and how long it is. */
export interface WrittenFile {
  readonly entries: number
  readonly pieces: number
  readonly bytes: number
}

/** What a file that was carried here came to. */
export interface CarriedRound {
  /**
   * `taken`: something came of it; `nothing_new`: all of it was here; `older`: this device has read further by another
   * way; `incomplete`: something lacks before it, the rest was taken in; `opened`: a hub takes in nothing of it, and it
   * lies open in a folder.
   */
  readonly outcome: 'taken' | 'nothing_new' | 'older' | 'incomplete' | 'opened'
  readonly from: 'device' | 'hub'
  /** The device's name on a hub; the hub's origin on a device. */
  readonly sender: string
  /** By the clock of whoever wrote it (RFC 3339). */
  readonly writtenAt: string
  /** Entries that were new here; own entries of this device that the hub signed for. */
  readonly received: number
  readonly receipted: number
  /** Cases of which an entry was refused. */
  readonly refused: number
  readonly cases: number
  /** Pieces of evidence whose bytes are whole here now, by this file. */
  readonly pieces: number
  readonly bytes: number
  /** Of an `opened` file: where it lies, what is in it, and of how much of that the seal or the bytes do not hold. */
  readonly opened?: {
    readonly folder: string
    readonly entries: number
    readonly faulty: number
    readonly known: number
    readonly cases: number
    readonly pieces: number
    readonly broken: number
  }
}

/** What a round moved. */
export interface SyncedRound {
  readonly sent: number
  readonly received: number
  readonly refused: number
  readonly bytesSent: number
  readonly bytesReceived: number
  readonly cases: number
}
