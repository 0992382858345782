import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // The file is kept as gzip; `sha256` is that of its text.
  `create table models (
    id text primary key,
    sha256 text not null unique,
    name text not null,
    version text not null,
    kind text not null,
    source text not null check (source in ('trained', 'uploaded')),
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
]

/** Models: files are plain rows, which of them is in force is sealed. */
export const models: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
