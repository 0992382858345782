import { clearCase } from '../cases/projection.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { noStanding, readStanding, saveStanding } from './standings.ts'

/** A case in the tables. */
interface CaseChain {
  readonly id: number
  readonly uid: string
}

interface UnsentRow extends CaseChain {
  readonly payload: Buffer
}

const unsentSql = `select c.id, c.uid, e.payload from entries e join chains c on c.id = e.chain
  where e.hub_pos is null and c.id <> 0 and exists (select 1 from entries k where k.chain = c.id and k.hub_pos is not null) order by e.n`

/** The cases that the hub has, in which something was erased here by an entry that no hub has. */
export const casesWithUnsentErasures = (sql: SyncStatements): readonly CaseChain[] => {
  const erasures = sql
    .all<UnsentRow>(unsentSql)
    .filter(({ payload }) => (JSON.parse(payload.toString('utf8')) as { type: string }).type === 'redaction.applied')
  return [...new Map(erasures.map(({ id, uid }) => [uid, { id, uid }])).values()]
}

const entriesOf = [
  'delete from disclosures where entry in (select n from entries where chain = ?)',
  'delete from entries where chain = ?',
] as const

const heardOf = ['device_heads', 'receipts', 'hub_checkpoints', 'log_proofs'] as const

/**
 * Lets cases come from the hub anew, whole: an erasure that is set aside has destroyed values which stand on the hub,
 * and no sealed entry would say any more why they are gone here. Bytes of evidence,
 * acquisitions and drafts stay. The feed has to be read from its beginning after this, by a device to which all these
 * entries are somebody else's.
 */
export const takeAnew = async (
  tx: Parameters<typeof clearCase>[0],
  sql: SyncStatements,
  cases: readonly CaseChain[],
): Promise<void> => {
  for (const { id, uid } of cases) {
    for (const text of entriesOf) sql.run(text, id)
    for (const table of heardOf) sql.run(`delete from ${table} where uid = ?`, uid)
    saveStanding(sql, noStanding(uid, readStanding(sql, uid)?.received ?? 0, false))
    await clearCase(tx, id)
  }
}
