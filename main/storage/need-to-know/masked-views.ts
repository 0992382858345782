import type { Connection } from '../sqlite/connection.ts'
import { tellsOfAny } from './restricted-events.ts'

/** Within the database of one connection alone; `main.` reaches the tables behind them. */
const hidden = '(select case_id from temp.hidden_cases)'
const hiddenUids = `(select uid from main.cases where id in ${hidden})`

const hiddenAlerts = (column: 'id' | 'uid'): string => `(select ${column} from main.alerts where case_id in ${hidden})`

const tellsOfHidden = (data: string): string => tellsOfAny(data, 'select case_id from temp.hidden_cases', 'main.')

/** What is left of a table, where that does not follow from a column `case_id` alone. */
const bespoke: Readonly<Record<string, string>> = {
  cases: `select * from main.cases where id not in ${hidden}`,
  chains: `select * from main.chains where id not in ${hidden}`,
  entries: `select * from main.entries where chain not in ${hidden}`,
  case_relations: `select * from main.case_relations where case_id not in ${hidden} and other_uid not in ${hiddenUids}`,
  case_counts: `select status, priority, owner_id, cases - (
      select count(*) from main.cases c where c.id in ${hidden}
        and c.status = k.status and c.priority = k.priority and c.owner_id = k.owner_id
    ) as cases from main.case_counts k`,
  set_aside: `select * from main.set_aside where uid not in ${hiddenUids}`,
  kept_evidence: `select * from main.kept_evidence where uid not in ${hiddenUids}`,
  standings: `select * from main.standings where uid not in ${hiddenUids}`,
  event_log: `select * from main.event_log where not ${tellsOfHidden('data')}`,
  alert_transactions: `select * from main.alert_transactions where alert_id not in ${hiddenAlerts('id')}`,
  alert_steps: `select * from main.alert_steps where alert_uid not in ${hiddenAlerts('uid')}`,
  activity_findings: `select * from main.activity_findings where alert_uid not in ${hiddenAlerts('uid')}`,
  // An alarm can name a case by its number.
  sync_alarms: `select * from main.sync_alarms a where not exists (
    select 1 from main.case_numbers n where n.case_id in ${hidden} and instr(a.message, n.number) > 0)`,
  webhook_deliveries: `select * from main.webhook_deliveries d
    where not exists (select 1 from main.event_log l where l.id = d.event_id and ${tellsOfHidden('l.data')})`,
}

/** Tables that every connection reads as they are: they say who may know what. */
const bare: ReadonlySet<string> = new Set(['case_access', 'case_glass'])

const tablesOf = (db: Connection): readonly string[] =>
  db
    .prepare<[], { name: string }>("select name from sqlite_master where type = 'table'")
    .all()
    .map(({ name }) => name)

const hasCaseId = (db: Connection, table: string): boolean =>
  (db.pragma(`table_info(${table})`) as { readonly name: string }[]).some(({ name }) => name === 'case_id')

/** How each table that holds something of a case is masked; a table that names its case by `case_id` needs no word. */
const viewsOf = (db: Connection): readonly (readonly [table: string, view: string])[] =>
  tablesOf(db)
    .filter((table) => !bare.has(table))
    .flatMap((table) => {
      const own = bespoke[table]
      if (own !== undefined) return [[table, own] as const]
      return hasCaseId(db, table)
        ? [[table, `select * from main.${table} where case_id is null or case_id not in ${hidden}`] as const]
        : []
    })

/**
 * L-103: lays views over the tables of a connection, which leave out what belongs to cases that whoever asks may not
 * know. A name without `main.` means the view.
 *
 * @param hiddenIds their ids, as JSON, at the time of each statement
 */
export const maskTables = (db: Connection, hiddenIds: () => string): void => {
  db.function('hidden_case_ids', { deterministic: false }, hiddenIds)
  db.exec('create temp view hidden_cases as select value as case_id from json_each(hidden_case_ids())')
  for (const [table, view] of viewsOf(db)) db.exec(`create temp view ${table} as ${view}`)
}
