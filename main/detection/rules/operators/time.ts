import { dayMs, hourMs } from '../../../../shared/text/days.ts'
import type { JsonValue } from '../../../seal/canonical.ts'
import { instantOfNumber, instantOfText } from '../instants.ts'
import { operator, takes } from '../operator.ts'
import type { Operator, CompiledArgument, RulePlace } from '../operator.ts'
import { chargeText, timeOfEvent } from '../run.ts'
import type { RuleRun } from '../run.ts'
import { minuteOfDay, openOffsets, weekdayOf } from '../zones.ts'
import type { OffsetAt } from '../zones.ts'

const group = 'time'

const units = { seconds: 1_000, minutes: 60_000, hours: hourMs, days: dayMs } as const

/** The instant that a value is; NaN where it is none. */
const instantOf = (run: RuleRun, value: JsonValue): number => {
  if (typeof value === 'number') return instantOfNumber(value)
  if (typeof value !== 'string' || value.length > 40) return Number.NaN
  // Most rules ask for the time of the activity itself.
  if (Object.hasOwn(run.facts.event, 'at') && run.facts.event['at'] === value) return timeOfEvent(run)
  chargeText(run, value)
  return instantOfText(value)
}

/** The zone that an argument names; UTC where there is none. */
const zoneOf = (part: CompiledArgument | undefined, place: RulePlace): OffsetAt | null => {
  if (part === undefined) return openOffsets('UTC')
  const zone = typeof part.constant === 'string' ? openOffsets(part.constant) : null
  if (zone === null) place.fault(part.pointer, 'must be an IANA time zone, for example "Europe/Berlin"')
  return zone
}

const minutesOf = (part: CompiledArgument, place: RulePlace): number | null => {
  const read = typeof part.constant === 'string' ? /^([01]\d|2[0-3]):([0-5]\d)$/u.exec(part.constant) : null
  if (read === null) {
    place.fault(part.pointer, 'must be a time of day as "22:30"')
    return null
  }
  return Number(read[1]) * 60 + Number(read[2])
}

const onClock = (name: string, summary: string, read: (epochMs: number, offsetAt: OffsetAt) => number): Operator =>
  operator(
    {
      name,
      group,
      arguments: takes(['time', 'time'], ['zone', 'zone!?']),
      gives: 'number',
      summary: `${summary} in the zone (default UTC); null if the time is missing.`,
      example: { [name]: [{ var: 'event.at' }, 'Europe/Berlin'] },
    },
    {
      build: ([time, zone], place) => {
        const offsetAt = zoneOf(zone, place)
        if (time === undefined || offsetAt === null) return null
        return (run, here) => {
          const at = instantOf(run, time.node(run, here))
          return Number.isNaN(at) ? null : read(at, offsetAt)
        }
      },
    },
  )

/** Times of day, days of the week, and how long ago something was. */
export const timeOperators: readonly Operator[] = [
  onClock('hour', 'The hour, 0 to 23,', (at, offsetAt) => Math.floor(minuteOfDay(at, offsetAt) / 60)),
  onClock('weekday', 'The day of the week, 1 (Monday) to 7,', weekdayOf),
  operator(
    {
      name: 'between_hours',
      group,
      arguments: takes(['time', 'time'], ['from', 'text!'], ['to', 'text!'], ['zone', 'zone!?']),
      gives: 'truth',
      summary:
        'The time of day is from the first until before the second, also over midnight, in the zone (default UTC). False if the time is missing.',
      example: { between_hours: [{ var: 'event.at' }, '23:00', '05:00', 'Europe/Berlin'] },
    },
    {
      build: ([time, from, to, zone], place) => {
        if (time === undefined || from === undefined || to === undefined) return null
        const first = minutesOf(from, place)
        const last = minutesOf(to, place)
        const offsetAt = zoneOf(zone, place)
        if (first === null || last === null || offsetAt === null) return null
        return (run, here) => {
          const at = instantOf(run, time.node(run, here))
          if (Number.isNaN(at)) return false
          const minute = minuteOfDay(at, offsetAt)
          return first <= last ? minute >= first && minute < last : minute >= first || minute < last
        }
      },
    },
  ),
  operator(
    {
      name: 'age',
      group,
      arguments: takes(['time', 'time'], ['unit', 'unit!']),
      gives: 'number',
      summary:
        'How long before the activity a time was, in seconds, minutes, hours or days with fractions; null if one is missing.',
      example: { age: [{ var: 'profile.customer.first_seen_at' }, 'days'] },
    },
    {
      build: ([time, unit], place) => {
        if (time === undefined || unit === undefined) return null
        const { constant } = unit
        if (typeof constant !== 'string' || !Object.hasOwn(units, constant)) {
          place.fault(unit.pointer, 'must be "seconds", "minutes", "hours" or "days"')
          return null
        }
        const by = units[constant as keyof typeof units]
        return (run, here) => {
          const age = (timeOfEvent(run) - instantOf(run, time.node(run, here))) / by
          return Number.isNaN(age) ? null : age
        }
      },
    },
  ),
]
