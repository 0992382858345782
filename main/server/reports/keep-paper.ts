import { Readable } from 'node:stream'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { ContentLink } from '../../../shared/schema/evidence.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { AccessStore } from '../../storage/access/access-store.ts'
import type { ReportPages } from '../../storage/reports/report-store.ts'
import type { Acquisitions } from '../evidence/acquisitions.ts'
import type { LinkTaker } from '../evidence/links.ts'
import type { Uploads } from '../evidence/uploads.ts'

/** What takes in bytes that the service made itself. */
export interface PaperTaker {
  readonly uploads: Pick<Uploads, 'open' | 'write'>
  readonly acquisitions: Pick<Acquisitions, 'read'>
  readonly access: Pick<AccessStore, 'userByUid'>
}

/** A file of a report whose SHA-256 is sealed. */
export interface SealedPaper {
  readonly link: ContentLink
  readonly bytes: Buffer
}

/**
 * Takes a file of a report into its case, as an upload of whoever asked for it.
 *
 * @returns the id of the piece
 */
export const keepPaper = async (
  { uploads, acquisitions, access }: PaperTaker,
  { item, version }: Pick<ReportPages, 'item' | 'version'>,
  { link, bytes }: SealedPaper,
  by: LinkTaker,
): Promise<Result<number | null, Refusal>> => {
  const opened = await uploads.open(
    item.case_id,
    {
      name: link.name,
      size: bytes.length,
      facts: {
        source: `Certificate ${item.id}, version ${version}`,
        source_sha256: link.sha256,
        description: `Made from the sealed version; its SHA-256 was sealed as entry ${link.entry_id}.`,
      },
    },
    { actor: by, name: access.userByUid(by.userUid)?.name ?? by.userUid },
  )
  if (!opened.ok) return opened
  const written = await uploads.write(opened.value.id, 0, Readable.from([bytes]))
  if (!written.ok) return written
  const taken = acquisitions.read(opened.value.id)
  return ok(taken.ok ? taken.value.evidence_id : null)
}
