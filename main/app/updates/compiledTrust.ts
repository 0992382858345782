import compiled from '../../../build/update-trust.json' with { type: 'json' }
import { parseUpdateTrust, type UpdateTrust } from '../../update/trust.ts'

/**
 * Whom this build believes about updates (U-10); null where it was made without keys.
 *
 * @throws where what was compiled in cannot be meant: such a build is none
 */
export const compiledTrust = (): UpdateTrust | null => {
  const trust = parseUpdateTrust(compiled)
  if (!trust.ok) throw new Error(`build/update-trust.json cannot be meant: ${trust.error}`)
  return trust.value
}
