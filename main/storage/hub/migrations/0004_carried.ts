import type { HubMigration } from './types.ts'

/** What devices said by files that were carried (Y-70), and which copies of cases they gave back (Y-73). */
export const carried: HubMigration = ({ int, text, clustered }) => [
  `create table carried (
    device_id ${text} primary key,
    file_id ${text} not null,
    request ${text} not null,
    refused ${text} not null,
    at ${int} not null
  ) ${clustered}`,
  `create table releases (
    device_id ${text} not null,
    chain ${text} not null,
    feed ${int} not null,
    taken_feed ${int},
    primary key (device_id, chain)
  ) ${clustered}`,
]
