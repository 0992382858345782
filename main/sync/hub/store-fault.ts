import type { Refusal } from '../../../shared/api/errors.ts'

/**
 * What a `HubStore` throws where its ground fails and no bug is to blame: the disk is full (`storage_full`), the
 * database cannot be reached, is held by another for too long, or is closing (`unavailable`). Nothing of the
 * transaction was kept, with one exception: a connection that is lost while it commits leaves open whether it was;
 * whoever tries again finds out (Y-22).
 */
export class HubStoreFault extends Error {
  override readonly name = 'HubStoreFault'
  readonly refusal: Refusal & { readonly code: 'storage_full' | 'unavailable' }

  constructor(refusal: Refusal & { readonly code: 'storage_full' | 'unavailable' }, cause?: unknown) {
    super(refusal.message, { cause })
    this.refusal = refusal
  }
}
