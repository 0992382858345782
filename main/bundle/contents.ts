import type { LogKind } from '../../shared/protocol/sync.ts'
import type { EvidenceItem, SealedFacts } from '../../shared/schema/evidence.ts'

/** A sealed entry as its exact bytes. */
export interface BundledEntry {
  /** 0-based arrival position in its chain. */
  readonly position: number
  /** Lower-case hex. */
  readonly id: string
  readonly kid: string
  /** The canonical JSON of the payload. */
  readonly payload: Uint8Array
  /** The 64 bytes of the Ed25519 signature. */
  readonly sig: Uint8Array
  /** Its place in the hub's order of the chain; null or absent: no hub has given it one. */
  readonly hubPosition?: number | null
  /** The place that a restored hub lost and what it signed before still speaks about (Y-55). */
  readonly formerPosition?: number | null
}

/**
 * That a checkpoint of the case stands in a head of the hub's log, which witnesses have cosigned or an authority has
 * stamped (Y-53, Y-54).
 */
export interface BundledLogProof {
  readonly kind: LogKind
  /** The signed note of the head; with its cosignatures where it is a cosigned one. */
  readonly head: string
  readonly headSize: number
  /** The signed note of the checkpoint, which is the leaf. */
  readonly leaf: string
  readonly index: number
  readonly hashes: readonly Uint8Array[]
  /** The RFC 3161 token over the head, DER; null where it is a cosigned one. */
  readonly token: Uint8Array | null
  /** What the token says; null: there is none, or it does not hold. */
  readonly stamp: { readonly atMs: number; readonly signer: string } | null
  /** Keys of the witnesses that the exporting device trusts, as C2SP verifier keys. */
  readonly witnesses: readonly string[]
}

/** What a hub signed about a chain. */
export interface HubProofs {
  /** The newest checkpoint that the device verified: a signed note with its witnesses' cosignatures. */
  readonly checkpoint: string | null
  readonly receipts: readonly {
    readonly first: number
    readonly size: number
    readonly at: string
    readonly envelope: string
  }[]
  /** What is proven of the case in the hub's log; absent: nothing. */
  readonly log?: readonly BundledLogProof[]
}

/** An entry that was overtaken in the hub's order (Y-42), and what settled it (Y-44). */
export interface BundledConflict {
  readonly kind: 'transition' | 'assignment'
  /** Lower-case hex ids of entries. */
  readonly loser: string
  readonly winner: string
  readonly settled: { readonly entry: string; readonly how: 'kept' | 'redecided' } | null
}

/** The hub of the workspace, and what a case has from it. */
export interface BundledHub {
  readonly origin: string
  readonly kid: string
  /** In the order in which they arose. */
  readonly conflicts: readonly BundledConflict[]
}

/** A withheld value that the recipient may see. */
export interface BundledDisclosure {
  readonly digest: string
  /** Lower-case hex id of its entry. */
  readonly entry: string
  readonly name: string
  /** The base64url text whose SHA-256 is the digest (RFC 9901). */
  readonly encoded: string
}

/** A key that signs entries, with the span in which it may. */
export interface BundledKey {
  readonly kid: string
  readonly deviceId: string
  readonly deviceNumber: number
  readonly name: string
  /** DER SubjectPublicKeyInfo. */
  readonly spki: Uint8Array
  readonly enrolledAtMs: number
  readonly revokedAtMs: number | null
  readonly revokedFromDseq: number | null
}

/** A chain with the newest checkpoint that covers it. */
export interface BundledChain {
  /** The case's uid, or `workspace`. */
  readonly uid: string
  readonly entries: readonly BundledEntry[]
  /** The signed note; it covers every entry. */
  readonly checkpoint: string
  readonly earlierCheckpoints: readonly string[]
  /** Absent: the workspace has no hub. */
  readonly hub?: HubProofs
}

/** A piece of evidence; `bytes` is null where the recipient gets its hash only. */
export interface BundledEvidence {
  readonly item: EvidenceItem
  readonly facts: SealedFacts
  /** The original bytes, streamed, each time anew. Throws where the store finds them altered. */
  readonly bytes: (() => AsyncIterable<Uint8Array>) | null
}

/** A case as the bundle and the report tell it, with the values that are withheld from this recipient left out. */
export interface BundledCase {
  readonly uid: string
  readonly id: number
  readonly number: string
  /** null: withheld from the recipient, or erased. */
  readonly title: string | null
  readonly description: string | null
  readonly priority: string
  readonly status: string
  readonly ownerName: string | null
  /** Unix milliseconds, as all times here. */
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly slaDueAtMs: number
  readonly finishedAtMs: number | null
  readonly outcome: string | null
  readonly onLegalHold: boolean
  readonly alertIds: readonly number[]
  readonly customerIds: readonly number[] | null
  readonly accountIds: readonly number[] | null
}

/** Everything that a bundle is made from, read at one moment. */
export interface BundleContents {
  readonly workspace: { readonly uid: string; readonly institution: string; readonly name: string }
  readonly case: BundledCase
  readonly chain: BundledChain
  /** Absent: the workspace has no hub. */
  readonly hub?: BundledHub
  /** The workspace's own chain: it enrols the keys. */
  readonly workspaceChain: BundledChain
  readonly keys: readonly BundledKey[]
  /** Of the case's entries. */
  readonly disclosures: readonly BundledDisclosure[]
  /**
   * Display names of the people whom entries of the case name, by their pseudonymous uid; only where the recipient may
   * see the name.
   */
  readonly people: ReadonlyMap<string, string>
  /** What proves these names: values of entries of the workspace's chain (B-114). */
  readonly nameDisclosures: readonly BundledDisclosure[]
  readonly evidence: readonly BundledEvidence[]
  /** When and by whom the export was asked for, and the entry that says so. */
  readonly export: { readonly atMs: number; readonly byName: string; readonly reason: string; readonly entryId: string }
  /** The version of Fieldseal that makes the bundle. */
  readonly softwareVersion: string
}
