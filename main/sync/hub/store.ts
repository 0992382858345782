import type { WireReceipt } from '../../../shared/protocol/sync.ts'
import type {
  GivenIdKind,
  HubBlob,
  HubCarried,
  HubChain,
  HubChange,
  HubCheckpoint,
  HubCode,
  HubCount,
  HubDevice,
  HubEntry,
  HubGrant,
  HubHealth,
  HubIdentity,
  HubNumbers,
  HubQuarantined,
  HubRefusal,
  HubRefusals,
  HubRelease,
} from './records.ts'

/**
 * What a hub keeps (Y-1). Two engines stand behind this port, SQLite and PostgreSQL; `test/contract/hub` holds both.
 * Several processes may work on one store: `exclusively` is the only way to write, is serialised over all of them, and
 * is durable when it resolves. Times are Unix milliseconds.
 */
export interface HubStore {
  /**
   * Runs a job in one durable transaction, alone among all processes; what it throws undoes it. A job awaits all that
   * it does, and begins no other one: that would wait for itself.
   * Throws `HubStoreFault` (store-fault.ts) where the disk is full or the database cannot be reached.
   */
  exclusively<T>(job: (tx: HubTx) => Promise<T>): Promise<T>
  /** Reads one moment. */
  reading<T>(job: (tx: HubReader) => Promise<T>): Promise<T>
  /** Calls back when anything was written, by whatever process; calls may be lost or come late. */
  onChange(listener: () => void): () => void
  close(): Promise<void>
}

/** What is read at one moment. */
export interface HubReader {
  identity(): Promise<HubIdentity | null>
  count(): Promise<HubCount>
  /** The newest feed number, and the one below which the feed was compacted. */
  feed(): Promise<{ readonly newest: number; readonly floor: number }>
  device(deviceId: string): Promise<HubDevice | null>
  deviceOfKey(kid: string): Promise<HubDevice | null>
  devices(): Promise<readonly HubDevice[]>
  code(hash: string): Promise<HubCode | null>
  codes(): Promise<readonly HubCode[]>
  chain(name: string): Promise<HubChain | null>
  chains(names: readonly string[]): Promise<readonly HubChain[]>
  /** How many cases there are, and how many entries. */
  totals(): Promise<{
    readonly cases: number
    readonly entries: number
    readonly devices: number
    readonly quarantined: number
    readonly blobs: number
    readonly blobBytes: number
  }>
  entry(id: string): Promise<HubEntry | null>
  /** Which of these entries stand in a chain. */
  standing(name: string, ids: readonly string[]): Promise<ReadonlySet<string>>
  /** The entry that a device wrote at this place of its count, over all cases or in one. */
  entryAt(
    at:
      | { readonly deviceId: string; readonly dseq: number }
      | { readonly deviceId: string; readonly case: string; readonly seq: number },
  ): Promise<HubEntry | null>
  /** Whether an entry that was taken has given this id out. */
  isGiven(kind: GivenIdKind, id: number): Promise<boolean>
  /** Entries of a case from a position on. */
  entriesOf(name: string, from: number, limit: number): Promise<readonly HubEntry[]>
  /** The feed number of the entry at a position of a case; null where there is none. */
  feedAt(name: string, pos: number): Promise<number | null>
  /** The last `seq` and id of a device in a case. */
  lastOf(name: string, deviceId: string): Promise<{ readonly seq: number; readonly id: string } | null>
  /**
   * Chains granted to a device (`workspace` always), and not given back by it, that changed after a feed number, by
   * that number; grants and ends of grants are changes too, and so are copies given back and taken. Each stands once,
   * at its newest change. There can be more than `limit`: changes of one feed number are never parted, so that the last
   * number is a place to go on from.
   */
  changedSince(
    device: Pick<HubDevice, 'deviceId' | 'userUid'>,
    since: number,
    limit: number,
  ): Promise<readonly HubChange[]>
  isGranted(device: Pick<HubDevice, 'deviceId' | 'userUid'>, name: string): Promise<boolean>
  /** Every chain granted to a device, with its size. */
  granted(device: Pick<HubDevice, 'deviceId' | 'userUid'>): Promise<readonly Pick<HubChain, 'case' | 'size'>[]>
  grants(name: string): Promise<readonly HubGrant[]>
  release(deviceId: string, name: string): Promise<HubRelease | null>
  /** Cases that are granted to a device and that it gave back, with their sizes. */
  givenBack(device: Pick<HubDevice, 'deviceId' | 'userUid'>): Promise<readonly Pick<HubChain, 'case' | 'size'>[]>
  carried(deviceId: string): Promise<HubCarried | null>
  /** The cases that a subject has by a grant of its own that has not ended. */
  grantedTo(subject: HubGrant['subject']): Promise<readonly string[]>
  /** Receipts over more than `fromSize` entries, the smallest first. */
  receiptsOf(
    name: string,
    fromSize: number,
  ): Promise<readonly { readonly first: number; readonly size: number; readonly receipt: WireReceipt }[]>
  /** The newest checkpoint of a chain. */
  checkpoint(name: string): Promise<HubCheckpoint | null>
  quarantined(limit: number): Promise<readonly HubQuarantined[]>
  /** How many entries in quarantine are laid to a device. */
  quarantinedOf(deviceId: string): Promise<number>
  /** What of a device's pushes is refused and not settled. */
  refusalsOf(deviceId: string): Promise<readonly HubRefusal[]>
  /**
   * The same of every device, counted by code: in how many cases, whether in the chain `workspace`, since when, and
   * when it was last tried.
   */
  refusals(): Promise<readonly HubRefusals[]>
  /** What devices last told of themselves; those that never did are not among them. */
  healths(): Promise<readonly HubHealth[]>
  /** Case numbers of a day that are lent for that day, the lowest first (Y-94). */
  numbersOn(segment: string, day: string): Promise<readonly HubNumbers[]>
  /** The last number of the highest of these; 0 where there is none. */
  lastNumberOn(segment: string, day: string): Promise<number>
  /** What a device has of the days from one to another. */
  numbersOf(deviceId: string, fromDay: string, toDay: string): Promise<readonly HubNumbers[]>
  /** The device that a number was lent to for its day; null: none. */
  holderOf(segment: string, day: string, sequence: number): Promise<string | null>
  /** How many numbers a device has asked for on its busiest day from one on. */
  mostAsked(deviceId: string, fromDay: string): Promise<number>
  /** How many numbers of a day the devices of a user have. */
  numbersOfUser(userUid: string, day: string): Promise<number>
  /** Slots that a device has or had, whatever became of its lease. */
  heldSlots(): Promise<ReadonlySet<number>>
  blob(name: string, sha256: string): Promise<HubBlob | null>
  /** Bytes that were erased by order and whose files may still be in the store. */
  erasedBlobs(): Promise<readonly Pick<HubBlob, 'case' | 'sha256'>[]>
  /** Bytes that arrived, by case and hash, after a pair of these; null: from the first. */
  blobsAfter(after: Pick<HubBlob, 'case' | 'sha256'> | null, limit: number): Promise<readonly HubBlob[]>
  /** Leaf hashes of the hub log from an index on, at most `limit`; and the leaf's bytes. */
  logLeaves(from: number, limit: number): Promise<readonly { readonly hash: Uint8Array; readonly data: Uint8Array }[]>
  /**
   * The first `width` hashes (default: 256, a full tile) of 32 bytes of a tile at a level and index (C2SP tlog-tiles);
   * null where fewer are there.
   */
  logTile(level: number, index: number, width?: number): Promise<Uint8Array | null>
  logHead(): Promise<{
    readonly size: number
    readonly frontier: Uint8Array
    readonly note: string
    readonly cosignatures: readonly string[]
    readonly timestamp: Uint8Array | null
  } | null>
  /**
   * The newest head of the log that a witness has cosigned, or that bears a time stamp: both come later than the head
   * itself.
   */
  logCheckpoint(which: 'cosigned' | 'timestamped'): Promise<{
    readonly size: number
    readonly note: string
    readonly cosignatures: readonly string[]
    readonly timestamp: Uint8Array | null
  } | null>
  /** The newest leaf of a chain among the first `below` of the log, with its index; null where there is none. */
  logPlace(name: string, below: number): Promise<{ readonly index: number; readonly data: Uint8Array } | null>
  /** The head that the log had at this size; null where it never stopped there. */
  logHeadAt(size: number): Promise<{ readonly note: string; readonly cosignatures: readonly string[] } | null>
}

/** What one transaction reads and writes. */
export interface HubTx extends HubReader {
  found(identity: HubIdentity): Promise<void>
  setCount(count: HubCount): Promise<void>
  /**
   * The next feed number, above every one before and not below `atLeast`; one a transaction is enough. The sequencer
   * gives its time in milliseconds, so that a hub that was set back does not come to the same numbers with other
   * entries (Y-55).
   */
  nextFeed(atLeast?: number): Promise<number>
  setFloor(floor: number): Promise<void>
  saveDevice(device: HubDevice): Promise<void>
  nextDeviceNumber(): Promise<number>
  /** Gives no number any more up to this one. */
  passDeviceNumbers(upTo: number): Promise<void>
  /** Slots that no unended lease holds, the lowest first. */
  freeSlots(nowMs: number, limit: number): Promise<readonly number[]>
  /** How many slots the unended leases of a user's devices hold, but for those of one device. */
  slotsHeldBy(userUid: string, nowMs: number, exceptDeviceId: string): Promise<number>
  /** Lends numbers; those that somebody has are given to nobody else (their caller has looked). */
  lendNumbers(numbers: readonly HubNumbers[]): Promise<void>
  /** Slots of a segment in which numbers of some day were lent. */
  slotsLentByDay(segment: string): Promise<ReadonlySet<number>>
  saveCode(code: HubCode): Promise<void>
  saveChain(chain: HubChain): Promise<void>
  /**
   * Stores entries; an id, a (device, dseq) or a (device, case, seq) that is taken throws, and so does a position that
   * leaves a gap. Disclosures lie encrypted.
   */
  appendEntries(entries: readonly HubEntry[]): Promise<void>
  /** Destroys disclosures of an entry, and what lies of them in quarantine; answers how many there were. */
  eraseDisclosures(name: string, entryId: string, digests: readonly string[]): Promise<number>
  /** Notes that an id was given out; one that was given already throws. */
  giveId(kind: GivenIdKind, id: number): Promise<void>
  addReceipt(name: string, first: number, size: number, receipt: WireReceipt): Promise<void>
  /** Keeps a checkpoint in the place of the chain's one before; throws where it covers no more than that. */
  saveCheckpoint(checkpoint: HubCheckpoint): Promise<void>
  saveGrant(grant: HubGrant): Promise<void>
  saveRelease(release: HubRelease): Promise<void>
  saveCarried(carried: HubCarried): Promise<void>
  /** Keeps an entry aside; the same `id` again changes nothing. */
  quarantine(entry: HubQuarantined): Promise<void>
  /** Keeps a refusal in the place of the one of the same chain and author. */
  saveRefusal(refusal: HubRefusal): Promise<void>
  /** Forgets what was refused of a device: all of it, or what is of one chain, or of one author in it. */
  endRefusals(deviceId: string, of?: { readonly case: string; readonly author?: string }): Promise<void>
  /** Keeps what a device tells of itself in the place of what it told before. Nobody who listens is told of it. */
  saveHealth(health: HubHealth): Promise<void>
  /**
   * Notes that a device is silent since its last contact (Y-98); nobody who listens is told.
   *
   * @returns whether that was not noted yet
   */
  noteSilence(deviceId: string, sinceMs: number): Promise<boolean>
  saveBlob(blob: HubBlob): Promise<void>
  /** Destroys the key of bytes, and keeps in mind that their file is to go. */
  eraseBlob(name: string, sha256: string): Promise<void>
  /** The file of erased bytes is gone. */
  forgetErasedBlob(name: string, sha256: string): Promise<void>
  /** Appends checkpoints of chains as leaves. */
  appendLog(
    leaves: readonly { readonly case: string; readonly hash: Uint8Array; readonly data: Uint8Array }[],
    head: { readonly size: number; readonly frontier: Uint8Array; readonly note: string },
  ): Promise<void>
  /** Keeps a cosignature of the head of this size, in the place of earlier ones. */
  addCosignature(size: number, line: string, replaced?: readonly string[]): Promise<void>
  setTimestamp(size: number, token: Uint8Array): Promise<void>
}
