import { expect, test } from 'vitest'
import type { BlobStore } from '../../../../../main/blobs/file-store.ts'
import type { BytesLink } from '../../../../../main/sync/bytes-link.ts'
import type { Sessions } from '../../../../../main/sync/device/bytes/attempt.ts'
import type { ModelFileStore } from '../../../../../main/sync/device/bytes/model-files.ts'
import type { FetchedBytes } from '../../../../../main/sync/device/bytes/piece-files.ts'
import type { TransferStore, WaitingBytes } from '../../../../../main/sync/device/bytes/transfer-store.ts'
import { createTransfers } from '../../../../../main/sync/device/bytes/transfers.ts'
import type { Transfers } from '../../../../../main/sync/device/bytes/transfers.ts'

const waitingFor = (kept: number): WaitingBytes => ({
  kept,
  keptBytes: kept * 100,
  send: kept,
  sendBytes: kept * 100,
  fetch: 0,
  fetchBytes: 0,
})

/** Transfers of which nothing moves, over a folder in which so many pieces are kept. */
const transfersOver = (folder: { kept: number; isRemoved: boolean }): Transfers =>
  createTransfers({
    store: { waiting: () => waitingFor(folder.kept) } as unknown as TransferStore,
    models: {} as ModelFileStore,
    blobs: {} as BlobStore,
    fetched: {} as FetchedBytes,
    link: {} as BytesLink,
    sessions: {} as Sessions,
    clock: { nowMs: () => 0, monoMs: () => 0, upMs: () => 0, bootId: 'boot' },
    random: { bytes: (length) => new Uint8Array(length) },
    scheduler: { after: () => () => undefined },
    log: { error: () => undefined, warn: () => undefined },
    choices: () => ({ metered: true, evidencePolicy: 'all', rateCap: null }),
    halted: () => null,
    onlyKept: () => folder.isRemoved,
    letGo: () => Promise.reject(new Error('nothing moves')),
    onChange: () => undefined,
    onBytes: () => undefined,
    onAlarm: () => undefined,
  })

test('Y-99: what a removed device keeps is counted when it is asked for, and never told from before', () => {
  const folder = { kept: 0, isRemoved: false }
  const transfers = transfersOver(folder)
  expect(transfers.waiting().kept).toBe(0)
  // It is removed and wiped, and nobody has said yet that what waits may have changed.
  Object.assign(folder, { kept: 1, isRemoved: true })
  expect(transfers.waiting()).toEqual(waitingFor(1))
  folder.kept = 0
  expect(transfers.waiting()).toEqual(waitingFor(0))
})
