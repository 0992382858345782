import type { Refusal } from '../../../shared/api/errors.ts'
import { HubStoreFault } from '../../sync/hub/store-fault.ts'

/** The disk of the database is full. */
export const diskFull = (cause: unknown): HubStoreFault =>
  new HubStoreFault(
    {
      code: 'storage_full',
      message: 'The disk of the hub is full. Nothing of the request was kept; free space and try again.',
    },
    cause,
  )

/** The disk is full when the store is to be opened, made or brought forward. */
export const noRoomToOpen: Refusal & { readonly code: 'storage_full' } = {
  code: 'storage_full',
  message:
    'The disk of the hub is full, so its store cannot be opened. Nothing was changed. Free some space on the disk of the store, then start the hub again.',
}

/** The store was closed. */
export const closing = (): HubStoreFault =>
  new HubStoreFault({ code: 'unavailable', message: 'The hub is stopping; try again in a moment.' })

/** Another process held the store for too long. */
export const occupied = (cause: unknown): HubStoreFault =>
  new HubStoreFault(
    {
      code: 'unavailable',
      message:
        'Another process of the hub has held its database for too long. Nothing of the request was kept; try again in a moment.',
    },
    cause,
  )

/** The database does not answer. */
export const databaseUnreachable = (cause: unknown): HubStoreFault =>
  new HubStoreFault(
    {
      code: 'unavailable',
      message:
        'The database of the hub cannot be reached. Try again in a moment; what was not acknowledged may not have been kept.',
    },
    cause,
  )
