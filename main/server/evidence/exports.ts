import { Writable } from 'node:stream'
import { linkToExport } from '../../../shared/api/exports.ts'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { ExportChoice } from '../../../shared/api/exports.ts'
import type { CaseExport, ContentLink } from '../../../shared/schema/evidence.ts'
import type { Quotation } from '../../../shared/schema/quotation.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { openBlobs } from '../../blobs/file-store.ts'
import type { PartialBlob } from '../../blobs/partial-blob.ts'
import type { BundleContents } from '../../bundle/contents.ts'
import { surveyLeftOut } from '../../bundle/read/left-out.ts'
import { isSignedWhole, readContents, UnknownKeys, UnreadableEvidence } from '../../bundle/read/read-contents.ts'
import type { SealedExport } from '../../bundle/read/read-contents.ts'
import { encrypterFor } from '../../bundle/write/encrypt.ts'
import type { ExtraFile } from '../../bundle/write/plan.ts'
import { writeBundle } from '../../bundle/write/write-bundle.ts'
import { isDiskFull } from '../../platform/disk-full.ts'
import { createKeyedLock } from '../../platform/keyed-lock.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import type { KeptExport } from '../../storage/evidence/export-store.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { holderOf } from '../auth/holder.ts'
import { gone, noCase, noRoom, notAllHere, notWithheld, quoted, unknown } from './export-refusals.ts'
import type { NamedActor } from './kept-acquisition.ts'
import { openKeptBundles } from './kept-bundles.ts'
import { contentAddress, openLinked } from './linked-bytes.ts'
import type { Links, LinkTaker, OfferedContent } from './links.ts'

/** What exports stand on. */
export interface ExportParts {
  readonly workspace: Workspace
  readonly links: Links
  readonly version: string
  /** The renderings for people and the verifier page. */
  readonly extras: (contents: BundleContents) => Promise<readonly ExtraFile[]>
  /** Lets the hub of the workspace witness what was sealed just now, where it can be reached; never long. */
  readonly beWitnessed: (signal: AbortSignal) => Promise<void>
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
/** A chain that is damaged is never signed whole; its bundle shows that. */
const signingAttempts = 20
const zip = 'application/zip'
const age = 'application/octet-stream'

const stopped = 'The service stopped before the bundle was whole. Start the export again.'
const full = 'The disk is full. The bundle was not made; free space and start the export again.'
const unexpected = 'The service failed while it made the bundle; its log says how. Nothing was handed out.'

interface Run {
  kept: KeptExport
  readonly stop: AbortController
  done: Promise<void>
}

/** What was asked for, as it can be made. */
interface Surveyed extends Pick<ExportChoice, 'disclosures'> {
  readonly number: string
  readonly pieces: number
  /** Of the pieces together. */
  readonly bytes: number
}

/** An export that has ended: with a bundle, or without. */
type Ended =
  | (KeptExport & { readonly state: 'done'; readonly sha256: string })
  | (KeptExport & { readonly state: 'failed' | 'cancelled' })

const sinkOf = (partial: PartialBlob): Writable =>
  new Writable({
    highWaterMark: 1_048_576,
    write: (chunk: Buffer, _encoding, done) => {
      partial.append(chunk).then(() => done(), done)
    },
  })

/** Makes the service of exports; what was being made when the service last stopped has failed. */
export const createExports = async ({
  workspace,
  links,
  version,
  extras,
  beWitnessed,
  scheduler,
}: ExportParts): Promise<Exports> => {
  const { env, evidence, folder, facts, keys } = workspace
  const bundles = openBlobs(folder.exports, env.random)
  const runs = new Map<string, Run>()
  const oneAtATime = createKeyedLock()

  await bundles.sweepPartials(new Set())
  for (const kept of evidence.exports.running())
    await evidence.exports.save({ ...kept, state: 'failed', error: stopped, finished_at: env.clock.nowMs() })
  const held = await openKeptBundles({
    store: evidence.exports,
    bundles,
    ledger: workspace.ledger,
    env,
    scheduler,
    onEnded: (id) => runs.get(id)?.stop.abort(),
  })

  const answer = (kept: KeptExport): CaseExport => ({
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

  /**
   * Reads the contents at a moment at which nothing is unsigned: what others write or send meanwhile must not fall
   * between the signing and the reading.
   */
  const contentsOf = async (sealed: SealedExport, attempt = 1): Promise<BundleContents> => {
    await workspace.signChain(sealed.caseId)
    await workspace.signChain(0)
    const parts = { blobKey: evidence.store.blobKey, blobs: evidence.blobs, facts, softwareVersion: version }
    const contents = await workspace.readMoment(async (reading) =>
      attempt < signingAttempts && !isSignedWhole(reading.sql, [sealed.caseId, 0])
        ? null
        : await readContents({ ...reading, ...parts }, sealed),
    )
    return contents ?? (await contentsOf(sealed, attempt + 1))
  }

  /** Makes the bundle into a partial file of the store, which is encrypted like evidence. */
  const make = async (
    run: Run,
    sealed: SealedExport,
    recipient: string | undefined,
    key: Uint8Array,
  ): Promise<Ended> => {
    // Only an export whose own entry the hub has witnessed shows that nothing was cut off at its end (S-115).
    await beWitnessed(run.stop.signal)
    const contents = await contentsOf(sealed)
    const partial = await bundles.begin(run.kept.id, key)
    try {
      const written = await writeBundle(
        contents,
        {
          signer: keys.device,
          extraFiles: await extras(contents),
          recipients: recipient === undefined ? [] : [recipient],
          signal: run.stop.signal,
          onProgress: (done, total) => {
            run.kept = { ...run.kept, bytes_done: done, bytes_total: total }
          },
        },
        sinkOf(partial),
      )
      if (!written.ok) {
        await partial.close()
        await bundles.discard(run.kept.id)
        return written.error.code === 'cancelled'
          ? { ...run.kept, state: 'cancelled' }
          : { ...run.kept, state: 'failed', error: written.error.message }
      }
      const { sha256, size } = await partial.finish()
      await partial.close()
      return { ...run.kept, state: 'done', file_name: written.value.fileName, size, sha256 }
    } catch (error) {
      await partial.close()
      await bundles.discard(run.kept.id)
      throw error
    }
  }

  const failureOf = (error: unknown): string => {
    if (error instanceof UnreadableEvidence || error instanceof UnknownKeys) return error.message
    if (isDiskFull(error)) return full
    env.log.error({ err: error }, 'an export failed')
    return unexpected
  }

  /** Keeps how an export ended, and its bundle where there is one; false where it was ended from outside. */
  const saveEnd = async (ended: Ended): Promise<Result<boolean, Refusal>> => {
    const kept = { ...ended, finished_at: env.clock.nowMs() }
    return kept.state === 'done' ? await held.keep(kept) : await evidence.exports.save(kept)
  }

  const runToEnd = async (
    run: Run,
    sealed: SealedExport,
    recipient: string | undefined,
    key: Uint8Array,
  ): Promise<void> => {
    const failed = (error: unknown): Ended => ({ ...run.kept, state: 'failed', error: failureOf(error) })
    const ended = await oneAtATime
      .run('export', async () =>
        run.stop.signal.aborted
          ? { ...run.kept, state: 'cancelled' as const }
          : await make(run, sealed, recipient, key),
      )
      .catch(failed)
    const saved = await saveEnd(ended).catch(async (error: unknown) => await saveEnd(failed(error)))
    if (!saved.ok) env.log.error({ code: saved.error.code }, 'the end of an export could not be kept')
    runs.delete(run.kept.id)
  }

  /** The values of reports that quote what is to be left out; refused where the case does not withhold that. */
  const quoting = async (
    caseId: number,
    except: readonly string[],
    path: string,
  ): Promise<Result<readonly Quotation[], Refusal>> => {
    const { unknown: strange, quotedIn } = await workspace.readMoment((reading) =>
      Promise.resolve(surveyLeftOut(reading, caseId, except)),
    )
    return strange.length > 0 ? fail(notWithheld(strange, path)) : ok(quotedIn)
  }

  /**
   * What is to be left out, with the reports that quote it where they are too; refused where that cannot be, or is not
   * said.
   */
  const withQuotations = async (
    caseId: number,
    disclosures: ExportChoice['disclosures'],
  ): Promise<Result<ExportChoice['disclosures'], Refusal>> => {
    if (typeof disclosures === 'string') return ok(disclosures)
    const except = [...new Set(disclosures.except)]
    const quotations = await quoting(caseId, disclosures.except, 'body.disclosures.except')
    if (!quotations.ok) return quotations
    const quotedIn = quotations.value
    if (quotedIn.length > 0 && disclosures.with_quotations === undefined) return fail(quoted(quotedIn))
    return ok({
      ...disclosures,
      except: disclosures.with_quotations === true ? [...except, ...quotedIn.map(({ digest }) => digest)] : except,
    })
  }

  /** What is asked for, held against the case; the bytes that the bundle will hold. */
  const survey = async (
    caseId: number,
    { evidence: chosen, disclosures, recipient }: ExportChoice,
  ): Promise<Result<Surveyed, Refusal>> => {
    const found = await workspace.cases.read(caseId)
    if (!found.ok) return fail(noCase)
    if (recipient !== undefined && !encrypterFor([recipient]).ok) {
      return fail(
        refusal('unknown_reference', 'The recipient is no public key of age.', [
          { path: 'body.recipient', message: 'is no public key of age' },
        ]),
      )
    }
    const all = await evidence.store.pieces(caseId)
    const wanted = typeof chosen === 'string' ? null : new Set(chosen)
    const strange = [...(wanted ?? [])].find((id) => !all.some(({ row }) => row.id === id))
    if (strange !== undefined)
      return fail(
        refusal('unknown_reference', `The case has no evidence ${strange}.`, [
          { path: 'body.evidence', message: `the case has no evidence ${strange}` },
        ]),
      )
    const taken = chosen === 'none' ? [] : all.filter(({ row }) => wanted?.has(row.id) ?? true)
    const absent = taken.filter(({ key }) => key === null)
    if (absent.length > 0 && workspace.sync.replica.relation() !== null)
      return fail(notAllHere(absent.length, taken.length))
    const shown = await withQuotations(caseId, disclosures)
    return shown.ok
      ? ok({
          number: found.value.case_number,
          pieces: taken.length,
          bytes: taken.reduce((sum, { row }) => sum + row.size, 0),
          disclosures: shown.value,
        })
      : shown
  }

  /** A run that was ended from outside is unknown at once, though it takes a moment to stop. */
  const find = (id: string): KeptExport | null => {
    const kept = held.read(id)
    return kept === null ? null : (runs.get(id)?.kept ?? kept)
  }

  return {
    quotations: async (caseId, except) => {
      if (!(await workspace.cases.read(caseId)).ok) return fail(noCase)
      const found = await quoting(caseId, except, 'body.except')
      return found.ok ? ok({ quoted_in: [...found.value] }) : found
    },
    start: async (caseId, choice, { actor, name }) => {
      await held.dropOld()
      const surveyed = await survey(caseId, choice)
      if (!surveyed.ok) return surveyed
      const { number, pieces, bytes, disclosures } = surveyed.value
      if ((await bundles.freeBytes()) < bytes + reserveBytes) return fail(noRoom)
      const leftOut = typeof disclosures === 'string' ? [] : disclosures.except
      const kind = typeof disclosures === 'string' ? disclosures : 'some'
      const sealed = await evidence.store.recordExport(
        caseId,
        { evidence: choice.evidence, disclosures: kind, leftOut, recipient: choice.recipient, reason: choice.reason },
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
        encrypted: choice.recipient === undefined ? 0 : 1,
        bytes_total: bytes,
        bytes_done: 0,
        started_at: env.clock.nowMs(),
        finished_at: null,
        file_name: `${number}.zip${choice.recipient === undefined ? '' : '.age'}`,
        size: null,
        sha256: null,
        requested_by: JSON.stringify({ id: actor.userId === 0 ? null : actor.userId, name }),
        entry_id: sealed.value.id,
        error: null,
      }
      const key = evidence.keys.newFileKey()
      const created = await evidence.exports.create(kept, key)
      if (!created.ok) return created
      const run: Run = { kept, stop: new AbortController(), done: Promise.resolve() }
      runs.set(kept.id, run)
      held.watch(kept)
      run.done = runToEnd(
        run,
        {
          caseId,
          choice: { ...choice, disclosures },
          entryId: sealed.value.id,
          atMs: sealed.value.atMs,
          byUid: actor.userUid,
        },
        choice.recipient,
        key,
      )
      return ok(answer(kept))
    },
    list: async (caseId) => {
      await held.dropOld()
      return held.list(caseId).map((kept) => answer(runs.get(kept.id)?.kept ?? kept))
    },
    read: async (id) => {
      await held.dropOld()
      const kept = find(id)
      return kept === null ? fail(unknown) : ok(answer(kept))
    },
    link: async (id, by) => {
      await held.dropOld()
      const kept = find(id)
      if (kept === null) return fail(unknown)
      if (kept.state === 'running') return fail(refusal('in_progress', 'The bundle is still being made.'))
      const key = await evidence.exports.key(id)
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
      const isHeld = (): boolean => held.read(id) !== null
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
    },
    discard: async (id) => {
      const run = runs.get(id)
      run?.stop.abort()
      await run?.done
      if (held.read(id) === null) return fail(unknown)
      const discarded = await held.discard(id)
      return discarded.ok ? ok({ discarded: true as const }) : discarded
    },
    close: async () => {
      for (const run of runs.values()) run.stop.abort()
      await Promise.all([...runs.values()].map((run) => run.done))
      await held.close()
    },
  }
}
