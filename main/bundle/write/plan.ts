import type { JsonValue } from '../../seal/canonical.ts'
import { toEnvelope } from '../../seal/entry.ts'
import { toHex } from '../../seal/hash.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { caseFileOf } from '../format/case-file.ts'
import type { EvidenceFiles, SigningKeyFacts } from '../format/case-file.ts'
import { caseGraphOf } from '../format/case-graph.ts'
import { jsonText } from '../format/json-text.ts'
import {
  bundlePaths,
  caseFolders,
  checkpointName,
  disclosureEnding,
  entryEnding,
  keyEnding,
  numbered,
  proofEnding,
  receiptName,
  workspaceFolders,
} from '../format/layout.ts'
import type { ChainFolders } from '../format/layout.ts'
import { allInclusionProofs } from '../format/proofs.ts'
import { logFiles } from '../format/hub-log.ts'
import type { LogProofFile } from '../format/hub-log.ts'
import { hubOrderOf } from '../format/hub-order.ts'
import { createSafeNames } from '../format/safe-name.ts'
import type {
  BundleContents,
  BundledChain,
  BundledDisclosure,
  BundledEvidence,
  BundledKey,
  BundledLogProof,
  HubProofs,
} from '../contents.ts'

/** A file that somebody else made for the bundle: a report, the page that verifies. */
export interface ExtraFile {
  /** Below the top folder, such as `verify.html` or `data/report.html`. */
  readonly path: string
  readonly bytes: () => AsyncIterable<Uint8Array> | Uint8Array
}

/** A file of the bundle that is made in one go. */
export interface SmallFile {
  readonly path: string
  readonly content: Uint8Array
}

const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8')
const json = (path: string, value: JsonValue): SmallFile => ({ path, content: utf8(jsonText(value)) })

/** B-50: the file of each piece; null where the recipient gets its hash alone. */
export const placeEvidence = (evidence: readonly BundledEvidence[]): EvidenceFiles => {
  const names = createSafeNames()
  return new Map(
    evidence.map(({ item, bytes }) => [
      item.uid,
      bytes === null ? null : `${bundlePaths.evidence}${names.take(item.name)}`,
    ]),
  )
}

const byEntry = (disclosures: readonly BundledDisclosure[]): Map<string, BundledDisclosure[]> => {
  const grouped = new Map<string, BundledDisclosure[]>()
  for (const disclosure of disclosures) {
    const known = grouped.get(disclosure.entry)
    if (known === undefined) grouped.set(disclosure.entry, [disclosure])
    else known.push(disclosure)
  }
  return grouped
}

/** B-31: a line each, in the order of their digests. */
const disclosureLines = (disclosures: readonly BundledDisclosure[]): string =>
  [...disclosures]
    .sort((a, b) => (a.digest < b.digest ? -1 : 1))
    .map(({ encoded }) => `${encoded}\n`)
    .join('')

function* chainFiles(
  chain: BundledChain,
  folders: ChainFolders,
  disclosures: readonly BundledDisclosure[],
): Generator<SmallFile> {
  const disclosed = byEntry(disclosures)
  for (const entry of chain.entries) {
    yield {
      path: `${folders.entries}${numbered(entry.position)}${entryEnding}`,
      content: utf8(`${JSON.stringify(toEnvelope(entry))}\n`),
    }
  }
  for (const entry of chain.entries) {
    const own = disclosed.get(entry.id)
    if (own !== undefined)
      yield {
        path: `${folders.disclosures}${numbered(entry.position)}${disclosureEnding}`,
        content: utf8(disclosureLines(own)),
      }
  }
  if (folders.proofs !== null) {
    const { paths } = allInclusionProofs(chain.entries.map(({ id }) => Buffer.from(id, 'hex')))
    for (const { id, position } of chain.entries) {
      const hashes = (paths[position] ?? []).map(toHex)
      yield json(`${folders.proofs}${numbered(position)}${proofEnding}`, {
        entry: id,
        leaf_index: position,
        tree_size: paths.length,
        hashes,
      })
    }
  }
  yield* checkpointFiles(chain, folders)
  if (chain.hub !== undefined) yield* hubProofFiles(chain.hub, folders)
}

const noteSize = (note: string): number => {
  const size = Number(note.split('\n')[1])
  if (!Number.isSafeInteger(size) || size < 0) throw new TypeError('a checkpoint of the chain is no checkpoint')
  return size
}

function* checkpointFiles(chain: BundledChain, folders: ChainFolders): Generator<SmallFile> {
  const counts = new Map<number, number>()
  for (const note of new Set([chain.checkpoint, ...chain.earlierCheckpoints])) {
    const size = noteSize(note)
    const nth = (counts.get(size) ?? 0) + 1
    counts.set(size, nth)
    yield { path: `${folders.checkpoints}${checkpointName(size, nth)}`, content: utf8(note) }
  }
}

/** B-99: what is proven of the case in a head of the hub's log. */
function* logProofFiles({
  kind,
  head,
  headSize,
  leaf,
  index,
  hashes,
  token,
  witnesses,
}: BundledLogProof): Generator<SmallFile> {
  const files = logFiles(kind)
  yield { path: files.head, content: utf8(head) }
  yield { path: files.leaf, content: utf8(leaf) }
  yield json(files.proof, { leaf_index: index, tree_size: headSize, hashes: hashes.map(toHex) } satisfies LogProofFile)
  if (token !== null) yield { path: files.token, content: token }
  if (kind === 'cosigned' && witnesses.length > 0)
    yield { path: files.witnesses, content: utf8(witnesses.map((key) => `${key}\n`).join('')) }
}

/** B-92, B-93: what the hub signed about a chain. */
function* hubProofFiles({ checkpoint, receipts, log }: HubProofs, folders: ChainFolders): Generator<SmallFile> {
  if (checkpoint !== null)
    yield { path: `${folders.hubCheckpoints}${checkpointName(noteSize(checkpoint), 1)}`, content: utf8(checkpoint) }
  for (const proof of log ?? []) yield* logProofFiles(proof)
  for (const { first, size, envelope } of receipts)
    yield { path: `${folders.receipts}${receiptName(first, size)}`, content: utf8(`${envelope}\n`) }
}

const pem = (spki: Uint8Array): string =>
  `-----BEGIN PUBLIC KEY-----\n${Buffer.from(spki).toString('base64')}\n-----END PUBLIC KEY-----\n`

const keyFacts = (key: BundledKey): JsonValue => ({
  kid: key.kid,
  device_id: key.deviceId,
  device_number: key.deviceNumber,
  name: key.name,
  file: `${bundlePaths.keys}${key.kid}${keyEnding}`,
  enrolled_at: toTimestamp(key.enrolledAtMs),
  revoked_at: key.revokedAtMs === null ? null : toTimestamp(key.revokedAtMs),
  revoked_from_dseq: key.revokedFromDseq,
})

function* keyFiles(keys: readonly BundledKey[]): Generator<SmallFile> {
  for (const { kid, spki } of keys) yield { path: `${bundlePaths.keys}${kid}${keyEnding}`, content: utf8(pem(spki)) }
  yield json(bundlePaths.keyList, keys.map(keyFacts))
}

/**
 * Every file below `data/` but the evidence and what others made, in a fixed order; made one after the other, as they
 * are taken.
 */
export function* payloadFiles(
  contents: BundleContents,
  files: EvidenceFiles,
  key: SigningKeyFacts,
): Generator<SmallFile> {
  yield json(bundlePaths.caseFile, caseFileOf(contents, files, key))
  yield json(bundlePaths.caseGraph, caseGraphOf(contents, files))
  yield* keyFiles(contents.keys)
  const order = hubOrderOf(contents)
  if (order !== null) yield json(bundlePaths.hubOrder, order)
  yield* chainFiles(contents.workspaceChain, workspaceFolders, contents.nameDisclosures)
  yield* chainFiles(contents.chain, caseFolders, contents.disclosures)
}
