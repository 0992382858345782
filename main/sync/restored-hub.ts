import { refusal } from '../../shared/api/errors.ts'

/** The alarm with which a backup of a folder on which a hub stands begins (Y-82): whoever starts from it starts a hub that was restored. */
export const restoredHubAlarm = 'hub_restored'

/** @param madeAt when the backup was made, RFC 3339 */
export const restoredHubMessage = (madeAt: string): string =>
  `This hub was brought back from its backup of ${madeAt}. Nothing is lost, and laptops sync. What was written here after the backup comes back from them: until you say that it has, nothing new can be written in the hub’s own window, because it would stand against what comes back. Let the laptops sync, then say so below (docs/hub.md, After a restore).`

/** What a hub that was restored answers to who writes in its own window. */
export const restoredHub = refusal(
  'unavailable',
  'This hub was brought back from a backup, and what was written here afterwards may not have come back yet. Nothing was written, and nothing is lost. Let the laptops sync; then say in the sync centre of the hub, or by `fieldseal device trust-restored`, that it has come back.',
)

/** What the hub's own folder answers until its first pull has ended (Y-81). */
export const catchingUp = refusal('unavailable', 'The hub’s own folder is still taking in what its store has. Nothing was written; try again in a moment.')
