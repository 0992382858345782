import { readFileSync } from 'node:fs'
import { fail, ok, type Result } from '../../shared/schema/result.ts'
import type { NoteVerifier } from '../seal/checkpoint.ts'
import { parseVerifierKey } from '../seal/verifier-key.ts'
import { misused, type Stop } from './io.ts'

/** Names a file with the keys of witnesses, one a line. */
export const witnessesVariable = 'FIELDSEAL_WITNESSES'

/**
 * The witnesses whose cosignatures a hub takes: C2SP verifier keys as the command line names them, and those of the
 * file in `FIELDSEAL_WITNESSES`, where empty lines and such that begin with `#` are passed over. Anything else that is
 * no key is refused, and so is a name that two keys share.
 */
export const readWitnesses = (
  given: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Result<readonly NoteVerifier[], Stop> => {
  const file = environment[witnessesVariable] ?? ''
  let text = ''
  try {
    text = file === '' ? '' : readFileSync(file, 'utf8')
  } catch {
    return fail(misused(`the file of ${witnessesVariable} cannot be read`))
  }
  const listed = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  const witnesses = new Map<string, NoteVerifier>()
  for (const line of new Set([...given, ...listed])) {
    const key = parseVerifierKey(line, 'witness')
    if (key === null)
      return fail(misused(`this is no key of a witness, as \`fieldseal witness\` prints it: ${line.slice(0, 200)}`))
    if (witnesses.has(key.name)) return fail(misused(`two witnesses are called ${key.name}`))
    witnesses.set(key.name, key)
  }
  return ok([...witnesses.values()])
}
