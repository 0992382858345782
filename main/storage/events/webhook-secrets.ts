import { createSecretKey } from 'node:crypto'
import { deriveKey } from '../../platform/key-files.ts'
import { keyBytes, unwrapKey, wrapKey } from '../../platform/key-wrap.ts'
import type { Random } from '../../platform/random.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { WebhookSecretsTable } from './tables.ts'

/** A secret in force, open. */
export interface WebhookSecret {
  readonly id: string
  readonly key: Uint8Array
  readonly createdAtMs: number
}

/**
 * The keeper of webhook secrets: random bytes, stored wrapped under a key of the workspace's, each bound to its own id.
 */
export interface WebhookSecrets {
  /** Makes a secret, within a write; answers the text that its holder gets (`whsec_` and base64). */
  add(sql: SyncStatements, webhookId: string, nowMs: number): { readonly id: string; readonly text: string }
  /** Those in force of a webhook, the newest first; one that does not open any more is left out. */
  of(sql: SyncStatements, webhookId: string): readonly WebhookSecret[]
}

const base32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** A public id of twelve letters. */
export const newShortId = (prefix: string, random: Pick<Random, 'bytes'>): string =>
  `${prefix}${Array.from(random.bytes(12), (byte) => base32[byte & 31]).join('')}`

/** A secret as Standard Webhooks writes it. */
export const secretText = (key: Uint8Array): string => `whsec_${Buffer.from(key).toString('base64')}`

const contextOf = (id: string): string => `webhook secret ${id}`

/**
 * Makes the keeper.
 *
 * @param workspaceKey 32 bytes
 */
export const createWebhookSecrets = (workspaceKey: Uint8Array, random: Pick<Random, 'bytes'>): WebhookSecrets => {
  const wrapping = createSecretKey(deriveKey(workspaceKey, 'fieldseal webhook secrets'))
  return {
    add: (sql, webhookId, nowMs) => {
      const id = newShortId('whs_', random)
      const key = random.bytes(keyBytes)
      sql.run(
        'insert into webhook_secrets (id, webhook_id, sealed, created_at) values (?, ?, ?, ?)',
        id,
        webhookId,
        wrapKey(wrapping, key, contextOf(id), random),
        nowMs,
      )
      return { id, text: secretText(key) }
    },
    of: (sql, webhookId) =>
      sql
        .all<WebhookSecretsTable>(
          'select * from webhook_secrets where webhook_id = ? order by created_at desc, id',
          webhookId,
        )
        .flatMap((row) => {
          const key = unwrapKey(wrapping, row.sealed, contextOf(row.id))
          return key === null ? [] : [{ id: row.id, key: key.export(), createdAtMs: row.created_at }]
        }),
  }
}
