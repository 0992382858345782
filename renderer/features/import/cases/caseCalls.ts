import type { BodyOf } from '../../../../shared/api/operation.ts'
import {
  discardImport,
  readImport,
  readImportRejects,
  runImport,
  stageImport,
  type ImportJob,
} from '../../../../shared/api/workspace.ts'
import { addressOf, call } from '../../../data/client.ts'
import { refreshAfterCaseChange } from '../../../data/queries/cases.ts'
import { sentName, type ImportCalls } from '../useImport.ts'

/** How an import of cases is asked of the service. */
export const caseCalls: ImportCalls<ImportJob, BodyOf<typeof runImport>> = {
  largest: stageImport.bodyLimit,
  stage: (file, asked) => call(stageImport, { query: { file_name: sentName(file), ...asked }, body: file }),
  run: (id, body) => call(runImport, { params: { id }, body }),
  read: (id, signal) => call(readImport, { params: { id }, signal }),
  discard: (id) => call(discardImport, { params: { id } }),
  rejects: (id) => addressOf(readImportRejects, { params: { id } }),
  refresh: (client) => refreshAfterCaseChange(client),
}
