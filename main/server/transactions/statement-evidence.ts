import type { Refusal } from '../../../shared/api/errors.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { StatementReading } from '../../domain/evidence/drafts.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { BlobStore } from '../../blobs/file-store.ts'
import type { EvidenceStore } from '../../storage/evidence/evidence-store.ts'
import { ok } from '../../../shared/schema/result.ts'
import { openLinked } from '../evidence/linked-bytes.ts'
import type { FileAsked } from '../imports/staged-file.ts'
import type { ActivityRunInput, ActivityTableJob } from './activity-job.ts'

/** Evidence as the imports of activities need it. */
export interface StatementEvidence {
  readonly store: Pick<EvidenceStore, 'release' | 'recordStatement'>
  readonly blobs: BlobStore
}

/** Seals that somebody looks at a piece, and opens its bytes. */
export const openPiece = async (
  { store, blobs }: StatementEvidence,
  caseId: number,
  evidenceId: number,
  actor: Actor,
): Promise<Result<{ readonly name: string; readonly bytes: AsyncIterable<Uint8Array> }, Refusal>> => {
  const released = await store.release(caseId, evidenceId, 'view', actor)
  if (!released.ok) return released
  const { row, key } = released.value
  const bytes = await openLinked(blobs, row.sha256, key, { start: 0, end: row.size })
  return bytes.ok ? ok({ name: row.name, bytes: bytes.value }) : bytes
}

type Settings = StatementReading['settings']

/** What is said of a setting; what was not said is left out. */
const said = (settings: Readonly<Record<string, Settings[string] | null | undefined>>): Settings =>
  Object.fromEntries(
    Object.entries(settings).filter(
      (pair): pair is [string, Settings[string]] => pair[1] !== undefined && pair[1] !== null,
    ),
  )

const settingsOf = ({ look }: ActivityTableJob, input: ActivityRunInput): Settings =>
  said({
    format: look.format,
    encoding: look.encoding.encoding,
    header_line: look.headerLine,
    time_zone: input.time_zone,
    date_order: input.date_order,
    decimal: input.decimal,
    currency: input.currency,
    make_ids: input.make_ids,
    id_with: input.id_with,
    event_type: input.event_type,
    negative: input.negative,
    na_country: input.na_country,
  })

/** Seals that the transactions of a job’s piece begin to be imported; of a file that was sent there is nothing to seal. */
export const sealReading = async (
  { store }: StatementEvidence,
  job: ActivityTableJob,
  actor: Actor,
  input: ActivityRunInput,
): Promise<Result<void, Refusal>> => {
  if (job.piece === null) return ok(undefined)
  const { caseId, evidenceId } = job.piece
  const asked: FileAsked = job.stored.asked
  const sealed = await store.recordStatement(
    caseId,
    evidenceId,
    {
      importId: job.id,
      rows: job.look.rows,
      mapping: input.mapping,
      settings: settingsOf(job, input),
      account: input.account,
      sheet: job.look.workbook?.sheet ?? undefined,
      member: asked.member,
    },
    actor,
  )
  return sealed.ok ? ok(undefined) : sealed
}
