import type { Env } from '../../platform/env.ts'
import type { ErasureStore } from '../../storage/evidence/erasure-store.ts'
import { sweepBlobs } from './intake.ts'

/** What removing the files of erased bytes stands on. */
type ErasureServiceParts = Parameters<typeof sweepBlobs>[0] & { readonly env: Pick<Env, 'log'> }

/**
 * Erasing evidence by order, with the files: an approval answers when those are gone. What the disk refuses goes at the
 * next start; nobody can read it any more.
 */
export const createErasures = (
  parts: ErasureServiceParts,
  store: ErasureStore,
  isStopping: () => boolean,
): ErasureStore => ({
  ...store,
  approve: async (...given) => {
    const done = await store.approve(...given)
    if (!done.ok) return done
    try {
      await sweepBlobs(parts, isStopping)
    } catch (error) {
      parts.env.log.error(
        { err: error },
        'stored bytes whose keys were erased could not be removed; the next start removes them',
      )
    }
    return done
  },
})
