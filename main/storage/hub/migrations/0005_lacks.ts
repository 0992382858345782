import type { HubMigration } from './types.ts'

/** What devices said by files that they lack of evidence (Y-75). */
export const lacks: HubMigration = ({ text }) => [`alter table carried add column lacks ${text} not null default '[]'`]
