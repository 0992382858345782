import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { feedName } from '../../../main/update/places.ts'
import type { UpdateTrust } from '../../../main/update/trust.ts'
import type { Check } from './check.ts'
import { checkFeed } from './feed/check.ts'
import { checkSignature, shownId, type MinisignPublicKey } from './minisign.ts'
import { sbomEnding } from './sbom.ts'
import { parseSums, releaseFiles, signatureName, sumOf, sumsName, type Sums } from './sums.ts'

const holds = (words: string): Check => ({ outcome: 'holds', words })
const refused = (words: string): Check => ({ outcome: 'refused', words })
const notChecked = (words: string): Check => ({ outcome: 'not checked', words })

/** What a check of files on a disk cannot find out, whatever it finds. */
const neverChecked: readonly Check[] = [
  notChecked('Whether the key is that of Fieldseal: compare it with the key that you were given on another way.'),
  notChecked('Whether a newer release has been made since.'),
  notChecked('The signatures for Windows, macOS, rpm and apt: their own systems check those.'),
  notChecked('Whether the files were built from the published sources, and whether the bill of materials is true.'),
]

/** The comment under which a release is signed. */
export const commentFor = (version: string): string => `Fieldseal ${version}`

const versionIn = (comment: string): string | null =>
  /^Fieldseal (\d+\.\d+\.\d+[0-9A-Za-z.+-]*)$/u.exec(comment)?.[1] ?? null

const sbomHead = z.object({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.string(),
  metadata: z.object({ component: z.object({ name: z.string(), version: z.string() }) }),
  components: z.array(z.object({ name: z.string(), version: z.string(), purl: z.string() })).min(1),
})

/** The version that a bill of materials is for and how many packages it names; null where the text is none. */
export const readSbom = (text: string): { version: string; packages: number } | null => {
  try {
    const read = sbomHead.safeParse(JSON.parse(text))
    return read.success
      ? { version: read.data.metadata.component.version, packages: read.data.components.length }
      : null
  } catch {
    return null
  }
}

async function checkFile(folder: string, name: string, sums: Sums): Promise<Check> {
  const wanted = sums.get(name)
  const file = path.join(folder, name)
  if (wanted === undefined) return refused(`${name} is no file of this release: ${sumsName} does not name it.`)
  if (!existsSync(file)) return refused(`${name} belongs to this release and is missing.`)
  const found = await sumOf(file)
  return found === wanted
    ? holds(`${name} is the very file of the release (SHA-256 ${found}).`)
    : refused(`${name} is not what the release holds: its SHA-256 is ${found}, signed is ${wanted}. Do not run it.`)
}

async function checkSbom(folder: string, name: string, version: string, sums: Sums): Promise<Check> {
  const file = path.join(folder, name)
  if (!existsSync(file)) return notChecked(`The bill of materials ${name}: it was not downloaded.`)
  const whole = await checkFile(folder, name, sums)
  if (whole.outcome !== 'holds') return whole
  const read = readSbom(readFileSync(file, 'utf8'))
  if (read === null) return refused(`${name} is no bill of materials (CycloneDX).`)
  return read.version === version
    ? holds(`${name} names ${read.packages} packages that the release carries.`)
    : refused(`${name} is the bill of materials of ${read.version}, and not of ${version}.`)
}

/** The folder of the release, and which of its files are asked for: null for all that it has. */
function askedFor(given: readonly string[]): { folder: string; names: readonly string[] | null } | null {
  const [first = '.'] = given
  if (given.length === 1 && existsSync(first) && statSync(first).isDirectory()) return { folder: first, names: null }
  const folders = new Set(given.map((file) => path.resolve(path.dirname(file))))
  return folders.size === 1 ? { folder: path.dirname(first), names: given.map((file) => path.basename(file)) } : null
}

/** What was signed: the sums, and the version in the comment; or why nothing of it is believed. */
function readSigned(folder: string, key: MinisignPublicKey): { sums: Sums; version: string } | Check {
  const [sumsFile, signatureFile] = [path.join(folder, sumsName), path.join(folder, signatureName)]
  for (const file of [sumsFile, signatureFile])
    if (!existsSync(file)) return refused(`${path.basename(file)} is missing: without it nothing can be checked.`)
  const content = readFileSync(sumsFile)
  const comment = checkSignature(content, readFileSync(signatureFile, 'utf8'), key)
  if (!comment.ok) return refused(`${sumsName} is not to be believed: ${comment.error}. Do not run these files.`)
  const version = versionIn(comment.value)
  if (version === null)
    return refused(`The signature is for ${JSON.stringify(comment.value)}, and for no release of Fieldseal.`)
  const sums = parseSums(content.toString('utf8'))
  return sums.ok ? { sums: sums.value, version } : refused(`${sums.error}.`)
}

/** By what the update feed beside a release is judged. */
export type FeedGrounds = {
  /** Null where nobody gave the keys of updates. */
  readonly trust: UpdateTrust | null
  readonly nowMs: number
}

async function feedChecks(folder: string, { trust, nowMs }: FeedGrounds): Promise<readonly Check[]> {
  if (trust !== null) return await checkFeed(folder, trust, nowMs)
  return existsSync(path.join(folder, feedName))
    ? [notChecked(`The update feed ${feedName}: give the keys of updates with --trust.`)]
    : []
}

/**
 * Checks files of a release as a stranger would: by what lies beside them and a key that came on another way.
 *
 * @param given files of one folder, or that folder, of which then all must be there
 * @returns at least one refusal where something must not be run; what was not checked stands in it as well
 */
export async function verifyRelease(
  given: readonly string[],
  key: MinisignPublicKey,
  feed: FeedGrounds,
): Promise<readonly Check[]> {
  const asked = askedFor(given)
  if (asked === null) return [refused('The files lie in several folders: check those of one release at a time.')]
  const { folder, names } = asked
  const signed = readSigned(folder, key)
  if ('outcome' in signed) return [signed, ...neverChecked]
  const { sums, version } = signed
  const sboms = [...sums.keys()].filter((name) => name.endsWith(sbomEnding))
  const wanted = names ?? [...new Set([...sums.keys(), ...releaseFiles(folder)])]
  const checks: Check[] = [holds(`${sumsName} was signed for Fieldseal ${version} by key ${shownId(key.id)}.`)]
  for (const name of wanted) if (!sboms.includes(name)) checks.push(await checkFile(folder, name, sums))
  if (sboms.length === 0) checks.push(refused('The release has no bill of materials.'))
  for (const name of sboms) {
    const isWanted = wanted.includes(name) && !existsSync(path.join(folder, name))
    checks.push(await (isWanted ? checkFile(folder, name, sums) : checkSbom(folder, name, version, sums)))
  }
  const evaluation = version.endsWith('-evaluation')
    ? [notChecked('This is a build for evaluation and no release, as its version says: keep no real case in it.')]
    : []
  return [...checks, ...(await feedChecks(folder, feed)), ...evaluation, ...neverChecked]
}
