import type { SealedWord } from '../../../../shared/protocol/sync.ts'
import { fromBase64url } from '../../../seal/hash.ts'
import { inspectEntry } from '../../../seal/judge.ts'
import { publicKeyFromSpki, verifyMessage } from '../../../seal/signature.ts'
import type { HubRelation } from '../replica.ts'
import type { TravellingPiece } from './transfer-store.ts'

/**
 * Y-77: whether the hub's own seal says that it has the bytes of a piece: nothing less ends this device's keeping of
 * them.
 */
export const provesArrival = (
  seal: SealedWord | undefined,
  piece: TravellingPiece,
  hub: Pick<HubRelation, 'kid' | 'spki'>,
): boolean => {
  if (seal === undefined) return false
  const sig = fromBase64url(seal.s)
  const key = publicKeyFromSpki(hub.spki)
  const { claim, canonical, digests } = inspectEntry({
    id: '',
    payload: Buffer.from(seal.p, 'utf8'),
    kid: seal.kid,
    sig: sig ?? new Uint8Array(),
  })
  if (claim === null || !canonical || sig === null || key === null) return false
  const { type, case: name, kid, pub } = claim
  const isAbout =
    type === 'evidence.received' &&
    name === piece.caseUid &&
    pub['sha256'] === piece.sha256 &&
    pub['size'] === piece.size
  return isAbout && kid === hub.kid && verifyMessage(digests.pae, key, sig)
}
