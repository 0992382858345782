import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // Projection of `model.activated` and `model.received`: files that travel. `entry` is the last one that put the file in force.
  `create table model_files (
    sha256 text primary key,
    entry text not null,
    size integer not null,
    name text not null,
    version text not null,
    received integer not null check (received in (0, 1))
  ) strict`,
  // A file may have come by sync: the check of a column changes only with its table.
  `create table models_anew (
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
  'insert into models_anew select id, sha256, name, version, kind, source, objective, trees, features, training, evaluation, bytes, file, created_at, created_by from models',
  'drop table models',
  'alter table models_anew rename to models',
]

/** The files of models travel between a hub and its devices. */
export const modelFiles: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
