import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const perDevice = 2 ** 32

/** By which an alert of screening is the subject's own. */
const ofSubject = "a.kind = 'screening' and a.group_key = (select json_array('screening', s.kind, s.id) from screening_subjects s where s.n = screening_hits.subject_n)"

/** The alert by its number, or by the one that it had before the folder joined a hub: an earlier release left that one in the hit. */
const matched = `(select a.uid from alerts a where ${ofSubject} and (a.id = screening_hits.alert_id or (screening_hits.alert_id < ${perDevice} and a.id % ${perDevice} = screening_hits.alert_id))
  order by a.id = screening_hits.alert_id desc, a.id desc limit 1)`

/** The number of the device whose folder sealed an export before it joined. */
const joinedAs = `(select k.device_number from entries e join keys k on k.kid = e.kid where e.id = unhex(exports.entry_id) and json_extract(cast(e.payload as text), '$.dseq') <= k.joined_dseq)`

const statements = [
  'alter table screening_hits add column alert_uid text',
  `update screening_hits set alert_uid = ${matched} where alert_id is not null`,
  'drop index screening_hits_by_alert',
  'alter table screening_hits drop column alert_id',
  'create index screening_hits_by_alert on screening_hits (alert_uid) where alert_uid is not null',
  // An earlier release left the number that a person had before the folder joined.
  `update exports set requested_by = json_set(requested_by, '$.id', json_extract(requested_by, '$.id') + ${joinedAs} * ${perDevice})
   where json_extract(requested_by, '$.id') between 1 and ${perDevice - 1} and ${joinedAs} is not null`,
]

/** Hits name their alert by its uid, which does not change when a folder joins a hub; those of folders that joined already find theirs again. */
export const matchedAlerts: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
