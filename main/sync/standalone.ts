import { refusal } from '../../shared/api/errors.ts'
import { fail } from '../../shared/schema/result.ts'
import type { SyncState } from '../../shared/schema/sync.ts'
import type { DeviceFacts } from './device/workspace.ts'
import type { SyncService } from './service.ts'

/** What asks for a hub, in a folder that has none. */
export const worksAlone = refusal('not_joined', 'This folder works alone; connect it to a hub first.')

const refused = () => Promise.resolve(fail(worksAlone))
const done = () => Promise.resolve()

const stateOf = (facts: Pick<DeviceFacts, 'deviceId' | 'deviceNumber'>, clock: SyncState['clock']): SyncState => ({
  state: 'standalone',
  message: 'This folder works alone: everything is sealed and stored on this computer, and no hub has seen it.',
  hub: null,
  device: { id: facts.deviceId, number: facts.deviceNumber, name: '' },
  entries_waiting: 0,
  evidence_waiting: { send: 0, send_bytes: 0, fetch: 0, fetch_bytes: 0 },
  evidence_moving: { send: null, fetch: null },
  evidence_kept: { pieces: 0, bytes: 0 },
  unsent_files: [],
  last_contact_at: null,
  next_attempt_at: null,
  paused: false,
  metered: false,
  evidence_policy: 'all',
  rate_cap: null,
  lease: null,
  bytes: { sent: 0, received: 0 },
  conflicts: 0,
  alarms: [],
  clock,
  lock: null,
})

/**
 * Sync of a folder that works alone (Y-4): there is nothing to send, to wait for, or to settle.
 *
 * @param clockFault what is wrong with the clock of this computer (Y-87)
 */
export const standaloneSync = (
  facts: Pick<DeviceFacts, 'deviceId' | 'deviceNumber'>,
  clockFault: () => SyncState['clock'],
): SyncService => ({
  state: () => Promise.resolve(stateOf(facts, clockFault())),
  lock: () => null,
  onChange: () => () => undefined,
  syncNow: refused,
  enrol: refused,
  setPaused: done,
  setMetered: done,
  setEvidencePolicy: done,
  setRateCap: done,
  trustRestoredHub: refused,
  askHubAgain: refused,
  beginNewEpoch: refused,
  rotateKey: refused,
  takeable: refused,
  takeOffline: refused,
  giveBack: refused,
  retryCase: refused,
  fetchEvidence: refused,
  fetchCase: refused,
  writeExchange: refused,
  readExchange: refused,
  close: done,
})
