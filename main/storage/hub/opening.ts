import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { schemaStandingOf } from '../migrations/standing.ts'
import type { SchemaStanding } from '../migrations/standing.ts'
import type { HubMigration } from './migrations/types.ts'

/** The one row of the state, when a store is made; `?`: the check of the key. */
export const firstState =
  "insert into hub_state (id, feed, floor, entries, next_device, dseq, hlc, must_scrub, key_check) values (1, 0, 0, 0, 1, 0, '', 0, ?)"

/** What a person is told of a store from before the first release: what it is, what is safe, and the way on. */
export const developmentStore = refusal(
  'development_build',
  'The store of the hub was made by a development build of Fieldseal before 0.1, and no release reads those. Nothing was changed. To keep its cases, start the hub with the build that made it and export each as a bundle ' +
    '(fieldseal export), which every release verifies. For a hub of this release start a new folder (fieldseal init), or with DATABASE_URL a new database as well, and enrol the laptops there.',
)

export const newerHubRelease = refusal(
  'unavailable',
  'The store of the hub was written by a newer release of Fieldseal; update this one. Nothing was changed.',
)

export const otherKey = refusal(
  'unavailable',
  'The key of this process does not open the store of the hub: it is the key of another hub. All processes of one hub share one workspace key; give this one the same (docs/hub.md). Nothing was changed.',
)

/** How a store that notes these migrations stands to this release; one that notes none is not made yet. */
export const hubStanding = (applied: readonly string[], steps: readonly HubMigration[]): SchemaStanding =>
  applied.length === 0
    ? 'earlier'
    : schemaStandingOf(
        applied,
        steps.map(({ name }) => name),
      )

/** Why a store is not opened by this release; null where it can be. */
export const otherRelease = (applied: readonly string[], steps: readonly HubMigration[]): Refusal | null => {
  const stands = hubStanding(applied, steps)
  return stands === 'newer' ? newerHubRelease : stands === 'development' ? developmentStore : null
}
