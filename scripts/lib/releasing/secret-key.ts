import { existsSync, readFileSync } from 'node:fs'
import { fail, type Result } from '../../../shared/schema/result.ts'
import { readSecretKey, type MinisignSecretKey } from './minisign.ts'

/** Which key is asked for: each is given in two variables, and a third holds its password. */
const variables = {
  /** Signs the sums of a release. */
  release: ['FIELDSEAL_RELEASE_KEY_FILE', 'FIELDSEAL_RELEASE_KEY', 'FIELDSEAL_RELEASE_KEY_PASSWORD'],
  /** Signs update feeds, or the log of releases. */
  update: ['FIELDSEAL_UPDATE_KEY_FILE', 'FIELDSEAL_UPDATE_KEY', 'FIELDSEAL_UPDATE_KEY_PASSWORD'],
} as const

/**
 * A secret key, as the environment gives it: the file of minisign that the first variable names, or its content in the
 * second, with the password in the third. An error says what to do.
 */
export function secretKeyFrom(
  environment: NodeJS.ProcessEnv,
  which: keyof typeof variables = 'release',
): Result<MinisignSecretKey, string> {
  const [fileVariable, contentVariable, passwordVariable] = variables[which]
  const [file, content] = [environment[fileVariable], environment[contentVariable]]
  if (Boolean(file) === Boolean(content))
    return fail(
      `give the secret key of minisign in one of ${fileVariable} and ${contentVariable}. \`minisign -G\` makes one${which === 'release' ? '; "--unsigned" does without' : ''}.`,
    )
  if (file && !existsSync(file)) return fail(`${fileVariable} names ${file}, which is not there.`)
  const text = file ? readFileSync(file, 'utf8') : (content ?? '')
  return readSecretKey(text, environment[passwordVariable] || undefined)
}
