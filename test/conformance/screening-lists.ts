import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** The folder of real lists, which the repository does not carry. */
const listsRoot = join(
  process.env['FIELDSEAL_SHARED'] ?? join(import.meta.dirname, '../../../shared'),
  'data',
  'screening',
)

/** Where a real list lies. */
export const screeningList = (name: 'un-consolidated.xml.gz' | 'ofac-sdn.csv.gz'): string => join(listsRoot, name)

/**
 * Whether the lists are at hand. Absent ones are announced and skipped on a developer's machine, and are an error in
 * CI.
 */
export const haveScreeningLists = (): boolean => {
  if (existsSync(screeningList('un-consolidated.xml.gz')) && existsSync(screeningList('ofac-sdn.csv.gz'))) return true
  if (process.env['CI'] === 'true') throw new Error(`the lists are missing at ${listsRoot}`)
  console.warn(`SKIPPED: the lists are not at ${listsRoot}; set FIELDSEAL_SHARED to test on them`)
  return false
}

/** The text of a real list. */
export const readScreeningList = (name: Parameters<typeof screeningList>[0]): string =>
  gunzipSync(readFileSync(screeningList(name))).toString('utf8')
