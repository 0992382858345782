import { z } from 'zod'
import {
  feedLine,
  formerSince,
  protocolVersion,
  protocolVersions,
  pushAnswer,
  pushHeader,
  pushRun,
  syncLimits,
  wireEntry,
} from '../../shared/protocol/sync.ts'
import type { FeedLine, PushAnswer, PushRun } from '../../shared/protocol/sync.ts'
import { fail, ok } from '../../shared/schema/result.ts'
import type { Result } from '../../shared/schema/result.ts'
import { fromBase64url, toBase64url } from '../seal/hash.ts'
import type { CarriedEntry, CarriedRun, FormerPlaces } from './entry.ts'
import { countHidden, countValues } from './count-values.ts'
import { createThinning } from './thin.ts'
import type { OnEntry } from './thin.ts'

/**
 * The messages of sync as bytes (Y-28). Whoever reads them takes nothing for granted: what is not of the form is a
 * typed fault, and a message is never larger than `syncLimits`. Whether a seal holds is the business of whoever takes
 * the entries in.
 */

/**
 * Why bytes are no message: not of the form, larger than a message may be, or (for those with a definite end) cut off
 * before it.
 */
export interface WireFault {
  readonly code: 'malformed' | 'too_large' | 'cut'
  readonly message: string
}

/**
 * What a hub tells of a case, or of the whole feed, in its order. `entries` stands for a `run` line and the lines of
 * its entries, from position `pos` on.
 */
export type FeedItem =
  | ({ readonly k: 'entries'; readonly pos: number } & CarriedRun)
  | Exclude<FeedLine, { readonly k: 'run' | 'e' }>

/** A page of the feed as it came: all of it where its `end` came too, else what came before it was cut off (Y-24). */
export interface FeedPage {
  readonly items: readonly FeedItem[]
  readonly whole: boolean
}

const fault = (code: WireFault['code'], message: string): Result<never, WireFault> => fail({ code, message })

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const line = (value: unknown): string => `${JSON.stringify(value)}\n`

/** A JSON message of one of the schemas of `shared/protocol/sync.ts`. */
export const encodeJson = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value), 'utf8')

/** Reads a JSON message. */
export const decodeJson = <T>(schema: z.ZodType<T>, bytes: Uint8Array): Result<T, WireFault> => {
  if (bytes.length > syncLimits.bytes) return fault('too_large', `A message has at most ${syncLimits.bytes} bytes.`)
  return parseAs(schema, bytes, 'the message')
}

const parseAs = <T>(schema: z.ZodType<T>, bytes: Uint8Array, what: string): Result<T, WireFault> => {
  let value: unknown
  try {
    value = JSON.parse(strictUtf8.decode(bytes))
  } catch {
    return fault('malformed', `${what} is not JSON in UTF-8`)
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return ok(parsed.data)
  const [issue] = parsed.error.issues
  // Names of members alone: a message may hold what nobody else is to read.
  return fault(
    'malformed',
    `${what} is not of its form${issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.slice(0, 4).map(String).join('.').slice(0, 100)}`}`,
  )
}

const newline = 0x0a

/**
 * What the entries of one message may come to once the context has given back what they left out: without a bound of
 * its own a short message comes out as gigabytes. Whoever keeps to `syncLimits` sends half of it.
 */
const outgrows = (room: { left: number }, { payload }: CarriedEntry): boolean => {
  room.left -= payload.length
  return room.left < 0
}
const tooMuch = fault('too_large', `The entries of a message have at most ${syncLimits.bytes} bytes.`)

const tooManyValues = fault('too_large', `A push has at most ${syncLimits.values} JSON values.`)

const named = z.looseObject({ protocol: protocolVersion })

/**
 * The version of the protocol that a request names in its first line, before anything else of it is read (Y-27); null
 * where it names none.
 */
export const protocolOf = (bytes: Uint8Array): number | null => {
  const end = bytes.indexOf(newline)
  const first = parseAs(named, end < 0 ? bytes : bytes.subarray(0, end), 'the request')
  return first.ok ? first.value.protocol : null
}

const ofKind = z.looseObject({ k: z.string().max(100) })
const knownKinds: ReadonlySet<string> = new Set(feedLine.options.map(({ shape }) => shape.k.value))

/** A line of a page; null: of a kind that this release does not know, which is passed over (Y-27). */
const parseFeedLine = (bytes: Uint8Array): Result<FeedLine | null, WireFault> => {
  const read = parseAs(feedLine, bytes, 'a line of the page')
  if (read.ok) return read
  const kind = parseAs(ofKind, bytes, 'a line of the page')
  return kind.ok && !knownKinds.has(kind.value.k) ? ok(null) : read
}

/** The lines of a message without their line feeds; the last one, where no line feed ends it, apart. */
const linesOf = function* (bytes: Uint8Array): Generator<{ readonly bytes: Uint8Array; readonly ended: boolean }> {
  let from = 0
  while (from < bytes.length) {
    const end = bytes.indexOf(newline, from)
    yield { bytes: bytes.subarray(from, end < 0 ? bytes.length : end), ended: end >= 0 }
    if (end < 0) return
    from = end + 1
  }
}

const writeFormer = ({ note, places }: FormerPlaces): NonNullable<PushRun['former']> => ({
  note,
  places: places.map(({ index, hashes }) => ({ i: index, h: hashes.map(toBase64url) })),
})

const readFormer = ({ note, places }: NonNullable<PushRun['former']>): FormerPlaces => ({
  note,
  places: places.map(({ i, h }) => ({ index: i, hashes: h.map((hash) => fromBase64url(hash) ?? new Uint8Array()) })),
})

/**
 * A push: the header, then each run with its entries. The caller keeps to `syncLimits`: a hub refuses what is larger.
 */
export const encodePush = (runs: readonly CarriedRun[], protocol: number = protocolVersions[0]): Uint8Array => {
  const thinning = createThinning()
  const lines = [line({ protocol, runs: runs.length } satisfies z.infer<typeof pushHeader>)]
  for (const run of runs) {
    const former = run.former === undefined || protocol < formerSince ? {} : { former: writeFormer(run.former) }
    lines.push(
      line({
        case: run.case,
        device: run.deviceId,
        kid: run.kid,
        entries: run.entries.length,
        ...former,
      } satisfies PushRun),
    )
    for (const entry of run.entries) lines.push(line(thinning.thin(run, entry)))
  }
  return Buffer.from(lines.join(''), 'utf8')
}

/** Reads a push. A push that is cut off is a fault as a whole: nothing of it was asked for yet. */
export const decodePush = (
  bytes: Uint8Array,
  onEntry?: OnEntry,
): Result<{ readonly protocol: number; readonly runs: readonly CarriedRun[] }, WireFault> => {
  if (bytes.length > syncLimits.bytes) return fault('too_large', `A push has at most ${syncLimits.bytes} bytes.`)
  const thinning = createThinning(onEntry)
  const runs: (CarriedRun & { readonly entries: CarriedEntry[] })[] = []
  let header: z.infer<typeof pushHeader> | null = null
  const room = { left: syncLimits.bytes }
  // Before anything is parsed: what comes first in a message is not cheaper than what comes last.
  let values = syncLimits.values - countValues(bytes)
  if (values < 0) return tooManyValues
  let expected = 0
  let count = 0
  for (const { bytes: text, ended } of linesOf(bytes)) {
    if (!ended) return fault('cut', 'the push was cut off within a line')
    const run = runs.at(-1)
    if (header === null) {
      const first = parseAs(pushHeader, text, 'the first line of the push')
      if (!first.ok) return first
      header = first.value
    } else if (run === undefined || expected === 0) {
      const opened = parseAs(pushRun, text, 'a run of the push')
      if (!opened.ok) return opened
      expected = opened.value.entries
      count += expected
      if (count > syncLimits.entries) return fault('too_large', `A push has at most ${syncLimits.entries} entries.`)
      const { case: name, device, kid, former } = opened.value
      if (former !== undefined && former.places.length !== expected)
        return fault('malformed', 'a run of the push names other places than it has entries')
      runs.push({
        case: name,
        deviceId: device,
        kid,
        entries: [],
        ...(former === undefined ? {} : { former: readFormer(former) }),
      })
    } else {
      const read = parseAs(wireEntry, text, 'an entry of the push')
      if (!read.ok) return read
      values -= countHidden(read.value)
      if (values < 0) return tooManyValues
      const entry = thinning.thicken(run, read.value)
      if (entry === null) return fault('malformed', 'an entry of the push does not come out of its context')
      run.entries.push(entry)
      if (outgrows(room, entry)) return tooMuch
      expected -= 1
    }
  }
  if (header === null || expected > 0 || runs.length < header.runs) return fault('cut', 'the push was cut off')
  return runs.length > header.runs
    ? fault('malformed', 'the push has more runs than it says')
    : ok({ protocol: header.protocol, runs })
}

/** The answer to a push. */
export const encodePushAnswer = (answer: PushAnswer): Uint8Array => encodeJson(answer)
export const decodePushAnswer = (bytes: Uint8Array): Result<PushAnswer, WireFault> => decodeJson(pushAnswer, bytes)

/** A page of the feed. The caller keeps to `syncLimits` and ends it with `end`. */
export const encodeFeed = (items: Iterable<FeedItem>): Uint8Array => {
  const thinning = createThinning()
  const lines: string[] = []
  for (const item of items) {
    if (item.k === 'entries') {
      lines.push(
        line({ k: 'run', case: item.case, device: item.deviceId, kid: item.kid, pos: item.pos } satisfies FeedLine),
      )
      for (const entry of item.entries) lines.push(line({ k: 'e', ...thinning.thin(item, entry) } satisfies FeedLine))
    } else {
      lines.push(line(item satisfies FeedLine))
    }
  }
  return Buffer.from(lines.join(''), 'utf8')
}

/**
 * Reads a page of the feed. What was cut off at its end is no fault: the items before count, and `whole` is false. A
 * line within it that is none is a fault of the whole page.
 */
export const decodeFeed = (bytes: Uint8Array, onEntry?: OnEntry): Result<FeedPage, WireFault> => {
  if (bytes.length > syncLimits.bytes) return fault('too_large', `A page has at most ${syncLimits.bytes} bytes.`)
  const thinning = createThinning(onEntry)
  const items: FeedItem[] = []
  const room = { left: syncLimits.bytes }
  let run: (Extract<FeedItem, { k: 'entries' }> & { readonly entries: CarriedEntry[] }) | null = null
  let count = 0
  let whole = false
  for (const { bytes: text, ended } of linesOf(bytes)) {
    if (!ended) break
    if (whole) return fault('malformed', 'a line follows the end of the page')
    const read = parseFeedLine(text)
    if (!read.ok) return read
    const item = read.value
    if (item === null) {
      run = null
      continue
    }
    if (item.k === 'e') {
      const entry: CarriedEntry | null = run === null ? null : thinning.thicken(run, item)
      if (run === null || entry === null)
        return fault('malformed', 'an entry of the page does not come out of its context')
      count += 1
      if (count > syncLimits.entries) return fault('too_large', `A page has at most ${syncLimits.entries} entries.`)
      run.entries.push(entry)
      if (outgrows(room, entry)) return tooMuch
    } else if (item.k === 'run') {
      run = { k: 'entries', case: item.case, deviceId: item.device, kid: item.kid, pos: item.pos, entries: [] }
      items.push(run)
    } else {
      run = null
      items.push(item)
      whole = item.k === 'end'
    }
  }
  return ok({ items, whole })
}
