import { createHash } from 'node:crypto'
import { createReadStream, readdirSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { feedName, proofName } from '../../../main/update/places.ts'

/** The file of sums of a release, as `sha256sum` writes it, and the signature over it. */
export const sumsName = 'SHA256SUMS'
export const signatureName = `${sumsName}.minisig`

/** By name: the SHA-256 in hexadecimal. */
export type Sums = ReadonlyMap<string, string>

/** What electron-builder leaves beside what it makes, to look for faults in. */
const isOfTheBuild = (name: string): boolean => /^builder-.*\.ya?ml$/u.test(name)

/** What lies beside a release and is made anew while the release stays as it is. */
const besides: readonly string[] = [sumsName, signatureName, feedName, proofName]

/** The names of all files of a release in that folder, in order; folders are no part of it. */
export const releaseFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !isOfTheBuild(entry.name))
    .map(({ name }) => name)
    .filter((name) => !besides.includes(name))
    .sort()

/** The SHA-256 of a file, in hexadecimal. */
export async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** The text of SHA256SUMS. */
export const sumsText = (sums: Sums): string => [...sums].map(([name, sum]) => `${sum}  ${name}\n`).join('')

/** A name that means one file beside SHA256SUMS, and nothing else, wherever it is read. */
const isPlainName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9 ._+~-]{0,199}$/u.test(name)

/** Reads SHA256SUMS. An error says, in words, what in it is no line of it. */
export function parseSums(text: string): Result<Sums, string> {
  const sums = new Map<string, string>()
  const lines = text.endsWith('\n') ? text.slice(0, -1).split('\n') : []
  for (const [index, line] of lines.entries()) {
    const [, sum, name] = /^([0-9a-f]{64}) [ *](.+)$/u.exec(line) ?? []
    if (sum === undefined || name === undefined || !isPlainName(name))
      return fail(`line ${index + 1} of ${sumsName} is no sum of a file beside it`)
    if (sums.has(name)) return fail(`${sumsName} names ${name} twice`)
    sums.set(name, sum)
  }
  return sums.size === 0 ? fail(`${sumsName} names no file`) : ok(sums)
}
