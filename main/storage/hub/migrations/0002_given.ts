import type { HubMigration } from './types.ts'

/** Slots of leases that ended, and the integer ids that entries gave out. */
export const given: HubMigration = ({ int, text, clustered }) => [
  `alter table devices add column past_slots ${text} not null default '[]'`,
  `create table given_ids (
    kind ${text} not null,
    id ${int} not null,
    primary key (kind, id)
  ) ${clustered}`,
]
