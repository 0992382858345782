import { readFile, stat } from 'node:fs/promises'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { BundleSource } from '../check/source.ts'
import type { ByteRange } from '../zip/byte-range.ts'
import { openZipBundle } from '../zip/zip-source.ts'
import { ageRange, parseIdentities } from './age-range.ts'
import { fileRange } from './file-range.ts'
import { openBundleFolder } from './folder-source.ts'
import { nodeZip } from './node-zip.ts'

/** A bundle that can be read, and has to be closed. */
export interface OpenBundle {
  readonly source: BundleSource
  close(): Promise<void>
}

const ageMagic = 'age-encryption.org/'

const isEncrypted = async (range: ByteRange): Promise<boolean> =>
  Buffer.from(await range.read(0, Math.min(ageMagic.length, range.size))).toString('latin1') === ageMagic

/** The bytes of the ZIP file: those of the file, or what age encrypted there. */
const zipBytes = async (range: ByteRange, identityFile: string | undefined): Promise<Result<ByteRange, string>> => {
  if (!(await isEncrypted(range))) return ok(range)
  if (identityFile === undefined)
    return fail('it is encrypted for a recipient; give the file with the identity of age (--identity FILE)')
  return await ageRange(range, parseIdentities(await readFile(identityFile, 'utf8')))
}

/**
 * Opens a bundle: a ZIP file, one that age encrypted, or an unpacked folder.
 *
 * @param identityFile secret keys of age, as `age-keygen` writes them
 * @returns an error where it cannot be opened with what was given; a damaged ZIP file is no error, its faults are
 * findings
 * @throws the system's error where there is nothing to read
 */
export const openBundle = async (path: string, identityFile?: string): Promise<Result<OpenBundle, string>> => {
  if ((await stat(path)).isDirectory())
    return ok({ source: await openBundleFolder(path), close: () => Promise.resolve() })
  const range = await fileRange(path)
  let isOpen = false
  try {
    const bytes = await zipBytes(range, identityFile)
    if (!bytes.ok) return bytes
    const source = await openZipBundle(bytes.value, nodeZip)
    isOpen = true
    return ok({ source, close: () => source.close() })
  } finally {
    if (!isOpen) await range.close()
  }
}
