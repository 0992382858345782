import { defaultScreeningPolicy, screeningPolicy } from '../../../shared/schema/screening.ts'
import type { ScreeningPolicy } from '../../../shared/schema/screening.ts'
import type { Statements } from '../sqlite/statements.ts'

/** Reads the policy of screening in force; the default one while none was set. */
export const readScreeningPolicy = async (sql: Statements): Promise<ScreeningPolicy> => {
  const row = await sql.get<{ policy: string }>('select policy from screening_policy where id = 1')
  return row === undefined ? defaultScreeningPolicy : screeningPolicy.parse(JSON.parse(row.policy))
}
