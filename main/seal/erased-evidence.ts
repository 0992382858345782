import { erasesPiece, erasureRequestType, erasureType } from '../../shared/entries/evidence-erasure.ts'
import type { SoundEntry } from './chain.ts'
import { isHex32 } from './hash.ts'

const orderIn = ({ claim }: SoundEntry): string => {
  const { reference } = claim.pub
  return typeof reference === 'string' ? reference : ''
}

/** The pieces that were erased at the request of somebody else, by their uid, and by which order. */
const erasedPieces = (entries: readonly SoundEntry[]): ReadonlyMap<string, string> => {
  const requests = new Map(
    entries.flatMap(({ id, claim }) => (claim.type === erasureRequestType ? [[id, claim] as const] : [])),
  )
  return new Map(
    entries.flatMap((entry) =>
      entry.claim.type === erasureType && erasesPiece(entry.claim, requests.get(entry.claim.refs[0] ?? ''))
        ? [[entry.claim.subject, orderIn(entry)] as const]
        : [],
    ),
  )
}

/**
 * S-99: the bytes that a chain says were erased by order, by their SHA-256, and by which order: each of the pieces that
 * have them was erased. A piece that was not still needs its file.
 */
export const erasedEvidence = (entries: readonly SoundEntry[]): ReadonlyMap<string, string> => {
  const sound = entries.filter(({ fault }) => fault === null)
  const orders = erasedPieces(sound)
  if (orders.size === 0) return orders
  const acquired = sound.flatMap(({ claim: { type, subject, pub } }) =>
    type === 'evidence.acquired' && isHex32(pub['sha256']) ? [{ uid: subject, sha256: pub['sha256'] }] : [],
  )
  return new Map(
    [...Map.groupBy(acquired, ({ sha256 }) => sha256)].flatMap(([sha256, pieces]) =>
      pieces.every(({ uid }) => orders.has(uid)) ? [[sha256, orders.get(pieces[0]?.uid ?? '') ?? ''] as const] : [],
    ),
  )
}
