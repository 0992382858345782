import { everyDayLast } from '../../../domain/cases/number-ranges.ts'
import { slotSize } from '../../../domain/cases/numbers.ts'
import type { HubNumbers } from '../../../sync/hub/records.ts'
import type { HubReader, HubTx } from '../../../sync/hub/store.ts'
import type { HubParts } from '../statements.ts'

interface Row {
  readonly segment: string
  readonly day: string
  readonly first: number
  readonly last: number
  readonly device_id: string
  readonly asked: number
}

const rangeOf = ({ segment, day, first, last, device_id: deviceId, asked }: Row): HubNumbers => ({
  segment,
  day,
  first,
  last,
  deviceId,
  asked: asked === 1,
})

type Reads = Pick<
  HubReader,
  'numbersOn' | 'lastNumberOn' | 'numbersOf' | 'holderOf' | 'mostAsked' | 'numbersOfUser' | 'heldSlots'
>

/** Case numbers that are lent day by day (Y-94). */
export const numberReads = ({ sql }: Pick<HubParts, 'sql'>): Reads => ({
  numbersOn: async (segment, day) =>
    (await sql.all<Row>('select * from number_ranges where segment = ? and day = ? order by first', segment, day)).map(
      rangeOf,
    ),
  lastNumberOn: async (segment, day) =>
    (
      await sql.get<{ last: number }>(
        'select last from number_ranges where segment = ? and day = ? order by first desc limit 1',
        segment,
        day,
      )
    )?.last ?? 0,
  numbersOf: async (deviceId, fromDay, toDay) =>
    (
      await sql.all<Row>(
        'select * from number_ranges where device_id = ? and day >= ? and day <= ? order by day, segment, first',
        deviceId,
        fromDay,
        toDay,
      )
    ).map(rangeOf),
  holderOf: async (segment, day, sequence) => {
    const row = await sql.get<Row>(
      'select * from number_ranges where segment = ? and day = ? and first <= ? order by first desc limit 1',
      segment,
      day,
      sequence,
    )
    return row === undefined || row.last < sequence ? null : row.device_id
  },
  mostAsked: async (deviceId, fromDay) =>
    (
      await sql.get<{ numbers: number }>(
        'select cast(sum(last - first + 1) as bigint) as numbers from number_ranges where device_id = ? and day >= ? and asked = 1 group by day order by numbers desc limit 1',
        deviceId,
        fromDay,
      )
    )?.numbers ?? 0,
  numbersOfUser: async (userUid, day) =>
    (
      await sql.get<{ numbers: number }>(
        'select cast(coalesce(sum(r.last - r.first + 1), 0) as bigint) as numbers from devices d join number_ranges r on r.device_id = d.device_id and r.day = ? where d.user_uid = ?',
        day,
        userUid,
      )
    )?.numbers ?? 0,
  heldSlots: async () => {
    const rows = await sql.all<{ slots: string; past_slots: string }>(
      "select slots, past_slots from devices where slots <> '[]' or past_slots <> '[]'",
    )
    return new Set(
      rows.flatMap(({ slots, past_slots: past }) => [
        ...(JSON.parse(slots) as number[]),
        ...(JSON.parse(past) as number[]),
      ]),
    )
  },
})

export const numberWrites = ({ sql }: Pick<HubParts, 'sql'>): Pick<HubTx, 'lendNumbers' | 'slotsLentByDay'> => ({
  lendNumbers: async (numbers) => {
    await sql.insert(
      'number_ranges',
      ['segment', 'day', 'first', 'last', 'device_id', 'asked'],
      numbers.map(({ segment, day, first, last, deviceId, asked }) => [
        segment,
        day,
        first,
        last,
        deviceId,
        asked ? 1 : 0,
      ]),
    )
  },
  slotsLentByDay: async (segment) => {
    const rows = await sql.all<{ low: number; high: number }>(
      `select distinct (first - 1) / ${slotSize} as low, (last - 1) / ${slotSize} as high from number_ranges where segment = ? and first <= ?`,
      segment,
      everyDayLast,
    )
    const slots = new Set<number>()
    for (const { low, high } of rows) for (let slot = low; slot <= high; slot++) slots.add(slot)
    return slots
  },
})
