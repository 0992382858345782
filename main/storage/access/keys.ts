import type { Kysely } from 'kysely'
import { fieldRefused, refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { minuteMs } from '../../../shared/text/days.ts'
import { scopesOfKey } from '../../domain/access/rules.ts'
import { systemActor } from '../ledger/ledger.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Database } from '../schema.ts'
import type { AccessStore, ApiKey } from './access-store.ts'
import type { CommandParts } from './commands.ts'
import { apiKeyCreated, apiKeyRevoked } from './drafts.ts'
import { newKey } from './secrets.ts'
import type { ApiKeysTable } from './tables.ts'

const toKey = (row: ApiKeysTable, lastUsedMs: number | null): ApiKey => ({
  id: row.id,
  label: row.label,
  kind: row.kind,
  scopes: JSON.parse(row.scopes) as ApiKey['scopes'],
  created_at: toTimestamp(row.created_at),
  last_used_at: lastUsedMs === null ? null : toTimestamp(lastUsedMs),
  revoked_at: row.revoked_at === null ? null : toTimestamp(row.revoked_at),
})

const lastUse = async (db: Kysely<Database>, id: string): Promise<number | null> =>
  (await db.selectFrom('key_uses').select('last_used_at').where('key_id', '=', id).executeTakeFirst())?.last_used_at ??
  null

type KeyCommands = Pick<AccessStore, 'listKeys' | 'createKey' | 'revokeKey' | 'keyWasUsed'>

/** Commands on API keys and institution keys. */
export const createKeyCommands = ({
  db,
  env,
  write,
  ledger,
}: CommandParts & { readonly ledger: Ledger }): KeyCommands => {
  const notedAt = new Map<string, number>()

  return {
    listKeys: async () => {
      const rows = await db.selectFrom('api_keys').selectAll().orderBy('created_at').orderBy('id').execute()
      const uses = new Map(
        (await db.selectFrom('key_uses').selectAll().execute()).map((row) => [row.key_id, row.last_used_at]),
      )
      return rows.map((row) => toKey(row, uses.get(row.id) ?? null))
    },

    createKey: async (input, { actor, inTransaction }) => {
      const scopes = scopesOfKey(input.kind, input.scopes)
      if (scopes === null) {
        const message =
          input.kind === 'institution'
            ? 'may only hold institution for an institution key'
            : 'must hold v4:read, v4:write or both for an API key'
        return fail(fieldRefused('scopes', message))
      }
      const made = newKey(input.kind, env.random)
      return await write(actor, async (tx) => {
        await tx.append(apiKeyCreated({ ...made, kind: input.kind, scopes, label: input.label }))
        const row = await tx.db.selectFrom('api_keys').selectAll().where('id', '=', made.id).executeTakeFirstOrThrow()
        const answer = { ...toKey(row, null), secret: made.secret }
        await inTransaction?.(tx, answer)
        return ok(answer)
      })
    },

    revokeKey: (id, { actor, inTransaction }) =>
      write(actor, async (tx) => {
        const row = await tx.db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst()
        if (row === undefined) return fail(refusal('not_found', 'There is no key with this id.'))
        if (row.revoked_at !== null) return fail(refusal('already_done', 'The key is revoked already.'))
        const appended = await tx.append(apiKeyRevoked(id))
        const answer = toKey({ ...row, revoked_at: appended.atMs }, await lastUse(tx.db, id))
        await inTransaction?.(tx, answer)
        return ok(answer)
      }),

    keyWasUsed: (id) => {
      const minute = Math.floor(env.clock.nowMs() / minuteMs) * minuteMs
      if (notedAt.get(id) === minute) return
      notedAt.set(id, minute)
      ledger
        .write(systemActor, async (tx) => {
          await tx.db
            .insertInto('key_uses')
            .values({ key_id: id, last_used_at: minute })
            .onConflict((conflict) => conflict.column('key_id').doUpdateSet({ last_used_at: minute }))
            .execute()
          return ok(null)
        })
        .catch((error: unknown) => env.log.warn({ err: error }, 'the use of a key could not be noted'))
    },
  }
}
