import { isSound } from './chain.ts'
import type { ChainFault, DeviceChain, Disturbance, PlacedEntry, SoundEntry } from './chain.ts'

/** Consecutive numbers of a device that no sound entry has. */
interface Gap {
  readonly dev: string
  readonly from: number
  readonly to: number
  /** The sound entry after the gap; its `prev` is the id of the last one missing. */
  readonly following: SoundEntry
  /** The first position at which the missing entries can have stood. */
  readonly since: number
  filled: number
  /** Whether the last place, the only one whose id is known, is filled. */
  lastFilled: boolean
}

/** What is missing. */
export interface MissingEntries {
  /** Entries that are gone, so that those after them have moved up. */
  readonly gone: readonly Disturbance[]
  /** Entries that others stand in the place of. */
  readonly replaced: readonly ChainFault[]
  /** How many entries are known to be missing. */
  readonly count: number
}

const width = (gap: Gap): number => gap.to - gap.from + 1
const open = (gap: Gap): number => width(gap) - gap.filled
const unnamed = (gap: Gap): number => open(gap) - (gap.lastFilled ? 0 : 1)

const findGaps = (chain: DeviceChain): Gap[] => {
  const gaps: Gap[] = []
  let expected = 1
  for (const seq of [...chain.slots.keys()].sort((a, b) => a - b)) {
    const following = chain.slots.get(seq)?.[0]
    if (seq > expected && following !== undefined) {
      const since = (chain.slots.get(expected - 1)?.[0]?.position ?? -1) + 1
      gaps.push({ dev: chain.dev, from: expected, to: seq - 1, following, since, filled: 0, lastFilled: false })
    }
    expected = seq + 1
  }
  return gaps
}

/**
 * S-91: an entry that is here but edited is not missing too. Each unsound entry takes the place that its id, else its
 * own claim, else (where it was edited beyond reading) the mere number of open places gives it.
 */
const fillGaps = (gaps: readonly Gap[], unsound: readonly PlacedEntry[]): void => {
  const byId = new Map(gaps.map((gap) => [gap.following.claim.prev, gap]))
  const rest = unsound.filter((entry) => {
    const gap = byId.get(entry.trueId)
    if (gap === undefined || gap.lastFilled) return true
    gap.lastFilled = true
    gap.filled += 1
    return false
  })
  const claimed = (gap: Gap, { claim }: PlacedEntry): boolean =>
    claim !== null &&
    claim.dev === gap.dev &&
    claim.seq >= gap.from &&
    (claim.seq < gap.to ? unnamed(gap) > 0 : claim.seq === gap.to && !gap.lastFilled)
  const unplaced = rest.filter((entry) => {
    const gap = gaps.find((candidate) => claimed(candidate, entry))
    if (gap === undefined) return true
    gap.filled += 1
    if (entry.claim?.seq === gap.to) gap.lastFilled = true
    return false
  })
  let spare = unplaced.filter((entry) => entry.fault !== 'unknown_key').length
  for (const gap of gaps) {
    const taken = Math.min(spare, unnamed(gap))
    gap.filled += taken
    spare -= taken
  }
}

const gapFault = (gap: Gap): Disturbance => {
  const what =
    gap.from === gap.to
      ? `entry ${gap.from} of this device is`
      : `${open(gap)} of the entries ${gap.from} to ${gap.to} of this device are`
  return { code: 'missing_entry', entry: gap.following, message: `${what} missing before this entry`, since: gap.since }
}

/** S-91: `prev` names an entry that is not here although its number is taken. */
const findReplaced = (chain: DeviceChain, known: ReadonlySet<string>): ChainFault[] =>
  chain.entries
    .filter(({ claim }) => claim.prev !== null && chain.slots.has(claim.seq - 1) && !known.has(claim.prev))
    .map((entry) => ({
      code: 'missing_entry',
      entry,
      message: 'the entry that this one follows is not here; another has its number',
    }))

/** S-91: `seen` names entries that are not here, beyond those that a gap accounts for. */
const findUnseen = (
  entries: readonly PlacedEntry[],
  known: ReadonlySet<string>,
  gaps: readonly Gap[],
): Disturbance[] => {
  const named = new Set(gaps.filter((gap) => !gap.lastFilled).map((gap) => gap.following.claim.prev))
  let explained = gaps.reduce((sum, gap) => sum + unnamed(gap), 0)
  const reported = new Set<string>()
  const faults: Disturbance[] = []
  for (const entry of entries.filter(isSound)) {
    for (const id of entry.claim.seen) {
      if (known.has(id) || named.has(id) || reported.has(id)) continue
      reported.add(id)
      explained -= 1
      if (explained >= 0) continue
      faults.push({
        code: 'missing_entry',
        entry,
        message: 'another device’s entry that this one names as seen is not here',
        since: 0,
      })
    }
  }
  return faults
}

/** S-91: everything that the chains prove to be missing, each missing run once. */
export const findMissing = (entries: readonly PlacedEntry[], chains: readonly DeviceChain[]): MissingEntries => {
  const gaps = chains.flatMap(findGaps)
  // An entry sealed for another case fills no place in this one.
  fillGaps(
    gaps,
    entries.filter((entry) => !isSound(entry) && entry.fault !== 'row_differs'),
  )
  const known = new Set(entries.flatMap((entry) => [entry.id, entry.trueId]))
  const openGaps = gaps.filter((gap) => open(gap) > 0)
  const unseen = findUnseen(entries, known, openGaps)
  return {
    gone: [...openGaps.map(gapFault), ...unseen],
    replaced: chains.flatMap((chain) => findReplaced(chain, known)),
    count: openGaps.reduce((sum, gap) => sum + open(gap), 0) + unseen.length,
  }
}
