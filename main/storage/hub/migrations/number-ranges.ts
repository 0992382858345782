import type { HubTables } from './types.ts'

/** Case numbers that are lent for one day (Y-94). `asked`: they were asked for, and are no reserve. */
export const hubNumberRanges: HubTables = ({ int, text, clustered }) => [
  `create table number_ranges (
    segment ${text} not null,
    day ${text} not null,
    first ${int} not null,
    last ${int} not null,
    device_id ${text} not null,
    asked ${int} not null check (asked in (0, 1)),
    primary key (segment, day, first)
  ) ${clustered}`,
  'create index number_ranges_device on number_ranges (device_id, day)',
  // Where a slot is free for every day asks for the few that lie where slots are lent.
  'create index number_ranges_first on number_ranges (segment, first)',
]
