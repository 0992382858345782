import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync } from 'node:crypto'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { Operation } from '../../../shared/api/operation.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { canonicalJson } from '../../seal/canonical.ts'
import type { AccessStore } from '../../storage/access/access-store.ts'
import type { IdempotencyTable } from '../../storage/access/tables.ts'
import type { Call, Route } from '../http/call.ts'
import { RefusalError } from '../http/refusals.ts'

/** An answer is kept for a day; a retry after that is a new request. */
export const keepAnswersMs = 24 * 3_600_000

/**
 * What an operation's kept answer must leave out, because a redaction could ask for it to be gone, and how a replay
 * reads it again from where redaction reaches it.
 */
export interface Recipe {
  strip(data: Record<string, unknown>): Record<string, unknown>
  restore(data: Record<string, unknown>): Record<string, unknown> | Promise<Record<string, unknown>>
}

export interface IdempotencyOptions {
  readonly access: Pick<AccessStore, 'keptAnswer' | 'keepAnswer' | 'keepAnswerAlone' | 'forgetAnswer'>
  readonly clock: { nowMs(): number }
  readonly random: { bytes(count: number): Uint8Array }
  /** 32 secret bytes of this workspace. */
  readonly secret: Uint8Array
  /** Recipes by operation id; operations without one keep their answer whole. */
  readonly recipes: Readonly<Record<string, Recipe>>
  /** Ids of operations whose command keeps its answer in its own transaction (`Call.inTransaction`). */
  readonly joining: ReadonlySet<string>
}

/** Runs commands at most once a key (draft-ietf-httpapi-idempotency-key-header). */
export interface Idempotency {
  run(
    operation: Operation,
    call: Call<Operation>,
    header: string | string[],
    handler: Route['handler'],
  ): Promise<Result<unknown, Refusal>>
}

/** A request that is run for the first time under its key. */
interface Run {
  readonly operation: Operation
  readonly call: Call<Operation>
  readonly key: string
  /** What is kept of it, but for the answer. */
  readonly row: Omit<IdempotencyTable, 'answer'>
  readonly forgetBeforeMs: number
}

/** An answer in its envelope. */
interface Answered {
  readonly success: true
  readonly data: unknown
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
const inProgress = refusal(
  'in_progress',
  'A request with this Idempotency-Key is still being worked on; try again in a moment.',
)
const unknownOutcome = refusal(
  'outcome_unknown',
  'The service ended while it worked on the first request with this Idempotency-Key. Whether that took effect is not known; it was not done a second time. Look whether what you asked for is there; if not, ask again under a new key.',
)
const reused = refusal(
  'idempotency_key_reused',
  'This Idempotency-Key was used before with another request; use a new key for a new request.',
)

/**
 * Answers are encrypted under a key that needs the client's Idempotency-Key: whoever has only the data folder reads
 * none of them.
 */
const answerKey = (secret: Uint8Array, key: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `fieldseal idempotent answer ${key}`, 32))

const encrypt = (text: string, key: Buffer, nonce: Uint8Array): Buffer => {
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

const decrypt = (sealed: Buffer, key: Buffer): string => {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 })
  decipher.setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString('utf8')
}

/** What stands in the place of an answer while its request is worked on. */
const begun = Buffer.alloc(0)

/** Answers as they are kept, and as they are given again. */
const keptAnswers = ({ recipes, secret, random }: Pick<IdempotencyOptions, 'recipes' | 'secret' | 'random'>) => ({
  /** An answer without what could have to be erased, sealed under the client's key. */
  sealed: (operation: Operation, key: string, answer: Answered): Buffer => {
    const recipe = recipes[operation.id]
    const kept =
      recipe === undefined ? answer : { ...answer, data: recipe.strip(answer.data as Record<string, unknown>) }
    return encrypt(JSON.stringify(kept), answerKey(secret, key), random.bytes(12))
  },
  replay: async (operation: Operation, sealed: Buffer, key: string): Promise<unknown> => {
    const answer = JSON.parse(decrypt(sealed, answerKey(secret, key))) as {
      success: true
      data: Record<string, unknown>
    }
    const recipe = recipes[operation.id]
    return recipe === undefined ? answer : { ...answer, data: await recipe.restore(answer.data) }
  },
})

/**
 * Makes the runner. What is kept joins the command's own transaction, so that a crash leaves both or neither. Where a
 * command has no one transaction, that it was begun is kept before it, and its answer after it: a crash
 * between the two leaves a request that is refused as `outcome_unknown`, and never done twice.
 */
export const createIdempotency = (options: IdempotencyOptions): Idempotency => {
  const { access, joining, secret } = options
  const answers = keptAnswers(options)
  const underWay = new Set<string>()

  const fingerprintOf = (call: Call<Operation>): string =>
    createHmac('sha256', secret)
      .update(canonicalJson([call.params, call.query, call.body ?? null]))
      .digest('hex')

  /**
   * The command, which keeps its answer itself; where it made nothing it keeps none, and the answer is kept after it.
   */
  const joined = async (
    { operation, call, key, row, forgetBeforeMs }: Run,
    handler: Route['handler'],
  ): Promise<Result<unknown, Refusal>> => {
    let isKept = false
    const inTransaction: Call<Operation>['inTransaction'] = async (tx, data) => {
      await access.keepAnswer(
        tx,
        { ...row, answer: answers.sealed(operation, key, { success: true, data }) },
        forgetBeforeMs,
      )
      isKept = true
    }
    const result = await handler({ ...call, inTransaction })
    if (result.ok && !isKept)
      await access.keepAnswerAlone(
        { ...row, answer: answers.sealed(operation, key, result.value as Answered) },
        forgetBeforeMs,
      )
    return result
  }

  const apart = async (
    { operation, call, key, row, forgetBeforeMs }: Run,
    handler: Route['handler'],
  ): Promise<Result<unknown, Refusal>> => {
    const told = await access.keepAnswerAlone({ ...row, answer: begun }, forgetBeforeMs)
    if (!told.ok) return told
    const result = await handler(call).catch(async (error: unknown) => {
      if (error instanceof RefusalError) await access.forgetAnswer(row.scope)
      throw error
    })
    // Where this cannot be written, the request stays begun: a retry is told that, and makes nothing.
    await (result.ok
      ? access.keepAnswerAlone(
          { ...row, answer: answers.sealed(operation, key, result.value as Answered) },
          forgetBeforeMs,
        )
      : access.forgetAnswer(row.scope))
    return result
  }

  const runOnce = async (
    operation: Operation,
    call: Call<Operation>,
    key: string,
    scope: string,
    handler: Route['handler'],
  ): Promise<Result<unknown, Refusal>> => {
    const fingerprint = fingerprintOf(call)
    const now = options.clock.nowMs()
    const forgetBeforeMs = now - keepAnswersMs
    const stored = await access.keptAnswer(scope, forgetBeforeMs)
    if (stored === null) {
      const run = {
        operation,
        call,
        key,
        row: { scope, fingerprint, status: operation.status, created_at: now },
        forgetBeforeMs,
      }
      return await (joining.has(operation.id) ? joined(run, handler) : apart(run, handler))
    }
    if (stored.fingerprint !== fingerprint) return fail(reused)
    if (stored.answer.length === 0) return fail(unknownOutcome)
    void call.reply.header('idempotency-replayed', 'true')
    return ok(await answers.replay(operation, stored.answer, key))
  }

  return {
    async run(operation, call, header, handler) {
      const key = keyOf(header)
      if (key === null) return fail(badKey)
      const scope = hash('sha256', `${call.caller.userUid}\n${operation.id}\n${key}`, 'hex')
      if (underWay.has(scope)) return fail(inProgress)
      underWay.add(scope)
      try {
        return await runOnce(operation, call, key, scope, handler)
      } finally {
        underWay.delete(scope)
      }
    },
  }
}
