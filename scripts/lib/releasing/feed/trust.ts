import { existsSync, readFileSync } from 'node:fs'
import { parseUpdateTrust, type UpdateTrust } from '../../../../main/update/trust.ts'
import { fail, ok, type Result } from '../../../../shared/schema/result.ts'
import { inRoot } from '../../paths.ts'

const own = inRoot('build/update-trust.json')

/** Whom builds believe about updates, as the file says that is compiled into them. An error says what to do. */
export function readTrust(file: string = own): Result<UpdateTrust, string> {
  if (!existsSync(file)) return fail(`${file} is not there.`)
  try {
    const read = parseUpdateTrust(JSON.parse(readFileSync(file, 'utf8')))
    if (!read.ok) return fail(`${file} cannot be meant: ${read.error}.`)
    return read.value === null
      ? fail(
          `${file} names no keys: builds made with it believe no feed. \`npm run release:feed -- key NAME\` prints them.`,
        )
      : ok(read.value)
  } catch (error) {
    if (error instanceof SyntaxError) return fail(`${file} is no JSON.`)
    throw error
  }
}
