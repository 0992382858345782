/** When the hub was last heard, and the latest time of it that is known to have come (Y-102). */
export const contactTimes: readonly string[] = [
  `create table contact_times (
    id integer primary key check (id = 1),
    contact_ms integer not null,
    latest_ms integer not null
  ) strict`,
  // The clocks were compared at the last contact.
  'insert into contact_times (id, contact_ms, latest_ms) select 1, hub_ms, hub_ms from hub_time',
]
