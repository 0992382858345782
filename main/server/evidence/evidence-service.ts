import { linkToEvidence } from '../../../shared/api/evidence.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { ContentLink } from '../../../shared/schema/evidence.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { createKeyedLock } from '../../platform/keyed-lock.ts'
import type { KeyedLock } from '../../platform/keyed-lock.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import { openFonts } from '../../report/fonts/font-shelf.ts'
import type { ErasureStore } from '../../storage/evidence/erasure-store.ts'
import type { EvidenceStore, ReleasedPiece } from '../../storage/evidence/evidence-store.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { createAdmits, holderOf } from '../auth/holder.ts'
import { createAcquisitions } from './acquisitions.ts'
import type { Acquisitions } from './acquisitions.ts'
import { sweepBlobs } from './intake.ts'
import { bundleExtras } from './bundle-extras.ts'
import { createErasures } from './erasures.ts'
import { createExports } from './exports.ts'
import type { Exports } from './exports.ts'
import { contentAddress, openLinked } from './linked-bytes.ts'
import { createLinks } from './links.ts'
import type { Links, LinkTaker, OfferedContent } from './links.ts'
import { createReadingThread } from './reading/reading-thread.ts'
import { createEvidenceTexts } from './evidence-texts.ts'
import type { EvidenceTexts } from './evidence-texts.ts'
import { createKnownFiles } from '../known-files/known-files.ts'
import type { KnownFilesService } from '../known-files/known-files.ts'
import { readTextApart } from './text/read-text.ts'
import { createUploads } from './uploads.ts'
import type { Uploads } from './uploads.ts'

/** Everything that the service does with evidence. */
export interface EvidenceService {
  readonly store: EvidenceStore
  readonly acquisitions: Acquisitions
  readonly uploads: Uploads
  readonly exports: Exports
  readonly links: Links
  readonly texts: EvidenceTexts
  readonly known: KnownFilesService
  /** Erasing bytes by order; an approval answers when their files are gone. */
  readonly erasures: ErasureStore
  /** Held while bytes of a SHA-256 get their place. */
  readonly locks: KeyedLock
  /** Seals a look or a copy, then answers the link. */
  release(
    caseId: number,
    evidenceId: number,
    purpose: 'view' | 'download',
    by: LinkTaker,
  ): Promise<Result<ContentLink, Refusal>>
  close(): Promise<void>
}

/** Composes the service over an open workspace. */
export const createEvidenceService = async (
  workspace: Workspace,
  version: string,
  scheduler: Scheduler,
  beWitnessed: (signal: AbortSignal) => Promise<void> = () => Promise.resolve(),
  textQuietMs?: number,
): Promise<EvidenceService> => {
  const { env, evidence } = workspace
  const { store, blobs, keys, unsettled } = evidence
  const locks = createKeyedLock()
  const parts = { store, blobs, keys, unsettled, locks, env, scheduler, version, acquisitions: evidence.acquisitions }
  const state = { stopping: false }
  await blobs.sweepPartials(new Set(evidence.acquisitions.partials()))
  const acquisitions = await createAcquisitions(parts, createReadingThread())
  const uploads = createUploads(parts)
  const links = createLinks({
    env,
    admits: createAdmits(workspace.access),
    hasCase: (caseId) => store.hasCase(caseId),
    hides: (uid, caseId) => workspace.hides(uid, caseId),
    erasedIn: (caseId) => store.erasedIn(caseId),
    onCommitted: (told) => workspace.ledger.onCommitted(told),
  })
  const fonts = openFonts()
  const exports = await createExports({
    workspace,
    links,
    version,
    beWitnessed,
    scheduler,
    extras: (contents) => bundleExtras(contents, fonts),
  })
  const { ledger } = workspace
  const inBackground = { blobs, blobKey: store.blobKey, ledger, scheduler, log: env.log, quietMs: textQuietMs }
  const texts = await createEvidenceTexts({ ...inBackground, texts: evidence.texts, readText: readTextApart })
  const known = createKnownFiles({ ...inBackground, store: evidence.known })
  const erasures = createErasures(parts, evidence.erasures, () => state.stopping)
  const swept = sweepBlobs(parts, () => state.stopping).then(
    (count) =>
      count > 0 ? env.log.info({ count }, 'stored bytes that an interrupted acquisition left were removed') : undefined,
    (error: unknown) => env.log.error({ err: error }, 'stored bytes could not be looked through'),
  )

  const contentOf = ({ row, key }: ReleasedPiece): OfferedContent => ({
    name: row.name,
    mediaType: row.media_type,
    size: row.size,
    sha256: row.sha256,
    open: (start, end, isHeld) => openLinked(blobs, row.sha256, key, { start, end }, isHeld),
  })

  return {
    store,
    acquisitions,
    uploads,
    exports,
    links,
    texts,
    known,
    erasures,
    locks,
    release: async (caseId, evidenceId, purpose, by) => {
      const released = await store.release(caseId, evidenceId, purpose, by)
      if (!released.ok) return released
      const { row, entryId } = released.value
      const { token, expiresAtMs } = links.give(contentOf(released.value), {
        holder: holderOf(by),
        access: linkToEvidence.access,
        caseId,
        endsByErasure: true,
      })
      return ok({
        url: contentAddress(token),
        expires_at: toTimestamp(expiresAtMs),
        name: row.name,
        media_type: row.media_type,
        size: row.size,
        sha256: row.sha256,
        entry_id: entryId,
      })
    },
    close: async () => {
      state.stopping = true
      links.close()
      await texts.close()
      await known.close()
      await acquisitions.close()
      await uploads.close()
      await exports.close()
      await swept
    },
  }
}
