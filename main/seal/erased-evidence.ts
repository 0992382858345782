import { erasureOrders } from '../../shared/entries/evidence-erasure.ts'
import type { SoundEntry } from './chain.ts'
import { isHex32 } from './hash.ts'

/**
 * S-99: the bytes that a chain says were erased by order, by their SHA-256, and by which order: each of the pieces that
 * have them was erased. A piece that was not still needs its file.
 */
export const erasedEvidence = (entries: readonly SoundEntry[]): ReadonlyMap<string, string> => {
  const acts = entries.filter(({ fault }) => fault === null).map(({ id, claim }) => ({ ...claim, id }))
  const orders = erasureOrders(acts)
  if (orders.size === 0) return orders
  const acquired = acts.flatMap(({ type, subject, pub }) =>
    type === 'evidence.acquired' && isHex32(pub['sha256']) ? [{ uid: subject, sha256: pub['sha256'] }] : [],
  )
  return new Map(
    [...Map.groupBy(acquired, ({ sha256 }) => sha256)].flatMap(([sha256, pieces]) =>
      pieces.every(({ uid }) => orders.has(uid)) ? [[sha256, orders.get(pieces[0]?.uid ?? '') ?? ''] as const] : [],
    ),
  )
}
