import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { refusalCodes } from '../../../shared/protocol/sync.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { fleetOf } from '../../sync/hub/fleet.ts'
import type { SilenceRule } from '../../sync/hub/fleet.ts'
import { stuckOf } from '../../sync/hub/refusals.ts'
import { HubStoreFault } from '../../sync/hub/store-fault.ts'
import type { TimeStampFault } from '../../sync/hub/time-stamps.ts'
import { openTimestamp } from '../../seal/timestamp.ts'
import type { HubReader, HubStore } from '../../sync/hub/store.ts'
import { newestCosignatureSeconds } from './cosignature-time.ts'
import { createFleetGauges } from './fleet-gauges.ts'

/**
 * Operations of the hub's protocol that are counted by name; any other one is `other`, so that no caller can make
 * names.
 */
const operations = [
  'challenge',
  'session',
  'enrol',
  'push',
  'pull',
  'health',
  'hint',
  'evidence',
  'log',
  'witness',
  'other',
] as const
export type HubOperation = (typeof operations)[number]

/** What a hub tells of itself, in the words of Prometheus. */
export interface HubMetrics {
  /** The same store, with its transactions measured and its faults counted: the hub works on this one. */
  readonly store: HubStore
  /** A request of the protocol was answered. */
  answered(operation: HubOperation, status: number, seconds: number): void
  /** An attempt to have the log stamped ended so (Y-54). */
  stamped(outcome: StampOutcome): void
  /** Everything, read now, in the text format of Prometheus. */
  text(): Promise<string>
  readonly contentType: string
}

/** What the metrics of a hub stand on besides its store. */
export interface MetricsParts {
  readonly clock: Pick<Clock, 'nowMs'>
  readonly log: Pick<Log, 'warn'>
  /** How long a device may be silent (Y-98). */
  readonly silentAfterMs: number
}

/** From a millisecond on loopback to a large push over a thin line. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120]
const transactionBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30]

/** How attempts to have the log stamped end. */
export const stampOutcomes = [
  'stored',
  'tsa_unreachable',
  'tsa_answer_invalid',
  'timestamp_malformed',
  'timestamp_refused',
  'timestamp_other_nonce',
  'timestamp_other_message',
  'timestamp_signature_invalid',
  'timestamp_certificate_invalid',
  'timestamp_certificate_revoked',
  'timestamp_untrusted',
  'store_unavailable',
] as const satisfies readonly ('stored' | TimeStampFault['code'])[]
export type StampOutcome = (typeof stampOutcomes)[number]

const deviceStates = ['active', 'revoked', 'removed', 'forked'] as const

interface Reading {
  readonly totals: Awaited<ReturnType<HubReader['totals']>>
  readonly feed: Awaited<ReturnType<HubReader['feed']>>
  readonly devices: Awaited<ReturnType<HubReader['devices']>>
  readonly refusals: Awaited<ReturnType<HubReader['refusals']>>
  readonly healths: Awaited<ReturnType<HubReader['healths']>>
  readonly head: Awaited<ReturnType<HubReader['logHead']>>
  readonly cosigned: Awaited<ReturnType<HubReader['logCheckpoint']>>
  readonly timestamped: Awaited<ReturnType<HubReader['logCheckpoint']>>
}

const readAll = (store: HubStore): Promise<Reading> =>
  store.reading(async (tx) => ({
    totals: await tx.totals(),
    feed: await tx.feed(),
    devices: await tx.devices(),
    refusals: await tx.refusals(),
    healths: await tx.healths(),
    head: await tx.logHead(),
    cosigned: await tx.logCheckpoint('cosigned'),
    timestamped: await tx.logCheckpoint('timestamped'),
  }))

/** The gauges that are read from the store when somebody asks. */
const createGauges = (registry: Registry): { set(reading: Reading | null, rule: SilenceRule): void } => {
  const gauge = (name: string, help: string): Gauge =>
    new Gauge({ name: `fieldseal_hub_${name}`, help, registers: [registry] })
  const up = gauge(
    'store_up',
    'Whether the store of the hub answers (1) or not (0); without it the other gauges of the store are left out.',
  )
  const devices = new Gauge({
    name: 'fieldseal_hub_devices',
    help: 'Enrolled devices by state.',
    labelNames: ['state'],
    registers: [registry],
  })
  const refused = new Gauge({
    name: 'fieldseal_hub_refused_chains',
    help: 'Chains (cases, and the workspace) in which a device that may call is stuck at what was refused, by code.',
    labelNames: ['code'],
    registers: [registry],
  })
  const fleet = createFleetGauges(gauge)
  const ofStore = {
    stuck: gauge('stuck_devices', 'Devices that may call and are stuck at something that was refused.'),
    stuckSince: gauge(
      'stuck_since_timestamp_seconds',
      'Since when the one that is stuck longest is, Unix seconds; 0: none is.',
    ),
    cases: gauge('cases', 'Cases.'),
    entries: gauge('entries', 'Entries in hub order, over all cases and the workspace.'),
    feed: gauge('feed_number', 'The newest feed number.'),
    floor: gauge('feed_floor', 'The feed number below which the feed was compacted.'),
    quarantined: gauge('quarantined_entries', 'Entries in quarantine.'),
    blobs: gauge('evidence_files', 'Files of evidence that arrived whole.'),
    blobBytes: gauge('evidence_bytes', 'Their plaintext bytes.'),
    logSize: gauge('log_size', 'Checkpoints in the log of the hub.'),
    witnessedSize: gauge(
      'log_witnessed_size',
      'Checkpoints that the newest cosignature of a witness covers; 0: none yet.',
    ),
    stampedSize: gauge('log_timestamped_size', 'Checkpoints that the newest time stamp covers; 0: none yet.'),
    stampedAt: gauge(
      'log_timestamped_timestamp_seconds',
      'The time of the newest time stamp, Unix seconds; 0: none yet.',
    ),
    witnessedAt: gauge('log_witnessed_timestamp_seconds', 'When a witness last cosigned, Unix seconds; 0: never.'),
  }
  return {
    set: (reading, rule) => {
      up.set(reading === null ? 0 : 1)
      devices.reset()
      refused.reset()
      if (reading === null) {
        for (const each of Object.values(ofStore)) each.remove()
        fleet.set(null)
        return
      }
      const { totals, feed, head, cosigned, timestamped } = reading
      fleet.set(fleetOf(reading.devices, reading.healths, rule))
      for (const state of deviceStates)
        devices.set({ state }, reading.devices.filter((device) => device.state === state).length)
      const stuck = stuckOf(reading.devices, reading.refusals)
      for (const code of refusalCodes)
        refused.set(
          { code },
          stuck
            .filter((one) => one.code === code)
            .reduce((sum, { cases, workspace }) => sum + cases + Number(workspace), 0),
        )
      ofStore.stuck.set(new Set(stuck.map(({ deviceId }) => deviceId)).size)
      ofStore.stuckSince.set(stuck.length === 0 ? 0 : Math.min(...stuck.map(({ sinceMs }) => sinceMs)) / 1_000)
      ofStore.cases.set(totals.cases)
      ofStore.entries.set(totals.entries)
      ofStore.feed.set(feed.newest)
      ofStore.floor.set(feed.floor)
      ofStore.quarantined.set(totals.quarantined)
      ofStore.blobs.set(totals.blobs)
      ofStore.blobBytes.set(totals.blobBytes)
      ofStore.logSize.set(head?.size ?? 0)
      ofStore.witnessedSize.set(cosigned?.size ?? 0)
      const stamp = openTimestamp(
        timestamped?.timestamp ?? new Uint8Array(0),
        Buffer.from(timestamped?.note ?? '', 'utf8'),
      )
      ofStore.stampedSize.set(timestamped?.size ?? 0)
      ofStore.stampedAt.set(stamp.ok ? stamp.value.atMs / 1_000 : 0)
      ofStore.witnessedAt.set(newestCosignatureSeconds(cosigned?.cosignatures ?? []))
    },
  }
}

/** Measures each transaction of a store, from asking for it until it is durable or has failed. */
const measured = (store: HubStore, registry: Registry): HubStore => {
  const duration = new Histogram({
    name: 'fieldseal_hub_transaction_duration_seconds',
    help: 'Transactions of the store, waiting included.',
    labelNames: ['kind'],
    buckets: transactionBuckets,
    registers: [registry],
  })
  const faults = new Counter({
    name: 'fieldseal_hub_store_faults_total',
    help: 'Transactions that failed by a fault of the store.',
    labelNames: ['code'],
    registers: [registry],
  })
  for (const code of ['storage_full', 'unavailable', 'other']) faults.inc({ code }, 0)

  const time = async <T>(kind: 'write' | 'read', work: () => Promise<T>): Promise<T> => {
    const stop = duration.startTimer({ kind })
    try {
      return await work()
    } catch (error) {
      faults.inc({ code: error instanceof HubStoreFault ? error.refusal.code : 'other' })
      throw error
    } finally {
      stop()
    }
  }

  return {
    exclusively: (job) => time('write', () => store.exclusively(job)),
    reading: (job) => time('read', () => store.reading(job)),
    onChange: (listener) => store.onChange(listener),
    close: () => store.close(),
  }
}

/**
 * Begins to measure a hub. Nothing in what it tells names a person, a case or a device.
 *
 * @param store the hub's store; work on the `store` of the answer from here on
 */
export const createHubMetrics = (store: HubStore, { clock, log, silentAfterMs }: MetricsParts): HubMetrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'fieldseal_hub_request_duration_seconds',
    help: 'Requests of the sync protocol by operation and HTTP status.',
    labelNames: ['operation', 'status'],
    buckets: requestBuckets,
    registers: [registry],
  })
  const stamps = new Counter({
    name: 'fieldseal_hub_timestamp_attempts_total',
    help: 'Attempts to have the log stamped by how they ended; `stored` is a token that is kept.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of stampOutcomes) stamps.inc({ outcome }, 0)
  const gauges = createGauges(registry)
  const measuredStore = measured(store, registry)

  return {
    store: measuredStore,
    answered: (operation, status, seconds) =>
      requests.observe(
        { operation: operations.includes(operation) ? operation : 'other', status: String(status) },
        seconds,
      ),
    stamped: (outcome) => stamps.inc({ outcome }),
    text: async () => {
      const reading = await readAll(measuredStore).catch((error: unknown) => {
        log.warn({ err: error }, 'the store of the hub could not be read for its metrics')
        return null
      })
      gauges.set(reading, { nowMs: clock.nowMs(), afterMs: silentAfterMs })
      return await registry.metrics()
    },
    contentType: registry.contentType,
  }
}
