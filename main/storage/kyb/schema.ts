/** Ownership data and checks of businesses as plain rows, and what persons concluded of them. */
export const kybSchema: readonly string[] = [
  // A version of ownership data. `in_force`: read to its end, and the newest of its key.
  `create table ownership_datasets (
    id integer primary key,
    key text not null,
    version integer not null,
    in_force integer not null check (in_force in (0, 1)),
    complete integer not null check (complete in (0, 1)),
    file_name text not null,
    format text not null check (format in ('bods', 'csv')),
    sha256 text not null,
    imported_ms integer not null,
    imported_by text not null,
    dated text,
    parties integer not null,
    companies integer not null,
    interests integer not null,
    unique (key, version)
  ) strict`,
  'create unique index ownership_in_force on ownership_datasets (key) where in_force = 1',
  `create table ownership_parties (
    n integer primary key,
    dataset integer not null references ownership_datasets (id),
    key text not null,
    said text not null,
    kind text not null check (kind in ('company', 'person', 'trust', 'state', 'unknown')),
    name text not null,
    known integer not null check (known in (0, 1)),
    jurisdiction text,
    founded text,
    dissolved text,
    details text not null,
    unique (dataset, key)
  ) strict`,
  'create index ownership_parties_by_name on ownership_parties (kind, name, n)',
  "create virtual table ownership_names using fts5 (names, content = '', contentless_delete = 1, detail = none, tokenize = 'unicode61 remove_diacritics 2')",
  // Identifiers as upper-case letters and digits.
  `create table ownership_identifiers (
    dataset integer not null,
    value text not null,
    party integer not null,
    primary key (dataset, value, party)
  ) strict, without rowid`,
  // Addresses as lower-case words.
  `create table ownership_addresses (
    dataset integer not null,
    place text not null,
    party integer not null,
    company integer not null,
    primary key (dataset, place, party)
  ) strict, without rowid`,
  // Every version of a relation: when it was said, and from when on it takes the place of the one before.
  `create table ownership_relations (
    dataset integer not null,
    record text not null,
    said text not null,
    ordinal integer not null,
    takes_over text not null,
    primary key (dataset, record, said, ordinal)
  ) strict, without rowid`,
  // What one party holds in another from a day on, and until a day.
  `create table ownership_interests (
    n integer primary key,
    dataset integer not null references ownership_datasets (id),
    record text not null,
    said text not null,
    ordinal integer not null,
    owner text not null,
    owned text not null,
    kind text not null,
    share text,
    direct text not null,
    declared integer not null check (declared in (0, 1)),
    details text,
    from_day text,
    to_day text
  ) strict`,
  'create index ownership_interests_by_owned on ownership_interests (dataset, owned)',
  'create index ownership_interests_by_owner on ownership_interests (dataset, owner)',
  `create table business_checks (
    n integer primary key,
    uid text not null unique,
    at_ms integer not null,
    made_by text not null,
    subject text not null,
    business text,
    name text not null,
    outcome text not null check (outcome in ('passed', 'failed', 'attention', 'not_checked')),
    parts text not null,
    changes integer not null,
    content text not null,
    sha256 text not null
  ) strict`,
  'create index business_checks_by_subject on business_checks (subject, n)',
  'create index business_checks_by_business on business_checks (business, n) where business is not null',
  // By which identifiers a check can be found again.
  `create table business_check_keys (
    key text not null,
    n integer not null references business_checks (n),
    primary key (key, n)
  ) strict, without rowid`,
  // What persons concluded: a projection of sealed entries.
  `create table business_conclusions (
    entry text primary key,
    check_uid text not null,
    check_sha256 text not null,
    verdict text not null check (verdict in ('accept', 'refuse', 'enhanced_review')),
    actor text not null,
    at_ms integer not null,
    n integer not null
  ) strict`,
  'create index business_conclusions_by_check on business_conclusions (check_uid, n)',
]
