import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Forms that act on several cases or alerts at once: what is typed there may quote any of them. */
const ofSeveral = "key glob 'bulk:*' or key glob 'alerts-bulk:*' or key in ('escalate-title:several', 'escalate-text:several', 'network-save')"

/** SQL that ends every draft that may quote a case; `caseId` stands for the case twice. */
export const endDraftsOfCase = (caseId: string): string => `delete from drafts where case_id = ${caseId} or alert_uid in (select alert_uid from case_alerts where case_id = ${caseId}) or ${ofSeveral}`

/** The number or name that follows a form in the key of a draft. */
const after = (form: string): string => `substr(key, ${form.length + 1})`

const knownAlert = (form: string): string => `update drafts set alert_uid = (select uid from alerts where id = cast(${after(form)} as integer)) where key glob '${form}[1-9]*'`

const statements = [
  'alter table drafts add column alert_uid text',
  ...['alert:', 'escalate-title:', 'escalate-text:', 'decide:alert:'].map(knownAlert),
  `update drafts set case_id = (select case_id from conflicts where loser = ${after('conflict:')}) where key glob 'conflict:*' and case_id is null`,
  `update drafts set case_id = (select case_id from case_decisions where uid = substr(${after('settle:')}, 1, 36)) where key glob 'settle:*' and case_id is null`,
  'drop trigger drafts_end_with_a_value',
  `create trigger drafts_end_with_a_value after update of sealed on disclosures when old.sealed is not null and new.sealed is null begin
    ${endDraftsOfCase('(select chain from entries where n = new.entry)')};
  end`,
  "delete from drafts where exists (select 1 from hub where halted_state = 'removed')",
]

/** Drafts end with the case that they may quote, whatever the window said of them, and with the removal of the device (L-57). */
export const draftSubjects: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
