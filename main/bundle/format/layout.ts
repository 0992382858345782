/** The version of the bundle's form that this release writes and reads (docs/spec/bundle.md). */
export const bundleVersion = 1

/** `format` of `data/case.json`. */
export const bundleFormat = 'fieldseal-case-bundle'

/** Files of the bag, below its top folder (B-10). */
export const bundlePaths = {
  bagit: 'bagit.txt',
  bagInfo: 'bag-info.txt',
  manifest: 'manifest-sha256.txt',
  tagManifest: 'tagmanifest-sha256.txt',
  signature: 'tagmanifest-sha256.txt.sig',
  allowedSigners: 'allowed_signers',
  verifyText: 'VERIFY.txt',
  verifyPage: 'verify.html',
  caseFile: 'data/case.json',
  caseGraph: 'data/case.jsonld',
  reportPage: 'data/report.html',
  reportPdf: 'data/report.pdf',
  keyList: 'data/keys.json',
  keys: 'data/keys/',
  evidence: 'data/evidence/',
  hub: 'data/hub/',
  hubOrder: 'data/hub/order.json',
  hubLog: 'data/hub/log/',
} as const

/** The folders of one chain. */
export interface ChainFolders {
  readonly entries: string
  readonly disclosures: string
  readonly proofs: string | null
  readonly checkpoints: string
  /** Of a workspace with a hub: what the hub signed about the chain (B-90). */
  readonly hubCheckpoints: string
  readonly receipts: string
}

/** Where the case's own chain stands. */
export const caseFolders: ChainFolders = {
  entries: 'data/entries/',
  disclosures: 'data/disclosures/',
  proofs: 'data/proofs/',
  checkpoints: 'data/checkpoints/',
  hubCheckpoints: 'data/hub/checkpoints/',
  receipts: 'data/hub/receipts/',
}

/** Where the workspace's chain stands. */
export const workspaceFolders: ChainFolders = {
  entries: 'data/workspace-entries/',
  disclosures: 'data/workspace-disclosures/',
  proofs: null,
  checkpoints: 'data/workspace-checkpoints/',
  hubCheckpoints: 'data/hub/workspace-checkpoints/',
  receipts: 'data/hub/workspace-receipts/',
}

/** A place or a size as file names have it: decimal, at least six digits (B-30). */
export const numbered = (n: number): string => String(n).padStart(6, '0')

/** The number that a name made by `numbered` and an ending has; null for every other name. */
export const numberOf = (name: string, ending: string): number | null => {
  const digits = name.endsWith(ending) ? name.slice(0, -ending.length) : ''
  const n = Number(digits)
  return /^\d{6,15}$/.test(digits) && numbered(n) === digits ? n : null
}

export const entryEnding = '.dsse.json'
export const disclosureEnding = '.txt'
export const proofEnding = '.json'
export const checkpointEnding = '.txt'
export const keyEnding = '.pem'

/** B-32: the name of a checkpoint; `nth` counts those of one size from 1. */
export const checkpointName = (size: number, nth: number): string =>
  `${numbered(size)}${nth === 1 ? '' : `-${nth}`}${checkpointEnding}`

/** The size that a checkpoint's name states; null for a name that is none. */
export const checkpointSize = (name: string): number | null => {
  const parts = /^(\d{6,15})(?:-[2-9]\d{0,5}|-1\d{1,5})?\.txt$/.exec(name)
  return parts === null ? null : numberOf(`${parts[1] as string}.txt`, checkpointEnding)
}

export const receiptEnding = '.json'

/** B-92: the name of a receipt, by the first entry that it speaks about and the size of the tree. */
export const receiptName = (first: number, size: number): string =>
  `${numbered(first)}-${numbered(size)}${receiptEnding}`

/** The span that a receipt's name states; null for a name that is none. */
export const receiptSpan = (name: string): { readonly first: number; readonly size: number } | null => {
  const [, first = '', size = ''] = /^(\d{6,15})-(\d{6,15})\.json$/.exec(name) ?? []
  const span = {
    first: numberOf(`${first}${receiptEnding}`, receiptEnding),
    size: numberOf(`${size}${receiptEnding}`, receiptEnding),
  }
  return span.first === null || span.size === null ? null : { first: span.first, size: span.size }
}

/**
 * Whether a file of the bag is one that is read for what it says, besides being hashed: entries, disclosures, proofs,
 * checkpoints, keys and what the hub signed.
 */
export const isRecord = (path: string): boolean =>
  /^data\/(?:(?:workspace-)?(?:entries|checkpoints|disclosures)|proofs|keys|hub)\//.test(path)

/** Files that stand by themselves; those of folders are named after what they hold, and their readers say how. */
const knownFiles: ReadonlySet<string> = new Set([
  bundlePaths.bagit,
  bundlePaths.bagInfo,
  bundlePaths.manifest,
  bundlePaths.tagManifest,
  bundlePaths.signature,
  bundlePaths.allowedSigners,
  bundlePaths.verifyText,
  bundlePaths.verifyPage,
  bundlePaths.caseFile,
  bundlePaths.caseGraph,
  bundlePaths.reportPage,
  bundlePaths.reportPdf,
  bundlePaths.keyList,
])

const knownFolders: readonly string[] = [
  bundlePaths.keys,
  bundlePaths.evidence,
  bundlePaths.hub,
  ...[caseFolders, workspaceFolders].flatMap(({ entries, disclosures, proofs, checkpoints }) =>
    [entries, disclosures, proofs, checkpoints].filter((folder) => folder !== null),
  ),
]

/** B-109: whether a bundle of this version has a file of this name, or a folder for it. */
export const isKnownFile = (path: string): boolean =>
  knownFiles.has(path) || knownFolders.some((folder) => path.startsWith(folder))

/**
 * B-109 for whoever checks by hand: an extended regular expression (POSIX) of every name that a file of a bundle may
 * have. It is also one of .NET.
 */
export const knownFilePattern =
  '^((bagit|bag-info|manifest-sha256|tagmanifest-sha256|VERIFY)\\.txt|tagmanifest-sha256\\.txt\\.sig|allowed_signers|verify\\.html|data/(case\\.json(ld)?|report\\.(html|pdf)|keys\\.json|keys/[A-Za-z0-9_-]{43}\\.pem|evidence/[^/]+|(workspace-)?entries/[0-9]{6,}\\.dsse\\.json|(workspace-)?disclosures/[0-9]{6,}\\.txt|proofs/[0-9]{6,}\\.json|(workspace-)?checkpoints/[0-9]{6,}(-[0-9]+)?\\.txt|hub/(order\\.json|(workspace-)?receipts/[0-9]{6,}-[0-9]{6,}\\.json|(workspace-)?checkpoints/[0-9]{6,}\\.txt|log/(cosigned|timestamped)/(head\\.txt|leaf\\.txt|proof\\.json|witnesses\\.txt|token\\.tst))))$'
