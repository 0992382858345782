import type { HubMigration } from './types.ts'

/** Where in the log the checkpoints of each chain stand (Y-53). A leaf is the note of a checkpoint byte for byte: so those of before are found. */
export const logPlaces: HubMigration = ({ int, text, clustered, bytesOf }) => [
  `create table log_places (
    chain ${text} not null,
    n ${int} not null,
    primary key (chain, n)
  ) ${clustered}`,
  `insert into log_places (chain, n) select c.chain, l.n from log_leaves l join hub_checkpoints c on ${bytesOf('c.note')} = l.data`,
]
