import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Beside the bundled service, beside another bundled program, and, from sources, where the build puts it. */
const places = ['./verify.html', '../service/verify.html', '../../../dist/service/verify.html']

/**
 * The built verifier page, to be put into a bundle.
 *
 * @throws Error where it was not built
 */
export const verifyPage = async (): Promise<Uint8Array> => {
  const file = places
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((candidate) => existsSync(candidate))
  if (file === undefined) throw new Error('verify.html was not built: run `npm run build`')
  return await readFile(file)
}
