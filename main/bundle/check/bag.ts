import { fileNameKey } from '../format/safe-name.ts'
import {
  algorithmOf,
  decodeTagFile,
  parseBagInfo,
  parseDeclaration,
  parseFetch,
  parseManifest,
  payloadOxum,
} from './bag-text.ts'
import type { Manifest, ManifestNotes } from './bag-text.ts'
import { listMax, readWhole, UnreadableFile } from './source.ts'
import type { BundleSource, CreateHasher, Hasher, HashAlgorithm } from './source.ts'

/** What is wrong with a bag. */
export interface BagFault {
  readonly kind: 'malformed' | 'missing' | 'added' | 'altered'
  readonly file: string | null
  readonly message: string
}

/** A bag that was read and hashed. */
export interface BagReading {
  /** null: there is no readable `bagit.txt`. */
  readonly version: string | null
  readonly faults: readonly BagFault[]
  /** What RFC 8493 lets pass with a warning. */
  readonly warnings: readonly BagFault[]
  readonly manifests: readonly Manifest[]
  readonly hasFetch: boolean
  /** `bag-info.txt`, by lower-case label. */
  readonly info: ReadonlyMap<string, readonly string[]>
  /** The SHA-256 that was computed of each listed file, where a manifest wants it. */
  readonly sha256: ReadonlyMap<string, string>
}

/** How a bag is read. */
export interface BagOptions {
  readonly createHasher: CreateHasher
  /** Bytes that were hashed, and how many are to be. */
  readonly onProgress?: (done: number, total: number) => void
  /** Ends the reading; its reason is thrown. */
  readonly signal?: AbortSignal
}

/** Files that systems make and remove by themselves. */
const isSystemFile = (path: string): boolean => /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(path)

const manifestName = /^(tag)?manifest-([^/]+)\.txt$/

/** Collects what is found. */
const createFindings = () => {
  const faults: BagFault[] = []
  const warnings: BagFault[] = []
  const fault = (kind: BagFault['kind'], file: string | null, message: string): void =>
    void faults.push({ kind, file, message })
  const warn = (file: string | null, message: string): void => void warnings.push({ kind: 'malformed', file, message })
  return {
    faults,
    warnings,
    fault,
    warn,
    note(file: string, notes: ManifestNotes): void {
      for (const message of new Set(notes.faults)) fault('malformed', file, message)
      for (const message of new Set(notes.warnings)) warn(file, message)
    },
  }
}

type Findings = ReturnType<typeof createFindings>

/** The files of a bag by how they may be named: exactly, or as another system would write the name. */
const createFinder = (source: BundleSource) => {
  const sizes = new Map(source.files.map(({ path, size }) => [path, size]))
  const byKey = new Map(source.files.map(({ path }) => [fileNameKey(path), path]))
  return {
    sizes,
    has: (path: string): boolean => sizes.has(path),
    like: (path: string): string | undefined => byKey.get(fileNameKey(path)),
  }
}

const readText = async (
  source: BundleSource,
  path: string,
  encoding: string,
  findings: Findings,
): Promise<string | null> => {
  try {
    const text = decodeTagFile(await readWhole(source, path, listMax), encoding)
    if (text === null) findings.fault('malformed', path, `it is not of the encoding ${encoding}`)
    return text
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    findings.fault('altered', path, `it cannot be read: ${error.message}`)
    return null
  }
}

const readDeclaration = async (source: BundleSource, has: (path: string) => boolean, findings: Findings) => {
  if (!has('bagit.txt')) {
    findings.fault('missing', 'bagit.txt', 'the declaration of the bag is not there')
    return null
  }
  try {
    const parsed = parseDeclaration(await readWhole(source, 'bagit.txt', listMax))
    if (parsed.ok) return parsed.value
    findings.fault('malformed', 'bagit.txt', parsed.error)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    findings.fault('altered', 'bagit.txt', `it cannot be read: ${error.message}`)
  }
  return null
}

const readManifests = async (
  source: BundleSource,
  encoding: string,
  isOld: boolean,
  findings: Findings,
): Promise<Manifest[]> => {
  const manifests: Manifest[] = []
  for (const { path } of source.files) {
    const stated = manifestName.exec(path)?.[2]
    if (stated === undefined) continue
    const algorithm = algorithmOf(stated)
    const text = algorithm === null ? null : await readText(source, path, encoding, findings)
    if (algorithm === null) findings.warn(path, `its algorithm ${stated} is not known`)
    if (algorithm === null || text === null) continue
    const { notes, ...manifest } = parseManifest(text, path, algorithm, isOld)
    findings.note(path, notes)
    manifests.push(manifest)
  }
  if (!manifests.some(({ file }) => !file.startsWith('tag')))
    findings.fault('missing', null, 'the bag has no manifest of its payload')
  return manifests
}

/** Which hashes each file that is there must have. */
type Expected = Map<string, Map<HashAlgorithm, string>>

/** Finds what each manifest lists; what is not there is missing, unless the system removed or renamed it. */
const resolve = (
  manifests: readonly Manifest[],
  finder: ReturnType<typeof createFinder>,
  findings: Findings,
): { expected: Expected; gone: Set<string> } => {
  const expected: Expected = new Map()
  const gone = new Set<string>()
  for (const { file, algorithm, digests } of manifests) {
    for (const [path, digest] of digests) {
      const there = finder.has(path) ? path : finder.like(path)
      if (there === undefined && isSystemFile(path)) {
        findings.warn(path, `${file} lists a file that systems make and remove by themselves`)
        gone.add(path)
      } else if (there === undefined) {
        findings.fault('missing', path, `${file} lists it, and it is not there`)
      } else {
        if (there !== path)
          findings.warn(path, `it is there as “${there}”: names that differ in case or normalisation alone`)
        const wanted = expected.get(there) ?? new Map<HashAlgorithm, string>()
        const other = wanted.get(algorithm)
        if (other !== undefined && other !== digest)
          findings.fault(
            'malformed',
            file,
            `“${path}” and “${there}” are one file on some systems, with different hashes`,
          )
        wanted.set(algorithm, other ?? digest)
        expected.set(there, wanted)
      }
    }
  }
  return { expected, gone }
}

/** Every payload file must be listed: in each manifest since version 1.0, in any before. */
const checkComplete = (
  source: BundleSource,
  manifests: readonly Manifest[],
  isOld: boolean,
  findings: Findings,
): void => {
  const keysOf = ({ digests }: Manifest): Set<string> => new Set([...digests.keys()].map(fileNameKey))
  const lists = manifests.filter(({ file }) => !file.startsWith('tag')).map(keysOf)
  if (lists.length === 0) return
  for (const { path } of source.files) {
    if (!path.startsWith('data/')) continue
    const key = fileNameKey(path)
    const listed = isOld ? lists.some((list) => list.has(key)) : lists.every((list) => list.has(key))
    if (!listed) findings.fault('added', path, 'it is there, and no manifest lists it')
  }
}

const checkFetch = async (
  source: BundleSource,
  encoding: string,
  manifests: readonly Manifest[],
  findings: Findings,
): Promise<void> => {
  const text = await readText(source, 'fetch.txt', encoding, findings)
  if (text === null) return
  const { paths, notes } = parseFetch(text)
  findings.note('fetch.txt', notes)
  const listed = new Set(manifests.flatMap(({ digests }) => [...digests.keys()]))
  for (const path of paths)
    if (!listed.has(path)) findings.fault('malformed', 'fetch.txt', `“${path}” is in no manifest`)
}

const checkOxum = (
  source: BundleSource,
  info: BagReading['info'],
  gone: ReadonlySet<string>,
  findings: Findings,
): void => {
  const stated = payloadOxum(info)
  if (stated === null) return
  const payload = source.files.filter(({ path }) => path.startsWith('data/'))
  const octets = payload.reduce((sum, { size }) => sum + size, 0)
  if (octets === stated.octets && payload.length + gone.size === stated.files) return
  findings.fault(
    'malformed',
    'bag-info.txt',
    `Payload-Oxum states ${stated.octets} bytes in ${stated.files} files; there are ${octets} in ${payload.length}`,
  )
}

/** Hashes one file with each of the algorithms; null where it cannot be read. */
const hashFile = async (
  source: BundleSource,
  path: string,
  algorithms: Iterable<HashAlgorithm>,
  options: BagOptions,
  onBytes: (bytes: number) => void,
): Promise<Map<HashAlgorithm, string>> => {
  const hashers = new Map<HashAlgorithm, Hasher>(
    [...algorithms].map((algorithm) => [algorithm, options.createHasher(algorithm)]),
  )
  for await (const part of source.read(path)) {
    options.signal?.throwIfAborted()
    for (const hasher of hashers.values()) hasher.update(part)
    onBytes(part.length)
  }
  return new Map([...hashers].map(([algorithm, hasher]) => [algorithm, hasher.digest()]))
}

const hashAll = async (
  source: BundleSource,
  expected: Expected,
  info: BagReading['info'],
  options: BagOptions,
  findings: Findings,
): Promise<Map<string, string>> => {
  const sha256 = new Map<string, string>()
  const wanted = source.files.filter(({ path }) => expected.has(path))
  const total = wanted.reduce((sum, { size }) => sum + size, 0)
  const most = payloadOxum(info)?.octets ?? Number.MAX_SAFE_INTEGER
  let done = 0
  for (const { path, size } of wanted) {
    if (path.startsWith('data/') && size > most) {
      findings.fault('altered', path, `it has ${size} bytes, more than the whole payload is to have; it was not read`)
      continue
    }
    const digests = expected.get(path) ?? new Map<HashAlgorithm, string>()
    try {
      const found = await hashFile(source, path, digests.keys(), options, (bytes) =>
        options.onProgress?.((done += bytes), total),
      )
      const differing = [...digests]
        .filter(([algorithm, digest]) => found.get(algorithm) !== digest)
        .map(([algorithm]) => algorithm)
      if (differing.length > 0)
        findings.fault('altered', path, `its ${differing.join(', ')} is not the one that is listed`)
      const own = found.get('sha256')
      if (own !== undefined) sha256.set(path, own)
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      findings.fault('altered', path, `it cannot be read: ${error.message}`)
    }
  }
  return sha256
}

/**
 * Reads a bag as RFC 8493 has it, of version 0.93 to 1.0: declaration, manifests, completeness, and the hash of every
 * listed file. Files stream; nothing is written or fetched.
 */
export const readBag = async (source: BundleSource, options: BagOptions): Promise<BagReading> => {
  const findings = createFindings()
  const finder = createFinder(source)
  const declaration = await readDeclaration(source, finder.has, findings)
  const encoding = declaration?.encoding ?? 'UTF-8'
  const isOld = declaration !== null && declaration.version !== '1.0'
  const manifests = await readManifests(source, encoding, isOld, findings)
  const infoText = finder.has('bag-info.txt') ? await readText(source, 'bag-info.txt', encoding, findings) : null
  const info = infoText === null ? new Map<string, readonly string[]>() : parseBagInfo(infoText)
  const { expected, gone } = resolve(manifests, finder, findings)
  checkComplete(source, manifests, isOld, findings)
  const hasFetch = finder.has('fetch.txt')
  if (hasFetch) await checkFetch(source, encoding, manifests, findings)
  checkOxum(source, info, gone, findings)
  const sha256 = await hashAll(source, expected, info, options, findings)
  return {
    version: declaration?.version ?? null,
    faults: findings.faults,
    warnings: findings.warnings,
    manifests,
    hasFetch,
    info,
    sha256,
  }
}
