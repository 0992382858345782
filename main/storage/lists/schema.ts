/** Lists that names are screened against: files are plain rows, which version is in force is sealed. */
export const listSchema: readonly string[] = [
  // Which version of a list this device screens by. No row: none yet.
  'create table watchlists (key text primary key, in_force integer, since integer) strict, without rowid',
  // A version is what one file held; while it is read, and where it was only tried, it has no number.
  `create table watchlist_versions (
    id integer primary key autoincrement,
    list text not null,
    version integer,
    format text not null,
    file_name text not null,
    bytes integer not null,
    sha256 text not null,
    parts text not null,
    published_at integer,
    imported_at integer not null,
    imported_by text not null,
    entries integer not null default 0,
    names integer not null default 0,
    kinds text not null default '{}',
    skipped integer not null default 0,
    added integer,
    removed integer,
    changed integer,
    unique (list, version)
  ) strict`,
  // Entries as they were read, each content once, however many versions have it. `names` is what is searched in.
  `create table watchlist_contents (
    n integer primary key,
    list text not null,
    hash blob not null,
    brought_by integer not null,
    names text not null,
    content text not null,
    unique (list, hash)
  ) strict`,
  `create table watchlist_members (
    version_id integer not null,
    entry_id text not null,
    n integer not null,
    primary key (version_id, entry_id)
  ) strict, without rowid`,
  // Projection of `screening_list.configured`.
  `create table watchlist_settings (
    key text primary key,
    title text not null,
    warn_days integer not null,
    stale_days integer not null
  ) strict, without rowid`,
  // Projection of `screening_list.in_force`: what every device of the workspace has put in force.
  `create table watchlist_activations (
    entry text primary key,
    list text not null,
    device text not null,
    version integer not null,
    sha256 text not null,
    published_at integer,
    at integer not null
  ) strict, without rowid`,
  'create index watchlist_activations_by_list on watchlist_activations (list, at)',
]
