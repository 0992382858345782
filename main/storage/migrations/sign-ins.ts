/**
 * From when on a sign-in counts, when and from where it was last used, and by which browser or program. Of those that
 * were made before, where from is not known. And the second factors of people, with the hashes of their recovery codes.
 */
export const signInTables: readonly string[] = [
  'alter table sessions add column signed_in_at integer not null default 0',
  'alter table sessions add column last_used_at integer not null default 0',
  'alter table sessions add column address text',
  'alter table sessions add column agent text',
  `update sessions set
    signed_in_at = (select min(earliest.created_at) from sessions as earliest where earliest.family = sessions.family),
    last_used_at = created_at`,
  `create table second_factors (
    user_uid text primary key,
    secret blob not null,
    begun_at integer not null,
    confirmed_at integer,
    last_step integer not null
  ) strict, without rowid`,
  `create table recovery_codes (
    user_uid text not null,
    code_sha256 text not null,
    used_at integer,
    primary key (user_uid, code_sha256)
  ) strict, without rowid`,
]
