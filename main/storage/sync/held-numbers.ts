import type { LentNumbers } from '../../../shared/protocol/sync.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { HeldNumbers } from '../../sync/device/case-numbers.ts'
import type { NumberSource } from '../cases/number-source.ts'
import { systemActor } from '../ledger/ledger.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SyncStatements } from '../sqlite/statements.ts'

/** The case numbers that a hub lent this device day by day (Y-94). */
export const createHeldNumbers = ({
  ledger,
  sql,
  source,
}: {
  readonly ledger: Ledger
  readonly sql: SyncStatements
  readonly source: NumberSource
}): HeldNumbers => ({
  from: (day) =>
    sql.all<LentNumbers>(
      'select segment, day, first, last from number_ranges where day >= ? order by day, segment, first',
      day,
    ),
  keep: (numbers) =>
    ledger.write(systemActor, async (tx) => {
      for (const { segment, day, first, last } of numbers)
        if (first <= last)
          await tx.sql.run(
            'insert into number_ranges (segment, day, first, last) values (?, ?, ?, ?) on conflict do update set last = excluded.last',
            segment,
            day,
            first,
            last,
          )
      return ok(undefined)
    }),
  connect: (ask) => source.connect(ask),
})
