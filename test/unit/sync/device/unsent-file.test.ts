import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ok } from '../../../../shared/schema/result.ts'
import { systemEnv } from '../../../../main/platform/env.ts'
import { createLog } from '../../../../main/platform/log.ts'
import type { EvidenceRun } from '../../../../main/sync/carried/evidence-run.ts'
import { withExchange } from '../../../../main/sync/carried/open-exchange.ts'
import type { CarriedEvidence } from '../../../../main/sync/device/bytes/carried-evidence.ts'
import type { DeviceReplica, HubRelation } from '../../../../main/sync/device/replica.ts'
import { ReplicaRefused } from '../../../../main/sync/device/replica.ts'
import { guardedWipe, unsentFiles, unsentWords } from '../../../../main/sync/device/unsent-file.ts'
import type { GuardParts } from '../../../../main/sync/device/unsent-file.ts'
import { caseUid, hub, laptop } from '../../seal/support.ts'
import { chainOf, origin } from './told.ts'

/** Y-100, by its steps: what is written, and that nothing is wiped before. */

const full = Object.assign(new Error('no space'), { code: 'ENOSPC' })
const [entry, placed] = chainOf(laptop, 2)
let dir: string

beforeEach(() => {
  dir = path.join(mkdtempSync(path.join(tmpdir(), 'fieldseal-unsent-')), 'unsent')
})
afterEach(() => rmSync(path.dirname(dir), { recursive: true, force: true }))

/** Evidence of an entry that waits, and of one that the hub has. */
const evidence = (fault?: Error): CarriedEvidence => ({
  lacks: () => [],
  taking: () => Promise.reject(new Error('nothing is taken in')),
  runs: async function* (_upTo, of = () => true): AsyncGenerator<EvidenceRun> {
    for (const id of [entry?.id ?? '', placed?.id ?? '']) {
      if (!of(id)) continue
      if (fault !== undefined) throw fault
      yield await Promise.resolve({
        case: caseUid,
        sha256: '0'.repeat(64),
        entry: id,
        size: 3,
        at: 0,
        bytes: Buffer.from('abc'),
      })
    }
  },
})

const guard = (parts: Partial<GuardParts> = {}): GuardParts => {
  const env = systemEnv(createLog('silent'))
  const replica = {
    relation: () => ({ origin, kid: hub.kid, spki: hub.spki, halted: null }) as HubRelation,
    halt: () => Promise.resolve(),
    enrolment: () => Promise.resolve({ enrolled: null, rotations: [] }),
    pending: ({ skip = 0, refusedToo }: Parameters<DeviceReplica['pending']>[0]) =>
      Promise.resolve(
        skip === 0 && refusedToo === true && entry !== undefined
          ? [{ case: caseUid, deviceId: laptop.id, kid: laptop.kid, entries: [entry] }]
          : [],
      ),
  } as Partial<DeviceReplica> as DeviceReplica
  return {
    replica,
    exchange: {
      request: () => Promise.resolve({ protocol: 3, since: 0, from: {}, heads: {} }),
    } as Partial<GuardParts['exchange']> as GuardParts['exchange'],
    signer: { kid: laptop.kid, privateKey: laptop.privateKey },
    deviceId: laptop.id,
    env,
    evidence: evidence(),
    dir,
    waiting: () => 1,
    gate: { hold: vi.fn(), open: vi.fn() },
    ...parts,
  }
}

/** The messages of the one file that was written. */
const messages = async (): Promise<readonly string[]> => {
  const [file] = unsentFiles(dir)
  const reader = { kid: hub.kid, privateKey: hub.privateKey, senderOf: () => Promise.resolve(laptop.spki) }
  const read = await withExchange(file?.path ?? '', reader, async (opened) => {
    const names: string[] = []
    for await (const { name } of opened.messages()) names.push(name)
    return ok(names)
  })
  return read.ok ? read.value : [read.error.message]
}

test('Y-100: the file is whole before the wipe begins, and nothing is sealed meanwhile', async () => {
  const parts = guard()
  let before: readonly string[] = []
  await guardedWipe(parts, () => {
    before = readdirSync(dir)
    expect(parts.gate.hold).toHaveBeenCalledOnce()
    expect(parts.gate.open).not.toHaveBeenCalled()
    return Promise.resolve()
  })
  expect(before).toEqual([`unsent-1-entries-1-pieces-${entry?.id.slice(0, 16)}.fieldseal-sync`])
  expect(unsentFiles(dir)).toMatchObject([{ entries: 1, pieces: 1, evidence: true }])
  expect(parts.gate.open).toHaveBeenCalledOnce()
  expect(await messages(), 'and of evidence what belongs to its entries').toEqual(['push', 'pull', 'bytes'])
  const words = unsentWords(unsentFiles(dir))
  expect(words).toContain(path.join(dir, before[0] ?? ''))
  expect(words).toContain('fieldseal sync --import')
  expect(words).not.toContain('no room')
})

test('Y-100: where evidence has no room the entries go alone, and the words say so', async () => {
  const wipe = vi.fn(() => Promise.resolve())
  await guardedWipe(guard({ evidence: evidence(full) }), wipe)
  expect(wipe).toHaveBeenCalledOnce()
  expect(readdirSync(dir)).toEqual([
    `unsent-1-entries-0-pieces-${entry?.id.slice(0, 16)}-without-evidence.fieldseal-sync`,
  ])
  expect(unsentFiles(dir)).toMatchObject([{ entries: 1, pieces: 0, evidence: false }])
  expect(await messages()).toEqual(['push', 'pull'])
  expect(unsentWords(unsentFiles(dir))).toContain('no room for the evidence')
})

test('Y-100: where there is no room for the entries, or no place, nothing is wiped, and sealing goes on', async () => {
  const wipe = vi.fn(() => Promise.resolve())
  const parts = guard({
    exchange: { request: () => Promise.reject(full) } as Partial<GuardParts['exchange']> as GuardParts['exchange'],
  })
  await expect(guardedWipe(parts, wipe)).rejects.toBeInstanceOf(ReplicaRefused)
  expect(unsentFiles(dir)).toEqual([])
  expect(parts.gate.open).toHaveBeenCalledOnce()
  rmSync(dir, { recursive: true })
  writeFileSync(dir, 'in the way')
  await expect(guardedWipe(guard(), wipe)).rejects.toBeInstanceOf(ReplicaRefused)
  expect(wipe).not.toHaveBeenCalled()
})

test('Y-100: the same work is written once, and what was begun of other work goes', async () => {
  await guardedWipe(guard(), () => Promise.resolve())
  const [file] = unsentFiles(dir)
  const written = readFileSync(file?.path ?? '')
  await guardedWipe(guard(), () => Promise.resolve())
  expect(readFileSync(file?.path ?? '').equals(written)).toBe(true)
  writeFileSync(path.join(dir, 'unsent-0.unfinished'), 'begun')
  rmSync(file?.path ?? '')
  await guardedWipe(guard(), () => Promise.resolve())
  expect(readdirSync(dir)).toHaveLength(1)
})

test('Y-100: a device of which nothing waits is wiped without a file', async () => {
  const wipe = vi.fn(() => Promise.resolve())
  await guardedWipe(guard({ waiting: () => 0 }), wipe)
  expect(wipe).toHaveBeenCalledOnce()
  expect(unsentFiles(dir)).toEqual([])
  expect(unsentWords([])).toBe('')
})
