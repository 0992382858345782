import { setAsideMax } from '../../../shared/api/sync-recovery.ts'
import type { SetAsideEntry } from '../../../shared/schema/sync.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { SyncReads } from '../../sync/reads.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { openAside, openRefused } from './aside-entry.ts'
import type { AsideEntry, AsideParts } from './aside-entry.ts'
import type { SetAsideTable } from './tables.ts'

const caseIdOf = (sql: SyncStatements, uid: string): number | null =>
  sql.get<{ id: number }>('select id from cases where uid = ?', uid)?.id ?? null

const saidBy = (entry: AsideEntry | null): Pick<SetAsideEntry, 'type' | 'sealed_at' | 'values'> =>
  entry === null
    ? { type: 'unreadable', sealed_at: '', values: {} }
    : {
        type: entry.payload.type,
        sealed_at: toTimestamp(Date.parse(entry.payload.at)),
        values: { ...entry.payload.pub, ...entry.withheld },
      }

/** The row as people see it; one whose key or bytes were altered says that it is there, and nothing of what it held. */
const shown = (parts: AsideParts, row: SetAsideTable): SetAsideEntry => ({
  entry_id: row.id,
  case_uid: row.uid,
  case_id: caseIdOf(parts.sql, row.uid),
  case_number: row.case_number,
  reason: row.reason,
  refusal: null,
  set_aside_at: toTimestamp(row.at),
  bytes: parts.sql.get<{ size: number }>('select size from kept_evidence where entry_id = ?', row.id)?.size ?? null,
  ...saidBy(openAside(parts, row)),
})

interface RefusedRow {
  readonly n: number
  readonly id: Buffer
  readonly payload: Buffer
  readonly chain: number
  readonly uid: string
  readonly number: string | null
  readonly case_id: number | null
  readonly message: string | null
}

const refusedSql = `select e.n, e.id, e.payload, e.chain, c.uid, k.number, k.id as case_id, s.refused_message as message
  from standings s join chains c on c.uid = s.uid join pending p on p.chain = c.id join entries e on e.n = p.n left join cases k on k.id = c.id
  where s.refused_entry is not null and p.place = '~' and e.n >= coalesce((select n from entries where id = unhex(s.refused_entry)), 0) order by e.n desc limit ?`

const bytesOf = (sql: SyncStatements, chain: number, { payload: { type, pub } }: AsideEntry): number | null => {
  const { sha256, size } = pub
  if (type !== 'evidence.acquired' || typeof sha256 !== 'string' || typeof size !== 'number') return null
  return sql.get('select 1 from blob_keys where case_id = ? and sha256 = ?', chain, sha256) === undefined ? null : size
}

/** What the hub refused, and what follows it in its case. */
const refused = (parts: AsideParts): SetAsideEntry[] =>
  parts.sql.all<RefusedRow>(refusedSql, setAsideMax).map((row) => {
    const entry = openRefused(parts, row)
    const said = saidBy(entry)
    return {
      entry_id: row.id.toString('hex'),
      case_uid: row.uid,
      case_id: row.case_id,
      case_number: row.number ?? '',
      reason: 'refused',
      refusal: row.message ?? '',
      set_aside_at: said.sealed_at,
      bytes: entry === null ? null : bytesOf(parts.sql, row.chain, entry),
      ...said,
    }
  })

/** Makes the read of own entries that left their cases before any hub had them, or that the hub refused. */
export const createSetAside = (parts: AsideParts): Pick<SyncReads, 'setAside'> => ({
  setAside: () => {
    const aside = parts.sql
      .all<SetAsideTable>('select * from set_aside order by at desc, id limit ?', setAsideMax)
      .map((row) => shown(parts, row))
    return Promise.resolve([...refused(parts), ...aside].slice(0, setAsideMax))
  },
})
