import type { HubRelation } from '../../sync/device/replica.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { HubTable } from './tables.ts'

/** The hub that a data folder is enrolled with; undefined where it works alone. */
export const readHub = (sql: SyncStatements): HubTable | undefined =>
  sql.get<HubTable>('select * from hub where id = 1')

/** The relation as the rules of sync read it. */
export const relationOf = (
  hub: HubTable,
  device: { readonly deviceId: string; readonly deviceNumber: number },
): HubRelation => ({
  url: hub.url,
  origin: hub.origin,
  kid: hub.kid,
  spki: hub.spki,
  rootKid: hub.root_kid,
  workspaceUid: hub.workspace_uid,
  deviceId: device.deviceId,
  deviceNumber: device.deviceNumber,
  userUid: hub.user_uid,
  since: hub.since,
  lastContactMs: hub.last_contact_at,
  halted: hub.halted_state === null ? null : { state: hub.halted_state, message: hub.halted_message ?? '' },
})
