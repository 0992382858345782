import { voidedBy } from '../../domain/cases/voided.ts'
import type { OpenedEntry } from '../ledger/ledger.ts'
import type { SyncStatements } from '../sqlite/statements.ts'

const namedOf = ({ payload }: OpenedEntry): string | null => voidedBy(payload)

/** Y-95: tells the people of this device which of its own acts the hub gave no effect, and why. */
export const tellVoided = (
  { sql }: { readonly sql: SyncStatements },
  arrived: readonly OpenedEntry[],
  nowMs: number,
): void => {
  for (const entry of arrived) {
    const named = namedOf(entry)
    const own =
      named === null
        ? undefined
        : sql.get<{ number: string | null }>(
            `select (select number from cases c where c.id = e.chain) as number from entries e
             where e.id = ? and json_extract(cast(e.payload as text), '$.dev') = (select device_id from device)`,
            Buffer.from(named, 'hex'),
          )
    const { message } = entry.payload.pub
    if (own === undefined || typeof message !== 'string') continue
    const where = own.number ?? 'the workspace'
    sql.run(
      'insert into sync_alarms (code, message, at) values (?, ?, ?) on conflict do nothing',
      'act_without_effect',
      `Something that was done on this device in ${where} has its place and no effect: ${message} Everything after it went on. Somebody who may can do it anew; a change of state stands under Conflicts, to be applied there.`,
      nowMs,
    )
  }
}
