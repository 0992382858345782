import { fail, ok, type Result } from '../../../shared/schema/result.ts'

/**
 * The notes of a release: its section of CHANGELOG.md.
 *
 * @param tag `v` and the version, as it must stand in package.json
 */
export function notesFor(tag: string, version: string, changelog: string): Result<string, string> {
  if (tag !== `v${version}`) return fail(`the tag is ${tag}, and package.json has version ${version}`)
  const sections = changelog.split(/^## /mu).slice(1)
  const found = sections.find((section) => section.startsWith(`[${version}] - `))
  if (found === undefined) return fail(`CHANGELOG.md has no section "## [${version}] - DATE"`)
  const [heading = '', ...lines] = found.split('\n')
  if (!/ - \d{4}-\d{2}-\d{2}$/u.test(heading)) return fail(`the section of ${version} in CHANGELOG.md has no date`)
  return ok(`${lines.join('\n').trim()}\n`)
}
