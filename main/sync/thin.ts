import { disclosureDigest } from '../seal/disclosure.ts'
import { entryDigests, entryLeaf } from '../seal/entry.ts'
import { fromBase64url, toBase64url, toHex } from '../seal/hash.ts'
import { encodeHlc, parseHlc } from '../seal/hlc.ts'
import { inspectEntry } from '../seal/judge.ts'
import type { Inspection } from '../seal/judge.ts'
import { payloadFault } from '../seal/payload.ts'
import type { EntryPayload } from '../seal/payload.ts'
import type { WireEntry } from '../../shared/protocol/sync.ts'
import type { CarriedEntry, CarriedRun } from './entry.ts'

/** The run that an entry travels in: what all its entries share. */
export type RunContext = Pick<CarriedRun, 'case' | 'deviceId' | 'kid'>

/**
 * What both ends of one message remember of it while it is written or read (Y-28): the last entry of each device, and
 * of each device in each case. One for a message and a direction; entries go through it in the order of the message.
 */
export interface Thinning {
  /** The entry as it travels: thin, or whole where its bytes would not come out. */
  thin(run: RunContext, entry: CarriedEntry): WireEntry
  /**
   * The entry that travelled; null where nothing of an entry's form comes out. Whether its seal holds is not asked
   * here.
   */
  thicken(run: RunContext, wire: WireEntry): CarriedEntry | null
}

/** Told of each entry as it is read, with what its bytes say: they are read once, whoever judges them. */
export type OnEntry = (entry: CarriedEntry, inspection: Inspection) => void

interface Before {
  readonly id: string
  readonly payload: EntryPayload
}

/** The entries before one: of the same device in the same case, and of the same device in whatever case. */
interface Around {
  readonly inCase: Before | undefined
  readonly ofDevice: Before | undefined
}

type Members = Record<string, unknown>
/**
 * What the context stands for where a thin entry leaves a member out; in canonical order (S-1), which is the order that
 * it is written in.
 */
type Given = { readonly [Name in keyof EntryPayload]: unknown }

const isNumbers = (value: unknown): value is readonly [number, number, number] =>
  Array.isArray(value) && value.length === 3 && value.every((item) => Number.isSafeInteger(item))

/**
 * The member of a thin entry that holds its times: milliseconds since the device's entry before, the clock's counter,
 * monotonic milliseconds since then.
 */
const timesName = 't'

const timesOf = (payload: EntryPayload, before: EntryPayload): readonly [number, number, number] | null => {
  const [now, then] = [parseHlc(payload.hlc), parseHlc(before.hlc)]
  return now === null || then === null ? null : [now.ms - then.ms, now.counter, payload.mono - before.mono]
}

const givenBy = (run: RunContext, { inCase, ofDevice }: Around, digests: readonly string[], thin: Members): Given => {
  const times = thin[timesName]
  const then = ofDevice === undefined ? null : parseHlc(ofDevice.payload.hlc)
  const ms = isNumbers(times) && then !== null ? then.ms + times[0] : null
  const hlc = ms === null ? undefined : encodeHlc({ ms, counter: (times as readonly number[])[1] as number })
  const clock = parseHlc(typeof thin['hlc'] === 'string' ? thin['hlc'] : (hlc ?? ''))
  return {
    _sd: [...digests].sort(),
    _sd_alg: 'sha-256',
    actor: ofDevice?.payload.actor,
    anchor: inCase?.payload.anchor ?? null,
    at: clock === null ? undefined : new Date(clock.ms).toISOString(),
    boot: ofDevice?.payload.boot,
    case: run.case,
    dev: run.deviceId,
    dseq: (ofDevice?.payload.dseq ?? 0) + 1,
    hlc,
    kid: run.kid,
    mono: isNumbers(times) && ofDevice !== undefined ? ofDevice.payload.mono + times[2] : undefined,
    prev: inCase?.id ?? null,
    pub: {},
    refs: [],
    seen: inCase?.payload.seen ?? [],
    seq: (inCase?.payload.seq ?? 0) + 1,
    subject: inCase?.payload.subject ?? run.case,
    type: undefined,
    v: 1,
  }
}

/**
 * A thin entry's text: each member as it came, else as the context gives it. Throws RangeError on values nested too
 * deep.
 */
const fill = (given: Given, thin: Members): string => {
  const whole: Members = {}
  for (const [name, value] of Object.entries(given)) whole[name] = Object.hasOwn(thin, name) ? thin[name] : value
  return JSON.stringify(whole)
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other))

/** The members that the context does not give, and what it gives. */
const strip = (
  run: RunContext,
  around: Around,
  digests: readonly string[],
  payload: EntryPayload,
): { readonly thin: Members; readonly given: Given } => {
  const times = around.ofDevice === undefined ? null : timesOf(payload, around.ofDevice.payload)
  const thin: Members = times === null ? {} : { [timesName]: times }
  const given = givenBy(run, around, digests, times === null ? { hlc: payload.hlc } : thin)
  for (const [name, value] of Object.entries(given)) {
    const own = payload[name as keyof EntryPayload]
    if (!isSame(own, value)) thin[name] = own
  }
  return { thin, given }
}

const parsePayload = (text: string): EntryPayload | null => {
  try {
    const value = JSON.parse(text) as unknown
    return payloadFault(value) === null ? (value as EntryPayload) : null
  } catch {
    return null
  }
}

/** A disclosure as an array where its plain JSON gives the encoded text back, else the encoded text. */
const openDisclosure = (encoded: string): string | readonly [string, string, unknown] => {
  try {
    const value = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')) as unknown
    const isTriple =
      Array.isArray(value) && value.length === 3 && typeof value[0] === 'string' && typeof value[1] === 'string'
    return isTriple && encodeTriple(value as unknown as readonly [string, string, unknown]) === encoded
      ? (value as unknown as readonly [string, string, unknown])
      : encoded
  } catch {
    return encoded
  }
}

const encodeTriple = (triple: readonly [string, string, unknown]): string =>
  Buffer.from(JSON.stringify(triple), 'utf8').toString('base64url')

const carried = (
  text: string,
  kid: string,
  sig: Uint8Array,
  disclosures: readonly string[],
): { readonly entry: CarriedEntry; readonly inspection: Inspection } => {
  const payload = Buffer.from(text, 'utf8')
  const digests = entryDigests(payload, sig)
  const entry: CarriedEntry = { id: toHex(digests.leaf), payload, kid, sig, disclosures }
  return { entry, inspection: inspectEntry(entry, digests) }
}

/** Begins a message. */
export const createThinning = (onEntry?: OnEntry): Thinning => {
  const ofDevices = new Map<string, Before>()
  const inCases = new Map<string, Before>()
  const caseKey = (run: RunContext): string => JSON.stringify([run.deviceId, run.case])

  const around = (run: RunContext): Around => ({
    inCase: inCases.get(caseKey(run)),
    ofDevice: ofDevices.get(run.deviceId),
  })

  /** What cannot be read, or is another's than the run says, gives no context to what follows. */
  const remember = (run: RunContext, id: string, payload: EntryPayload | null): void => {
    if (payload?.case !== run.case || payload.dev !== run.deviceId) {
      ofDevices.delete(run.deviceId)
      inCases.delete(caseKey(run))
      return
    }
    ofDevices.set(run.deviceId, { id, payload })
    inCases.set(caseKey(run), { id, payload })
  }

  const slim = (run: RunContext, entry: CarriedEntry, text: string, payload: EntryPayload): Members | null => {
    const digests = entry.disclosures.map(disclosureDigest)
    const { thin, given } = strip(run, around(run), digests, payload)
    return fill(given, thin) === text ? thin : null
  }

  const orNull = <T>(make: () => T | null): T | null => {
    try {
      return make()
    } catch (error) {
      // Clocks that no calendar has, and values nested deeper than the stack: a stranger's, never an honest device's.
      if (error instanceof RangeError) return null
      throw error
    }
  }

  return {
    thin: (run, entry) => {
      const text = Buffer.from(entry.payload).toString('utf8')
      const payload = parsePayload(text)
      const thin = payload === null ? null : orNull(() => slim(run, entry, text, payload))
      // Both ends remember the id that the bytes give, whatever a store says beside them.
      remember(run, toHex(entryLeaf(entry.payload, entry.sig)), payload)
      const disclosures = entry.disclosures.length === 0 ? {} : { d: entry.disclosures.map(openDisclosure) }
      return { p: thin ?? text, s: toBase64url(entry.sig), ...disclosures }
    },

    thicken: (run, wire) =>
      orNull(() => {
        const sig = fromBase64url(wire.s)
        const disclosures = (wire.d ?? []).map((item) => (typeof item === 'string' ? item : encodeTriple(item)))
        const text =
          typeof wire.p === 'string'
            ? wire.p
            : fill(givenBy(run, around(run), disclosures.map(disclosureDigest), wire.p), wire.p)
        if (sig === null || !text.isWellFormed()) return null
        const { entry, inspection } = carried(text, run.kid, sig, disclosures)
        // What has no canonical form is no seal's, and may still be the context of what follows.
        remember(run, entry.id, inspection.claim ?? parsePayload(text))
        onEntry?.(entry, inspection)
        return entry
      }),
  }
}
