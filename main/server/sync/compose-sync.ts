import { clockPoint } from '../../domain/clock/hub-time.ts'
import { timerScheduler } from '../../platform/scheduler.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import type { KeyedLock } from '../../platform/keyed-lock.ts'
import type { BytesLink } from '../../sync/bytes-link.ts'
import { createTransfers } from '../../sync/device/bytes/transfers.ts'
import { startSync } from '../../sync/device/sync-service.ts'
import type { TransferHooks } from '../../sync/device/sync-service.ts'
import { createBytesHttpLink } from '../../sync/link/bytes-http.ts'
import { createBytesInProcess } from '../../sync/link/bytes-in-process.ts'
import { createHttpLink } from '../../sync/link/http.ts'
import { hubFiles } from './hub-files.ts'
import { restoredHub, restoredHubAlarm } from '../../sync/restored-hub.ts'
import { isCutOff, proxySettingWords } from '../../sync/link/way.ts'
import { createInProcessLink } from '../../sync/link/in-process.ts'
import type { SyncLink } from '../../sync/link.ts'
import type { SyncService } from '../../sync/service.ts'
import { standaloneSync } from '../../sync/standalone.ts'
import { watchClock } from '../../sync/device/watched-clock.ts'
import { fetchedBytesOf } from './fetched-bytes.ts'
import { heardInProcess } from './heard-in-process.ts'
import { letGoOf } from './kept-bytes.ts'
import type { OpenHub } from './open-hub.ts'
import { ownHealthOf } from './own-health.ts'
import { ownHubUrl } from './own-hub-url.ts'
import { outwardOf } from './outward.ts'
import type { OwnFolder } from './own-folder.ts'

/** The link of a hub's own folder where the hub does not run: everything waits until it does. */
const absentHub: SyncLink = {
  call: () =>
    Promise.resolve({
      ok: false,
      error: { kind: 'unreachable', message: 'This folder belongs to a hub; start it with `--role hub`.' },
    }),
}

/** What gives the folder free and opens it anew. */
export type FolderChanges = Pick<SyncService, 'enrol' | 'beginNewEpoch' | 'rotateKey'>

/**
 * Sync of a folder: none where it works alone, over HTTP to its hub, or within this process where it is the hub's own.
 */
export const composeSync = (
  workspace: Workspace,
  open: (OpenHub & { readonly ownFolder: OwnFolder }) | null,
  locks: KeyedLock,
  { enrol, beginNewEpoch, rotateKey }: FolderChanges,
): SyncService => {
  const relation = workspace.sync.replica.relation()
  const { env, evidence, sync } = workspace
  const bytesOver = (link: BytesLink) => (hooks: TransferHooks) =>
    createTransfers({
      ...hooks,
      link,
      store: sync.transfers,
      models: workspace.modelFiles,
      blobs: evidence.blobs,
      fetched: fetchedBytesOf(workspace, locks),
      letGo: letGoOf(workspace, locks),
      clock: env.clock,
      random: env.random,
      scheduler: timerScheduler,
      log: env.log,
    })
  const health = ownHealthOf(workspace)
  if (relation === null)
    return { ...standaloneSync(workspace.facts, watchClock(() => clockPoint(env.clock), null).fault), enrol }
  if (relation.url === ownHubUrl) {
    const link = open === null ? absentHub : createInProcessLink(open.hub)
    const hints =
      open === null
        ? {}
        : { hints: (_token: string, onHint: () => void, signal: AbortSignal) => heardInProcess(open, onHint, signal) }
    const bytes = open === null ? {} : { bytes: bytesOver(createBytesInProcess(open.hub, open.bytes)) }
    // Nobody tells this folder here what it would have to stand beside.
    if (open === null && sync.settings.alarms().some(({ code }) => code === restoredHubAlarm))
      sync.gate.hold(restoredHub)
    const own = open === null ? {} : { checked: open.checked, ownFolder: open.ownFolder }
    const service = {
      ...startSync({
        workspace,
        link,
        scheduler: timerScheduler,
        takeBytes: () => ({ sent: 0, received: 0 }),
        health,
        ...own,
        ...hints,
        ...bytes,
      }),
      ...hubFiles(open),
      beginNewEpoch,
      rotateKey,
    }
    return open === null
      ? service
      : {
          ...service,
          trustRestoredHub: () => open.ownFolder.trustRestored(service),
          beginNewEpoch: () => open.ownFolder.leaveCourse(service),
        }
  }
  let moved = { sent: 0, received: 0 }
  const outward = outwardOf(env.variables)
  if (isCutOff(new URL(relation.url), outward.proxy)) env.log.warn(proxySettingWords)
  const link = createHttpLink({
    url: relation.url,
    ...outward,
    onBytes: (sent, received) => {
      moved = { sent: moved.sent + sent, received: moved.received + received }
    },
  })
  const service = startSync({
    workspace,
    link,
    scheduler: timerScheduler,
    hints: (token, onHint, signal) => link.hints(token, onHint, signal),
    health,
    lockAfterDays: () => workspace.access.policy().lock_after_days ?? 0,
    bytes: bytesOver(createBytesHttpLink({ url: relation.url, ...outward })),
    takeBytes: () => {
      const before = moved
      moved = { sent: 0, received: 0 }
      return before
    },
  })
  return {
    ...service,
    beginNewEpoch,
    rotateKey,
    close: async () => {
      await service.close()
      link.close()
    },
  }
}
