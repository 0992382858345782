import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { ContentLink } from '../../../shared/schema/evidence.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { BlobFault, OpenBlob } from '../../blobs/file-store.ts'
import { createKeyedLock } from '../../platform/keyed-lock.ts'
import type { EvidenceStore, ReleasedPiece } from '../../storage/evidence/evidence-store.ts'
import type { Actor } from '../../storage/ledger/ledger.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { createAcquisitions } from './acquisitions.ts'
import type { Acquisitions } from './acquisitions.ts'
import { sweepBlobs } from './intake.ts'
import { createLinks } from './links.ts'
import type { LinkedContent, Links } from './links.ts'
import { createUploads } from './uploads.ts'
import type { Uploads } from './uploads.ts'

/** Everything that the service does with evidence. */
export interface EvidenceService {
  readonly store: EvidenceStore
  readonly acquisitions: Acquisitions
  readonly uploads: Uploads
  readonly links: Links
  /** Seals a look or a copy, then answers the link. */
  release(caseId: number, evidenceId: number, purpose: 'view' | 'download', actor: Actor): Promise<Result<ContentLink, Refusal>>
  close(): Promise<void>
}

const damaged = ({ message }: BlobFault): Refusal => refusal('evidence_damaged', `The evidence cannot be released: ${message}. Verify the case.`)

const altered = refusal('evidence_damaged', 'The stored bytes of this evidence were altered. Nothing of the damaged part was released. Verify the case.')

/** The plaintext of a range; a segment that was altered ends it with an error, so that no reader takes a part for the whole. */
async function* plaintext(blob: OpenBlob, start: number, end: number, first: Uint8Array | null, rest: AsyncGenerator<Result<Uint8Array, { message: string }>, void>): AsyncGenerator<Uint8Array> {
  try {
    if (first !== null) yield first
    for await (const part of rest) {
      if (!part.ok) throw new Error(`evidence was altered between ${start} and ${end}: ${part.error.message}`)
      yield part.value
    }
  } finally {
    await blob.close()
  }
}

/** Composes the service over an open workspace. */
export const createEvidenceService = async (workspace: Workspace, version: string): Promise<EvidenceService> => {
  const { env, evidence } = workspace
  const { store, blobs, keys } = evidence
  const locks = createKeyedLock()
  const parts = { store, blobs, keys, locks, env, version, acquisitions: evidence.acquisitions }
  const state = { stopping: false }
  await blobs.sweepPartials(new Set(evidence.acquisitions.partials()))
  const acquisitions = await createAcquisitions(parts)
  const uploads = createUploads(parts)
  const links = createLinks(env)
  const swept = sweepBlobs(parts, () => state.stopping).then(
    (count) => (count > 0 ? env.log.info({ count }, 'stored bytes that an interrupted acquisition left were removed') : undefined),
    (error: unknown) => env.log.error({ err: error }, 'stored bytes could not be looked through'),
  )

  const contentOf = ({ row, key }: ReleasedPiece): LinkedContent => ({
    name: row.name,
    mediaType: row.media_type,
    size: row.size,
    sha256: row.sha256,
    open: async (start, end) => {
      const opened = await blobs.open(row.sha256, key)
      if (!opened.ok) return fail(damaged(opened.error))
      const parts = opened.value.read(start, end)
      const first = await parts.next()
      if (first.done !== true && !first.value.ok) {
        await opened.value.close()
        return fail(altered)
      }
      return ok(plaintext(opened.value, start, end, first.done === true ? null : first.value.ok ? first.value.value : null, parts))
    },
  })

  return {
    store,
    acquisitions,
    uploads,
    links,
    release: async (caseId, evidenceId, purpose, actor) => {
      const released = await store.release(caseId, evidenceId, purpose, actor)
      if (!released.ok) return released
      const { row, entryId } = released.value
      const { token, expiresAtMs } = links.give(contentOf(released.value))
      return ok({
        url: `/v1/evidence/content/${token}`,
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
      await acquisitions.close()
      await uploads.close()
      await swept
    },
  }
}
