import { fromEnvelope, toEnvelope } from '../../seal/entry.ts'
import { parseDisclosure } from '../../seal/disclosure.ts'
import type { Disclosure } from '../../seal/disclosure.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import type { StoredEntry } from '../../seal/verify-types.ts'
import {
  checkpointName,
  checkpointSize,
  disclosureEnding,
  entryEnding,
  numbered,
  numberOf,
  proofEnding,
} from '../format/layout.ts'
import { isWhollyKnown } from '../format/json-text.ts'
import type { ChainFolders } from '../format/layout.ts'
import type { BundleFindings } from './findings.ts'
import { readWhole, smallMax, UnreadableFile, utf8Of } from './source.ts'
import type { BundleSource } from './source.ts'

/** An entry as a file of the bundle holds it. */
export interface FiledEntry {
  /** The number in the file's name. */
  readonly number: number
  readonly file: string
  readonly entry: StoredEntry
}

/** A chain as the bundle holds it. */
export interface FiledChain {
  /** In the order of their numbers; what cannot be read is not among them. */
  readonly entries: readonly FiledEntry[]
  readonly checkpoints: readonly string[]
  /** The largest size that the name of a checkpoint states. */
  readonly newest: number
  /** The first checkpoint of that size, as it was signed; '' where there is none. */
  readonly newestNote: string
}

/** What cannot be read has a finding from its manifest already. */
export const readFiled = async (
  source: BundleSource,
  path: string,
  findings: BundleFindings,
  max = smallMax,
): Promise<string | null> => {
  try {
    const text = utf8Of(await readWhole(source, path, max))
    if (text === null) findings.add('bundle_malformed', 'the file is not UTF-8', { file: path })
    return text
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    findings.add('bundle_file_altered', `the file cannot be read: ${error.message}`, { file: path })
    return null
  }
}

/** A JSON text; undefined where it is none. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** B-30: one envelope in the one spelling that the writer has, so that no two readers can see two entries in it. */
const entryOf = (text: string): StoredEntry | null => {
  const read = fromEnvelope(parseJson(text))
  if (!read.ok || `${JSON.stringify(toEnvelope(read.value))}\n` !== text) return null
  const { id, payload, kid, sig } = read.value
  // The digest that `fromEnvelope` computes was kept by nobody: it would call every edit a new sealing.
  return { id, payload, kid, sig }
}

/** Files of a folder whose names are numbers with an ending, by number; others in it are malformed. */
export const numberedFiles = (
  source: BundleSource,
  folder: string,
  ending: string,
  findings: BundleFindings,
): Map<number, string> => {
  const found = new Map<number, string>()
  for (const { path } of source.files) {
    if (!path.startsWith(folder)) continue
    const number = numberOf(path.slice(folder.length), ending)
    if (number === null) findings.add('bundle_malformed', `no file of this name belongs into ${folder}`, { file: path })
    else found.set(number, path)
  }
  return new Map([...found].sort(([a], [b]) => a - b))
}

const checkGaps = (numbers: readonly number[], folder: string, findings: BundleFindings): void => {
  numbers.forEach((number, index) => {
    const before = index === 0 ? -1 : (numbers[index - 1] as number)
    if (number === before + 1) return
    const file = `${folder}${numbered(before + 1)}${entryEnding}`
    const count = number - before - 1
    findings.add(
      'bundle_file_missing',
      count === 1 ? 'the entry has to be there' : `this entry and the ${count - 1} after it have to be there`,
      { file },
    )
  })
}

/** Reads the entries and checkpoints of a chain. */
export const readFiledChain = async (
  source: BundleSource,
  folders: ChainFolders,
  findings: BundleFindings,
): Promise<FiledChain> => {
  const files = numberedFiles(source, folders.entries, entryEnding, findings)
  checkGaps([...files.keys()], folders.entries, findings)
  const entries: FiledEntry[] = []
  for (const [number, file] of files) {
    const text = await readFiled(source, file, findings)
    const entry = text === null ? null : entryOf(text)
    if (entry !== null) entries.push({ number, file, entry })
    else if (text !== null) findings.add('bundle_malformed', 'the file is not the envelope of one entry', { file })
  }
  return { entries, ...(await readCheckpoints(source, folders, findings)) }
}

const readCheckpoints = async (
  source: BundleSource,
  folders: ChainFolders,
  findings: BundleFindings,
): Promise<Omit<FiledChain, 'entries'>> => {
  const checkpoints: string[] = []
  let newest = -1
  const first = new Map<number, string>()
  for (const { path } of source.files) {
    if (!path.startsWith(folders.checkpoints)) continue
    const size = checkpointSize(path.slice(folders.checkpoints.length))
    const text = await readFiled(source, path, findings)
    if (text === null) continue
    checkpoints.push(text)
    if (size === null || text.split('\n')[1] !== String(size))
      findings.add('bundle_malformed', 'the checkpoint is not named after its size', { file: path })
    else newest = Math.max(newest, size)
    if (size !== null && path.endsWith(checkpointName(size, 1))) first.set(size, text)
  }
  if (newest < 0) findings.add('bundle_file_missing', 'the chain has no checkpoint', { file: folders.checkpoints })
  return { checkpoints, newest, newestNote: first.get(newest) ?? '' }
}

/** The disclosed values of an entry, with the file that they stand in. */
export interface FiledDisclosures {
  readonly file: string
  readonly values: readonly Disclosure[]
}

/** Reads the disclosures of a chain, by the number of their entry; those of another form are findings (B-31). */
export const readDisclosures = async (
  source: BundleSource,
  folder: string,
  findings: BundleFindings,
): Promise<Map<number, FiledDisclosures>> => {
  const read = new Map<number, FiledDisclosures>()
  for (const [number, file] of numberedFiles(source, folder, disclosureEnding, findings)) {
    const text = await readFiled(source, file, findings)
    if (text === null) continue
    const parsed = text.split('\n').slice(0, -1).map(parseDisclosure)
    const values = parsed.flatMap((result) => (result.ok ? [result.value] : []))
    const digests = values.map(({ digest }) => digest)
    const isSorted = digests.every((digest, index) => index === 0 || (digests[index - 1] as string) < digest)
    if (!text.endsWith('\n') || values.length !== parsed.length || !isSorted)
      findings.add(
        'bundle_malformed',
        'the file does not hold disclosures, a line each, in the order of their digests',
        { file },
      )
    read.set(number, { file, values })
  }
  return read
}

/** An inclusion proof as its file states it. */
export interface FiledProof {
  readonly entry: string
  readonly leafIndex: number
  readonly treeSize: number
  readonly hashes: readonly string[]
}

const proofOf = (value: unknown): FiledProof | null => {
  const {
    entry,
    leaf_index: leafIndex,
    tree_size: treeSize,
    hashes,
  } = (typeof value === 'object' && value !== null ? value : {}) as Partial<Record<string, unknown>>
  if (typeof entry !== 'string' || typeof leafIndex !== 'number' || typeof treeSize !== 'number') return null
  if (!Array.isArray(hashes) || !hashes.every((hash): hash is string => typeof hash === 'string')) return null
  return { entry, leafIndex, treeSize, hashes }
}

const spelled = ({ entry, leafIndex, treeSize, hashes }: FiledProof): JsonValue => ({
  entry,
  leaf_index: leafIndex,
  tree_size: treeSize,
  hashes: [...hashes],
})

/** Reads the inclusion proofs of a chain, by the number of their entry. */
export const readProofs = async (
  source: BundleSource,
  folder: string,
  findings: BundleFindings,
): Promise<Map<number, { readonly file: string; readonly proof: FiledProof }>> => {
  const read = new Map<number, { file: string; proof: FiledProof }>()
  for (const [number, file] of numberedFiles(source, folder, proofEnding, findings)) {
    const text = await readFiled(source, file, findings)
    const proof = text === null ? null : proofOf(parseJson(text))
    if (text !== null && proof !== null && isWhollyKnown(text, spelled(proof))) read.set(number, { file, proof })
    else if (text !== null) findings.add('bundle_malformed', 'the file is no inclusion proof', { file })
  }
  return read
}
