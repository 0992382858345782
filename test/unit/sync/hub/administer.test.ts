import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createHubAdministration } from '../../../../main/sync/hub/administer.ts'
import type { HubActs } from '../../../../main/sync/hub/administer.ts'
import type { HubCode, HubDevice, HubGrant, HubTx } from '../../../../main/sync/hub/store.ts'
import { encodeCode } from '../../../../shared/protocol/enrolment-code.ts'
import { fail, ok } from '../../../../shared/schema/result.ts'

const spki = Buffer.from('the hub’s public key')
const keyDigest = createHash('sha256').update(spki).digest().subarray(0, 10)
const device: HubDevice = { deviceId: 'd1', number: 3, name: 'Laptop', userUid: 'u1', kid: 'k', spki, state: 'active', enrolledAtMs: 1, lastContactMs: null, dseq: 9, revokedFromDseq: null, slots: [], leaseUntilMs: 2, joined: false, codeHash: '' }

/** A hub that keeps its codes, one device and its grants in memory. */
const fakeHub = () => {
  const held = { codes: [] as HubCode[], devices: [device], grants: [] as HubGrant[], now: 1_000, reasons: [] as (string | undefined)[] }
  const end = (state: HubDevice['state']) => (_id: string, { reason }: { reason?: string }) => {
    held.reasons.push(reason)
    held.devices = [{ ...device, state }]
    return Promise.resolve(ok({ ...device, state }))
  }
  const hub: HubActs = {
    identity: { origin: 'hub/w', spki },
    createCode: ({ userUid, deviceName, cases, validForMs }) => {
      const code = encodeCode(randomBytes(15), keyDigest)
      held.codes.push({ hash: `hash-${held.codes.length}`, userUid, deviceName, cases, createdAtMs: held.now, expiresAtMs: held.now + validForMs, usedBy: null })
      return Promise.resolve({ code, expiresAtMs: held.now + validForMs })
    },
    listCodes: () => Promise.resolve([...held.codes]),
    listDevices: () => Promise.resolve(held.devices),
    revoke: end('revoked'),
    remove: end('removed'),
    grant: (caseUid, subject) => {
      if (caseUid === 'nowhere') return Promise.resolve(fail({ code: 'invalid_request', message: 'no such case' }))
      const known = held.grants.some((grant) => grant.subject.id === subject.id)
      if (!known) held.grants.push({ case: caseUid, subject, feed: 1, endedFeed: null })
      return Promise.resolve(ok(!known))
    },
    endGrant: (_caseUid, subject) => {
      const found = held.grants.findIndex((grant) => grant.subject.id === subject.id && grant.endedFeed === null)
      if (found >= 0) held.grants[found] = { ...(held.grants[found] as HubGrant), endedFeed: 2 }
      return Promise.resolve(ok(found >= 0))
    },
    grants: () => Promise.resolve(held.grants),
    quarantined: (limit) => Promise.resolve(Array.from({ length: 30 }, (_, index) => ({ id: `e${index}`, case: 'c', deviceId: 'd1', code: 'device_fork', entry: { id: '', payload: spki, kid: '', sig: spki, disclosures: [] }, atMs: index })).slice(0, limit)),
    logCheckpoint: () => Promise.resolve(null),
  }
  const tx = {
    code: (hash: string) => Promise.resolve(held.codes.find((code) => code.hash === hash) ?? null),
    saveCode: (code: HubCode) => {
      held.codes = held.codes.map((one) => (one.hash === code.hash ? code : one))
      return Promise.resolve()
    },
  } as unknown as HubTx
  const administration = createHubAdministration({ hub, store: { exclusively: (job) => job(tx) }, nowMs: () => held.now })
  return { held, administration }
}

const newCode = { userUid: 'u1', deviceName: 'Laptop', cases: [], validForMs: 500 }

describe('the administration of a hub', () => {
  it('makes a code with the fingerprint that it carries, and tells it apart from what becomes of it', async () => {
    const { held, administration } = fakeHub()
    const made = await administration.createCode(newCode, 'admin')
    if (!made.ok) throw new Error(made.error.message)
    expect(made.value.fingerprint).toBe(keyDigest.toString('hex'))
    expect((await administration.codes()).map(({ state }) => state)).toEqual(['open'])
    held.now += 501
    expect((await administration.codes()).map(({ state }) => state)).toEqual(['expired'])
    held.codes = held.codes.map((code) => ({ ...code, usedBy: 'd1' }))
    expect((await administration.codes()).map(({ state }) => state)).toEqual(['used'])
  })

  it('withdraws an open code once, and no other', async () => {
    const { held, administration } = fakeHub()
    const made = await administration.createCode(newCode, 'admin')
    if (!made.ok) throw new Error(made.error.message)
    expect(await administration.withdrawCode(made.value.id, 'admin')).toMatchObject({ ok: true, value: { state: 'withdrawn' } })
    expect(held.codes[0]?.expiresAtMs).toBeLessThanOrEqual(held.now)
    expect(await administration.withdrawCode(made.value.id, 'admin')).toMatchObject({ ok: false, error: { code: 'already_done' } })
    expect(await administration.withdrawCode('no such code', 'admin')).toMatchObject({ ok: false, error: { code: 'not_found' } })
  })

  it('ends a device once, with the reason, and knows no other', async () => {
    const { held, administration } = fakeHub()
    expect(await administration.revokeDevice('d2', 'lost', 'admin')).toMatchObject({ ok: false, error: { code: 'not_found' } })
    expect(await administration.revokeDevice('d1', 'lost', 'admin')).toMatchObject({ ok: true, value: { state: 'revoked' } })
    expect(await administration.revokeDevice('d1', 'lost', 'admin')).toMatchObject({ ok: false, error: { code: 'already_done' } })
    expect(await administration.removeDevice('d1', 'left', 'admin')).toMatchObject({ ok: true, value: { state: 'removed' } })
    expect(held.reasons).toEqual(['lost', 'left'])
  })

  it('shares a case once and ends it once', async () => {
    const { administration } = fakeHub()
    const to = { kind: 'user', id: 'u2' } as const
    expect((await administration.giveGrant('c', to, 'admin')).ok).toBe(true)
    expect(await administration.giveGrant('c', to, 'admin')).toMatchObject({ ok: false, error: { code: 'already_done' } })
    expect(await administration.grants('c')).toEqual([to])
    expect((await administration.endGrant('c', to, 'admin')).ok).toBe(true)
    expect(await administration.endGrant('c', to, 'admin')).toMatchObject({ ok: false, error: { code: 'unknown_reference' } })
    expect(await administration.grants('c')).toEqual([])
    expect(await administration.giveGrant('nowhere', to, 'admin')).toMatchObject({ ok: false, error: { code: 'not_found' } })
  })

  it('pages through quarantine, and shows an empty log as empty', async () => {
    const { administration } = fakeHub()
    const page = await administration.quarantined({ offset: 20, limit: 20 })
    expect([page.total, page.entries.length, page.entries[0]?.entryId]).toEqual([30, 10, 'e20'])
    expect(await administration.log()).toMatchObject({ origin: 'hub/w/log', fingerprint: keyDigest.toString('hex'), size: 0, root: null, witnesses: [] })
  })
})
