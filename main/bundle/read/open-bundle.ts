import { readFile, stat } from 'node:fs/promises'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { BundleSource } from '../check/source.ts'
import type { ByteRange } from '../zip/byte-range.ts'
import { openZip } from '../zip/zip-source.ts'
import { ageRange, parseIdentities } from './age-range.ts'
import { fileRange } from './file-range.ts'
import { openFolder } from './folder-source.ts'
import { nodeZip } from './node-zip.ts'

/** A bundle that can be read, and has to be closed. */
export interface OpenBundle {
  readonly source: BundleSource
  close(): Promise<void>
}

const ageMagic = 'age-encryption.org/'

const isEncrypted = async (range: ByteRange): Promise<boolean> =>
  Buffer.from(await range.read(0, Math.min(ageMagic.length, range.size))).toString('latin1') === ageMagic

/**
 * Opens a bundle: a ZIP file, one that age encrypted, or an unpacked folder.
 *
 * @param identityFile secret keys of age, as `age-keygen` writes them
 * @returns an error where it cannot be opened with what was given; a damaged ZIP file is no error, its faults are findings
 * @throws the system's error where there is nothing to read
 */
export const openBundle = async (path: string, identityFile?: string): Promise<Result<OpenBundle, string>> => {
  if ((await stat(path)).isDirectory()) return ok({ source: await openFolder(path), close: () => Promise.resolve() })
  const range = await fileRange(path)
  if (!(await isEncrypted(range))) {
    const source = await openZip(range, nodeZip)
    return ok({ source, close: () => source.close() })
  }
  if (identityFile === undefined) {
    await range.close()
    return fail('it is encrypted for a recipient; give the file with the identity of age (--identity FILE)')
  }
  const opened = await ageRange(range, parseIdentities(await readFile(identityFile, 'utf8')))
  if (!opened.ok) {
    await range.close()
    return opened
  }
  const source = await openZip(opened.value, nodeZip)
  return ok({ source, close: () => source.close() })
}
