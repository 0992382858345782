import { signerIn } from '../../seal/case-origin.ts'
import { openCheckpoint } from '../../seal/checkpoint.ts'
import { rawFromSpki } from '../../seal/signature.ts'
import type { SyncStatements } from '../sqlite/statements.ts'

/**
 * The key that signed a checkpoint of a device: the one that was its key then, which need not be its key now.
 *
 * @returns DER SubjectPublicKeyInfo; null where no key of the device that the origin names signed it
 */
export const checkpointSigner = (sql: SyncStatements, note: string): Buffer | null => {
  const [origin = ''] = note.split('\n', 1)
  const keys = sql.all<{ spki: Buffer }>('select spki from keys where device_id = ?', signerIn(origin))
  const signer = keys.find(({ spki }) => {
    const publicKeyRaw = rawFromSpki(spki)
    return publicKeyRaw !== null && openCheckpoint(note, [{ name: origin, publicKeyRaw }]).ok
  })
  return signer?.spki ?? null
}
