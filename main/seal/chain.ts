import type { FindingCode } from '../../shared/schema/findings.ts'
import type { EntryPayload } from './payload.ts'

/** An entry in its place, judged by itself. */
export interface PlacedEntry {
  /** 0-based, in arrival order. */
  readonly position: number
  /** The id as stored. */
  readonly id: string
  /** The id that its bytes prove; the stored one where they prove nothing. */
  readonly trueId: string
  readonly leaf: Uint8Array
  /** Whether an enrolled key is proven to have signed `claim`. */
  readonly sound: boolean
  readonly claim: EntryPayload | null
  readonly fault: FindingCode | null
  readonly hubPosition: number | null
}

/** A sound entry: one whose claims can be reasoned from. */
export type SoundEntry = PlacedEntry & { readonly claim: EntryPayload }

/** A fault between entries. */
export interface ChainFault {
  readonly code: FindingCode
  readonly entry: PlacedEntry
  readonly message: string
}

/** A chain fault that also shifts or moves leaves, so that no tree of more than `since` entries can come out right. */
export interface Disturbance extends ChainFault {
  /** The first position, in arrival order, that it can have changed. */
  readonly since: number
}

/** One device's sound entries. */
export interface DeviceChain {
  readonly dev: string
  /** In arrival order. */
  readonly entries: readonly SoundEntry[]
  /** By seq; more than one where the device forked. */
  readonly slots: ReadonlyMap<number, readonly SoundEntry[]>
}

/** Whether an entry's claims can be reasoned from. */
export const isSound = (entry: PlacedEntry): entry is SoundEntry => entry.sound && entry.claim !== null

/** Groups the sound entries by device; the same entry stored twice counts once. */
export const deviceChains = (entries: readonly PlacedEntry[]): DeviceChain[] => {
  const chains = new Map<string, { dev: string; entries: SoundEntry[]; slots: Map<number, SoundEntry[]> }>()
  for (const entry of entries) {
    if (!isSound(entry)) continue
    const { dev, seq } = entry.claim
    const chain = chains.get(dev) ?? { dev, entries: [], slots: new Map<number, SoundEntry[]>() }
    chains.set(dev, chain)
    const slot = chain.slots.get(seq) ?? []
    if (slot.some((other) => other.trueId === entry.trueId)) continue
    slot.push(entry)
    chain.slots.set(seq, slot)
    chain.entries.push(entry)
  }
  return [...chains.values()]
}

/** S-92: two different entries in one place of a device's chain. Only where the branches part, not all along them. */
export const findForks = (chain: DeviceChain): ChainFault[] => {
  const faults: ChainFault[] = []
  for (const [seq, slot] of chain.slots) {
    slot.forEach((entry, index) => {
      const parts = slot.slice(0, index).some((other) => other.claim.prev === entry.claim.prev)
      if (parts)
        faults.push({
          code: 'device_fork',
          entry,
          message: `the device sealed two different entries as its number ${seq} in this case`,
        })
    })
  }
  return faults
}

/** S-90: the same entry stored twice, or a device's entries in another order than it sealed them; once a device. */
const findSequenceBreaks = (chain: DeviceChain): Disturbance[] => {
  let highest = 0
  const late: SoundEntry[] = []
  for (const entry of chain.entries) {
    if (entry.claim.seq < highest && chain.slots.get(entry.claim.seq)?.length === 1) late.push(entry)
    highest = Math.max(highest, entry.claim.seq)
  }
  const [first] = late
  if (first === undefined) return []
  const since = chain.entries.find((entry) => entry.claim.seq > first.claim.seq)?.position ?? first.position
  const message = `${late.length} entries of one device stand after later ones of the same device`
  return [{ code: 'reordered_entries', entry: first, message, since }]
}

const findCopies = (entries: readonly PlacedEntry[]): Disturbance[] => {
  const known = new Set<string>()
  const faults: Disturbance[] = []
  for (const entry of entries) {
    if (known.has(entry.trueId)) {
      faults.push({
        code: 'reordered_entries',
        entry,
        message: 'the same entry stands here a second time',
        since: entry.position,
      })
    }
    known.add(entry.trueId)
  }
  return faults
}

/** S-90: an entry that stands before one that its device had already seen when it wrote it. */
const findEffectsBeforeCauses = (entries: readonly PlacedEntry[]): Disturbance[] => {
  const positions = new Map<string, number>()
  for (const entry of entries) if (!positions.has(entry.trueId)) positions.set(entry.trueId, entry.position)
  return entries
    .filter(isSound)
    .filter((entry) => entry.claim.seen.some((id) => (positions.get(id) ?? -1) > entry.position))
    .map((entry) => ({
      code: 'reordered_entries',
      entry,
      message: 'the entry stands before another that its device had seen when it wrote it',
      since: entry.position,
    }))
}

/** S-90, whole. Where one device's order is broken, its `seen` adds nothing and is not reported again. */
export const findReordered = (entries: readonly PlacedEntry[], chains: readonly DeviceChain[]): Disturbance[] => {
  const broken = [...findCopies(entries), ...chains.flatMap(findSequenceBreaks)]
  return broken.length > 0 ? broken : findEffectsBeforeCauses(entries).slice(0, 1)
}

/** The ids of the entries that end each device's chain (each branch, where it forked), sorted. */
export const chainHeads = (chains: readonly DeviceChain[]): string[] => {
  const heads = chains.flatMap((chain) => {
    const followed = new Set(chain.entries.map((entry) => entry.claim.prev))
    return chain.entries.filter((entry) => !followed.has(entry.trueId)).map((entry) => entry.trueId)
  })
  return heads.sort()
}
