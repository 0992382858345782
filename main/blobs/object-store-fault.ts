import type { Refusal } from '../../shared/api/errors.ts'

/**
 * An object store that cannot be reached, or refuses. Nothing was changed, or what was begun is tried again from its
 * beginning.
 */
export class ObjectStoreFault extends Error {
  override readonly name = 'ObjectStoreFault'
  readonly refusal: Refusal & { readonly code: 'unavailable' }

  constructor(cause: unknown) {
    const why = cause instanceof Error ? `${cause.name}: ${cause.message}` : 'no answer'
    super(`the object store did not do what it was asked: ${why}`, { cause })
    this.refusal = {
      code: 'unavailable',
      message: `The object store for evidence cannot be used at the moment (${why}). Nothing was lost; try again in a moment.`,
    }
  }
}
