import { existsSync, readFileSync } from 'node:fs'
import { fail, type Result } from '../../../shared/schema/result.ts'
import { readSecretKey, type MinisignSecretKey } from './minisign.ts'

/**
 * The key that signs releases, as the environment gives it: the file FIELDSEAL_RELEASE_KEY_FILE or the content
 * FIELDSEAL_RELEASE_KEY, with FIELDSEAL_RELEASE_KEY_PASSWORD. An error says what to do.
 */
export function secretKeyFrom(environment: NodeJS.ProcessEnv): Result<MinisignSecretKey, string> {
  const { FIELDSEAL_RELEASE_KEY_FILE: file, FIELDSEAL_RELEASE_KEY: content } = environment
  if (Boolean(file) === Boolean(content))
    return fail(
      'give the secret key of minisign in one of FIELDSEAL_RELEASE_KEY_FILE and FIELDSEAL_RELEASE_KEY. `minisign -G` makes one; "--unsigned" does without.',
    )
  if (file && !existsSync(file)) return fail(`FIELDSEAL_RELEASE_KEY_FILE names ${file}, which is not there.`)
  const text = file ? readFileSync(file, 'utf8') : (content ?? '')
  return readSecretKey(text, environment.FIELDSEAL_RELEASE_KEY_PASSWORD || undefined)
}
