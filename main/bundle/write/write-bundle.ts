import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { sha256, toHex } from '../../seal/hash.ts'
import { openEntry } from '../../seal/entry.ts'
import { bagInfoValues, labelledText } from '../format/bag-info.ts'
import { bagDeclaration, manifestText } from '../format/bagit-text.ts'
import type { ManifestLine } from '../format/bagit-text.ts'
import type { EvidenceFiles, SigningKeyFacts } from '../format/case-file.ts'
import { bundlePaths } from '../format/layout.ts'
import { allowedSigners, bundleNamespace, signSsh } from '../format/sshsig.ts'
import type { SshSigner } from '../format/sshsig.ts'
import { bundleFolderName, verifyFactsOf } from '../format/verify-facts.ts'
import { verifyText } from '../format/verify-text.ts'
import type { BundleContents, BundledEvidence } from '../contents.ts'
import { createArchive } from './archive.ts'
import type { Archive } from './archive.ts'
import { encrypterFor } from './encrypt.ts'
import { AlteredEvidence, hashed, hashingStream } from './hashing.ts'
import { payloadFiles, placeEvidence } from './plan.ts'
import type { ExtraFile } from './plan.ts'

/** How a bundle is written. */
export interface BundleOptions {
  /** The device key that sealed the entry of the export (B-21). */
  readonly signer: SshSigner & { readonly kid: string }
  readonly extraFiles?: readonly ExtraFile[]
  /** Public keys of age (`age1...`); given any, only their holders can open what is written. */
  readonly recipients?: readonly string[]
  /** Bytes of evidence that are in the bundle, and how many there will be. */
  readonly onProgress?: (done: number, total: number) => void
  /** Ends the export; what was written to the sink by then is no bundle. */
  readonly signal?: AbortSignal
}

/** A bundle that was written whole. */
export interface WrittenBundle {
  readonly fileName: string
  /** Bytes as handed out. */
  readonly size: number
  /** Of what is handed out, lower-case hex (B-4). */
  readonly sha256: string
  /** Pieces whose bytes are in it. */
  readonly pieces: number
}

/** Why no bundle was written. The sink was destroyed; whoever opened it removes what is there. */
export interface BundleRefusal {
  readonly code: 'evidence_altered' | 'recipient_invalid' | 'cancelled'
  readonly message: string
  /** The piece, where one is concerned. */
  readonly evidenceId: number | null
}

const refuse = (
  code: BundleRefusal['code'],
  message: string,
  evidenceId: number | null = null,
): Result<never, BundleRefusal> => fail({ code, message, evidenceId })

/** The name under which a bundle is handed out. */
export const bundleFileName = (contents: BundleContents, encrypted: boolean): string =>
  `${bundleFolderName(contents)}.zip${encrypted ? '.age' : ''}`

/**
 * B-21: the export must be an entry of this device. Throws TypeError where the contents cannot become a bundle that
 * verifies.
 */
const signingKeyOf = (contents: BundleContents, { kid, spki }: BundleOptions['signer']): SigningKeyFacts => {
  const entry = contents.chain.entries.find(({ id }) => id === contents.export.entryId)
  const opened = entry === undefined ? null : openEntry(entry)
  if (opened?.ok !== true || opened.value.kid !== kid)
    throw new TypeError('the export is not an entry that the signing key sealed')
  if (!contents.keys.some((key) => key.kid === kid))
    throw new TypeError('the signing key is not among the keys of the bundle')
  return { kid, deviceId: opened.value.dev, spki }
}

/** How a member is streamed, and who is told of it. */
interface Streamed {
  readonly size?: number
  readonly compress: boolean
  readonly onBytes?: (bytes: number) => void
  /** Called before the member counts as written; what it throws ends the export. */
  readonly onEnd?: (size: number, sha256: string) => void
}

/** Collects what goes into the manifests while it is written. */
const createBag = (archive: Archive, top: string) => {
  const payload: ManifestLine[] = []
  const tags: ManifestLine[] = []
  const taken = new Set<string>()
  let octets = 0
  const list = (path: string, size: number, digest: string): void => {
    if (path.startsWith('data/')) octets += size
    ;(path.startsWith('data/') ? payload : tags).push({ path, digest })
  }
  const claim = (path: string): string => {
    if (taken.has(path)) throw new TypeError(`two files of the bundle are to be ${path}`)
    taken.add(path)
    return `${top}/${path}`
  }
  return {
    payload,
    tags,
    oxum: () => `${octets}.${payload.length}`,
    async add(path: string, content: string | Uint8Array): Promise<void> {
      const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
      const member = claim(path)
      list(path, bytes.length, toHex(sha256(bytes)))
      await archive.add(member, bytes)
    },
    /** Adds a file that no manifest lists. */
    addUnlisted: (path: string, content: string): Promise<void> =>
      archive.add(claim(path), Buffer.from(content, 'utf8')),
    async stream(
      path: string,
      content: AsyncIterable<Uint8Array>,
      { size, compress, onBytes, onEnd }: Streamed,
    ): Promise<void> {
      const listed = hashed(content, onBytes, (length, digest) => {
        onEnd?.(length, digest)
        list(path, length, digest)
      })
      await archive.stream(claim(path), listed, size, compress)
    },
  }
}

type Bag = ReturnType<typeof createBag>

/** Refuses bytes that are not the sealed ones as soon as that is known (B-51). */
const sealedOnly = (
  { item }: BundledEvidence,
  onBytes: (bytes: number) => void,
): Pick<Streamed, 'onBytes' | 'onEnd'> => {
  const altered = (): AlteredEvidence =>
    new AlteredEvidence(
      `The bytes of “${item.name}” (evidence ${item.id}) are not those that were sealed. Nothing was exported.`,
      item.id,
    )
  let size = 0
  return {
    onBytes: (bytes) => {
      size += bytes
      if (size > item.size) throw altered()
      onBytes(bytes)
    },
    onEnd: (length, digest) => {
      if (length !== item.size || digest !== item.sha256) throw altered()
    },
  }
}

/** What is text is deflated; images, archives and disk images are stored as they are. */
const isCompressible = ({ item }: BundledEvidence): boolean => item.kind === 'text' || item.kind === 'table'

const addEvidence = async (
  bag: Bag,
  contents: BundleContents,
  files: EvidenceFiles,
  onProgress: BundleOptions['onProgress'],
): Promise<void> => {
  const total = contents.evidence.reduce((sum, { item, bytes }) => sum + (bytes === null ? 0 : item.size), 0)
  let done = 0
  onProgress?.(done, total)
  for (const piece of contents.evidence) {
    const path = files.get(piece.item.uid)
    if (piece.bytes === null || path === null || path === undefined) continue
    const checks = sealedOnly(piece, (bytes) => onProgress?.((done += bytes), total))
    await bag.stream(path, piece.bytes(), { size: piece.item.size, compress: isCompressible(piece), ...checks })
  }
}

const addExtraFiles = async (bag: Bag, extraFiles: readonly ExtraFile[]): Promise<void> => {
  for (const { path, bytes } of extraFiles) {
    const content = bytes()
    if (content instanceof Uint8Array) await bag.add(path, content)
    else await bag.stream(path, content, { compress: true })
  }
}

const infoOf = (contents: BundleContents, key: SigningKeyFacts, oxum: string): string =>
  labelledText(
    bagInfoValues({
      organization: contents.workspace.name,
      caseNumber: contents.case.number,
      caseUid: contents.case.uid,
      exportedAtMs: contents.export.atMs,
      softwareVersion: contents.softwareVersion,
      oxum,
      signingKid: key.kid,
    }),
  )

/**
 * Writes every member in its order: what a person looks for first, the payload, and at the end the manifests and their
 * signature.
 */
const fill = async (archive: Archive, contents: BundleContents, options: BundleOptions): Promise<void> => {
  const top = bundleFolderName(contents)
  const key = signingKeyOf(contents, options.signer)
  const extraFiles = options.extraFiles ?? []
  const bag = createBag(archive, top)
  const hasPage = extraFiles.some(({ path }) => path === bundlePaths.verifyPage)
  await bag.add(bundlePaths.verifyText, verifyText(verifyFactsOf(contents, key, hasPage)))
  await bag.add(bundlePaths.allowedSigners, allowedSigners(key.spki))
  await bag.add(bundlePaths.bagit, bagDeclaration)
  await addExtraFiles(bag, extraFiles)
  const files = placeEvidence(contents.evidence)
  for (const { path, content } of payloadFiles(contents, files, key)) await bag.add(path, content)
  await addEvidence(bag, contents, files, options.onProgress)
  await bag.add(bundlePaths.bagInfo, infoOf(contents, key, bag.oxum()))
  await bag.add(bundlePaths.manifest, manifestText(bag.payload))
  const tagManifest = manifestText(bag.tags)
  await bag.addUnlisted(bundlePaths.tagManifest, tagManifest)
  await bag.addUnlisted(
    bundlePaths.signature,
    signSsh(Buffer.from(tagManifest, 'utf8'), bundleNamespace, options.signer),
  )
  archive.end()
}

/**
 * Writes a case bundle (docs/spec/bundle.md). Evidence streams through; memory does not grow with it. The sink is ended
 * when all is written, and destroyed where the writing failed.
 *
 * @throws what the sink throws (a full disk), and TypeError where the contents contradict themselves
 */
export const writeBundle = async (
  contents: BundleContents,
  options: BundleOptions,
  sink: Writable,
): Promise<Result<WrittenBundle, BundleRefusal>> => {
  const encrypted = (options.recipients ?? []).length > 0
  const encrypt = encrypterFor(options.recipients ?? [])
  if (!encrypt.ok) {
    sink.destroy()
    return refuse('recipient_invalid', `“${encrypt.error}” is no public key of age.`)
  }
  const stop = new AbortController()
  const signal = options.signal === undefined ? stop.signal : AbortSignal.any([options.signal, stop.signal])
  const archive = createArchive(contents.export.atMs, signal)
  const passed = hashingStream()
  const failed = (error: unknown): never => {
    stop.abort(error)
    throw error
  }
  const carry = async (): Promise<void> => {
    const source: Readable = encrypted ? await encrypt.value(archive.output) : archive.output
    await pipeline(source, passed, sink, { signal })
  }
  const results = await Promise.allSettled([fill(archive, contents, options).catch(failed), carry().catch(failed)])
  if (results.every(({ status }) => status === 'fulfilled')) {
    const pieces = contents.evidence.filter(({ bytes }) => bytes !== null).length
    return ok({
      fileName: bundleFileName(contents, encrypted),
      size: passed.passed.size,
      sha256: passed.passed.sha256(),
      pieces,
    })
  }
  archive.output.destroy()
  if (options.signal?.aborted === true) return refuse('cancelled', 'The export was cancelled.')
  const reason: unknown = stop.signal.reason
  if (reason instanceof AlteredEvidence) return refuse('evidence_altered', reason.message, reason.evidenceId)
  throw reason
}
