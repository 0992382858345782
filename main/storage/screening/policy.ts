import { withoutOrigin } from '../../../shared/schema/origin.ts'
import { defaultScreeningPolicy, screeningPolicy } from '../../../shared/schema/screening.ts'
import type { ScreeningPolicy, ScreeningPolicyChange } from '../../../shared/schema/screening.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { openEntry } from '../../seal/entry.ts'
import { readPeople } from '../cases/people.ts'
import { deviceIdsOf } from '../ledger/device-ids.ts'
import type { EntriesTable } from '../ledger/tables.ts'
import type { Statements, SyncStatements } from '../sqlite/statements.ts'

/** Reads the policy of screening in force; the default one while none was set. */
export const readScreeningPolicy = async (sql: Statements): Promise<ScreeningPolicy> => {
  const row = await sql.get<{ policy: string }>('select policy from screening_policy where id = 1')
  return row === undefined ? defaultScreeningPolicy : screeningPolicy.parse(JSON.parse(row.policy))
}

/** What the payload of a change holds, whatever else it says. */
const policyType = Buffer.from('"screening.policy_changed"')

/**
 * The newest changes of the policy of screening, with who made them. They are rare and looked at seldom, so they are
 * read from the sealed entries themselves.
 */
export const readScreeningPolicyChanges = async (
  sql: SyncStatements,
  most: number,
): Promise<ScreeningPolicyChange[]> => {
  const rows = sql.all<Pick<EntriesTable, 'n' | 'id' | 'payload'>>(
    'select n, id, payload from entries where chain = 0 and instr(payload, ?) > 0',
    policyType,
  )
  const people = await readPeople(sql)
  const changes: (ScreeningPolicyChange & { readonly atMs: number })[] = []
  for (const row of rows) {
    const entry = openEntry(row)
    if (!entry.ok || entry.value.type !== 'screening.policy_changed') continue
    const policy = screeningPolicy.safeParse(withoutOrigin(entry.value.pub))
    if (!policy.success || (await deviceIdsOf(sql, entry.value)).beforeJoining) continue
    const who = people.get(entry.value.actor)
    const atMs = Date.parse(entry.value.at)
    changes.push({
      entry_id: row.id.toString('hex'),
      changed_at: toTimestamp(atMs),
      user_id: who?.id ?? null,
      user_name: who?.name ?? null,
      policy: policy.data,
      atMs,
    })
  }
  return changes
    .sort((a, b) => b.atMs - a.atMs || (a.entry_id < b.entry_id ? 1 : -1))
    .slice(0, most)
    .map(({ atMs: _atMs, ...change }) => change)
}
