import type { LedgerTx } from '../ledger/ledger.ts'
import type { LabelSink } from './ports.ts'
import type { AlertsTable } from './tables.ts'

/** Alerts that one transaction tells of. */
const taughtAtOnce = 20

/** What an alert's disposition says of its activities, since when, and who said it. */
export type Disposition = Pick<AlertsTable, 'uid' | 'label' | 'moved_at' | 'moved_by'>

/** Tells of activities what the disposition says, or that it says nothing any more. */
export const teachRows = async (
  tx: LedgerTx,
  sink: LabelSink,
  { uid, label, moved_at: at, moved_by: by }: Disposition,
  rows: readonly number[],
): Promise<void> => {
  await sink.label(tx, rows, {
    isFraud: label === null ? null : label === 'fraud',
    knownAtMs: at ?? tx.nowMs,
    by: by ?? '',
    alertUid: uid,
  })
}

/**
 * Makes labels of dispositions: of each alert whose disposition says something else than what was told last, all
 * activities are told of it. What waits is told by the tables alone, so nothing is forgotten by a crash and nothing
 * told twice, whether the disposition was made here or came by sync.
 */
export const teachLabels = async (tx: LedgerTx, sink: LabelSink): Promise<number> => {
  const waiting = await tx.sql.all<Disposition & Pick<AlertsTable, 'id'>>(
    `select id, uid, label, moved_at, moved_by from alerts where label is not taught order by id limit ${taughtAtOnce}`,
  )
  for (const { id, ...said } of waiting) {
    const rows = await tx.sql.all<{ row: number }>(
      'select transaction_row as row from alert_transactions where alert_id = ? and transaction_row is not null order by transaction_row',
      id,
    )
    if (rows.length > 0)
      await teachRows(
        tx,
        sink,
        said,
        rows.map(({ row }) => row),
      )
    await tx.sql.run('update alerts set taught = ? where id = ?', said.label, id)
  }
  return waiting.length
}
