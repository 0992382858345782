/**
 * How a database stands to this release, by the migrations that it says it went through. `development`: a build before
 * the first release made it. Such builds had migrations of their own; every release begins with the first one of the
 * list.
 */
export type SchemaStanding = 'current' | 'earlier' | 'newer' | 'development'

/**
 * Tells how a database stands.
 *
 * @param applied the names that the database has
 * @param known the names of the migrations that this release knows, in order
 */
export const schemaStandingOf = (applied: readonly string[], known: readonly string[]): SchemaStanding => {
  if (!known.slice(0, 1).every((first) => applied.includes(first))) return 'development'
  if (applied.some((name) => !known.includes(name))) return 'newer'
  return known.every((name) => applied.includes(name)) ? 'current' : 'earlier'
}
