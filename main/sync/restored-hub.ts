import { refusal } from '../../shared/api/errors.ts'

/**
 * The alarm with which a backup of a folder on which a hub stands begins (Y-82): whoever starts from it starts a hub
 * that was restored.
 */
export const restoredHubAlarm = 'hub_restored'

/** @param madeAtMs when the backup was made */
export const restoredHubMessage = (madeAtMs: number): string =>
  `This hub was brought back from its backup of ${new Date(madeAtMs).toISOString().slice(0, 16).replace('T', ' ')} UTC. What was written here after the backup comes back from the laptops that had it, once their people say that the hub was restored. Until you say that it has come back, nothing can be written in the hub’s own window: it would stand against what comes back. Laptops sync meanwhile. See docs/hub.md, After a restore.`

/** What a hub that was restored answers to who writes in its own window. */
export const restoredHub = refusal(
  'unavailable',
  'This hub was brought back from a backup, and what was written here afterwards may not have come back yet. Nothing was written. Let the laptops bring it; then say in the sync centre of the hub, or by `fieldseal device trust-restored`, that it has come back.',
)

/** What the hub's own folder answers until its first pull has ended (Y-81). */
export const catchingUp = refusal(
  'unavailable',
  'The hub’s own folder is still taking in what its store has. Nothing was written; try again in a moment.',
)
