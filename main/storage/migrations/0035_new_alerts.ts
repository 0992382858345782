import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { refresh } from './0014_alerts.ts'
import { disposed } from './0030_findings.ts'

const hasSteps = ['alert_steps', 'case_alert_steps'].map((table) => `exists (select 1 from ${table} where alert_uid = new.uid)`).join(' or ')

const statements = [
  'drop trigger alerts_added',
  `create trigger alerts_added after insert on alerts when ${hasSteps} or exists (select 1 from case_alerts where alert_uid = new.uid) begin ${refresh('new.uid')}; end`,
  'drop trigger alerts_added_disposed',
  `create trigger alerts_added_disposed after insert on alerts when ${hasSteps} begin ${disposed('new.uid')}; end`,
]

/**
 * The row of a new alert follows from sealed steps and cases only where there are some, which came before it by sync. Nearly every alert is raised here and nobody has said anything of it: its row
 * stands as it begins, and to look for that cost most of what raising an alert does.
 */
export const newAlerts: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
