import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { linkToExport } from '../../../shared/api/exports.ts'
import type { ExportChoice } from '../../../shared/api/exports.ts'
import type { CaseExport, ContentLink } from '../../../shared/schema/evidence.ts'
import type { Quotation } from '../../../shared/schema/quotation.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { openBlobs } from '../../blobs/file-store.ts'
import type { BlobStore } from '../../blobs/file-store.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import type { KeptExport } from '../../storage/evidence/export-store.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { holderOf } from '../auth/holder.ts'
import { gone, noCase, noRoom, unknown } from './export-refusals.ts'
import { ExportRuns } from './export-runs.ts'
import { quoting, surveyExport } from './export-survey.ts'
import type { NamedActor } from './kept-acquisition.ts'
import { openKeptBundles } from './kept-bundles.ts'
import type { KeptBundles } from './kept-bundles.ts'
import { contentAddress, openLinked } from './linked-bytes.ts'
import type { Links, LinkTaker, OfferedContent } from './links.ts'
import type { BundleMaking } from './make-bundle.ts'

/** What exports stand on. */
export interface ExportParts extends Omit<BundleMaking, 'bundles'> {
  readonly links: Links
  readonly scheduler: Scheduler
}

/** Bundles: asked for, made, handed out, and forgotten after a day or with an erasure in their case. */
export interface Exports {
  start(caseId: number, choice: ExportChoice, by: NamedActor): Promise<Result<CaseExport, Refusal>>
  /** The versions of reports that quote what a bundle is to leave out (E-34). */
  quotations(caseId: number, except: readonly string[]): Promise<Result<{ quoted_in: Quotation[] }, Refusal>>
  list(caseId?: number): Promise<readonly CaseExport[]>
  read(id: string): Promise<Result<CaseExport, Refusal>>
  /** A link to a finished bundle; that this actor takes it is sealed before (E-20). */
  link(id: string, by: LinkTaker): Promise<Result<ContentLink, Refusal>>
  discard(id: string): Promise<Result<{ discarded: true }, Refusal>>
  close(): Promise<void>
}

const reserveBytes = 64 * 1_048_576
const zip = 'application/zip'
const age = 'application/octet-stream'

const stopped = 'The service stopped before the bundle was whole. Start the export again.'

/** An export as the API tells it. */
const told = (kept: KeptExport): CaseExport => ({
  id: kept.id,
  case_id: kept.case_id,
  case_number: kept.case_number,
  state: kept.state,
  pieces: kept.pieces,
  disclosures: kept.disclosures,
  encrypted: kept.encrypted === 1,
  bytes_total: kept.bytes_total,
  bytes_done: kept.bytes_done,
  started_at: toTimestamp(kept.started_at),
  finished_at: kept.finished_at === null ? null : toTimestamp(kept.finished_at),
  file_name: kept.file_name,
  size: kept.size,
  sha256: kept.sha256,
  requested_by: JSON.parse(kept.requested_by) as CaseExport['requested_by'],
  entry_id: kept.entry_id,
  error: kept.error,
})

/** What the operations on exports share. */
interface Working {
  readonly workspace: Workspace
  readonly bundles: BlobStore
  readonly runs: ExportRuns
  readonly held: KeptBundles
}

const startExport = async (
  { workspace, bundles, runs, held }: Working,
  caseId: number,
  choice: ExportChoice,
  { actor, name }: NamedActor,
): Promise<Result<CaseExport, Refusal>> => {
  const { env, evidence } = workspace
  const surveyed = await surveyExport(workspace, caseId, choice)
  if (!surveyed.ok) return surveyed
  const { number, pieces, bytes, disclosures } = surveyed.value
  if ((await bundles.freeBytes()) < bytes + reserveBytes) return fail(noRoom)
  const leftOut = typeof disclosures === 'string' ? [] : disclosures.except
  const kind = typeof disclosures === 'string' ? disclosures : 'some'
  const { recipient, reason } = choice
  const sealed = await evidence.store.recordExport(
    caseId,
    { evidence: choice.evidence, disclosures: kind, leftOut, recipient, reason },
    actor,
  )
  if (!sealed.ok) return sealed
  const kept: KeptExport = {
    id: env.random.uuidv7(env.clock.nowMs()),
    case_id: caseId,
    case_number: number,
    state: 'running',
    pieces,
    disclosures: kind,
    encrypted: recipient === undefined ? 0 : 1,
    bytes_total: bytes,
    bytes_done: 0,
    started_at: env.clock.nowMs(),
    finished_at: null,
    file_name: `${number}.zip${recipient === undefined ? '' : '.age'}`,
    size: null,
    sha256: null,
    requested_by: JSON.stringify({ id: actor.userId === 0 ? null : actor.userId, name }),
    entry_id: sealed.value.id,
    error: null,
  }
  const key = evidence.keys.newFileKey()
  const created = await evidence.exports.create(kept, key)
  if (!created.ok) return created
  const { id: entryId, atMs } = sealed.value
  const wanted = { caseId, choice: { ...choice, disclosures }, entryId, atMs, byUid: actor.userUid }
  runs.begin(kept, { sealed: wanted, recipient, key }, held)
  return ok(told(kept))
}

/** A link to a bundle that is kept; that its holder takes it is sealed first. */
const linkTo = async (
  { workspace, bundles, held }: Working,
  links: Links,
  kept: KeptExport,
  by: LinkTaker,
): Promise<Result<ContentLink, Refusal>> => {
  const { evidence } = workspace
  if (kept.state === 'running') return fail(refusal('in_progress', 'The bundle is still being made.'))
  const key = await evidence.exports.key(kept.id)
  const { size, sha256 } = kept
  if (key === null || size === null || sha256 === null)
    return fail(refusal('not_found', `There is no bundle: the export is ${kept.state}.`))
  const taken = await evidence.store.recordTaking(
    {
      caseId: kept.case_id,
      exportEntry: kept.entry_id,
      disclosures: kept.disclosures,
      isEncrypted: kept.encrypted === 1,
      sha256,
    },
    by,
  )
  if (!taken.ok) return taken
  const content = { name: kept.file_name, mediaType: kept.encrypted === 1 ? age : zip, size, sha256 }
  const isHeld = (): boolean => held.read(kept.id) !== null
  const offered: OfferedContent = {
    ...content,
    refused: () => (isHeld() ? null : gone),
    open: (start, end, mayGoOn) => openLinked(bundles, sha256, key, { start, end }, () => isHeld() && mayGoOn()),
  }
  const { token, expiresAtMs } = links.give(offered, {
    holder: holderOf(by),
    access: linkToExport.access,
    caseId: kept.case_id,
    endsByErasure: false,
  })
  return ok({
    url: contentAddress(token),
    expires_at: toTimestamp(expiresAtMs),
    ...content,
    media_type: content.mediaType,
    entry_id: taken.value,
  })
}

/** Makes the service of exports; what was being made when the service last stopped has failed. */
export const createExports = async ({ links, scheduler, ...making }: ExportParts): Promise<Exports> => {
  const { workspace } = making
  const { env, evidence, folder } = workspace
  const bundles = openBlobs(folder.exports, env.random)
  const runs = new ExportRuns({ ...making, bundles })

  await bundles.sweepPartials(new Set())
  for (const kept of evidence.exports.running())
    await evidence.exports.save({ ...kept, state: 'failed', error: stopped, finished_at: env.clock.nowMs() })
  const held = await openKeptBundles({
    store: evidence.exports,
    bundles,
    ledger: workspace.ledger,
    env,
    scheduler,
    onEnded: (id) => runs.stop(id),
  })
  const working: Working = { workspace, bundles, runs, held }

  /** A run that was ended from outside is unknown at once, though it takes a moment to stop. */
  const find = (id: string): KeptExport | null => {
    const kept = held.read(id)
    return kept === null ? null : runs.now(kept)
  }

  return {
    quotations: async (caseId, except) => {
      if (!(await workspace.cases.read(caseId)).ok) return fail(noCase)
      const found = await quoting(workspace, caseId, except, 'body.except')
      return found.ok ? ok({ quoted_in: [...found.value] }) : found
    },
    start: async (caseId, choice, by) => {
      await held.dropOld()
      return await startExport(working, caseId, choice, by)
    },
    list: async (caseId) => {
      await held.dropOld()
      return held.list(caseId).map((kept) => told(runs.now(kept)))
    },
    read: async (id) => {
      await held.dropOld()
      const kept = find(id)
      return kept === null ? fail(unknown) : ok(told(kept))
    },
    link: async (id, by) => {
      await held.dropOld()
      const kept = find(id)
      return kept === null ? fail(unknown) : await linkTo(working, links, kept, by)
    },
    discard: async (id) => {
      runs.stop(id)
      await runs.ended(id)
      if (held.read(id) === null) return fail(unknown)
      const discarded = await held.discard(id)
      return discarded.ok ? ok({ discarded: true as const }) : discarded
    },
    close: async () => {
      await runs.close()
      await held.close()
    },
  }
}
