import type { Phrase } from './phrase.ts'

/** A labelled value. */
export interface Fact {
  readonly label: string
  readonly value: Phrase
}

/** A text that somebody wrote, in full; a phrase in its place where it is not shown. */
export interface WrittenText {
  readonly label: string
  readonly text: string | null
  /** Why there is no text; null where there is. */
  readonly absence: Phrase | null
}

/** Someone whom the entries name. */
export interface PersonRow {
  /** `P1`, `P2` ... in the order in which the entries name them. */
  readonly key: string
  /** null: the recipient may not see names, or the person is unknown. */
  readonly name: string | null
  readonly uid: string
  /** What the person did in the case, in words. */
  readonly roles: readonly string[]
  readonly entries: number
  readonly firstAt: string | null
  readonly lastAt: string | null
}

/** A sealed entry in words. */
export interface TimelineRow {
  /** 1-based: its arrival position in the case plus one. */
  readonly number: number
  readonly date: string
  readonly time: string
  readonly type: string
  readonly who: Phrase
  readonly device: string
  /** What happened; the actor is not part of it. */
  readonly sentence: Phrase
  readonly facts: readonly Fact[]
  readonly passages: readonly WrittenText[]
  readonly id: string
}

/** A step in the life of a piece of evidence. */
export interface CustodyRow {
  readonly entry: number
  readonly date: string
  readonly time: string
  readonly who: Phrase
  readonly what: Phrase
}

/** A piece of evidence. */
export interface EvidenceRow {
  /** `E1`, `E2` ... in the order of acquisition. */
  readonly key: string
  readonly label: string | null
  readonly name: string
  readonly path: string | null
  readonly size: string
  readonly sha256: string
  /** Whether its bytes are in the bundle. */
  readonly included: boolean
  /** By which order its bytes were erased; null where they were not. */
  readonly erasedBy: string | null
  readonly facts: readonly Fact[]
  readonly description: string | null
  readonly custody: readonly CustodyRow[]
}

/** A withheld value that this copy does not show. */
export interface AbsenceRow {
  readonly entry: number
  readonly what: string
  readonly why: Phrase
  readonly digest: string
}

/** A key that signs entries. */
export interface KeyRow {
  readonly device: string
  readonly deviceId: string
  readonly kid: string
  /** SHA-256 of the DER SubjectPublicKeyInfo, lower-case hex. */
  readonly fingerprint: string
  readonly span: string
}

/** What the seal of the case rests on. */
export interface SealSummary {
  readonly entries: number
  readonly checkpoint: {
    readonly origin: string
    readonly size: number
    readonly root: string
    readonly signed: Phrase
  }
  readonly rootAgrees: boolean
  readonly exportEntry: string
  readonly keys: readonly KeyRow[]
  /** What the hub of the workspace vouches for, where there is one, and whether anything vouches for the end. */
  readonly hub: readonly Fact[]
}

/**
 * A case as its report tells it. Everything in it is ready to be set: no number, time or digest is left to be
 * formatted.
 */
export interface CaseReport {
  readonly caseNumber: string
  readonly institution: string
  readonly title: Phrase
  /** Unix milliseconds at which the export was asked for; the report's own date. */
  readonly exportedAtMs: number
  readonly exportedAt: string
  readonly softwareVersion: string
  /** Whether the timeline is in the order of a hub, and not in that of arrival. */
  readonly inHubOrder: boolean
  readonly cover: readonly Fact[]
  readonly description: WrittenText
  readonly people: readonly PersonRow[]
  readonly timeline: readonly TimelineRow[]
  readonly evidence: readonly EvidenceRow[]
  readonly absences: readonly AbsenceRow[]
  readonly seal: SealSummary
  readonly verify: readonly string[]
}
