import type { BodyOf } from '../../../../shared/api/operation.ts'
import {
  discardTransactions,
  readTransactionImport,
  readTransactionRejects,
  runTransactions,
  stageStatement,
  stageTransactions,
  type TransactionImport,
} from '../../../../shared/api/transaction-imports.ts'
import { addressOf, call } from '../../../data/client.ts'
import { refreshAfterIntake } from '../refreshAfterIntake.ts'
import { sentName, type ImportCalls } from '../useImport.ts'

/** How an import of transactions is asked of the service. */
export const transactionCalls: ImportCalls<TransactionImport, BodyOf<typeof runTransactions>> = {
  largest: stageTransactions.bodyLimit,
  stage: (file, asked) => call(stageTransactions, { query: { file_name: sentName(file), ...asked }, body: file }),
  again: ({ evidence }) =>
    evidence === null
      ? null
      : (asked) =>
          call(stageStatement, {
            params: { id: evidence.case_id, evidence_id: evidence.evidence_id },
            query: asked,
          }),
  run: (id, body) => call(runTransactions, { params: { id }, body }),
  read: (id, signal) => call(readTransactionImport, { params: { id }, signal }),
  discard: (id) => call(discardTransactions, { params: { id } }),
  rejects: (id) => addressOf(readTransactionRejects, { params: { id } }),
  refresh: refreshAfterIntake,
}
