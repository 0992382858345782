import { readFileSync } from 'node:fs'
import { refusal } from '../../shared/api/errors.ts'
import type { Refusal } from '../../shared/api/errors.ts'
import { fail, ok } from '../../shared/schema/result.ts'
import type { Result } from '../../shared/schema/result.ts'
import { errorText } from '../../shared/text/error-text.ts'
import { isAbsent } from './system-error.ts'

/**
 * The bytes of a key file; null where there is none. Refuses where it cannot be told: who took that for a missing file
 * would put another in the place of the key.
 */
export const readKeyFile = (file: string): Result<Buffer | null, Refusal> => {
  try {
    return ok(readFileSync(file))
  } catch (error) {
    if (isAbsent(error)) return ok(null)
    const reason = errorText(error)
    return fail(
      refusal(
        'unavailable',
        `The key file ${file} cannot be read, and may well be there (${reason}). Nothing was changed. See that this user can reach and read it; put nothing in its place.`,
      ),
    )
  }
}
