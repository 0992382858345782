import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { refusal } from '../../../shared/api/errors.ts'
import type { Activity } from '../../../shared/schema/activity.ts'
import { fail } from '../../../shared/schema/result.ts'
import { openNetwork } from '../../../main/server/network/network-service.ts'
import type { NetworkService } from '../../../main/server/network/network-service.ts'
import { createLog } from '../../../main/platform/log.ts'
import { systemEnv } from '../../../main/platform/env.ts'
import type { Ledger, LedgerTx } from '../../../main/storage/ledger/ledger.ts'
import { migrate } from '../../../main/storage/migrations/migrate.ts'
import { createNetworkStore } from '../../../main/storage/network/network-store.ts'
import { openMemory } from '../../../main/storage/sqlite/connection.ts'
import type { Connection } from '../../../main/storage/sqlite/connection.ts'
import { statementsOf } from '../../../main/storage/sqlite/statements.ts'
import { turnedByHand } from '../../support/turned-by-hand.ts'

const day = 86_400_000

const open: Connection[] = []
afterEach(() => {
  for (const db of open.splice(0)) db.close()
})

/**
 * How a transaction of the network ends: kept, done twice because another of its group was undone, refused, or with the
 * process.
 */
type End = 'kept' | 'twice' | 'refused' | 'cut before' | 'cut after'

class Cut extends Error {}

/** A network over a database of its own, whose transactions end as told. */
const createBench = (activities: readonly Activity[], ends: readonly End[]) => {
  const db = openMemory()
  open.push(db)
  migrate(db)
  const sql = statementsOf(db)
  let writes = 0
  const ledger: Pick<Ledger, 'write' | 'onCommitted'> = {
    onCommitted: () => () => undefined,
    write: async (_actor, job) => {
      const end = ends[(writes += 1) - 1] ?? 'kept'
      const once = async () => {
        db.exec('begin')
        try {
          return await job({ sql, nowMs: 0 } as unknown as LedgerTx)
        } catch (error) {
          db.exec('rollback')
          throw error
        }
      }
      const first = await once()
      if (end === 'kept' || end === 'cut after') db.exec('commit')
      else db.exec('rollback')
      if (end === 'twice') {
        const again = await once()
        db.exec('commit')
        return again
      }
      if (end === 'refused') return fail(refusal('storage_full', 'The disk is full.'))
      if (end !== 'kept') throw new Cut('the process ends here')
      return first
    },
  }
  const start = (): NetworkService =>
    openNetwork({
      ledger,
      store: createNetworkStore(sql),
      transactions: {
        lastRow: () => activities.length,
        activitiesAfter: (row, limit) =>
          activities
            .slice(row, row + Math.min(limit, 7))
            .map((event, place) => ({ row: row + place + 1, event, receivedMs: Date.parse(event.at), label: null })),
      },
      contexts: [],
      proposalsWaiting: () => 0,
      env: systemEnv(createLog('silent')),
      scheduler: turnedByHand(),
    })
  const rows = (table: string): unknown[] => sql.all(`select * from ${table} order by 1, 2`)
  const kept = () => ({
    nodes: rows('network_nodes'),
    links: rows('network_links'),
    facts: rows('network_facts'),
    motifs: rows('network_motifs'),
    of: rows('network_motif_nodes'),
    proposals: sql.all('select a_kind, a_id, b_kind, b_id, score, reasons from network_proposals order by a_id, b_id'),
  })
  return { start, kept }
}

const activity = fc.record({
  customer: fc.option(fc.nat(5)),
  account: fc.nat(6),
  counterparty: fc.option(fc.nat(8)),
  device: fc.option(fc.nat(2)),
  amount: fc.constantFrom(10, 20, 500),
  at: fc.nat(40),
  email: fc.option(fc.nat(2)),
})

const eventsOf = (drawn: readonly (typeof activity extends fc.Arbitrary<infer One> ? One : never)[]): Activity[] =>
  drawn.map(({ customer, account, counterparty, device, amount, at, email }, place) => ({
    transaction_id: `t${place}`,
    event_type: 'transfer',
    at: new Date(Date.UTC(2026, 0, 1) + at * day).toISOString(),
    account_id: `a${account}`,
    amount,
    ...(customer === null ? {} : { customer_id: `c${customer}` }),
    ...(counterparty === null ? {} : { counterparty_id: `a${counterparty}` }),
    ...(device === null ? {} : { device_id: `d${device}` }),
    ...(email === null ? {} : { metadata: { email: `e${email}@mail.example`, name: 'Jo Doe' } }),
  }))

const ends = fc.array(fc.constantFrom<End>('kept', 'kept', 'twice', 'refused', 'cut before', 'cut after'), {
  maxLength: 30,
})

/** Catches up, starting again whenever the process was cut or refused. */
const catchUp = async (start: () => NetworkService): Promise<NetworkService> => {
  let service = start()
  for (;;) {
    try {
      const done = await service.catchUp()
      if (done.ok) return service
    } catch (error) {
      if (!(error instanceof Cut)) throw error
      service = start()
    }
  }
}

describe('a network across ends of its process', () => {
  it('is that of a process that was never cut, to the row', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(activity, { maxLength: 60 }), ends, async (drawn, endings) => {
        const activities = eventsOf(drawn)
        const uncut = createBench(activities, [])
        const cut = createBench(activities, endings)
        const [one, other] = [await catchUp(uncut.start), await catchUp(cut.start)]
        expect(cut.kept()).toEqual(uncut.kept())
        const [a, b] = [await one.model(), await other.model()]
        expect([b.nodes, b.graph.links, b.graph.ties]).toEqual([a.nodes, a.graph.links, a.graph.ties])
        expect(other.state()).toMatchObject({ waiting: 0, transactions: activities.length })
      }),
      { numRuns: 60 },
    )
  })

  it('opened again knows movements that a later transfer can complete a shape with', async () => {
    const transfer = (from: string, to: string, at: number): Activity => ({
      transaction_id: `${from}${to}`,
      event_type: 'transfer',
      at: new Date(Date.UTC(2026, 0, at)).toISOString(),
      account_id: from,
      counterparty_id: to,
      amount: 77,
    })
    const activities = [transfer('x', 'y', 1), transfer('y', 'z', 2)]
    const bench = createBench(activities, [])
    await (await catchUp(bench.start)).close()
    activities.push(transfer('z', 'x', 3))
    const model = await (await catchUp(bench.start)).model()
    expect(model.findingsOf(model.find({ kind: 'account', id: 'y' }) ?? -1)).toEqual(['cycle'])
  })
})
