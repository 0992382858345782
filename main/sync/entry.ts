/** A sealed entry as sync carries it: exact bytes, with the encoded disclosures that come along. */
export interface CarriedEntry {
  /** Lower-case hex. */
  readonly id: string
  readonly payload: Uint8Array
  readonly kid: string
  /** 64 bytes. */
  readonly sig: Uint8Array
  /** Encoded disclosures (S-40); those that were erased are not among them. */
  readonly disclosures: readonly string[]
}

/** A run of one device's entries in one case. */
export interface CarriedRun {
  /** The case's uid, or `workspace`. */
  readonly case: string
  readonly deviceId: string
  readonly kid: string
  readonly entries: readonly CarriedEntry[]
  /** Where all of them stood in an order that the hub signed for and lost; absent: in none that is known. */
  readonly former?: FormerPlaces
}

/** Y-84: places in an order that a hub signed for before it was restored, for each entry of a run. */
export interface FormerPlaces {
  /** The hub's checkpoint of that order: a signed note. */
  readonly note: string
  readonly places: readonly { readonly index: number; readonly hashes: readonly Uint8Array[] }[]
}

/** An entry of the workspace's chain on its way ahead of the push that brings it. */
export type CarriedWord = Pick<CarriedEntry, 'payload' | 'sig'>

/** Sealed `key.rotated` entries of the device that the hub may not have yet (Y-13). */
export type CarriedRotations = readonly CarriedWord[]

/** The `key.enrolled` by which the hub itself enrolled the device, and every rotation of its key since (Y-105). */
export interface EnrolmentProof {
  /** Null where no hub enrolled it: of the folder that founded the workspace. */
  readonly enrolled: CarriedWord | null
  readonly rotations: CarriedRotations
}
