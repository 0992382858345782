import { entityKinds, riskLevels } from '../../../shared/schema/activity.ts'
import type { FoundOf, SearchReason } from '../../../shared/schema/search.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { AlertsTable } from '../alerts/tables.ts'
import type { SqlValue } from '../sqlite/statements.ts'
import { foundMost, shownOf } from './finding.ts'
import type { SearchCandidate, Finding, SearchReads } from './finding.ts'
import { beginningRange } from './question.ts'
import type { Question } from './question.ts'
import type { ActivityRow } from '../transactions/tables.ts'
import { reasonOfNaming, termsNaming } from './naming.ts'
import type { EntityColumn } from './naming.ts'
import { reasonOfId, reasonOfName } from './reasons.ts'

type Alert = FoundOf<'alert'>
type Found = SearchCandidate<number, AlertsTable>

/** Alerts of one entity among which the gravest are looked for, newest first. */
const lookedAt = 500

const shown = (row: AlertsTable, reason: SearchReason): Alert => ({
  kind: 'alert',
  id: row.id,
  title: row.title,
  status: row.status,
  risk_level: riskLevels[row.level] ?? 'low',
  raised_at: toTimestamp(row.raised_at),
  reason,
})

const found = (rows: readonly AlertsTable[], reasonOf: (row: AlertsTable) => SearchReason | null): Found[] =>
  rows.flatMap((row) => {
    const reason = reasonOf(row)
    return reason === null ? [] : [{ key: row.id, row, reason }]
  })

const wholeNumber = /^[1-9]\d{0,15}$/u

const byOwnId = ({ sql }: SearchReads, question: Question): Found[] => [
  ...(wholeNumber.test(question.typed)
    ? found(sql.all<AlertsTable>('select * from alerts where id = ?', Number(question.typed)), ({ id }) =>
        reasonOfId(question, 'id', String(id)),
      )
    : []),
  ...question.spellings.flatMap((spelling) =>
    found(sql.all<AlertsTable>('select * from alerts where uid = ?', spelling), ({ uid }) =>
      reasonOfId(question, 'id', uid),
    ),
  ),
]

const byReference = ({ sql }: SearchReads, question: Question): Found[] =>
  question.spellings.flatMap((spelling) => {
    const [from, to] = question.takesBeginnings ? beginningRange(spelling) : [spelling, `${spelling}\u0000`]
    const rows = sql.all<AlertsTable>(
      'select * from alerts where source_reference >= ? and source_reference < ? order by source_reference limit ?',
      from,
      to,
      foundMost,
    )
    return found(rows, (row) => reasonOfId(question, 'reference', row.source_reference ?? ''))
  })

const gravest = 'order by open desc, level desc, raised_at desc limit ?'

/** Of an entity the open and gravest ones first. */
const byEntity = ({ sql }: SearchReads, question: Question): Found[] =>
  entityKinds.flatMap((kind) =>
    question.spellings.flatMap((spelling) => {
      const read = (condition: string, ...values: SqlValue[]): Found[] =>
        found(
          sql.all<AlertsTable>(
            `select * from (select * from alerts where entity_kind = ? and ${condition} limit ${lookedAt}) ${gravest}`,
            kind,
            ...values,
            foundMost,
          ),
          (row) => reasonOfId(question, kind, row.entity_id ?? ''),
        )
      return [
        ...read('entity_id = ? order by raised_at desc', spelling),
        ...(question.takesBeginnings ? read('entity_id >= ? and entity_id < ?', ...beginningRange(spelling)) : []),
      ]
    }),
  )

/** Transactions that name an entity and are looked at, newest first. */
const transactionsLookedAt = 200

/** An alert with the entity that one of its transactions names. */
export type NamingAlert = AlertsTable & Pick<ActivityRow, EntityColumn>

/** Alerts of the newest transactions that name an entity: the alert itself may be about another. */
export const alertsNaming = ({ sql }: SearchReads, { spellings }: Question): readonly NamingAlert[] =>
  spellings.length === 0
    ? []
    : sql.all<NamingAlert>(
        `select al.*, a.customer_id, a.account_id, a.counterparty_id, a.device_id, a.ip, a.terminal_id from (
           select rowid as moment from activity_terms where activity_terms match ? order by rowid desc limit ${transactionsLookedAt}
         ) found cross join activities a on a.moment = found.moment
         cross join alert_transactions t on t.transaction_id = a.transaction_id
         cross join alerts al on al.id = t.alert_id
         group by al.id order by al.open desc, al.level desc, al.raised_at desc limit ?`,
        termsNaming(spellings),
        foundMost,
      )

const byNaming = (reads: SearchReads, question: Question): Found[] =>
  alertsNaming(reads, question).flatMap((row) => found([row], () => reasonOfNaming(question, row)))

const byTransaction = ({ sql }: SearchReads, question: Question): Found[] =>
  question.spellings.flatMap((spelling) =>
    sql
      .all<AlertsTable & { transaction_id: string }>(
        `select a.*, t.transaction_id from alert_transactions t join alerts a on a.id = t.alert_id
         where t.transaction_id = ? order by a.id desc limit ?`,
        spelling,
        foundMost,
      )
      .flatMap((row) => found([row], () => reasonOfId(question, 'transaction', row.transaction_id))),
  )

const byWords = ({ sql }: SearchReads, question: Question): Found[] =>
  question.match === null
    ? []
    : found(
        sql.all<AlertsTable>(
          `select a.* from (select rowid as id from alert_words where alert_words match ? order by rowid desc limit ?) found
           cross join alerts a on a.id = found.id order by a.id desc`,
          question.match,
          foundMost,
        ),
        (row) => reasonOfName(question, 'title', [row.title]),
      )

/** Alerts by number, reference, entity or transaction, then by words of their titles. */
export const findAlerts = (reads: SearchReads, question: Question): Finding<Alert> =>
  shownOf(
    [byOwnId, byReference, byEntity, byTransaction, byNaming, byWords].flatMap((by) => by(reads, question)),
    shown,
  )
