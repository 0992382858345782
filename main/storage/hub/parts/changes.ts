import type { SqlValue } from '../../sqlite/statements.ts'

/** A device's user, itself, and from where to where (exclusive) its user's memberships stand. */
export type OwnSubjects = readonly [string, string, string, string]

/** Every device holds the chain of the workspace. */
export const everyones = 'workspace'

/** Takes the subjects of a device. */
export const isOneOf = (column: string): string => `(${column} in (?, ?) or (${column} >= ? and ${column} < ?))`

/**
 * Whether a grant `g` counts for a device: it is unended, and not older than the device's giving its copy back, unless
 * it took it again (Y-73). `r`: its release.
 */
export const counts = 'g.ended_feed is null and (r.feed is null or r.taken_feed is not null or g.feed > r.feed)'

/** Takes the device's id. */
export const withRelease = 'left join releases r on r.device_id = ? and r.chain = g.chain'

/**
 * A case that changed after a feed number stands once, at its newest change: so a reader who goes on from the last
 * number that it got misses none, and gets none twice. A case is granted as long as one of its grants counts; since
 * when, the first of these says, or that the copy was taken again.
 *
 * What is held must not be walked through for what moved: of its user's memberships only the names are gone along, each
 * by one look into the index, and a cross join is SQLite's word that what moved comes first.
 */
export const changes = `with recursive members(subject) as (
    select min(subject) from grants where subject >= ? and subject < ?
    union all select (select min(g.subject) from grants g where g.subject > m.subject and g.subject < ?) from members m where m.subject is not null
  ), own(subject) as (
    select subject from members where subject is not null union all select ? union all select ?
  ), moved as (
    select name as chain from chains where feed > ?
    union all select g.chain from own o cross join grants g where g.subject = o.subject and g.feed > ?
    union all select g.chain from own o cross join grants g where g.subject = o.subject and g.ended_feed > ?
    union all select chain from releases where device_id = ? and (feed > ? or taken_feed > ?)
  ), touched as (
    select distinct chain from moved
  ), held as (
    select g.chain, min(case when ${counts} then g.feed end) as given, max(g.ended_feed) as ended, coalesce(max(r.taken_feed), 0) as taken, coalesce(max(r.feed), 0) as released
    from touched t cross join grants g ${withRelease}
    where g.chain = t.chain and ${isOneOf('g.subject')} and g.chain <> '${everyones}'
    group by g.chain
  ), mine as (
    select chain, case when taken > given then taken else given end as given, case when released > coalesce(ended, 0) then released else ended end as ended from held
  ), changed as (
    select m.chain,
      case when m.given is null then 'ended' when m.given > ? then 'granted' else 'grown' end as kind,
      case when m.given is null then m.ended when coalesce(c.feed, 0) > m.given then c.feed else m.given end as feed,
      case when m.given is null then 0 else coalesce(c.size, 0) end as size
    from mine m left join chains c on c.name = m.chain
    union all
    select name, 'grown', feed, size from chains where name = '${everyones}'
  )
  select chain, kind, feed, size from changed where feed > ?`

/** What `changes` is asked with, in its order. */
export const changesValues = (own: OwnSubjects, deviceId: string, since: number): readonly SqlValue[] => {
  const [user, itself, from, to] = own
  return [from, to, to, user, itself, since, since, since, deviceId, since, since, deviceId, ...own, since, since]
}
