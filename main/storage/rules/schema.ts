/** Rules of the institution, and the lists that they read. */
export const ruleSchema: readonly string[] = [
  // Versions of rules; `content_entry` is the sealed entry that wrote a version as it stands.
  `create table rules (
    key text not null,
    version integer not null,
    state text not null check (state in ('draft', 'shadow', 'live', 'retired')),
    content_entry text not null,
    content text not null,
    changed_by text not null,
    changed_at integer not null,
    moved_at integer,
    proposed_to text,
    proposed_by text,
    proposed_at integer,
    primary key (key, version)
  ) strict, without rowid`,
  "create index rules_in_force on rules (state) where state in ('shadow', 'live')",
  // Lists that rules read; `changed_entry` is the last entry that changed one or its values.
  `create table lists (
    key text primary key,
    name text not null,
    why text not null,
    match text not null check (match in ('exact', 'ignore_case')),
    changed_at integer not null,
    changed_entry text not null
  ) strict, without rowid`,
  `create table list_values (
    list text not null,
    id text not null,
    value text not null,
    reason text not null,
    expires_at integer,
    added_by text not null,
    added_at integer not null,
    primary key (list, id)
  ) strict, without rowid`,
  'create index list_values_by_value on list_values (list, value)',
]
