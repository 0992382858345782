import { Writable } from 'node:stream'
import type { BlobStore } from '../../blobs/file-store.ts'
import type { PartialBlob } from '../../blobs/partial-blob.ts'
import type { BundleContents } from '../../bundle/contents.ts'
import { isSignedWhole, readContents, UnknownKeys, UnreadableEvidence } from '../../bundle/read/read-contents.ts'
import type { SealedExport } from '../../bundle/read/read-contents.ts'
import type { ExtraFile } from '../../bundle/write/plan.ts'
import { writeBundle } from '../../bundle/write/write-bundle.ts'
import { isDiskFull } from '../../platform/disk-full.ts'
import type { Log } from '../../platform/log.ts'
import type { KeptExport } from '../../storage/evidence/export-store.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'

/** What a bundle is made with. */
export interface BundleMaking {
  readonly workspace: Workspace
  readonly version: string
  /** Where bundles lie. */
  readonly bundles: BlobStore
  /** The renderings for people and the verifier page. */
  readonly extras: (contents: BundleContents) => Promise<readonly ExtraFile[]>
  /** Lets the hub of the workspace witness what was sealed just now, where it can be reached; never long. */
  readonly beWitnessed: (signal: AbortSignal) => Promise<void>
}

/** An export that is being made. */
export interface ExportRun {
  kept: KeptExport
  readonly stop: AbortController
  done: Promise<void>
}

/** The bundle that an export is to come to. */
export interface WantedBundle {
  readonly sealed: SealedExport
  readonly recipient: string | undefined
  /** The key under which it lies in the store. */
  readonly key: Uint8Array
}

/** An export that has ended: with a bundle, or without. */
export type EndedExport =
  | (KeptExport & { readonly state: 'done'; readonly sha256: string })
  | (KeptExport & { readonly state: 'failed' | 'cancelled' })

/** A chain that is damaged is never signed whole; its bundle shows that. */
const signingAttempts = 20
const full = 'The disk is full. The bundle was not made; free space and start the export again.'
const unexpected = 'The service failed while it made the bundle; its log says how. Nothing was handed out.'

const sinkOf = (partial: PartialBlob): Writable =>
  new Writable({
    highWaterMark: 1_048_576,
    write: (chunk: Buffer, _encoding, done) => {
      partial.append(chunk).then(() => done(), done)
    },
  })

/**
 * Reads the contents at a moment at which nothing is unsigned: what others write or send meanwhile must not fall
 * between the signing and the reading.
 */
const contentsOf = async (
  { workspace, version }: Pick<BundleMaking, 'workspace' | 'version'>,
  sealed: SealedExport,
  attempt = 1,
): Promise<BundleContents> => {
  const { evidence, facts } = workspace
  await workspace.signChain(sealed.caseId)
  await workspace.signChain(0)
  const parts = { blobKey: evidence.store.blobKey, blobs: evidence.blobs, facts, softwareVersion: version }
  const contents = await workspace.readMoment(async (reading) =>
    attempt < signingAttempts && !isSignedWhole(reading.sql, [sealed.caseId, 0])
      ? null
      : await readContents({ ...reading, ...parts }, sealed),
  )
  return contents ?? (await contentsOf({ workspace, version }, sealed, attempt + 1))
}

/** Makes the bundle into a partial file of the store, which is encrypted like evidence. */
export const makeBundle = async (making: BundleMaking, run: ExportRun, wanted: WantedBundle): Promise<EndedExport> => {
  const { workspace, bundles, extras, beWitnessed } = making
  const { sealed, recipient, key } = wanted
  // Only an export whose own entry the hub has witnessed shows that nothing was cut off at its end (S-115).
  await beWitnessed(run.stop.signal)
  const contents = await contentsOf(making, sealed)
  const partial = await bundles.begin(run.kept.id, key)
  try {
    const written = await writeBundle(
      contents,
      {
        signer: workspace.keys.device,
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

/** What a person is told of an export that failed; what nobody expected is logged. */
export const failureOf = (error: unknown, log: Pick<Log, 'error'>): string => {
  if (error instanceof UnreadableEvidence || error instanceof UnknownKeys) return error.message
  if (isDiskFull(error)) return full
  log.error({ err: error }, 'an export failed')
  return unexpected
}
