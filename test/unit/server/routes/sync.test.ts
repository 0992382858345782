import { EventEmitter } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import type { Caller } from '../../../../main/server/http/call.ts'
import { hubRoutes } from '../../../../main/server/routes/hub.ts'
import type { HubRouteParts } from '../../../../main/server/routes/hub.ts'
import { syncRoutes } from '../../../../main/server/routes/sync.ts'
import type { SyncRouteParts } from '../../../../main/server/routes/sync.ts'
import { standaloneSync } from '../../../../main/sync/standalone.ts'
import { refusal } from '../../../../shared/api/errors.ts'
import { fail, ok } from '../../../../shared/schema/result.ts'

/** What the routes hand on, and what they answer: the parts behind them are fakes. */

const facts = {
  uid: '018f0000-0000-7000-8000-000000000000',
  institution: 'ACME',
  name: 'Acme',
  sample: false,
  createdAtMs: 0,
  deviceId: '018f0000-0000-7000-8000-00000000000a',
  deviceNumber: 0,
}
const person: Caller = {
  userId: 1,
  userUid: 'u1',
  role: 'investigator',
  via: 'token',
  isLocal: false,
  family: null,
  byProvider: false,
}
const round = { sent: 3, received: 5, refused: 1, bytesSent: 900, bytesReceived: 1_200, cases: 2 }
const place = { evidence_id: 7, name: 'ledger.csv', sha256: 'ab'.repeat(32), size: 10, here: false }

const partsWith = (
  service: Partial<SyncRouteParts['service']>,
  others: Partial<SyncRouteParts> = {},
): SyncRouteParts => ({
  service: { ...standaloneSync(facts, () => null), ...service },
  reads: {
    cases: () => Promise.resolve({ items: [], total: 101 }),
    case: () => Promise.resolve(fail(refusal('not_found', 'none'))),
    evidence: () => Promise.resolve(ok({ items: [place], total: 1 })),
    evidencePiece: () => Promise.resolve(ok({ ...place, caseUid: 'c1' })),
    conflicts: () => Promise.resolve({ items: [], total: 0 }),
    setAside: () => Promise.resolve([]),
    news: (since) => Promise.resolve({ cursor: 9, total: since ?? 0, cases: [] }),
  },
  settlement: { settle: () => Promise.resolve(ok({ case_id: 4, entry_id: 'e' })) },
  aside: {
    restore: () => Promise.resolve(ok({ caseId: 4, evidenceId: 7, entryId: 'e' })),
    forget: () => Promise.resolve(ok(undefined)),
  },
  ...others,
})

type Given = {
  readonly params?: object
  readonly query?: object
  readonly body?: object
  readonly caller?: Caller
  readonly socket?: EventEmitter
}

const ask = async (
  parts: SyncRouteParts,
  id: string,
  { params = {}, query = {}, body = {}, caller = person, socket = new EventEmitter() }: Given = {},
) => {
  const found = syncRoutes(parts).find(({ operation }) => operation.id === id)
  if (found === undefined) throw new Error(`no route ${id}`)
  const request = { raw: { socket } } as unknown as FastifyRequest
  return {
    result: await found.handler({
      params,
      query,
      body,
      caller,
      ifRevision: undefined,
      inTransaction: undefined,
      upload: undefined,
      request,
      reply: {} as FastifyReply,
    }),
  }
}

describe('the routes of sync', () => {
  it('answer what a round moved', async () => {
    const socket = new EventEmitter()
    const { result } = await ask(partsWith({ syncNow: () => Promise.resolve(ok(round)) }), 'syncNow', { socket })
    expect(result).toEqual(
      ok({
        success: true,
        data: { sent: 3, received: 5, refused: 1, bytes_sent: 900, bytes_received: 1_200, cases: 2 },
      }),
    )
    expect(socket.listenerCount('close')).toBe(0)
  })

  it('end the wait for a round with the connection of whoever asked', async () => {
    const socket = new EventEmitter()
    const syncNow = (signal?: AbortSignal): ReturnType<SyncRouteParts['service']['syncNow']> =>
      new Promise((resolve) => {
        signal?.addEventListener('abort', () => resolve(fail(refusal('unavailable', 'ended'))))
      })
    const asked = ask(partsWith({ syncNow }), 'syncNow', { socket })
    socket.emit('close')
    expect((await asked).result).toMatchObject({ ok: false, error: { message: 'ended' } })
  })

  it('set what is given and leave the rest', async () => {
    const service = {
      setPaused: vi.fn(() => Promise.resolve()),
      setMetered: vi.fn(() => Promise.resolve()),
      setEvidencePolicy: vi.fn(() => Promise.resolve()),
    }
    await ask(partsWith(service), 'changeSyncSettings', { body: { metered: false, evidence_policy: 'none' } })
    expect(service.setPaused).not.toHaveBeenCalled()
    expect(service.setMetered).toHaveBeenCalledWith(false)
    expect(service.setEvidencePolicy).toHaveBeenCalledWith('none')
  })

  it('let only this computer’s own user name files', async () => {
    const writeExchange = vi.fn(() => Promise.resolve(ok({ entries: 2, pieces: 1, bytes: 400 })))
    const carried = {
      outcome: 'taken' as const,
      from: 'hub' as const,
      sender: 'hub/1',
      writtenAt: '2031-03-04T09:12:00.000Z',
      received: 3,
      receipted: 2,
      refused: 0,
      cases: 1,
      pieces: 1,
      bytes: 900,
    }
    const readExchange = vi.fn(() => Promise.resolve(ok(carried)))
    const parts = partsWith({ writeExchange, readExchange })
    for (const id of ['writeExchangeFile', 'readExchangeFile']) {
      expect((await ask(parts, id, { body: { path: '/tmp/x' } })).result).toMatchObject({
        ok: false,
        error: { code: 'forbidden' },
      })
    }
    expect(writeExchange).not.toHaveBeenCalled()
    expect(readExchange).not.toHaveBeenCalled()
    const local = { ...person, isLocal: true }
    expect(
      (await ask(parts, 'writeExchangeFile', { body: { path: '/tmp/x', evidence: 'small' }, caller: local })).result,
    ).toEqual(ok({ success: true, data: { path: '/tmp/x', entries: 2, pieces: 1, bytes: 400 } }))
    expect(writeExchange).toHaveBeenCalledWith({ path: '/tmp/x', evidence: 'small' })
    const { writtenAt, ...told } = carried
    expect((await ask(parts, 'readExchangeFile', { body: { path: '/tmp/x' }, caller: local })).result).toEqual(
      ok({ success: true, data: { ...told, written_at: writtenAt } }),
    )
  })

  it('fetch a piece of evidence only where it is not here', async () => {
    const fetchEvidence = vi.fn(() => Promise.resolve(ok(undefined)))
    const parts = partsWith({ fetchEvidence })
    expect((await ask(parts, 'fetchEvidence', { params: { id: 4, evidence_id: 7 } })).result).toEqual(
      ok({ success: true, data: { ...place, here: true } }),
    )
    expect(fetchEvidence).toHaveBeenCalledExactlyOnceWith('c1', place.sha256, expect.any(AbortSignal))
    const held = partsWith(
      { fetchEvidence },
      { reads: { ...parts.reads, evidencePiece: () => Promise.resolve(ok({ ...place, here: true, caseUid: 'c1' })) } },
    )
    await ask(held, 'fetchEvidence', { params: { id: 4, evidence_id: 7 } })
    expect(fetchEvidence).toHaveBeenCalledTimes(1)
  })

  it('take a case offline or give it back, and hand a refusal on as it is', async () => {
    const takeOffline = vi.fn(() => Promise.resolve(ok(undefined)))
    const giveBack = vi.fn(() => Promise.resolve(fail(refusal('entries_waiting', 'three entries wait'))))
    const parts = partsWith({ takeOffline, giveBack })
    expect(
      (await ask(parts, 'takeCaseOffline', { params: { case_uid: 'c1' }, body: { offline: true } })).result.ok,
    ).toBe(true)
    expect(
      (await ask(parts, 'takeCaseOffline', { params: { case_uid: 'c1' }, body: { offline: false } })).result,
    ).toMatchObject({ ok: false, error: { code: 'entries_waiting', message: 'three entries wait' } })
    expect(takeOffline).toHaveBeenCalledWith('c1')
    expect(giveBack).toHaveBeenCalledWith('c1')
  })

  it('count pages', async () => {
    expect(
      (await ask(partsWith({}), 'listCaseSync', { query: { page: 2, size: 50, sort: 'waiting' } })).result,
    ).toMatchObject(ok({ pagination: { total: 101, page: 2, size: 50, total_pages: 3 } }))
  })

  it('settle a conflict as whoever asks', async () => {
    const settle = vi.fn(() => Promise.resolve(ok({ case_id: 4, entry_id: 'e' })))
    await ask(partsWith({}, { settlement: { settle } }), 'settleConflict', {
      params: { conflict_id: 'f' },
      body: { how: 'keep' },
    })
    expect(settle).toHaveBeenCalledWith('f', { how: 'keep' }, person)
  })
})

describe('the routes of a hub', () => {
  it('say on every other service that it is none', async () => {
    const routes = hubRoutes({
      workspace: {} as HubRouteParts['workspace'],
      hub: null,
      sync: {} as HubRouteParts['sync'],
      publicUrl: () => '',
    })
    expect(routes.length).toBeGreaterThan(10)
    for (const { handler } of routes)
      expect(await handler({} as never)).toMatchObject({ ok: false, error: { code: 'not_a_hub' } })
  })
})
