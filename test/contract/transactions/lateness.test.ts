import { expect, it } from 'vitest'
import { features } from '../../../main/storage/migrations/0009_features.ts'
import { lateness } from '../../../main/storage/migrations/0032_lateness.ts'
import { transactions } from '../../../main/storage/migrations/0010_transactions.ts'
import { openMemory } from '../../../main/storage/sqlite/connection.ts'
import { kyselyOver } from '../../../main/storage/sqlite/kysely-dialect.ts'

const dayMs = 86_400_000

it('F-4: activities of an earlier release bear that they were late as they were judged, behind the latest before them', async () => {
  const db = openMemory()
  await features.up(kyselyOver(db))
  await transactions.up(kyselyOver(db))
  const insert = db.prepare('insert into activities (n, moment, transaction_id, event_type, at_ms, score, risk, action, received_ms) values (?, ?, ?, ?, ?, 0, 0, 0, 0)')
  const days = [10, 11, 10, 9.999, 12, 10.5, 11, 3]
  for (const [place, at] of days.entries()) insert.run(place + 1, place + 1, `T-${place + 1}`, 'transaction', at * dayMs)
  await lateness.up(kyselyOver(db))
  expect(db.prepare<[], { n: number }>('select n from activities where late = 1 order by n').all()).toEqual([{ n: 4 }, { n: 6 }, { n: 8 }])
  db.close()
})
