import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { secretsAtOnce, webhooksMax } from '../../../shared/schema/webhooks.ts'
import type { Webhook } from '../../../shared/schema/webhooks.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { Env } from '../../platform/env.ts'
import type { Ledger, LedgerTx } from '../ledger/ledger.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { createDeliveryLog } from './delivery-log.ts'
import type { DeliveryLog } from './delivery-log.ts'
import { createDeliveryQueue } from './delivery-queue.ts'
import type { DeliveryQueue } from './delivery-queue.ts'
import type { WebhooksTable } from './tables.ts'
import { toWebhook } from './webhook-rows.ts'
import { createWebhookSecrets, newShortId } from './webhook-secrets.ts'
import type { WebhookSecret } from './webhook-secrets.ts'

type Answer<T> = Promise<Result<T, Refusal>>

/** What a person says of a webhook. */
export interface WebhookInput {
  readonly url: string
  readonly description: string
  readonly types: readonly string[]
}

/** What is to change. */
export interface WebhookChange extends Partial<WebhookInput> {
  readonly state?: 'active' | 'disabled' | undefined
  /** Where it is switched on: passes over what happened meanwhile. */
  readonly skip?: true | undefined
}

/** A webhook and the secret that was just made for it. */
export interface WebhookWithSecret {
  readonly webhook: Webhook
  readonly secret: string
}

/**
 * The webhooks of a data folder. They are this folder's own: what is sealed of them tells other devices that there was
 * a change, and makes none there.
 */
export interface WebhookStore extends DeliveryLog, DeliveryQueue {
  list(): readonly Webhook[]
  find(id: string): Result<Webhook, Refusal>
  create(actor: Actor, input: WebhookInput): Answer<WebhookWithSecret>
  change(actor: Actor, id: string, change: WebhookChange): Answer<Webhook>
  remove(actor: Actor, id: string): Answer<{ removed: true }>
  addSecret(actor: Actor, id: string): Answer<WebhookWithSecret>
  retireSecret(actor: Actor, id: string, secretId: string): Answer<Webhook>
  /** The secrets in force, the newest first. */
  secretsOf(id: string): readonly WebhookSecret[]
}

export interface WebhookStoreParts {
  readonly ledger: Ledger
  /** Reads what is committed. */
  readonly sql: SyncStatements
  /** The writing connection's statements, for reads within a write. */
  readonly writing: SyncStatements
  readonly workspaceKey: Uint8Array
  readonly random: Env['random']
}

export const noSuchWebhook = refusal('not_found', 'There is no webhook with this id.')
const tooMany = refusal('unknown_reference', `There are ${webhooksMax} webhooks; remove one first.`)
const twoAlready = refusal('already_done', 'Two secrets are in force; retire one first.')
const noSuchSecret = refusal('not_found', 'This webhook has no such secret in force.')
const lastSecret = refusal(
  'unknown_reference',
  'This is the only secret in force; add another one before it is retired.',
)

type Change = 'created' | 'changed' | 'secret_added' | 'secret_retired' | 'removed' | 'enabled' | 'disabled'

/**
 * What is sealed of a change: the address and the words about it may tell of people and of the house's network, so they
 * are withheld; secrets are never in it.
 */
const seal = async (tx: LedgerTx, sql: SyncStatements, row: WebhooksTable, change: Change): Promise<void> => {
  const secrets = sql
    .all<{ id: string }>('select id from webhook_secrets where webhook_id = ? order by id', row.id)
    .map(({ id }) => id)
  await tx.append({
    case: 'workspace',
    type: 'webhook.changed',
    subject: row.id,
    pub: { change, state: row.state, types: JSON.parse(row.types) as string[], secrets },
    withheld: { url: row.url, ...(row.description === '' ? {} : { description: row.description }) },
  })
}

const nextRow = (
  row: WebhooksTable,
  { url, description, types, state, skip }: WebhookChange,
  newest: number,
  nowMs: number,
): WebhooksTable => ({
  ...row,
  url: url ?? row.url,
  description: description ?? row.description,
  types: types === undefined ? row.types : JSON.stringify(types),
  changed_at: nowMs,
  ...(state === 'active' && row.state !== 'active'
    ? { state, disabled_reason: null, disabled_at: null, failing_since: null, paused_until: null }
    : {}),
  ...(state === 'disabled' && row.state !== 'disabled'
    ? { state, disabled_reason: 'person' as const, disabled_at: nowMs }
    : {}),
  ...(state === 'active' && skip === true ? { cursor: newest } : {}),
})

const changeOf = (before: WebhooksTable, after: WebhooksTable): Change =>
  before.state === after.state ? 'changed' : after.state === 'active' ? 'enabled' : 'disabled'

/** Makes the store. */
export const createWebhookStore = ({ ledger, sql, writing, workspaceKey, random }: WebhookStoreParts): WebhookStore => {
  const secrets = createWebhookSecrets(workspaceKey, random)
  const rowIn = (from: SyncStatements, id: string): WebhooksTable | undefined =>
    from.get<WebhooksTable>('select * from webhooks where id = ?', id)
  const newestIn = (from: SyncStatements): number =>
    from.get<{ seq: number }>("select seq from sqlite_sequence where name = 'event_log'")?.seq ?? 0

  const changing = <T>(
    actor: Actor,
    id: string,
    job: (tx: LedgerTx, row: WebhooksTable) => Promise<Result<T, Refusal>>,
  ): Answer<T> =>
    ledger.write(actor, async (tx) => {
      const row = rowIn(writing, id)
      return row === undefined ? fail(noSuchWebhook) : await job(tx, row)
    })

  const withSecret = async (tx: LedgerTx, row: WebhooksTable, change: Change): Promise<WebhookWithSecret> => {
    const { text } = secrets.add(writing, row.id, tx.nowMs)
    await seal(tx, writing, row, change)
    return { webhook: toWebhook(writing, row), secret: text }
  }

  return {
    ...createDeliveryLog({ ledger, sql, writing }),
    ...createDeliveryQueue({ ledger, sql, writing }),
    list: () =>
      sql.all<WebhooksTable>('select * from webhooks order by created_at, id').map((row) => toWebhook(sql, row)),
    find: (id) => {
      const row = rowIn(sql, id)
      return row === undefined ? fail(noSuchWebhook) : ok(toWebhook(sql, row))
    },
    create: (actor, input) =>
      ledger.write(actor, async (tx) => {
        if ((writing.get<{ n: number }>('select count(*) as n from webhooks')?.n ?? 0) >= webhooksMax)
          return fail(tooMany)
        const id = newShortId('wh_', random)
        writing.run(
          "insert into webhooks (id, url, description, types, state, created_at, changed_at, cursor) values (?, ?, ?, ?, 'active', ?, ?, ?)",
          id,
          input.url,
          input.description,
          JSON.stringify(input.types),
          tx.nowMs,
          tx.nowMs,
          newestIn(writing),
        )
        return ok(await withSecret(tx, rowIn(writing, id) as WebhooksTable, 'created'))
      }),
    change: (actor, id, change) =>
      changing(actor, id, async (tx, row) => {
        const after = nextRow(row, change, newestIn(writing), tx.nowMs)
        writing.run(
          'update webhooks set url = ?, description = ?, types = ?, state = ?, disabled_reason = ?, disabled_at = ?, changed_at = ?, cursor = ?, failing_since = ?, paused_until = ? where id = ?',
          after.url,
          after.description,
          after.types,
          after.state,
          after.disabled_reason,
          after.disabled_at,
          after.changed_at,
          after.cursor,
          after.failing_since,
          after.paused_until,
          id,
        )
        if (change.skip === true && change.state === 'active') {
          writing.run(
            "update webhook_deliveries set state = 'cancelled', next_at = null, settled_at = ? where webhook_id = ? and state = 'pending'",
            tx.nowMs,
            id,
          )
        }
        await seal(tx, writing, after, changeOf(row, after))
        return ok(toWebhook(writing, after))
      }),
    remove: (actor, id) =>
      changing(actor, id, async (tx, row) => {
        await seal(tx, writing, row, 'removed')
        writing.run('delete from webhooks where id = ?', id)
        return ok({ removed: true as const })
      }),
    addSecret: (actor, id) =>
      changing(actor, id, async (tx, row) =>
        secrets.of(writing, id).length >= secretsAtOnce
          ? fail(twoAlready)
          : ok(await withSecret(tx, row, 'secret_added')),
      ),
    retireSecret: (actor, id, secretId) =>
      changing(actor, id, async (tx, row) => {
        const inForce = secrets.of(writing, id)
        if (!inForce.some((secret) => secret.id === secretId)) return fail(noSuchSecret)
        if (inForce.length === 1) return fail(lastSecret)
        writing.run('delete from webhook_secrets where id = ?', secretId)
        await seal(tx, writing, row, 'secret_retired')
        return ok(toWebhook(writing, row))
      }),
    secretsOf: (id) => secrets.of(sql, id),
  }
}
