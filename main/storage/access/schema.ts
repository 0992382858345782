import { endDraftsOfCase } from './drafts-of-case.ts'
import { atErasure, caseOfValue } from '../ledger/schema.ts'

/** Who works here and how they come in: people, teams, keys, sessions, and what they keep for themselves. */
export const accessSchema: readonly string[] = [
  `create table users (
    id integer primary key,
    uid text not null unique,
    login_name text not null unique,
    name text not null,
    role text not null check (role in ('investigator', 'supervisor', 'auditor', 'admin')),
    active integer not null check (active in (0, 1)),
    created_at integer not null
  ) strict`,
  `create table teams (
    uid text primary key,
    name text not null,
    members text not null,
    changed_at integer not null
  ) strict, without rowid`,
  'create table passwords (user_uid text primary key, verifier text not null, changed_at integer not null) strict, without rowid',
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
  `create table api_keys (
    id text primary key,
    kind text not null check (kind in ('api', 'institution')),
    label text not null,
    scopes text not null,
    secret_sha256 text not null unique,
    created_at integer not null,
    revoked_at integer
  ) strict, without rowid`,
  'create table key_uses (key_id text primary key, last_used_at integer not null) strict, without rowid',
  'create table policy (id integer primary key check (id = 1), policy text not null, changed_at integer not null) strict',
  `create table saved_views (
    id integer primary key,
    user_uid text not null,
    name text not null,
    query text not null,
    unique (user_uid, name)
  ) strict`,
  // Answers that were given under an Idempotency-Key, so that a repeated request is not done twice.
  `create table idempotency (
    scope text primary key,
    fingerprint text not null,
    status integer not null,
    answer blob not null,
    created_at integer not null
  ) strict, without rowid`,
  'create index idempotency_age on idempotency (created_at)',
  // What a user types and has not sealed yet; it may quote a value that is erased (L-57).
  `create table drafts (
    user_uid text not null,
    key text not null,
    case_id integer,
    alert_uid text,
    text text not null,
    written_at integer not null,
    primary key (user_uid, key)
  ) strict, without rowid`,
  'create index drafts_by_case on drafts (case_id) where case_id is not null',
  atErasure('drafts_end_with_a_value', `${endDraftsOfCase(caseOfValue)};`),
]
