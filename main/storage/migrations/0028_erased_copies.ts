import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Bundles of a case that were asked for before a value of the case was erased, by this device or, as it learnt by sync, by another. */
const staleBundles = `delete from exports where exists (
    select 1 from entries asked join entries later on later.chain = asked.chain and later.n > asked.n
    where asked.chain = exports.case_id and lower(hex(asked.id)) = exports.entry_id
      and json_extract(cast(later.payload as text), '$.type') = 'redaction.applied'
  )`

const wasErased = 'old.sealed is not null and new.sealed is null'
const caseOfValue = 'select chain from entries where n = new.entry'
const pieceOfValue = `select id from evidence where case_id = (${caseOfValue}) and n = new.entry`

/** What was taken in stays evidence with its sealed facts; one that can be gone on with still needs what it was told, until it ends (E-18). */
const endedAcquisitions = `delete from acquisitions where state in ('done', 'cancelled') and id in (select acquisition_id from acquisition_files where evidence_id in (${pieceOfValue}))`
const theirFiles = 'delete from acquisition_files where acquisition_id not in (select id from acquisitions)'

const tookWhatWasErased = `exists (
    select 1 from acquisition_files f join evidence e on e.id = f.evidence_id join disclosures d on d.entry = e.n
    where f.acquisition_id = new.id and d.sealed is null
  )`

/**
 * The copies of a value that are neither its disclosure nor projected from it end in the statement that erases it: whoever erases, a person
 * here or sync, cannot forget them (L-56).
 */
const statements = [
  staleBundles,
  `create trigger exports_end_with_a_value after update of sealed on disclosures when ${wasErased} begin
    delete from exports where case_id = (${caseOfValue});
  end`,
  `create trigger acquisitions_end_with_a_value after update of sealed on disclosures when ${wasErased} begin
    ${endedAcquisitions};
    ${theirFiles};
  end`,
  `create trigger acquisitions_end_after_an_erasure after update of state on acquisitions when new.state in ('done', 'cancelled') and ${tookWhatWasErased} begin
    delete from acquisition_files where acquisition_id = new.id;
    delete from acquisitions where id = new.id;
  end`,
]

/** An erasure reaches the bundles of its case, and what is remembered of how a piece was taken in. */
export const erasedCopies: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
