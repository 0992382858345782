import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createTokens } from '../../../main/server/auth/tokens.ts'
import { startService } from '../../../main/server/compose.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import type { Activity } from '../../../shared/schema/activity.ts'
import { activityWorld } from '../../../scripts/lib/activity-world.ts'
import { preparedWorkspace } from '../../support/prepared-workspace.ts'
import { openRaw } from '../../support/raw-database.ts'
import { smallModel } from '../../unit/detection/models/small-model.ts'
import { seededRandom } from '../../../main/detection/models/train/random.ts'

// Metamorphic: the same activities in the same order come to the same scores, alerts, cases and features, however they
// are cut into requests, repeated, or brought as a file, and whatever ends in between.

const chance = seededRandom(20_261_124)
const day = 86_400_000
const begun = Date.UTC(2025, 0, 1)

/**
 * Transfers of a few customers that speak for fraud in various degrees, over weeks: alerts of every level, and more
 * cases of one customer than one.
 */
const suspicious = Array.from({ length: 160 }, (_, index): Activity => {
  const at = begun + Math.floor(chance.unit() * 120 * day)
  const isSaid = (share: number): boolean => chance.unit() < share
  const metadata = {
    ...(isSaid(0.8) ? { remote_access: true } : {}),
    ...(isSaid(0.8) ? { device_registered_at: new Date(at - 3_600_000).toISOString() } : {}),
    ...(isSaid(0.8) ? { credentials_changed_at: new Date(at - 7_200_000).toISOString() } : {}),
    ...(isSaid(0.75) ? { payee_name: 'Rossi Bau', account_name: 'Kim Trading' } : {}),
  }
  return {
    transaction_id: `S-${index}`,
    event_type: 'transfer',
    at: new Date(at).toISOString(),
    amount: 50 + chance.below(9_000),
    currency: 'EUR',
    customer_id: `s-${chance.below(14)}`,
    counterparty_id: `p-${chance.below(30)}`,
    device_id: `d-${chance.below(9)}`,
    metadata,
  }
})
const bank = activityWorld({ seed: 11, customers: 40, terminals: 10, days: 16, from: '2025-01-01' }).map(
  ({ event, isFraud }) => (isFraud === undefined ? event : { ...event, is_fraud: isFraud }),
)
const world: readonly Activity[] = [...bank, ...suspicious].sort(
  (one, other) => Date.parse(one.at) - Date.parse(other.at),
)
const ended: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const end of ended) await end()
})

interface Bank {
  readonly service: () => RunningService
  take(transactions: readonly object[]): Promise<void>
  ask(
    method: string,
    address: string,
    body?: unknown,
    type?: string,
  ): Promise<{ status: number; data: Record<string, unknown> }>
  /** Ends the service and starts it again; what is done between is given. */
  restart(between?: (dataDir: string) => void): Promise<void>
}

const startBank = async (): Promise<Bank> => {
  const env = systemEnv(createLog('silent'))
  const dataDir = path.join(mkdtempSync(path.join(tmpdir(), 'fieldseal-same-')), 'data')
  const made = await preparedWorkspace(dataDir, {
    institution: 'ACME',
    name: 'Acme Bank',
    admin: 'Ada Berg',
    sample: false,
  })
  const start = async (): Promise<RunningService> => {
    const started = await startService({ dataDir, port: 0, host: '127.0.0.1', role: 'local' }, env)
    if (!started.ok) throw new Error(started.error.message)
    return started.value
  }
  let service = await start()
  ended.push(async () => {
    await service.close()
    rmSync(path.dirname(dataDir), { recursive: true, force: true })
  })
  const ask: Bank['ask'] = async (method, address, body, type = 'application/json') => {
    const { workspace, url } = service
    const admin = await workspace.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    const token = await createTokens({
      privateKey: workspace.keys.token,
      workspaceId: workspace.facts.uid,
      clock: env.clock,
      random: env.random,
    }).mint({ userUid: admin.uid, role: 'admin', origin: 'folder', family: null })
    const headers = {
      authorization: `Bearer ${token}`,
      'x-api-key': made.institutionKey,
      ...(body === undefined ? {} : { 'content-type': type }),
    }
    const answer = await fetch(url + address, {
      method,
      headers,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const { data } = (await answer.json()) as { data: Record<string, unknown> }
    return { status: answer.status, data }
  }
  return {
    service: () => service,
    ask,
    take: async (transactions) => {
      const { status, data } = await ask('POST', '/v1/transactions', { transactions })
      expect([status, data['conflicts']]).toEqual([200, 0])
    },
    restart: async (between) => {
      await service.close()
      between?.(dataDir)
      service = await start()
    },
  }
}

/**
 * What came of it: of every activity its score, of alerts and cases what they hold, by what does not depend on when it
 * came.
 */
const outcomeOf = async (bank: Bank) => {
  const { workspace } = bank.service()
  const { db } = workspace
  const activities = (await db.selectFrom('activities').selectAll().orderBy('n').execute()).map(
    ({ received_ms: _received, import_id: _import, source_line: _line, ...row }) => row,
  )
  const held = Map.groupBy(await db.selectFrom('alert_transactions').selectAll().execute(), ({ alert_id: id }) => id)
  const alerts = (await db.selectFrom('alerts').selectAll().orderBy('id').execute()).map(
    ({
      id,
      title,
      entity_kind: kind,
      entity_id: entity,
      count,
      score,
      level,
      action,
      signals,
      rules,
      first_at: first,
      last_at: last,
      status,
      case_id: caseId,
      totals,
    }) => ({
      title,
      kind,
      entity,
      count,
      score,
      level,
      action,
      signals,
      rules,
      first,
      last,
      status,
      caseId,
      totals,
      transactions: (held.get(id) ?? []).map(({ transaction_id: transaction }) => transaction).sort(),
    }),
  )
  return {
    activities,
    alerts,
    cases: (await db.selectFrom('cases').select('id').execute()).length,
    features: await featuresOf(bank),
  }
}

/** What is known now of some of the activities. */
const featuresOf = async (
  bank: Bank,
  asked = world.filter((_, at) => at % 60 === 0).map(({ transaction_id: id }) => id),
): Promise<readonly unknown[]> => {
  const shipped = bank.service().workspace.models.list().at(-1)?.id ?? ''
  const explained = []
  for (const id of asked)
    explained.push(await bank.ask('POST', `/v1/models/${shipped}/explain`, { transaction_id: id }))
  return explained
}

/** Imports a file, and does something again and again meanwhile. */
const importing = async (
  bank: Bank,
  events: readonly Activity[],
  thereAlready = 0,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<void> => {
  const staged = await bank.ask(
    'POST',
    '/v1/transaction-imports?file_name=world.jsonl',
    events.map((event) => JSON.stringify(event)).join('\n'),
    'application/octet-stream',
  )
  const address = `/v1/transaction-imports/${String(staged.data['id'])}`
  expect((await bank.ask('POST', `${address}/run`, { mapping: staged.data['guess'] })).status).toBe(202)
  for (;;) {
    const { data } = await bank.ask('GET', address)
    if (data['state'] !== 'running')
      return expect(data).toMatchObject({
        state: 'done',
        created: events.length - thereAlready,
        already_there: thereAlready,
        rejected: 0,
      })
    await meanwhile()
  }
}

describe('the same activities', async () => {
  const whole = await startBank()
  for (let at = 0; at < world.length; at += 1_000) await whole.take(world.slice(at, at + 1_000))
  const expected = await outcomeOf(whole)

  it('say something', () => {
    expect(expected.activities).toHaveLength(world.length)
    const cases = new Map<string | null, Set<number | null>>()
    for (const { entity, caseId } of expected.alerts) cases.set(entity, (cases.get(entity) ?? new Set()).add(caseId))
    expect(
      Math.max(...[...cases.values()].map(({ size }) => size)),
      'an entity with alerts in two cases, or in one and in none',
    ).toBeGreaterThan(1)
    expect(expected.alerts.length).toBeGreaterThan(5)
    expect(expected.cases).toBeGreaterThan(1)
  })

  it('in requests of any size, with a service that ends in between and others sent twice, come to the same', async () => {
    const bank = await startBank()
    let at = 0
    while (at < world.length) {
      const size = 1 + chance.below(chance.below(4) === 0 ? 300 : 12)
      const some = world.slice(at, at + size)
      // Of what is there already some comes again, within a request and after it.
      const again = Array.from({ length: chance.below(4) }, () => world[chance.below(at + some.length)] as Activity)
      await bank.take([...some, ...again])
      at += size
      if (chance.below(40) === 0) await bank.restart()
    }
    expect(await outcomeOf(bank)).toEqual(expected)
  }, 240_000)

  it('as a file come to the same', async () => {
    const bank = await startBank()
    await importing(bank, world)
    expect(await outcomeOf(bank)).toEqual(expected)
  }, 240_000)

  it('as a file, while people label them and change the model: all of it is taken, no label is lost, and what is known is what a count from the first one on gives', async () => {
    const here = await startBank()
    // Nearly a day ahead of the clock: what people find now is known of what happens then.
    const shift = Date.now() + 0.9 * day - Date.parse(bank.at(-1)?.at ?? '')
    const moved = bank.map((event) => ({ ...event, at: new Date(Date.parse(event.at) + shift).toISOString() }))
    const models = [here.service().workspace.models.list().at(-1)?.id ?? null, null]
    for (const seed of [1, 2])
      models.push(
        String(
          (await here.ask('POST', '/v1/models', { name: 'Small', version: String(seed), file: smallModel({ seed }) }))
            .data['id'],
        ),
      )
    const said = new Map<string, boolean>()
    let changes = 0
    const early = moved.findLastIndex(({ at }) => Date.parse(at) < Date.now() - day / 10)
    for (let at = 0; at < early; at += 1_000) await here.take(moved.slice(at, Math.min(early, at + 1_000)))
    for (const { transaction_id: id } of moved.slice(early - 400, early).filter((_, at) => at % 20 === 0)) {
      if (
        (
          await here.ask('PUT', `/v1/transactions/${id}/label`, {
            is_fraud: true,
            notes: 'Seen before the others came.',
          })
        ).status === 200
      )
        said.set(id, true)
    }
    await importing(here, moved, early, async () => {
      const { transaction_id: id } = moved[chance.below(moved.length)] as Activity
      const isFraud = chance.unit() < 0.6
      const [labelled, put] = await Promise.all([
        here.ask('PUT', `/v1/transactions/${id}/label`, { is_fraud: isFraud, notes: 'Seen while they came.' }),
        here.ask('PUT', '/v1/models/in-force', { model_id: models[chance.below(models.length)], accept_unknown: true }),
      ])
      // Not there yet, or labelled so before.
      expect([200, 404, 409]).toContain(labelled.status)
      if (labelled.status === 200) said.set(id, isFraud)
      if (put.status === 200) changes += 1
    })
    // Some more, which nothing that comes later lets be learnt.
    for (const { transaction_id: id } of moved.slice(-300, -290)) {
      if (
        (await here.ask('PUT', `/v1/transactions/${id}/label`, { is_fraud: true, notes: 'Seen after them.' }))
          .status === 200
      )
        said.set(id, true)
    }
    expect(changes).toBeGreaterThan(0)
    const kept = new Map(
      (await here.service().workspace.db.selectFrom('activities').select(['transaction_id', 'is_fraud']).execute()).map(
        ({ transaction_id: id, is_fraud: fraud }) => [id, fraud],
      ),
    )
    for (const [id, isFraud] of said) expect([id, kept.get(id)]).toEqual([id, isFraud ? 1 : 0])
    // The last that each customer, terminal and payee of a labelled one did.
    const labelled = new Set(
      moved
        .filter(({ transaction_id: id }) => said.has(id))
        .flatMap(({ customer_id: customer, terminal_id: terminal, counterparty_id: payee }) => [
          customer,
          terminal,
          payee,
        ]),
    )
    const last = new Map(
      moved.flatMap(({ transaction_id: id, customer_id: customer, terminal_id: terminal, counterparty_id: payee }) =>
        [customer, terminal, payee]
          .filter((one) => one !== undefined && labelled.has(one))
          .map((one) => [one, id] as const),
      ),
    )
    const asked = [...new Set(last.values())]
    const live = await featuresOf(here, asked)
    await here.restart()
    expect(await featuresOf(here, asked)).toEqual(live)
    await here.restart((dataDir) => {
      const db = openRaw(dataDir)
      for (const table of ['feature_chunks', 'feature_entities', 'feature_state'])
        db.prepare(`delete from ${table}`).run()
      db.close()
    })
    expect(await featuresOf(here, asked)).toEqual(live)
    expect((await here.service().workspace.verification.verifyWorkspace())?.verdict).toBe('intact')
  }, 240_000)
})
