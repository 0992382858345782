import type { WireWord } from '../../../shared/protocol/sync.ts'
import { entryPae, openEntry } from '../../seal/entry.ts'
import { fromBase64url } from '../../seal/hash.ts'
import { publicKeyFromSpki, verifyMessage } from '../../seal/signature.ts'
import { rotationFault } from './permissions.ts'
import type { HubDevice } from './records.ts'
import { broughtKey } from './workspace-head.ts'

/**
 * The key that a device has after rotations that the hub may not have yet (Y-13); null where one of them does not
 * follow from the key before it.
 */
export const keyAfter = (
  device: Pick<HubDevice, 'deviceId' | 'kid' | 'spki'>,
  rotations: readonly WireWord[],
): { readonly kid: string; readonly spki: Uint8Array } | null => {
  let held: { readonly kid: string; readonly spki: Uint8Array } = device
  for (const { p, s } of rotations) {
    const payload = Buffer.from(p, 'utf8')
    const opened = openEntry({ payload })
    // Rotations that the hub has taken stand before the ones that it lacks.
    if (opened.ok && opened.value.kid !== held.kid) continue
    const sig = fromBase64url(s)
    const key = publicKeyFromSpki(held.spki)
    if (!opened.ok || opened.value.dev !== device.deviceId || opened.value.type !== 'key.rotated') return null
    if (
      sig === null ||
      key === null ||
      !verifyMessage(entryPae(payload), key, sig) ||
      rotationFault(opened.value) !== null
    )
      return null
    const brought = broughtKey(opened.value)
    const spki = brought === null ? null : fromBase64url(brought.spki)
    if (brought === null || spki === null) return null
    held = { kid: brought.kid, spki }
  }
  return held
}
