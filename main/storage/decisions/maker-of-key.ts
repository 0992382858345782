import type { Statements, SyncStatements } from '../sqlite/statements.ts'

/** Whoever made an API key can act by it: a proposal of the key counts as one of that person too. */
export const makerOfKey = async (sql: Statements | SyncStatements, keyUid: string): Promise<string | null> => {
  const row = await sql.get<{ actor: string }>(
    `select json_extract(cast(payload as text), '$.actor') as actor from entries
     where chain = 0 and json_extract(cast(payload as text), '$.type') = 'api_key.created' and json_extract(cast(payload as text), '$.subject') = ? limit 1`,
    keyUid.slice('key:'.length),
  )
  return row?.actor ?? null
}
