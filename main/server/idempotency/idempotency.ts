import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync } from 'node:crypto'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { Operation } from '../../../shared/api/operation.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { canonicalJson } from '../../seal/canonical.ts'
import type { AccessStore } from '../../storage/access/access-store.ts'
import type { Call, Route } from '../http/call.ts'

/** An answer is kept for a day; a retry after that is a new request. */
export const keepAnswersMs = 24 * 3_600_000

/**
 * What an operation's kept answer must leave out, because a redaction could ask for it to be gone, and how a replay reads it
 * again from where redaction reaches it.
 */
export interface Recipe {
  strip(data: Record<string, unknown>): Record<string, unknown>
  restore(data: Record<string, unknown>): Promise<Record<string, unknown>>
}

export interface IdempotencyOptions {
  readonly access: AccessStore
  readonly clock: { nowMs(): number }
  readonly random: { bytes(count: number): Uint8Array }
  /** 32 secret bytes of this workspace. */
  readonly secret: Uint8Array
  /** Recipes by operation id; operations without one keep their answer whole. */
  readonly recipes: Readonly<Record<string, Recipe>>
}

/** Runs commands at most once a key (draft-ietf-httpapi-idempotency-key-header). */
export interface Idempotency {
  run(operation: Operation, call: Call<Operation>, header: string | string[], handler: Route['handler']): Promise<Result<unknown, Refusal>>
}

/** The header's value: a quoted string, as the draft writes it, or bare as most clients send it. */
const keyOf = (header: string | string[]): string | null => {
  if (typeof header !== 'string') return null
  const bare = /^"([^"\\]*)"$/.exec(header)?.[1] ?? header
  return /^[\x21-\x7e]{1,255}$/.test(bare) ? bare : null
}

const badKey = refusal('invalid_request', 'header.idempotency-key must be 1 to 255 visible ASCII characters.', [
  { path: 'header.idempotency-key', message: 'must be 1 to 255 visible ASCII characters' },
])
const inProgress = refusal('in_progress', 'A request with this Idempotency-Key is still being worked on; try again in a moment.')
const reused = refusal('idempotency_key_reused', 'This Idempotency-Key was used before with another request; use a new key for a new request.')

/** Answers are encrypted under a key that needs the client's Idempotency-Key: whoever has only the data folder reads none of them. */
const answerKey = (secret: Uint8Array, key: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', `fieldseal idempotent answer ${key}`, 32))

const encrypt = (text: string, key: Buffer, nonce: Uint8Array): Buffer => {
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

const decrypt = (sealed: Buffer, key: Buffer): string => {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 })
  decipher.setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString('utf8')
}

/** Makes the runner. What is kept joins the command's own transaction, so that a crash leaves both or neither. */
export const createIdempotency = (options: IdempotencyOptions): Idempotency => {
  const underWay = new Set<string>()

  const replay = async (operation: Operation, stored: { answer: Buffer }, key: string): Promise<unknown> => {
    const answer = JSON.parse(decrypt(stored.answer, answerKey(options.secret, key))) as { success: true; data: Record<string, unknown> }
    const recipe = options.recipes[operation.id]
    return recipe === undefined ? answer : { ...answer, data: await recipe.restore(answer.data) }
  }

  const fingerprintOf = (call: Call<Operation>): string =>
    createHmac('sha256', options.secret).update(canonicalJson([call.params, call.query, call.body])).digest('hex')

  return {
    async run(operation, call, header, handler) {
      const key = keyOf(header)
      if (key === null) return fail(badKey)
      const scope = hash('sha256', `${call.caller.userUid}\n${operation.id}\n${key}`, 'hex')
      if (underWay.has(scope)) return fail(inProgress)
      underWay.add(scope)
      try {
        const fingerprint = fingerprintOf(call)
        const now = options.clock.nowMs()
        const stored = await options.access.keptAnswer(scope, now - keepAnswersMs)
        if (stored !== null) {
          if (stored.fingerprint !== fingerprint) return fail(reused)
          void call.reply.header('idempotency-replayed', 'true')
          return ok(await replay(operation, stored, key))
        }
        const recipe = options.recipes[operation.id]
        return await handler({
          ...call,
          inTransaction: (tx, data) => {
            const kept = { success: true, data: recipe === undefined ? data : recipe.strip(data as Record<string, unknown>) }
            const answer = encrypt(JSON.stringify(kept), answerKey(options.secret, key), options.random.bytes(12))
            return options.access.keepAnswer(tx, { scope, fingerprint, status: operation.status, answer, created_at: now }, now - keepAnswersMs)
          },
        })
      } finally {
        underWay.delete(scope)
      }
    },
  }
}
