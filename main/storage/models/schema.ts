/** Models: files are plain rows, which of them is in force is sealed. */
export const modelSchema: readonly string[] = [
  // The file is kept as gzip; `sha256` is that of its text.
  `create table models (
    id text primary key,
    sha256 text not null unique,
    name text not null,
    version text not null,
    kind text not null,
    source text not null check (source in ('trained', 'uploaded', 'synced')),
    objective text not null,
    trees integer not null,
    features text not null,
    training text,
    evaluation text,
    bytes integer not null,
    file blob not null,
    created_at integer not null,
    created_by text not null,
    unique (name, version)
  ) strict`,
  // Projection of `model.activated`; no row: the shipped model. Where `model` is null none is in force.
  `create table model_in_force (
    id integer primary key check (id = 1),
    model text,
    sha256 text,
    version text,
    since integer not null
  ) strict`,
  // Projection of `model.activated` and `model.received`: files that travel. `entry` is the last one that put the file
  // in force.
  `create table model_files (
    sha256 text primary key,
    entry text not null,
    size integer not null,
    name text not null,
    version text not null,
    received integer not null check (received in (0, 1))
  ) strict`,
]
