import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { FolderKeys } from '../../platform/key-files.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { HubTable } from '../sync/tables.ts'
import type { DeviceTable, WorkspaceTable } from './tables.ts'
import type { WorkspaceFacts } from './workspace.ts'

/** What the tables say of workspace and device; refuses where they are not there or the device key is another one. */
export const readWorkspaceFacts = (sql: SyncStatements, keys: FolderKeys): Result<WorkspaceFacts, Refusal> => {
  const workspace = sql.get<WorkspaceTable>('select * from workspace where id = 1')
  const device = sql.get<DeviceTable>('select * from device where id = 1')
  const hub = sql.get<HubTable>('select * from hub where id = 1')
  if ((workspace === undefined && hub === undefined) || device === undefined)
    return fail(refusal('unavailable', 'The data folder holds no complete workspace.'))
  if (device.kid !== keys.device.kid)
    return fail(refusal('unavailable', 'The device key in the data folder is not the one that this workspace knows.'))
  return ok({
    uid: hub?.workspace_uid ?? workspace?.uid ?? '',
    institution: hub?.institution ?? workspace?.institution ?? '',
    name: workspace?.name ?? hub?.workspace_name ?? '',
    sample: workspace?.sample === 1,
    createdAtMs: workspace?.created_at ?? 0,
    deviceId: device.device_id,
    deviceNumber: device.device_number,
  })
}
