import type {
  AcquisitionFacts,
  AcquisitionMethod,
  EvidenceKind,
  RelationKind,
} from '../../../shared/schema/evidence.ts'
import { erasureDeclinedType, erasureRequestType, erasureType } from '../../../shared/entries/evidence-erasure.ts'
import { paperVersions } from '../../../shared/schema/papers.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { EvidenceEntryType } from '../../../shared/schema/timeline.ts'

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** An entry about evidence before it is sealed. */
export interface EvidenceDraft {
  readonly type: EvidenceEntryType
  /** The piece's uid, or the case's. */
  readonly subject: string
  readonly pub: Readonly<Record<string, Json>>
  readonly withheld?: Readonly<Record<string, Json>>
  readonly refs?: readonly string[]
}

/** What was measured of a file that was taken in. */
export interface TakenFile {
  readonly id: number
  readonly uid: string
  readonly name: string
  readonly path: string | null
  /** The bytes of the path, or of the name of a single file, in hex; null or absent: the text says them all. */
  readonly pathBytes?: string | null
  readonly kind: EvidenceKind
  readonly mediaType: string
  readonly size: number
  readonly sha256: string
  /** Unix milliseconds: when the service began and ended to read. */
  readonly startedAtMs: number
  readonly endedAtMs: number
}

/** What stands where a fact was not given. */
export interface FactDefaults {
  readonly method: AcquisitionMethod
  readonly toolVersion: string
  readonly actorName: string
}

/** A clock that was set back while the service read must not seal a reading that ended before it began. */
const timesOf = (
  { startedAtMs, endedAtMs }: TakenFile,
  facts: AcquisitionFacts,
): { started_at: string; ended_at: string } => {
  const startMs = facts.started_at === undefined ? startedAtMs : Date.parse(facts.started_at)
  return {
    started_at: toTimestamp(startMs),
    ended_at: toTimestamp(facts.ended_at === undefined ? Math.max(startMs, endedAtMs) : Date.parse(facts.ended_at)),
  }
}

const present = <T extends Json>(values: Readonly<Record<string, T | undefined | null>>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(values).filter((pair): pair is [string, T] => pair[1] !== undefined && pair[1] !== null),
  )

/** The entry that says that a file is evidence of the case, with where it came from. */
export const acquired = (file: TakenFile, facts: AcquisitionFacts, defaults: FactDefaults): EvidenceDraft => ({
  type: 'evidence.acquired',
  subject: file.uid,
  pub: {
    evidence_id: file.id,
    sha256: file.sha256,
    size: file.size,
    kind: file.kind,
    media_type: file.mediaType,
    method: facts.method ?? defaults.method,
    tool: facts.tool ?? 'Fieldseal',
    tool_version: facts.tool === undefined ? defaults.toolVersion : (facts.tool_version ?? ''),
    ...timesOf(file, facts),
    ...present<Json>({
      write_blocker: facts.write_blocker,
      source_sha256: facts.source_sha256,
      image_hashes: facts.image_hashes === undefined ? undefined : present<Json>(facts.image_hashes),
    }),
  },
  withheld: {
    name: file.name,
    acquired_by: facts.acquired_by ?? defaults.actorName,
    ...present<Json>({
      path: file.path,
      path_bytes: file.pathBytes,
      source: facts.source,
      serial: facts.serial,
      description: facts.description,
    }),
  },
})

/** An `evidence.acquired` that reached no case of the hub, as it was sealed. */
export interface FormerPiece {
  readonly entryId: string
  readonly pub: Readonly<Record<string, Json>>
  readonly withheld: Readonly<Record<string, Json>>
}

/**
 * The entry that takes a piece in again from bytes that were kept: by its former facts and times, and naming the entry
 * that first stated them.
 */
export const acquiredAgain = (
  piece: { readonly id: number; readonly uid: string },
  { entryId, pub, withheld }: FormerPiece,
): EvidenceDraft => ({
  type: 'evidence.acquired',
  subject: piece.uid,
  pub: { ...pub, evidence_id: piece.id },
  withheld,
  refs: [entryId],
})

/** What a look or a copy needs to name. */
export interface PieceRef {
  readonly id: number
  readonly uid: string
  readonly sha256: string
}

/** The entry that is sealed before the first byte of a piece leaves. */
export const released = (piece: PieceRef, purpose: 'view' | 'download'): EvidenceDraft => ({
  type: purpose === 'view' ? 'evidence.viewed' : 'evidence.downloaded',
  subject: piece.uid,
  pub: { evidence_id: piece.id, sha256: piece.sha256 },
})

/**
 * The entry that is sealed before passages of a piece are shown among what a search found. A release that does not know
 * `found` reads it as a look at the piece, which it is.
 */
export const shownInSearch = (piece: PieceRef): EvidenceDraft => ({
  type: 'evidence.viewed',
  subject: piece.uid,
  pub: { evidence_id: piece.id, sha256: piece.sha256, found: true },
})

/** The entry of a new label, or new tags, or both. */
export const edited = (
  piece: PieceRef,
  change: { readonly label?: string | null; readonly tags?: readonly string[] },
): EvidenceDraft => ({
  type: 'evidence.edited',
  subject: piece.uid,
  pub: {
    evidence_id: piece.id,
    fields: Object.keys(change).sort(),
    ...(change.label === null ? { label_removed: true } : {}),
  },
  withheld: {
    ...(typeof change.label === 'string' ? { label: change.label } : {}),
    ...(change.tags === undefined ? {} : { tags: change.tags }),
  },
})

/** The entry of a note about a piece. */
export const noted = (piece: PieceRef, text: string): EvidenceDraft => ({
  type: 'evidence.noted',
  subject: piece.uid,
  pub: { evidence_id: piece.id },
  withheld: { text },
})

/** How a piece was read as a statement of transactions. */
export interface StatementReading {
  /** Of the import that takes them: each of its transactions names it. */
  readonly importId: string
  /** Rows of the file that hold a transaction. */
  readonly rows: number
  /** Field by column index. */
  readonly mapping: Readonly<Record<string, string>>
  /** What else was said of how to read it: the zone of its times, the order of its dates, the currency. */
  readonly settings: Readonly<Record<string, string | number | boolean>>
  readonly account?: string | undefined
  readonly sheet?: string | undefined
  readonly member?: string | undefined
}

/** The entry that is sealed before the first transaction of a piece is taken. */
export const statementRead = (
  piece: PieceRef,
  { importId, rows, mapping, settings, account, sheet, member }: StatementReading,
): EvidenceDraft => ({
  type: 'evidence.statement_read',
  subject: piece.uid,
  pub: { evidence_id: piece.id, sha256: piece.sha256, import_id: importId, rows, mapping, settings },
  withheld: present<Json>({ account, sheet, member }),
})

/** The entry that states a relation between two pieces, or takes it back. */
export const related = (piece: PieceRef, to: PieceRef, kind: RelationKind, holds: boolean): EvidenceDraft => ({
  type: holds ? 'evidence.related' : 'evidence.unrelated',
  subject: piece.uid,
  pub: { evidence_id: piece.id, to_id: to.id, to: to.uid, relation: kind },
})

/** A piece whose bytes are to go, and by which order. */
export interface OrderedErasure extends PieceRef {
  readonly size: number
  readonly legalBasis: string
  /** File number of the order: open, so that a bundle can say it. */
  readonly reference: string
}

const orderOf = ({ id, sha256, size, legalBasis, reference }: OrderedErasure) => ({
  evidence_id: id,
  sha256,
  size,
  legal_basis: legalBasis,
  reference,
})

/** The entry by which somebody asks for the bytes of a piece to be erased. */
export const erasureRequested = (ordered: OrderedErasure, reason: string): EvidenceDraft => ({
  type: erasureRequestType,
  subject: ordered.uid,
  pub: orderOf(ordered),
  withheld: { reason },
})

/** The entry by which another approves it: it is sealed in the transaction in which the key of the bytes goes. */
export const erased = (ordered: OrderedErasure, request: string, reason: string | undefined): EvidenceDraft => ({
  type: erasureType,
  subject: ordered.uid,
  refs: [request],
  pub: { ...orderOf(ordered), request },
  withheld: present<Json>({ reason }),
})

/** The entry by which another declines it. */
export const erasureDeclined = (piece: PieceRef, request: string, reason: string): EvidenceDraft => ({
  type: erasureDeclinedType,
  subject: piece.uid,
  refs: [request],
  pub: { evidence_id: piece.id, sha256: piece.sha256, request },
  withheld: { reason },
})

/** What is told of an export in its entry. */
export interface ExportFacts {
  readonly caseUid: string
  readonly evidence: 'all' | 'none' | readonly number[]
  readonly disclosures: 'all' | 'none' | 'some'
  /** Digests of the withheld values that are left out, where some are. */
  readonly leftOut: readonly string[]
  readonly recipient: string | undefined
  readonly reason: string
}

/**
 * The entry that is sealed before a bundle is made. It names the writers of the papers of the bundle (B-111), and says
 * that the bundle proves the names of people (B-114), so that nobody can say afterwards that it need not.
 */
export const exported = (facts: ExportFacts): EvidenceDraft => ({
  type: 'case.exported',
  subject: facts.caseUid,
  pub: {
    evidence: facts.evidence,
    disclosures: facts.disclosures,
    encrypted: facts.recipient !== undefined,
    papers: paperVersions,
    names: 'proven',
    ...(facts.leftOut.length === 0 ? {} : { left_out: facts.leftOut }),
  },
  withheld: { reason: facts.reason, ...(facts.recipient === undefined ? {} : { recipient: facts.recipient }) },
})

/** The entry that is sealed before a finished bundle is handed to somebody. */
export const bundleTaken = (
  taken: Pick<ExportFacts, 'caseUid' | 'evidence' | 'disclosures'> & {
    readonly exportEntry: string
    readonly isEncrypted: boolean
    readonly sha256: string
  },
): EvidenceDraft => ({
  type: 'case.exported',
  subject: taken.caseUid,
  pub: {
    evidence: taken.evidence,
    disclosures: taken.disclosures,
    encrypted: taken.isEncrypted,
    taken: taken.exportEntry,
    sha256: taken.sha256,
  },
  refs: [taken.exportEntry],
})
