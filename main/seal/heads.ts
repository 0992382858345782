import { makeFinding } from './findings.ts'
import type { FindingChain } from './findings.ts'
import type { Finding } from '../../shared/schema/findings.ts'
import { isOfCase } from './case-origin.ts'
import { openCheckpoint } from './checkpoint.ts'
import type { PlacedEntry, SoundEntry } from './chain.ts'
import { appendLeaf, emptyFrontier, frontierRoot } from './frontier.ts'
import { sameBytes, toHex } from './hash.ts'
import { findSwap } from './reorder.ts'
import type { CheckpointKey } from './verify-types.ts'

/** A tree head that the entries are held against. */
export interface TreeHead {
  readonly origin: string
  readonly size: number
  readonly root: Uint8Array
  readonly role: 'local' | 'hub'
  /** The entry that names it as its anchor; null for a signed checkpoint. */
  readonly namedBy: PlacedEntry | null
  /** Whether whoever verifies holds it from elsewhere. */
  readonly outside: boolean
}

/** What is known about the entries before they are held against tree heads. */
export interface OrderedEntries {
  readonly arrival: readonly PlacedEntry[]
  readonly hub: readonly PlacedEntry[]
  /** Entries proven missing; a head that exceeds the entries by no more is no truncation. */
  readonly missing: number
  /** The first position (in arrival order) at which entries can be missing or out of order; Infinity where none are. */
  readonly disturbedFrom: number
}

/** S-60 to S-62, S-94: opens the signed notes; those that cannot be believed are findings. */
export const openHeads = (
  subject: FindingChain,
  notes: readonly string[],
  keys: readonly CheckpointKey[],
  outside: readonly string[] = [],
): { heads: TreeHead[]; findings: Finding[] } => {
  const heads: TreeHead[] = []
  const findings: Finding[] = []
  const invalid = (message: string): void => {
    findings.push(makeFinding(subject, 'checkpoint_invalid', message))
  }
  for (const note of new Set(notes)) {
    const opened = openCheckpoint(note, keys)
    if (!opened.ok) {
      invalid(opened.error.message)
    } else if (!isOfCase(opened.value.checkpoint.origin, subject.caseUid)) {
      invalid('the checkpoint speaks about another case')
    } else {
      const role = keys.some((key) => key.role === 'hub' && opened.value.signedBy.includes(key.name)) ? 'hub' : 'local'
      heads.push({ ...opened.value.checkpoint, role, namedBy: null, outside: outside.includes(note) })
    }
  }
  return { heads, findings }
}

/** S-24: the hub checkpoints of this case that sound entries name, each once. */
export const anchorHeads = (subject: FindingChain, entries: readonly SoundEntry[]): TreeHead[] => {
  const heads = new Map<string, TreeHead>()
  for (const entry of entries) {
    const { anchor } = entry.claim
    if (anchor === null || !isOfCase(anchor.origin, subject.caseUid)) continue
    const key = `${anchor.origin} ${anchor.size} ${anchor.root}`
    if (heads.has(key)) continue
    heads.set(key, {
      origin: anchor.origin,
      size: anchor.size,
      root: Buffer.from(anchor.root, 'hex'),
      role: 'hub',
      namedBy: entry,
      outside: false,
    })
  }
  return [...heads.values()]
}

/** The hub's order of the entries; the arrival order where none has a place in the hub's. */
export const hubOrder = (entries: readonly PlacedEntry[]): readonly PlacedEntry[] => {
  const placed = entries.filter((entry) => entry.hubPosition !== null)
  return placed.length === 0 ? entries : placed.sort((a, b) => (a.hubPosition as number) - (b.hubPosition as number))
}

/** The roots of the trees of the first n leaves, for each wanted n that the leaves reach. */
export const rootsAt = (leaves: readonly Uint8Array[], sizes: ReadonlySet<number>): Map<number, Uint8Array> => {
  const roots = new Map<number, Uint8Array>()
  let frontier = emptyFrontier
  if (sizes.has(0)) roots.set(0, frontierRoot(frontier))
  for (const leaf of leaves) {
    frontier = appendLeaf(frontier, leaf)
    if (sizes.has(frontier.size)) roots.set(frontier.size, frontierRoot(frontier))
  }
  return roots
}

/** How many entries at the end the heads cover and the store lacks. */
const lackingAtEnd = (head: TreeHead, entries: readonly PlacedEntry[], missing: number): number =>
  head.size - entries.length - missing

const checkTruncation = (
  subject: FindingChain,
  heads: readonly TreeHead[],
  entries: readonly PlacedEntry[],
  missing: number,
): Finding[] => {
  const beyond = heads.filter((head) => lackingAtEnd(head, entries, missing) > 0).sort((a, b) => b.size - a.size)
  const [longest] = beyond
  if (longest === undefined) return []
  const message = `a checkpoint covers ${longest.size} entries, but ${lackingAtEnd(longest, entries, missing)} at the end are not here`
  const splits = beyond
    .filter((head) => beyond.some((other) => other.size === head.size && !sameBytes(other.root, head.root)))
    .slice(0, 1)
    .map((head) =>
      makeFinding(subject, 'checkpoint_not_extending', `two checkpoints of size ${head.size} have different roots`),
    )
  return [makeFinding(subject, 'truncated_tail', message, longest.namedBy), ...splits]
}

const mismatchFinding = (subject: FindingChain, head: TreeHead, entries: readonly PlacedEntry[]): Finding => {
  const covered = entries.slice(0, head.size)
  const swapped = findSwap(
    covered.map((entry) => entry.leaf),
    head.root,
  )
  if (swapped !== null) {
    return makeFinding(
      subject,
      'reordered_entries',
      'this entry stands in the place of another: exchanged, they give the checkpoint’s root',
      covered[swapped],
    )
  }
  return makeFinding(
    subject,
    'checkpoint_not_extending',
    `the first ${head.size} entries do not give the root of their checkpoint`,
    head.namedBy,
  )
}

/** Where one order of the entries stands against the heads that speak about it. */
interface OrderCheck {
  readonly findings: readonly Finding[]
  /** The largest size that a signed checkpoint vouches for, and the largest of one from elsewhere. */
  readonly vouched: number
  readonly vouchedOutside: number
}

const checkOrder = (
  subject: FindingChain,
  heads: readonly TreeHead[],
  entries: readonly PlacedEntry[],
  roots: ReadonlyMap<number, Uint8Array>,
  ordered: OrderedEntries,
): OrderCheck => {
  const reproduced = (head: TreeHead): boolean => {
    const root = roots.get(head.size)
    return root !== undefined && sameBytes(root, head.root)
  }
  // A head that covers a place where entries are missing or moved must differ: that fault has its own finding already.
  const failing = heads
    .filter((head) => roots.has(head.size) && !reproduced(head) && head.size <= ordered.disturbedFrom)
    .sort((a, b) => a.size - b.size)
  const [first] = failing
  const mismatches = first === undefined ? [] : [mismatchFinding(subject, first, entries)]
  const signed = heads.filter((head) => head.namedBy === null && reproduced(head))
  const largest = (of: readonly TreeHead[]): number => of.reduce((size, head) => Math.max(size, head.size), 0)
  return {
    findings: [...checkTruncation(subject, heads, entries, ordered.missing), ...mismatches],
    vouched: largest(signed),
    vouchedOutside: largest(signed.filter(({ outside }) => outside)),
  }
}

/** What the tree shows. */
export interface TreeCheck {
  readonly findings: readonly Finding[]
  readonly witnessedSize: number
  readonly outsideSize: number
  /** Size and root (lower-case hex) of the tree over the entries in arrival order. */
  readonly size: number
  readonly root: string
  /** The roots of the trees over the first entries in the hub's order, by size, for every size that a head names. */
  readonly hubRoots: ReadonlyMap<number, Uint8Array>
}

const leavesOf = (entries: readonly PlacedEntry[]): Uint8Array[] => entries.map((entry) => entry.leaf)

/** S-93: holds the entries against every tree head. */
export const checkHeads = (subject: FindingChain, heads: readonly TreeHead[], ordered: OrderedEntries): TreeCheck => {
  const { arrival, hub } = ordered
  const sizes = new Set([...heads.map((head) => head.size), arrival.length])
  const arrivalRoots = rootsAt(leavesOf(arrival), sizes)
  const hubRoots = hub === arrival ? arrivalRoots : rootsAt(leavesOf(hub), sizes)
  const ofRole = (role: TreeHead['role']): TreeHead[] => heads.filter((head) => head.role === role)
  const local = checkOrder(subject, ofRole('local'), arrival, arrivalRoots, ordered)
  const witnessed = checkOrder(subject, ofRole('hub'), hub, hubRoots, ordered)
  return {
    findings: [...local.findings, ...witnessed.findings],
    witnessedSize: witnessed.vouched,
    outsideSize: Math.max(local.vouchedOutside, witnessed.vouchedOutside),
    size: arrival.length,
    root: toHex(arrivalRoots.get(arrival.length) as Uint8Array),
    hubRoots,
  }
}
