import { numbersRequest } from '../../../shared/protocol/sync.ts'
import type { NumbersAnswer } from '../../../shared/protocol/sync.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { segmentsWith } from '../../../shared/schema/policy.ts'
import { dayMs } from '../../../shared/text/days.ts'
import { everyDayLast, freeNumbers, numbersIn, takenBySlots } from '../../domain/cases/number-ranges.ts'
import { lastSequence, numberDay, slotSize } from '../../domain/cases/numbers.ts'
import type { CaseNumber, NumberRange } from '../../domain/cases/numbers.ts'
import { decodeJson } from '../wire.ts'
import { refuseMessage, versionRefusal } from './answer.ts'
import type { CallRefusal } from './answer.ts'
import { activeDevice, readWorkspace } from './core.ts'
import type { HubCore } from './core.ts'
import type { HubDevice, HubNumbers } from './records.ts'
import type { HubTx } from './store.ts'
import type { WorkspaceHead } from './workspace-head.ts'

/** Numbers of one day that whoever asks gets at least: few calls for whoever opens one case after another. */
const leastAsked = 100
/** The same device asks again: it gets as many as it has of that day already, up to so many at once. */
const mostDoubled = 5_000
/** Numbers of each day to come for a device that has no slot. */
const plainReserve = 10
/** A device that asks for many on one day finds as many on each day to come, up to so many. */
const mostReserve = 1_000
/** The day on which it is asked, and this many to come. */
const reserveDays = 30
/**
 * Of one day, the devices of one person get so many of each segment at most, so that nobody can take all; the folder on
 * which the hub was founded is free of that.
 */
const numbersOfOne = 25_000

const dayAfter = (nowMs: number, days: number): string => numberDay(nowMs + days * dayMs)

/** Numbers of a day that nobody has, of the segments in their order. */
const freeOn = async (
  tx: HubTx,
  segments: readonly string[],
  day: string,
  wanted: number,
): Promise<readonly (NumberRange & { readonly segment: string })[]> => {
  const given: (NumberRange & { readonly segment: string })[] = []
  for (const [index, segment] of segments.entries()) {
    const left = wanted - numbersIn(given)
    if (left <= 0) break
    // Slots are lent of the first segment alone.
    const slots = index === 0 ? takenBySlots(await tx.heldSlots()) : []
    // Days are filled from below, so that what was lent last is the end of what is taken.
    const end = await tx.lastNumberOn(segment, day)
    const upper: NumberRange[] = end > everyDayLast ? [{ first: everyDayLast + 1, last: end }] : []
    const above = freeNumbers([{ first: 1, last: everyDayLast }, ...upper, ...slots], left)
    const free = numbersIn(above) >= left ? above : freeNumbers([...slots, ...(await tx.numbersOn(segment, day))], left)
    given.push(...free.map((range) => ({ ...range, segment })))
  }
  return given
}

/** The segments of case numbers that the institution has, the first one first. */
export const segmentsOf = (
  { identity }: Pick<HubCore, 'identity'>,
  { segments }: Pick<WorkspaceHead, 'segments'>,
): readonly string[] => segmentsWith(identity.institution, segments)

const lend = async (
  tx: HubTx,
  segments: readonly string[],
  device: HubDevice,
  { day, count, asked }: { readonly day: string; readonly count: number; readonly asked: boolean },
): Promise<number> => {
  const most =
    device.number === 0 ? count : numbersOfOne * segments.length - (await tx.numbersOfUser(device.userUid, day))
  const free = await freeOn(tx, segments, day, Math.min(count, Math.max(0, most)))
  if (free.length > 0)
    await tx.lendNumbers(free.map((range): HubNumbers => ({ ...range, day, deviceId: device.deviceId, asked })))
  return numbersIn(free)
}

/** The days to come have what the device needs without its hub. */
const keepReserve = async (tx: HubTx, segments: readonly string[], device: HubDevice, nowMs: number): Promise<void> => {
  const busiest = await tx.mostAsked(device.deviceId, dayAfter(nowMs, -reserveDays))
  const target = Math.min(busiest, mostReserve) + (device.slots.length === 0 ? plainReserve : 0)
  if (target === 0) return
  const held = await tx.numbersOf(device.deviceId, dayAfter(nowMs, 0), dayAfter(nowMs, reserveDays))
  for (let ahead = 0; ahead <= reserveDays; ahead++) {
    const day = dayAfter(nowMs, ahead)
    const lacking = target - numbersIn(held.filter((range) => range.day === day))
    if (lacking > 0) await lend(tx, segments, device, { day, count: lacking, asked: false })
  }
}

/** How many numbers of a day a device gets that asks for so many. */
const sizeOf = (wanted: number, had: readonly HubNumbers[]): number =>
  Math.max(wanted, leastAsked, Math.min(numbersIn(had), mostDoubled))

/**
 * Y-94: lends a device case numbers of one day, as many as it asks for, and a reserve for the days to come. Nobody gets
 * one of them a second time, whatever becomes of the device.
 */
export const numbers = async (
  core: HubCore,
  deviceId: string,
  body: Uint8Array,
): Promise<Result<NumbersAnswer, CallRefusal>> => {
  const version = versionRefusal(body, core.env.versions)
  if (version !== null) return version
  const read = decodeJson(numbersRequest, body)
  if (!read.ok) return refuseMessage(read.error)
  const { want } = read.value
  return await core.store.exclusively(async (tx): Promise<Result<NumbersAnswer, CallRefusal>> => {
    const device = await activeDevice(tx, deviceId)
    if (!device.ok) return device
    const nowMs = core.env.clock.nowMs()
    const segments = segmentsOf(core, await readWorkspace(tx))
    let full = false
    if (want !== undefined) {
      const had = (await tx.numbersOf(deviceId, want.day, want.day)).filter(({ asked }) => asked)
      const lent = await lend(tx, segments, device.value, {
        day: want.day,
        count: sizeOf(want.count, had),
        asked: true,
      })
      full = lent === 0
    }
    await keepReserve(tx, segments, device.value, nowMs)
    const [today, end] = [dayAfter(nowMs, 0), dayAfter(nowMs, reserveDays)]
    const held = await tx.numbersOf(deviceId, today, end)
    const other =
      want === undefined || (want.day >= today && want.day <= end)
        ? []
        : await tx.numbersOf(deviceId, want.day, want.day)
    return ok({
      numbers: [...held, ...other].map(({ segment, day, first, last }) => ({ segment, day, first, last })),
      full,
    })
  })
}

/**
 * Y-94: whether a number is one that was lent to a device for its day. One above what is lent for every day that nobody
 * has is taken for one of a lease that the hub forgot when it was restored, and becomes the device's.
 */
export const isLentFor = async (
  tx: HubTx,
  segments: readonly string[],
  device: HubDevice,
  { institution: segment, day, sequence }: CaseNumber,
): Promise<boolean> => {
  const holder = await tx.holderOf(segment, day, sequence)
  if (holder !== null) return holder === device.deviceId
  if (!segments.includes(segment) || sequence > lastSequence) return false
  const isFirst = segment === segments[0]
  const slot = Math.floor((sequence - 1) / slotSize)
  if (isFirst && (sequence <= everyDayLast || (await tx.heldSlots()).has(slot))) return false
  if ((await tx.numbersOfUser(device.userUid, day)) >= numbersOfOne * segments.length) return false
  await tx.lendNumbers([{ segment, day, first: sequence, last: sequence, deviceId: device.deviceId, asked: true }])
  return true
}
