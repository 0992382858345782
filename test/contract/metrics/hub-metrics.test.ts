import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../../../main/platform/log.ts'
import { systemRandom } from '../../../main/platform/random.ts'
import { createHubMetrics } from '../../../main/server/metrics/hub-metrics.ts'
import type { HubMetrics } from '../../../main/server/metrics/hub-metrics.ts'
import { operationOf } from '../../../main/server/metrics/start-metrics.ts'
import { parseMetricsAddress } from '../../../main/server/metrics/metrics-address.ts'
import { serveMetrics } from '../../../main/server/metrics/serve-metrics.ts'
import { openHubStore } from '../../../main/storage/hub/open-hub-store.ts'
import { signCheckpoint } from '../../../main/seal/checkpoint.ts'
import { cosign } from '../../../main/seal/cosignature.ts'
import { HubStoreFault } from '../../../main/sync/hub/store-fault.ts'
import type { HubStore } from '../../../main/sync/hub/store.ts'
import type { DeviceHealth } from '../../../shared/protocol/health.ts'
import { appendLeaves, carried, device, entry, touch } from '../hub/samples.ts'
import { granted, refused } from '../storage/support.ts'

const log = createLog('silent')

const nowMs = Date.UTC(2026, 2, 20)

const noteSigner = (name: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { name, privateKey, publicKeyRaw: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32) }
}

describe('the metrics of a hub', () => {
  let dir: string
  let store: HubStore
  let metrics: HubMetrics
  beforeEach(async () => {
    dir = mkdtempSync(path.join(tmpdir(), 'fieldseal-metrics-'))
    store = granted(
      await openHubStore({
        folder: { hubDatabase: path.join(dir, 'hub.db') },
        key: Buffer.alloc(32, 7),
        random: systemRandom(),
        log,
      }),
    )
    metrics = createHubMetrics(store, { log, clock: { nowMs: () => nowMs }, silentAfterMs: 7 * 86_400_000 })
  })
  afterEach(async () => {
    await store.close()
    rmSync(dir, { recursive: true, force: true })
  })

  /** The value of a line, by its name and labels as Prometheus writes them; undefined where there is none. */
  const value = async (line: string): Promise<number | undefined> => {
    const found = (await metrics.text()).split('\n').find((each) => each.startsWith(`${line} `))
    return found === undefined ? undefined : Number(found.slice(line.length + 1))
  }

  test('an empty hub has every gauge, at nought', async () => {
    for (const name of [
      'cases',
      'entries',
      'feed_number',
      'feed_floor',
      'quarantined_entries',
      'stuck_devices',
      'stuck_since_timestamp_seconds',
      'refused_chains{code="not_permitted"}',
      'silent_devices',
      'untold_devices',
      'waiting_devices',
      'device_entries_waiting',
      'device_evidence_waiting_bytes',
      'device_oldest_waiting_timestamp_seconds',
      'evidence_files',
      'evidence_bytes',
      'log_size',
      'log_witnessed_size',
      'log_witnessed_timestamp_seconds',
    ]) {
      expect(await value(`fieldseal_hub_${name}`), name).toBe(0)
    }
    expect(await value('fieldseal_hub_devices{state="active"}')).toBe(0)
    expect(await value('fieldseal_hub_store_up')).toBe(1)
    expect(await value('nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0)
  })

  test('Y-97, Y-98: they say how the devices are, by what those that may call last told', async () => {
    const day = 86_400_000
    await store.exclusively(async (tx) => {
      for (const [n, contactMs] of [nowMs, nowMs - 8 * day, nowMs - 8 * day, nowMs].entries())
        await tx.saveDevice(device(n + 1, { lastContactMs: contactMs, ...(n === 3 ? { state: 'removed' } : {}) }))
      const told = (n: number, toldAtMs: number, health: DeviceHealth): Promise<void> =>
        tx.saveHealth({ deviceId: `device-${n}`, toldAtMs, health })
      await told(1, nowMs, {
        entries_waiting: 2,
        oldest_waiting_s: 3_600,
        evidence_waiting: { pieces: 1, bytes: 600 },
        clock_ahead_s: -300,
        free_bytes: 700,
        lists: [{ key: 'un', days: 40 }],
      })
      await told(2, nowMs - 8 * day, { entries_waiting: 1, oldest_waiting_s: 0, clock_ahead_s: 20 })
      await told(4, nowMs, { entries_waiting: 50, free_bytes: 1, lists: [{ key: 'un', days: 900 }] })
    })
    const expected = {
      silent_devices: 2,
      untold_devices: 1,
      waiting_devices: 2,
      device_entries_waiting: 3,
      device_evidence_waiting_bytes: 600,
      device_oldest_waiting_timestamp_seconds: (nowMs - 8 * day) / 1_000,
      device_clock_offset_seconds: 300,
      device_free_bytes: 700,
      device_list_age_days: 40,
    }
    for (const [name, count] of Object.entries(expected)) expect(await value(`fieldseal_hub_${name}`), name).toBe(count)
  })

  test('Y-97: what no device told has no line', async () => {
    await store.exclusively((tx) => tx.saveDevice(device(1)))
    for (const name of ['device_clock_offset_seconds', 'device_free_bytes', 'device_list_age_days'])
      expect(await value(`fieldseal_hub_${name}`), name).toBeUndefined()
    expect(await value('fieldseal_hub_untold_devices')).toBe(1)
  })

  test('they say what the store holds', async () => {
    await store.exclusively(async (tx) => {
      await tx.saveDevice(device(1))
      await tx.saveDevice(device(2))
      await tx.saveDevice(device(3, { state: 'forked' }))
      await touch(tx, 'workspace')
      await touch(tx, 'case-a')
      await tx.appendEntries([entry('case-a', 0), entry('case-a', 1)])
      await tx.quarantine({
        id: 'q-1',
        case: 'case-a',
        deviceId: 'device-3',
        code: 'device_fork',
        entry: carried(),
        atMs: 1,
      })
      await tx.saveBlob({
        case: 'case-a',
        sha256: 'ab'.repeat(32),
        size: 700,
        wrappedKey: Buffer.alloc(60),
        receivedAtMs: 1,
      })
    })
    const expected = {
      'devices{state="active"}': 2,
      'devices{state="forked"}': 1,
      cases: 1,
      entries: 2,
      feed_number: 2,
      quarantined_entries: 1,
      evidence_files: 1,
      evidence_bytes: 700,
    }
    for (const [name, count] of Object.entries(expected)) expect(await value(`fieldseal_hub_${name}`), name).toBe(count)
  })

  test('Y-91: in how much devices are stuck, by code, and since when; one that was removed is not counted', async () => {
    const refusal = {
      deviceId: 'device-1',
      case: 'case-a',
      author: 'device-1',
      seq: 3,
      code: 'not_permitted',
      sinceMs: 9_000,
      lastMs: 20_000,
    } as const
    await store.exclusively(async (tx) => {
      await tx.saveDevice(device(1))
      await tx.saveDevice(device(2, { state: 'removed' }))
      for (const name of ['case-a', 'case-b', 'workspace']) await tx.saveRefusal({ ...refusal, case: name })
      await tx.saveRefusal({ ...refusal, deviceId: 'device-2', sinceMs: 1_000 })
    })
    const expected = {
      'refused_chains{code="not_permitted"}': 3,
      'refused_chains{code="not_granted"}': 0,
      stuck_devices: 1,
      stuck_since_timestamp_seconds: 9,
    }
    for (const [name, count] of Object.entries(expected)) expect(await value(`fieldseal_hub_${name}`), name).toBe(count)
  })

  test('the log, and when a witness last cosigned', async () => {
    await appendLeaves(store, [4, 3])
    const note = signCheckpoint({ origin: 'hub/x/log', size: 4, root: Buffer.alloc(32, 1) }, noteSigner('hub/x/log'))
    await store.exclusively(async (tx) => {
      await tx.addCosignature(4, cosign(note, noteSigner('one.example'), 1_790_000_000))
      await tx.addCosignature(4, cosign(note, noteSigner('two.example'), 1_790_000_005))
    })
    expect(await value('fieldseal_hub_log_size')).toBe(7)
    expect(await value('fieldseal_hub_log_witnessed_size')).toBe(4)
    expect(await value('fieldseal_hub_log_witnessed_timestamp_seconds')).toBe(1_790_000_005)
  })

  test('requests by operation and status', async () => {
    metrics.answered('push', 200, 0.03)
    metrics.answered('push', 200, 0.3)
    metrics.answered('pull', 410, 0.002)
    expect(await value('fieldseal_hub_request_duration_seconds_count{operation="push",status="200"}')).toBe(2)
    expect(await value('fieldseal_hub_request_duration_seconds_bucket{le="0.05",operation="push",status="200"}')).toBe(
      1,
    )
    expect(await value('fieldseal_hub_request_duration_seconds_count{operation="pull",status="410"}')).toBe(1)
    // No caller makes a new name.
    metrics.answered('../../etc' as 'push', 404, 0.001)
    expect(await value('fieldseal_hub_request_duration_seconds_count{operation="other",status="404"}')).toBe(1)
  })

  test('transactions are timed, faults are counted, and thrown on as they are', async () => {
    await metrics.store.exclusively((tx) => tx.nextFeed())
    const full = new HubStoreFault({ code: 'storage_full', message: 'full' })
    await expect(metrics.store.exclusively(() => Promise.reject(full))).rejects.toBe(full)
    await expect(metrics.store.reading(() => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug')
    expect(await value('fieldseal_hub_transaction_duration_seconds_count{kind="write"}')).toBe(2)
    expect(await value('fieldseal_hub_store_faults_total{code="storage_full"}')).toBe(1)
    expect(await value('fieldseal_hub_store_faults_total{code="other"}')).toBe(1)
    expect(await value('fieldseal_hub_store_faults_total{code="unavailable"}')).toBe(0)
  })

  test('a store that does not answer is down, and its old figures are not told as new ones', async () => {
    await store.exclusively((tx) => tx.saveDevice(device(1)))
    expect(await value('fieldseal_hub_devices{state="active"}')).toBe(1)
    await store.close()
    expect(await value('fieldseal_hub_store_up')).toBe(0)
    expect(await value('fieldseal_hub_devices{state="active"}')).toBeUndefined()
    expect(await value('fieldseal_hub_entries')).toBeUndefined()
  })

  test('are served on an address of their own, and nothing else is', async () => {
    const server = granted(await serveMetrics(metrics, { host: '127.0.0.1', port: 0 }))
    const answered = await fetch(server.url)
    expect(answered.status).toBe(200)
    expect(answered.headers.get('content-type')).toMatch(/^text\/plain; version=/)
    expect(await answered.text()).toContain('fieldseal_hub_store_up 1')
    expect((await fetch(server.url.replace('/metrics', '/v1/sync/push'))).status).toBe(404)
    expect((await fetch(server.url, { method: 'POST' })).status).toBe(405)
    const { port } = new URL(server.url)
    expect(refused(await serveMetrics(metrics, { host: '127.0.0.1', port: Number(port) }))).toBe('unavailable')
    await server.close()
    await expect(fetch(server.url)).rejects.toThrow()
  })

  test.each([
    ['/v1/sync/push', 'push'],
    ['/v1/sync/hints?x=1', 'hint'],
    ['/v1/log/tile/0/000', 'log'],
    ['/v1/sync/else', null],
    ['/v1/cases', null],
  ])('%s is the operation %s', (url, operation) => {
    expect(operationOf(url)).toBe(operation)
  })

  test.each([
    ['9464', { host: '127.0.0.1', port: 9464 }],
    ['0.0.0.0:9464', { host: '0.0.0.0', port: 9464 }],
    ['[::1]:9464', { host: '::1', port: 9464 }],
  ])('the address %s', (text, address) => {
    expect(parseMetricsAddress(text)).toEqual({ ok: true, value: address })
  })

  test.each(['', 'on', '127.0.0.1', '999.0.0.1:9464', 'metrics.example:9464', '127.0.0.1:70000', '[::g]:1'])(
    'the address %j is refused',
    (text) => {
      expect(refused(parseMetricsAddress(text))).toBe('unavailable')
    },
  )
})
