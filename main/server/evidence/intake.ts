import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { AcquisitionFacts, AcquisitionMethod } from '../../../shared/schema/evidence.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { BlobStore, PlacedBlob } from '../../blobs/file-store.ts'
import type { FinishedBlob } from '../../blobs/partial-blob.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { seemingType } from '../../domain/evidence/kinds.ts'
import { recordedName, recordedPath } from '../../domain/evidence/names.ts'
import type { KeyedLock } from '../../platform/keyed-lock.ts'
import type { EvidenceStore, TakenPiece } from '../../storage/evidence/evidence-store.ts'
import type { UnsettledBlobs } from '../../storage/evidence/unsettled-blobs.ts'

/** What making evidence of stored bytes needs. */
export interface EvidenceIntakeParts {
  readonly blobs: BlobStore
  readonly store: EvidenceStore
  readonly unsettled: UnsettledBlobs
  /** One file of the same bytes at a time. */
  readonly locks: KeyedLock
  readonly version: string
}

/** What files are taken for: a case, an acquisition, and the facts that hold for all of them. */
export interface AcquisitionIntake {
  readonly caseId: number
  readonly acquisitionId: string
  readonly method: AcquisitionMethod
  readonly facts: AcquisitionFacts
  readonly actor: Actor
  readonly actorName: string
  /**
   * Of an acquisition that ends with its one file, as an upload does: how long it was at work. It is done by the seal
   * itself.
   */
  readonly endsAfterMs?: number
}

/** A file whose bytes have all come: its partial file is whole, durable and closed. */
export interface ArrivedFile extends FinishedBlob {
  readonly partialId: string
  readonly key: Uint8Array
  /**
   * Whether the partial file is remembered, to be gone on with after a stop: then it stays until the entry is sealed.
   */
  readonly isResumable: boolean
  /** What tells it from the other files of the acquisition. */
  readonly sourcePath: string
  readonly name: string
  /** Below the folder that is acquired; null for a single file. */
  readonly path: string | null
  /** Its path there, or its name, as the operating system has it; null where only text was given. */
  readonly sourceBytes: Uint8Array | null
  readonly startedAtMs: number
  readonly endedAtMs: number
}

const otherBytes = (stated: string, found: string): Refusal =>
  refusal(
    'hash_mismatch',
    `The bytes are not those of the source: it states the SHA-256 ${stated}, and ${found} was read. Nothing of the file was kept.`,
  )

/** The key under which bytes are stored already, where they can be read by it. */
export const storedKey = async (
  { blobs, store }: Pick<EvidenceIntakeParts, 'blobs' | 'store'>,
  { sha256, size }: FinishedBlob,
): Promise<Uint8Array | null> => {
  const known = await store.blobKey(sha256)
  if (known === null) return null
  const stored = await blobs.open(sha256, known)
  if (!stored.ok) return null
  const isWhole = stored.value.length === size
  await stored.value.close()
  return isWhole ? known : null
}

const isErasedBytes = (answer: Result<TakenPiece, Refusal> | undefined): boolean =>
  answer?.ok === false && answer.error.code === 'evidence_erased'

type PlacingParts = Pick<EvidenceIntakeParts, 'blobs' | 'unsettled'>

/**
 * Puts files in their places, and says before that it does: what a stop leaves there without a key is told by that from
 * what another database knows (E-36). A refusal, of a full disk, has placed nothing.
 */
export const placeAnnounced = async (
  { blobs, unsettled }: PlacingParts,
  files: readonly PlacedBlob[],
): Promise<Result<void, Refusal>> => {
  if (files.length === 0) return ok(undefined)
  const announced = await unsettled.announce(files.map(({ sha256 }) => sha256))
  if (announced.ok) await blobs.place(files)
  return announced
}

/**
 * Puts each file in its place that is not there yet, and answers by hash under which key the bytes are stored once this
 * resolves.
 */
const settle = async (
  parts: EvidenceIntakeParts,
  files: readonly ArrivedFile[],
): Promise<Result<ReadonlyMap<string, Uint8Array>, Refusal>> => {
  const stored = new Map<string, Uint8Array>()
  const placed: ArrivedFile[] = []
  for (const file of files) {
    const known = stored.get(file.sha256) ?? (await storedKey(parts, file))
    stored.set(file.sha256, known ?? file.key)
    if (known === null) placed.push(file)
    else if (!file.isResumable) await parts.blobs.discard(file.partialId)
  }
  const inPlace = await placeAnnounced(
    parts,
    placed.map(({ partialId, sha256, isResumable }) => ({ id: partialId, sha256, keepsPartial: isResumable })),
  )
  if (inPlace.ok) return ok(stored)
  for (const { partialId, isResumable } of placed) if (!isResumable) await parts.blobs.discard(partialId)
  return inPlace
}

/** Takes back what was announced and placed, and got no key. */
export const removeUnsealed = async ({ blobs, unsettled }: PlacingParts, sha256: string): Promise<void> => {
  await blobs.remove(sha256)
  // A full disk refuses this too: then the next start forgets it.
  await unsettled.forget(sha256)
}

/** E-15: the bytes of a path, in hex, where what is recorded of it is another text. */
const bytesBeyond = ({ name, path }: ArrivedFile, bytes: Uint8Array): string | null => {
  const recorded = path === null ? recordedName(name) : recordedPath(path, name)
  return Buffer.from(recorded, 'utf8').equals(bytes) ? null : Buffer.from(bytes).toString('hex')
}

/**
 * Seals the entries of files that are in their places; what was refused keeps no place, and what can be gone on with
 * keeps its partial file.
 */
const seal = async (
  { blobs, store, unsettled, version }: EvidenceIntakeParts,
  intake: AcquisitionIntake,
  files: readonly ArrivedFile[],
  stored: ReadonlyMap<string, Uint8Array>,
): Promise<readonly Result<TakenPiece, Refusal>[]> => {
  const { caseId, acquisitionId, facts, method, actor, actorName, endsAfterMs } = intake
  const taken = await store.take(
    {
      caseId,
      acquisitionId,
      facts,
      ...(endsAfterMs === undefined ? {} : { endsAfterMs }),
      defaults: { method, toolVersion: version, actorName },
    },
    files.map((file) => ({
      ...file,
      ...seemingType(file.name),
      key: stored.get(file.sha256) ?? file.key,
      name: recordedName(file.name),
      path: file.path === null ? null : recordedPath(file.path, file.name),
      pathBytes: file.sourceBytes === null ? null : bytesBeyond(file, file.sourceBytes),
    })),
    actor,
  )
  const answers = taken.ok ? taken.value : files.map(() => taken)
  for (const [at, file] of files.entries()) {
    if (answers[at]?.ok !== true) {
      if (!(await store.hasBlob(file.sha256))) await removeUnsealed({ blobs, unsettled }, file.sha256)
      // L-133: nothing stays of bytes that an order erased.
      if (isErasedBytes(answers[at])) await blobs.discard(file.partialId)
      // It is evidence now, whatever becomes of its second name: the next start removes what could not be removed here.
    } else if (file.isResumable) await blobs.discard(file.partialId).catch(() => undefined)
  }
  return answers
}

/**
 * Makes evidence of files whose bytes have come: their places in the store, then the sealed entries, in one
 * transaction. Whatever ends it on the way leaves either a piece of evidence or nothing that counts.
 *
 * @returns what became of each, in their order
 */
export const takeInAll = async (
  parts: EvidenceIntakeParts,
  intake: AcquisitionIntake,
  files: readonly ArrivedFile[],
): Promise<readonly Result<TakenPiece, Refusal>[]> => {
  const stated = intake.facts.source_sha256
  const isStated = ({ sha256 }: ArrivedFile): boolean => stated === undefined || stated === sha256
  for (const file of files) if (!isStated(file)) await parts.blobs.discard(file.partialId)
  const sound = files.filter(isStated)
  const answers = await parts.locks.runAll(
    sound.map(({ sha256 }) => sha256),
    async () => {
      if (sound.length === 0) return []
      const stored = await settle(parts, sound)
      return stored.ok ? await seal(parts, intake, sound, stored.value) : sound.map(() => stored)
    },
  )
  const byFile = new Map(sound.map((file, at) => [file, answers[at]]))
  return files.map((file) => byFile.get(file) ?? fail(otherBytes(stated ?? '', file.sha256)))
}

/** Makes evidence of one file; see `takeInAll`. */
export const takeIn = async (
  parts: EvidenceIntakeParts,
  intake: AcquisitionIntake,
  file: ArrivedFile,
): Promise<Result<TakenPiece, Refusal>> => {
  const [taken] = await takeInAll(parts, intake, [file])
  if (taken === undefined) throw new Error('a file was taken in and nothing was answered')
  return taken
}

/**
 * Removes the stored bytes that this database was about to place, or let the last key go of, and has no key for. Others
 * that it does not know stay: they may be evidence that a newer database knows.
 *
 * @returns how many were removed
 */
export const sweepBlobs = async (
  { blobs, store, locks, unsettled }: Pick<EvidenceIntakeParts, 'blobs' | 'store' | 'locks' | 'unsettled'>,
  isStopping: () => boolean,
): Promise<number> => {
  let swept = 0
  for (const sha256 of unsettled.list()) {
    if (isStopping()) return swept
    await locks.run(sha256, async () => {
      if (!(await store.hasBlob(sha256)) && (await blobs.has(sha256))) {
        await blobs.remove(sha256)
        swept += 1
      }
      await unsettled.forget(sha256)
    })
  }
  return swept
}
