import type { Connection } from '../sqlite/connection.ts'
import { evidenceTextSchema } from '../evidence-text/schema.ts'
import { knownFilesSchema } from '../known-files/schema.ts'
import { accessLog } from './access-log.ts'
import { caseTasks } from './case-tasks.ts'
import { contactTimes } from './contact-times.ts'
import { evidenceErasures } from './evidence-erasures.ts'
import { firstRelease } from './first-release.ts'
import { needToKnow } from './need-to-know.ts'
import { networkPayments } from './network-payments.ts'
import { numberRanges } from './number-ranges.ts'
import { signInTables } from './sign-ins.ts'
import { oneSearch } from './one-search.ts'
import { providerSignIns } from './provider-sign-ins.ts'
import { statementSources } from './statement-sources.ts'
import { unfinishedStandings } from './unfinished-standings.ts'
import { voidedActs } from './voided-acts.ts'
import { workloadIndexes } from './workload-indexes.ts'

/** A step from the tables of one release to those of the next. */
export interface Migration {
  /** Under it the database notes that it was done: a number that grows, and what it is about. */
  readonly name: string
  readonly up: (db: Connection) => void
}

/**
 * Every migration, in order. Each runs once, forward only, in a transaction of its own. One that was released is never
 * edited and never taken away: by the first, a database of a release is told from one of a development build.
 */
export const migrations: readonly Migration[] = [
  {
    name: '0001_first_release',
    up: (db) => {
      for (const statement of firstRelease) db.exec(statement)
    },
  },
  {
    name: '0002_number_ranges',
    up: (db) => {
      for (const statement of numberRanges) db.exec(statement)
    },
  },
  {
    name: '0003_voided_acts',
    up: (db) => {
      for (const statement of voidedActs) db.exec(statement)
    },
  },
  {
    name: '0004_unfinished_standings',
    up: (db) => {
      for (const statement of unfinishedStandings) db.exec(statement)
    },
  },
  {
    name: '0005_statement_sources',
    up: (db) => {
      for (const statement of statementSources) db.exec(statement)
    },
  },
  {
    name: '0006_network_payments',
    up: (db) => {
      for (const statement of networkPayments) db.exec(statement)
    },
  },
  {
    name: '0007_evidence_text',
    up: (db) => {
      for (const statement of evidenceTextSchema) db.exec(statement)
    },
  },
  {
    name: '0008_known_files',
    up: (db) => {
      for (const statement of knownFilesSchema) db.exec(statement)
    },
  },
  {
    name: '0009_contact_times',
    up: (db) => {
      for (const statement of contactTimes) db.exec(statement)
    },
  },
  {
    name: '0010_case_tasks',
    up: (db) => {
      for (const statement of caseTasks) db.exec(statement)
    },
  },
  {
    name: '0011_sign_ins',
    up: (db) => {
      for (const statement of signInTables) db.exec(statement)
    },
  },
  {
    name: '0012_access_log',
    up: (db) => {
      for (const statement of accessLog) db.exec(statement)
    },
  },
  {
    name: '0013_one_search',
    up: (db) => {
      for (const statement of oneSearch) db.exec(statement)
    },
  },
  {
    name: '0014_workload_indexes',
    up: (db) => {
      for (const statement of workloadIndexes) db.exec(statement)
    },
  },
  {
    name: '0015_need_to_know',
    up: (db) => {
      for (const statement of needToKnow) db.exec(statement)
    },
  },
  {
    name: '0016_provider_sign_ins',
    up: (db) => {
      for (const statement of providerSignIns) db.exec(statement)
    },
  },
  {
    name: '0017_evidence_erasures',
    up: (db) => {
      for (const statement of evidenceErasures) db.exec(statement)
    },
  },
]
