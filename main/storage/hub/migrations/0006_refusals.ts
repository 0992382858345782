import type { HubMigration } from './types.ts'

/** What the hub refused of a device's pushes and has not taken since (Y-91). Names of devices are kept as JSON: whoever brings an entry writes what they like. */
export const refusals: HubMigration = ({ int, text, clustered }) => [
  `create table refusals (
    device_id ${text} not null,
    chain ${text} not null,
    author ${text} not null,
    seq ${int} not null,
    code ${text} not null,
    since ${int} not null,
    last ${int} not null,
    primary key (device_id, chain, author)
  ) ${clustered}`,
]
