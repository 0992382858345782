/** By what people signed in, and whom a sign-in provider names. */
export const providerSignIns: readonly string[] = [
  "alter table sessions add column how text not null default 'password'",
  `create table provider_identities (
    identity text primary key,
    user_uid text not null
  ) strict, without rowid`,
]
