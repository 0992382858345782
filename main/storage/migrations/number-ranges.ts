/**
 * Case numbers that a hub lent for one day (Y-94), and how far numbers are used, by the segment that they begin with:
 * an institution can have several.
 */
export const numberRanges: readonly string[] = [
  `create table number_ranges (
    segment text not null,
    day text not null,
    first integer not null,
    last integer not null,
    primary key (day, segment, first)
  ) strict, without rowid`,
  'alter table number_slots rename to number_slots_before',
  `create table number_slots (
    segment text not null,
    day text not null,
    slot integer not null,
    device_number integer not null,
    last integer not null,
    primary key (segment, day, slot, device_number)
  ) strict, without rowid`,
  `insert into number_slots (segment, day, slot, device_number, last)
   select coalesce((select institution from hub), (select institution from workspace), ''), day, slot, device_number, last from number_slots_before`,
  `insert into number_slots (segment, day, slot, device_number, last)
   select substr(number, 6, length(number) - 20), substr(number, -14, 8), (cast(substr(number, -5) as integer) - 1) / 100, case_id / 4294967296, max((cast(substr(number, -5) as integer) - 1) % 100 + 1)
   from case_numbers group by 1, 2, 3, 4
   on conflict do update set last = max(last, excluded.last)`,
  'drop table number_slots_before',
]
