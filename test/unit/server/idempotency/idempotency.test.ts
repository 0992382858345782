import { describe, expect, it } from 'vitest'
import { refusal } from '../../../../shared/api/errors.ts'
import type { Operation } from '../../../../shared/api/operation.ts'
import { createKpiReport } from '../../../../shared/api/reports.ts'
import { startExport } from '../../../../shared/api/exports.ts'
import { fail, ok } from '../../../../shared/schema/result.ts'
import type { Call, Route } from '../../../../main/server/http/call.ts'
import { createIdempotency } from '../../../../main/server/idempotency/idempotency.ts'
import type { Idempotency, IdempotencyOptions } from '../../../../main/server/idempotency/idempotency.ts'
import type { LedgerTx } from '../../../../main/storage/ledger/ledger.ts'
import type { IdempotencyTable } from '../../../../main/storage/access/tables.ts'

const full = refusal('storage_full', 'The disk is full.')
const noTx = undefined as unknown as LedgerTx

/** The rows that are kept, as the database has them after a crash too. */
const keptRows = () => {
  const rows = new Map<string, IdempotencyTable>()
  const disk = { isFull: false }
  const access: IdempotencyOptions['access'] = {
    keptAnswer: (scope) => Promise.resolve(rows.get(scope) ?? null),
    keepAnswer: (_tx, row) => Promise.resolve(void rows.set(row.scope, row)),
    keepAnswerAlone: (row) => Promise.resolve(disk.isFull ? fail(full) : ok(void rows.set(row.scope, row))),
    forgetAnswer: (scope) => Promise.resolve(ok(void rows.delete(scope))),
  }
  return { rows, disk, access }
}

const startOver = (access: IdempotencyOptions['access']): Idempotency =>
  createIdempotency({
    access,
    clock: { nowMs: () => 1_000_000 },
    random: { bytes: (count) => new Uint8Array(count) },
    secret: new Uint8Array(32),
    recipes: {},
    joining: new Set(['createKpiReport']),
  })

const headers: string[] = []
const call = (body: unknown = { a: 1 }): Call<Operation> =>
  ({
    params: {},
    query: {},
    body,
    caller: { userUid: 'user' },
    reply: { header: (name: string) => headers.push(name) },
  }) as unknown as Call<Operation>

const making = (): { made: number; handler: Route['handler'] } => {
  const counted = {
    made: 0,
    handler: () => Promise.resolve(ok({ success: true, data: { id: `made-${(counted.made += 1)}` } })),
  }
  return counted
}

/** The service ends while a command is under way. */
const cutOff = (idempotency: Idempotency, operation: Operation): Promise<void> =>
  new Promise((begun) => {
    void idempotency.run(operation, call(), 'k', () => {
      begun()
      return new Promise(() => undefined)
    })
  })

describe('a command that has no one transaction', () => {
  it('is answered again as it was, and done once', async () => {
    const { access, rows } = keptRows()
    const export_ = making()
    const first = await startOver(access).run(startExport, call(), 'k', export_.handler)
    const second = await startOver(access).run(startExport, call(), 'k', export_.handler)
    expect([first, export_.made]).toEqual([second, 1])
    expect([...rows.values()].map(({ answer }) => answer.toString('latin1')).join('')).not.toContain('made-1')
  })

  it('that a crash cut off is not done a second time, and the retry is told', async () => {
    const { access } = keptRows()
    await cutOff(startOver(access), startExport)
    const later = making()
    const retry = await startOver(access).run(startExport, call(), 'k', later.handler)
    expect([retry, later.made]).toEqual([fail(expect.objectContaining({ code: 'outcome_unknown' })), 0])
    expect(await startOver(access).run(startExport, call({ a: 2 }), 'k', later.handler)).toEqual(
      fail(expect.objectContaining({ code: 'idempotency_key_reused' })),
    )
  })

  it('that failed as a bug may have done something: a retry is told so', async () => {
    const { access } = keptRows()
    await expect(
      startOver(access).run(startExport, call(), 'k', () => Promise.reject(new Error('a bug'))),
    ).rejects.toThrow('a bug')
    const later = making()
    expect([await startOver(access).run(startExport, call(), 'k', later.handler), later.made]).toEqual([
      fail(expect.objectContaining({ code: 'outcome_unknown' })),
      0,
    ])
  })

  it('that was refused may be sent again under its key', async () => {
    const { access, rows } = keptRows()
    expect(await startOver(access).run(startExport, call(), 'k', () => Promise.resolve(fail(full)))).toEqual(fail(full))
    expect(rows.size).toBe(0)
    expect((await startOver(access).run(startExport, call({ a: 2 }), 'k', making().handler)).ok).toBe(true)
  })

  it('is not begun where that cannot be kept', async () => {
    const { access, disk } = keptRows()
    disk.isFull = true
    const later = making()
    expect([await startOver(access).run(startExport, call(), 'k', later.handler), later.made]).toEqual([fail(full), 0])
  })
})

describe('a command that keeps its answer itself', () => {
  const keeping: Route['handler'] = async ({ inTransaction }) => {
    await inTransaction?.(noTx, { id: 'sealed' })
    return ok({ success: true, data: { id: 'sealed' } })
  }

  it('leaves nothing where it did not come to its transaction', async () => {
    const { access, rows } = keptRows()
    await cutOff(startOver(access), createKpiReport)
    expect(rows.size).toBe(0)
    expect((await startOver(access).run(createKpiReport, call(), 'k', keeping)).ok).toBe(true)
    expect(rows.size).toBe(1)
  })

  it('that kept none has its answer kept after it', async () => {
    const { access } = keptRows()
    const first = making()
    await startOver(access).run(createKpiReport, call(), 'k', first.handler)
    expect(await startOver(access).run(createKpiReport, call(), 'k', first.handler)).toEqual(
      ok({ success: true, data: { id: 'made-1' } }),
    )
  })
})
