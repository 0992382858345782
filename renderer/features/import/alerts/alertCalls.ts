import {
  discardAlerts,
  readAlertImport,
  readAlertRejects,
  runAlerts,
  stageAlerts,
  type AlertImport,
} from '../../../../shared/api/alert-imports.ts'
import type { BodyOf } from '../../../../shared/api/operation.ts'
import { addressOf, call } from '../../../data/client.ts'
import { refreshAfterIntake } from '../refreshAfterIntake.ts'
import { sentName, type ImportCalls } from '../useImport.ts'

/** How an import of alerts is asked of the service. */
export const alertCalls: ImportCalls<AlertImport, BodyOf<typeof runAlerts>> = {
  largest: stageAlerts.bodyLimit,
  stage: (file, asked) => call(stageAlerts, { query: { file_name: sentName(file), ...asked }, body: file }),
  run: (id, body) => call(runAlerts, { params: { id }, body }),
  read: (id, signal) => call(readAlertImport, { params: { id }, signal }),
  discard: (id) => call(discardAlerts, { params: { id } }),
  rejects: (id) => addressOf(readAlertRejects, { params: { id } }),
  refresh: refreshAfterIntake,
}
