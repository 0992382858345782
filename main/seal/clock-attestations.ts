import type { FindingCode } from '../../shared/schema/findings.ts'
import type { ChainFault, SoundEntry } from './chain.ts'
import { findTimeFaults } from './times.ts'
import type { TimedEntries } from './times.ts'
import type { ClockAttestation, KeyRecord, VerifyInput } from './verify-types.ts'

/** By how much the clock of an entry's device was ahead when it was sealed, by what is attested. */
const attestedOf = (
  { claim: { dev, at } }: SoundEntry,
  attestations: readonly ClockAttestation[],
): ClockAttestation | undefined => {
  const ms = Date.parse(at)
  return attestations.findLast(({ device, fromMs, toMs }) => device === dev && fromMs <= ms && ms <= toMs)
}

const setRight = (entry: SoundEntry, attestations: readonly ClockAttestation[]): SoundEntry => {
  const attested = attestedOf(entry, attestations)
  return attested === undefined
    ? entry
    : {
        ...entry,
        claim: { ...entry.claim, at: new Date(Date.parse(entry.claim.at) - attested.aheadMs).toISOString() },
      }
}

/** The same entries with the times that their clocks would have shown. */
const allSetRight = (
  { sound, chains, ...tree }: TimedEntries,
  attestations: readonly ClockAttestation[],
): TimedEntries => {
  const right = new Map(sound.map((entry) => [entry, setRight(entry, attestations)]))
  const rightOf = (entry: SoundEntry): SoundEntry => right.get(entry) ?? entry
  return {
    ...tree,
    sound: sound.map(rightOf),
    chains: chains.map(({ dev, entries, slots }) => ({
      dev,
      entries: entries.map(rightOf),
      slots: new Map([...slots].map(([seq, those]) => [seq, those.map(rightOf)])),
    })),
  }
}

/** What is attested of the clocks of all devices: of one with several keys, each says the same. */
const attestationsIn = (keys: ReadonlyMap<string, KeyRecord>): readonly ClockAttestation[] => [
  ...new Map([...keys.values()].flatMap(({ clocks }) => clocks ?? []).map((one) => [one.entry, one])).values(),
]

/**
 * Findings that an attestation can explain: those by which a time cannot be, and the contradictions that may have come
 * of it.
 */
const impossible: ReadonlySet<FindingCode> = new Set(['clock_regression', 'time_before_anchor', 'time_after_receipt'])
const outOfOrder: FindingCode = 'time_out_of_order'

const short = (entry: string): string => `${entry.slice(0, 12)}…`

/**
 * S-116: what times and anchors show, with what attested clocks explain told as such: a finding of an entry that has
 * none once the times are set right. Whatever remains with the times set right stays as it is.
 */
export const findExplainedTimeFaults = (entries: TimedEntries, input: VerifyInput): ChainFault[] => {
  const faults = findTimeFaults(entries, input)
  const attestations = attestationsIn(input.keys)
  const used = new Set(entries.sound.map((entry) => attestedOf(entry, attestations)).filter((one) => one !== undefined))
  if (used.size === 0) return faults
  const byId = new Map(entries.sound.map((entry) => [entry.trueId, entry]))
  const left = new Map<string, FindingCode[]>()
  for (const { code, entry } of findTimeFaults(allSetRight(entries, attestations), input))
    left.set(entry.trueId, [...(left.get(entry.trueId) ?? []), code])
  /** A contradiction that is no fault may come of the hybrid clock, which keeps the wrong reading for ever. */
  const remains = ({ code, entry }: ChainFault): boolean =>
    left.get(entry.trueId)?.some((other) => code === outOfOrder || impossible.has(other)) ?? false
  return faults.map((fault): ChainFault => {
    if ((fault.code !== outOfOrder && !impossible.has(fault.code)) || remains(fault)) return fault
    const sealed = byId.get(fault.entry.trueId)
    const own = sealed === undefined ? undefined : attestedOf(sealed, attestations)
    const named = (own === undefined ? [...used] : [own]).map(({ entry }) => short(entry)).join(', ')
    return {
      code: 'clock_attested',
      entry: fault.entry,
      message: `${fault.code}, explained by what a supervisor has sealed of the clock (entry ${named} of the workspace): ${fault.message}`,
    }
  })
}
