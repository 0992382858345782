import { z } from 'zod'
import { timestamp } from '../../../shared/schema/text.ts'
import { openEntry } from '../../seal/entry.ts'
import type { KeyRecord } from '../../seal/verify-types.ts'
import { isWhollyKnown } from '../format/json-text.ts'
import { bundlePaths, keyEnding } from '../format/layout.ts'
import type { BundleFindings } from './findings.ts'
import { parseJson, readFiled } from './read-chain.ts'
import type { FiledEntry } from './read-chain.ts'
import type { BundleSource } from './source.ts'

const listedKey = z.object({
  kid: z.string(),
  device_id: z.string(),
  device_number: z.number(),
  name: z.string(),
  file: z.string(),
  enrolled_at: timestamp,
  revoked_at: timestamp.nullable(),
  revoked_from_dseq: z.number().nullable(),
})

/** A key as `keys.json` lists it (B-34). */
export type ListedKey = z.infer<typeof listedKey>

/**
 * What each key's device is called, by the entry that brought the key; a rotation that names nothing keeps the name.
 *
 * @param workspace in the order in which they take effect
 */
export const sealedNames = (workspace: readonly FiledEntry[]): ReadonlyMap<string, string> => {
  const names = new Map<string, string>()
  for (const { entry } of workspace) {
    const opened = openEntry(entry)
    if (!opened.ok || !['key.enrolled', 'key.rotated'].includes(opened.value.type)) continue
    const { kid, device_name: named } = opened.value.pub
    const name = typeof named === 'string' ? named : ''
    if (typeof kid !== 'string' || names.has(kid)) continue
    names.set(kid, opened.value.type === 'key.rotated' && name === '' ? (names.get(opened.value.kid) ?? '') : name)
  }
  return names
}

const agrees = (
  listed: ListedKey | undefined,
  { kid, deviceId, deviceNumber, enrolledAt, revokedAt }: KeyRecord,
  name: string | undefined,
): boolean =>
  listed !== undefined &&
  listed.device_id === deviceId &&
  (deviceNumber === undefined || listed.device_number === deviceNumber) &&
  listed.name === name &&
  listed.file === `${bundlePaths.keys}${kid}${keyEnding}` &&
  Date.parse(listed.enrolled_at) === Date.parse(enrolledAt) &&
  (listed.revoked_at === null) === (revokedAt === undefined) &&
  (revokedAt === undefined ||
    (listed.revoked_at !== null &&
      Date.parse(listed.revoked_at) === Date.parse(revokedAt.at) &&
      (listed.revoked_from_dseq ?? undefined) === revokedAt.dseq))

/**
 * B-34: `keys.json` lists each key that the workspace enrols, once, as its entries have it; null with a finding where
 * it does not.
 *
 * @param names of the devices, by the keys (`sealedNames`)
 */
export const checkKeyList = async (
  source: BundleSource,
  keys: ReadonlyMap<string, KeyRecord>,
  names: ReadonlyMap<string, string>,
  findings: BundleFindings,
): Promise<readonly ListedKey[] | null> => {
  const file = bundlePaths.keyList
  if (!source.files.some(({ path }) => path === file)) {
    findings.add('bundle_file_missing', 'it has to be there', { file })
    return null
  }
  const text = await readFiled(source, file, findings)
  if (text === null) return null
  const list = z.array(listedKey).safeParse(parseJson(text))
  if (!list.success) {
    findings.add('bundle_malformed', 'it is no list of keys', { file })
    return null
  }
  const byKid = new Map(list.data.map((key) => [key.kid, key]))
  const isSo =
    isWhollyKnown(text, list.data) &&
    list.data.length === keys.size &&
    [...keys.values()].every((record) => agrees(byKid.get(record.kid), record, names.get(record.kid)))
  if (isSo) return list.data
  findings.add('bundle_key_mismatch', 'it says something else about keys than the entries of the workspace', { file })
  return null
}
