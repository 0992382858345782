import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `create table users (
    id integer primary key,
    uid text not null unique,
    login_name text not null unique,
    name text not null,
    role text not null check (role in ('investigator', 'supervisor', 'auditor', 'admin')),
    active integer not null check (active in (0, 1)),
    created_at integer not null
  ) strict`,
  `create table passwords (
    user_uid text primary key,
    verifier text not null,
    changed_at integer not null
  ) strict, without rowid`,
  `create table api_keys (
    id text primary key,
    kind text not null check (kind in ('api', 'institution')),
    label text not null,
    scopes text not null,
    secret_sha256 text not null unique,
    created_at integer not null,
    revoked_at integer
  ) strict, without rowid`,
  `create table key_uses (
    key_id text primary key,
    last_used_at integer not null
  ) strict, without rowid`,
  `create table sessions (
    secret_sha256 text primary key,
    kind text not null check (kind in ('window', 'refresh')),
    family text not null,
    user_uid text not null,
    created_at integer not null,
    expires_at integer not null,
    used_at integer,
    ended_at integer
  ) strict, without rowid`,
  'create index sessions_family on sessions (family)',
  'create index sessions_user on sessions (user_uid)',
  'create index sessions_expiry on sessions (expires_at)',
  `create table saved_views (
    id integer primary key,
    user_uid text not null,
    name text not null,
    query text not null,
    unique (user_uid, name)
  ) strict`,
  `create table policy (
    id integer primary key check (id = 1),
    policy text not null,
    changed_at integer not null
  ) strict`,
  `create table idempotency (
    scope text primary key,
    fingerprint text not null,
    status integer not null,
    answer blob not null,
    created_at integer not null
  ) strict, without rowid`,
  'create index idempotency_age on idempotency (created_at)',
] as const

/** Users, keys, sessions, saved views, policy and kept answers. */
export const access: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
