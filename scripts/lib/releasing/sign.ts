import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { shownId, signFile, type MinisignSecretKey } from './minisign.ts'
import { sbomEnding } from './sbom.ts'
import { releaseFiles, signatureName, sumOf, sumsName, sumsText } from './sums.ts'
import { commentFor, readSbom } from './verify.ts'

/** The one version that the bills of materials among these files are for. */
export function versionOf(folder: string, names: readonly string[]): Result<string, string> {
  const versions = new Set<string>()
  for (const name of names.filter((one) => one.endsWith(sbomEnding))) {
    const sbom = readSbom(readFileSync(path.join(folder, name), 'utf8'))
    if (sbom === null) return fail(`${name} is no bill of materials (CycloneDX).`)
    versions.add(sbom.version)
  }
  const [version] = versions
  if (version === undefined)
    return fail(`${folder} holds no bill of materials (*${sbomEnding}). Run "npm run release" first.`)
  return versions.size === 1
    ? ok(version)
    : fail(`${folder} holds files of several releases: ${[...versions].join(', ')}.`)
}

/**
 * Writes SHA256SUMS over all files of the release in that folder, and its signature.
 *
 * @param key null where it is to be left unsigned
 * @returns what was done, in words; nothing was written where it is an error
 */
export async function signRelease(folder: string, key: MinisignSecretKey | null): Promise<Result<string, string>> {
  const names = releaseFiles(folder)
  const version = versionOf(folder, names)
  if (!version.ok) return version
  const sums = new Map<string, string>()
  for (const name of names) sums.set(name, await sumOf(path.join(folder, name)))
  const text = sumsText(sums)
  // A signature over what stood there before must not lie beside it.
  rmSync(path.join(folder, signatureName), { force: true })
  writeFileSync(path.join(folder, sumsName), text)
  if (key === null) return ok(`${sumsName} of ${names.length} files. It is not signed.`)
  writeFileSync(path.join(folder, signatureName), signFile(Buffer.from(text), key, commentFor(version.value)))
  return ok(`${sumsName} of ${names.length} files, signed for Fieldseal ${version.value} by key ${shownId(key.id)}.`)
}
