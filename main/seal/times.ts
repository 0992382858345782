import { sealedByMs, timesBelow } from './below.ts'
import type { Below, OwnTimes } from './below.ts'
import { isOfCase } from './case-origin.ts'
import type { ChainFault, DeviceChain, SoundEntry } from './chain.ts'
import { toHex } from './hash.ts'
import { parseHlc } from './hlc.ts'
import { returnedEntries } from './returned.ts'
import type { VerifyInput } from './verify-types.ts'

/** A wall clock may be stepped back by this much (NTP does) before it is a regression. */
const clockStepMs = 1000

/** How far a device's clock may be from a hub's, unless the caller says otherwise. */
export const defaultClockToleranceMs = 300_000

type AnchorTime = OwnTimes['anchorTime']

type TimeInput = Pick<VerifyInput, 'receipts' | 'anchorTimes' | 'clockToleranceMs' | 'caseUid' | 'keys'>

const toleranceOf = ({ clockToleranceMs }: TimeInput): number => clockToleranceMs ?? defaultClockToleranceMs

const regression = (before: SoundEntry, entry: SoundEntry): string | null => {
  const a = before.claim
  const b = entry.claim
  if (b.hlc <= a.hlc) return 'the hybrid clock did not go forward from the device’s entry before'
  if (a.boot !== b.boot) return null
  if (b.mono < a.mono) return 'the monotonic clock went back within one boot'
  return Date.parse(b.at) < Date.parse(a.at) - clockStepMs
    ? 'the wall clock of the device was set back while it ran: the times before or after that are wrong'
    : null
}

/** Each entry of a chain with the one before it; a forked device is followed along each branch. */
const steps = (chain: DeviceChain): { readonly before: SoundEntry; readonly entry: SoundEntry }[] => {
  const byId = new Map(chain.entries.map((entry) => [entry.trueId, entry]))
  return chain.entries.flatMap((entry) => {
    const { prev, seq } = entry.claim
    const before = (prev === null ? undefined : byId.get(prev)) ?? chain.slots.get(seq - 1)?.[0]
    return before === undefined ? [] : [{ before, entry }]
  })
}

/** S-95: clocks that went back along one device's chain. */
const findClockRegressions = (chain: DeviceChain): ChainFault[] =>
  steps(chain).flatMap(({ before, entry }): ChainFault[] => {
    const message = regression(before, entry)
    return message === null ? [] : [{ code: 'clock_regression', entry, message }]
  })

/** S-114: a device that named a larger checkpoint of a hub, or one at all, in its entry before. */
const findAnchorsGoneBack = (chain: DeviceChain): ChainFault[] =>
  steps(chain)
    .filter(({ before: { claim: a }, entry: { claim: b } }) => {
      if (a.anchor === null) return false
      return b.anchor === null || (b.anchor.origin === a.anchor.origin && b.anchor.size < a.anchor.size)
    })
    .map(({ entry }) => ({
      code: 'anchor_went_back',
      entry,
      message:
        'the entry names an older checkpoint of the hub, or none, although its device had named a newer one before: the hub was restored from a backup, the case was taken from it anew, or the checkpoint was left out to date the entry back',
    }))

const backDated =
  'the entry is dated before what it follows, and does not name the checkpoint that its device had named before: it was dated back, or the clock of its device was behind after its hub was restored'

/** The entries of a case in their orders, and what is known about times. */
export interface TimedEntries {
  /** In arrival order. */
  readonly sound: readonly SoundEntry[]
  readonly hub: readonly { readonly id: string }[]
  /** The roots of the trees over the first entries in the hub's order, by size: at least those that anchors name. */
  readonly hubRoots: ReadonlyMap<number, Uint8Array>
  readonly chains: readonly DeviceChain[]
}

/**
 * When the hub had each of its first entries at the earliest, by their number: by the receipt of the last of them. An
 * entry that came back to a restored hub has a receipt of its return, which says nothing of that.
 */
const heldSince = ({ hub, sound }: TimedEntries, { receipts, keys }: TimeInput): readonly (string | undefined)[] => {
  const returned = returnedEntries(sound, keys)
  let last: string | undefined
  return hub.map(({ id }) => (last = returned.has(id) ? last : (receipts?.get(id) ?? last)))
}

const anchorTimes = (entries: TimedEntries, input: TimeInput): AnchorTime => {
  const held = heldSince(entries, input)
  return ({ claim: { anchor } }) => {
    if (anchor === null) return undefined
    const told = input.anchorTimes?.get(anchor.root)
    if (told !== undefined || !isOfCase(anchor.origin, input.caseUid)) return told
    // A checkpoint of another order, as a restored hub had it before, covered another entry at that place.
    const root = entries.hubRoots.get(anchor.size)
    return root !== undefined && toHex(root) === anchor.root ? held[anchor.size - 1] : undefined
  }
}

const whyTooEarly =
  'the clock of its device was behind, its time was made up, or its hub was restored and received anew what the checkpoint covers'

/** S-96, S-97: entries whose own time cannot be, given when a hub is known to have had something. */
const findImpossibleTimes = (
  sound: TimedEntries['sound'],
  below: ReadonlyMap<string, Below>,
  anchorTime: AnchorTime,
  input: TimeInput,
): ChainFault[] => {
  const tolerance = toleranceOf(input)
  const faults: ChainFault[] = []
  for (const entry of sound) {
    const at = Date.parse(entry.claim.at)
    const own = anchorTime(entry)
    const inherited = below.get(entry.trueId)?.anchorMs ?? -Infinity
    const latest = input.receipts?.get(entry.id)
    if (own !== undefined && at < Date.parse(own) - tolerance) {
      faults.push({
        code: 'time_before_anchor',
        entry,
        message: `the entry is dated before the checkpoint that it names existed: ${whyTooEarly}`,
      })
    } else if (at < inherited - tolerance) {
      faults.push({
        code: 'time_before_anchor',
        entry,
        message: `the entry is dated before a checkpoint existed that an entry names which it follows: ${whyTooEarly}`,
      })
    }
    if (latest !== undefined && at > Date.parse(latest) + tolerance) {
      faults.push({
        code: 'time_after_receipt',
        entry,
        message:
          'the entry is dated after the hub received it: the clock of its device was ahead, or its time was made up',
      })
    }
  }
  return faults
}

/** S-113: what an entry cannot be older than by the clocks of devices, the latest first. */
const bounds = (
  { claim, trueId }: SoundEntry,
  below: Below,
  opened: { readonly id: string; readonly ms: number } | null,
  input: TimeInput,
): { readonly ms: number; readonly what: string }[] => {
  const record = input.keys.get(claim.kid)
  const joined = record?.joinedDseq !== undefined && claim.dseq <= record.joinedDseq
  const hlcMs = parseHlc(claim.hlc)?.ms ?? -Infinity
  return [
    { ms: below.atMs, what: 'an entry that it follows' },
    { ms: opened === null || opened.id === trueId ? -Infinity : opened.ms, what: 'the opening of the case' },
    {
      ms: record === undefined || joined ? -Infinity : Date.parse(record.enrolledAt),
      what: 'the enrolment of its key',
    },
    // A reading that is carried over from an entry below says nothing new about this device's clock.
    {
      ms: hlcMs > below.hlcMs + toleranceOf(input) ? hlcMs : -Infinity,
      what: 'a reading of a clock that its device had seen',
    },
  ].sort((a, b) => b.ms - a.ms)
}

/**
 * S-113: of entries without a fault of their time, those whose time contradicts their order; of a run the first, and
 * each one whose anchor went back besides (S-96).
 */
const findTimesOutOfOrder = (
  { sound, chains }: TimedEntries,
  below: ReadonlyMap<string, Below>,
  known: { readonly faulty: ReadonlySet<string>; readonly goneBack: ReadonlySet<string> },
  input: TimeInput,
): ChainFault[] => {
  const tolerance = toleranceOf(input)
  const first = sound.find(({ claim }) => claim.type === 'case.opened')
  const opened = first === undefined ? null : { id: first.trueId, ms: sealedByMs(first, input.receipts) }
  const contradiction = (entry: SoundEntry): string | null => {
    const under = below.get(entry.trueId)
    const [latest] = under === undefined ? [] : bounds(entry, under, opened, input)
    const at = Date.parse(entry.claim.at)
    if (latest !== undefined && at < latest.ms - tolerance)
      return `the entry is dated before ${latest.what}: the clock of its device was behind, another was ahead, or its time was made up`
    return at > (parseHlc(entry.claim.hlc)?.ms ?? Infinity) + tolerance
      ? 'the entry is dated after the reading of its own hybrid clock, which is never behind the clock of its device: its time was made up'
      : null
  }
  const messages = new Map(sound.map((entry) => [entry.trueId, contradiction(entry)]))
  const goesOn = new Set(
    chains
      .flatMap(steps)
      .filter(({ before }) => known.faulty.has(before.trueId) || (messages.get(before.trueId) ?? null) !== null)
      .map(({ entry }) => entry.trueId),
  )
  return sound.flatMap((entry): ChainFault[] => {
    const message = messages.get(entry.trueId) ?? null
    if (message === null || known.faulty.has(entry.trueId)) return []
    if (known.goneBack.has(entry.trueId)) return [{ code: 'time_before_anchor', entry, message: backDated }]
    return goesOn.has(entry.trueId) ? [] : [{ code: 'time_out_of_order', entry, message }]
  })
}

/** S-95 to S-97, S-113, S-114: everything that the times and anchors of a case's sound entries show. */
export const findTimeFaults = (entries: TimedEntries, input: TimeInput): ChainFault[] => {
  const { sound, chains } = entries
  const anchorTime = anchorTimes(entries, input)
  const below = timesBelow(sound, { anchorTime, receipts: input.receipts })
  const faults = [...chains.flatMap(findClockRegressions), ...findImpossibleTimes(sound, below, anchorTime, input)]
  const anchors = chains.flatMap(findAnchorsGoneBack)
  const idsOf = (found: readonly ChainFault[]): Set<string> => new Set(found.map(({ entry }) => entry.trueId))
  const known = { faulty: idsOf(faults), goneBack: idsOf(anchors) }
  const times = [...faults, ...findTimesOutOfOrder(entries, below, known, input)]
  const dated = idsOf(times.filter(({ code }) => code === 'time_before_anchor'))
  return [...times, ...anchors.filter(({ entry }) => !dated.has(entry.trueId))]
}
