import { atErasure } from '../ledger/schema.ts'

const caseOfErasure = '(select chain from entries where n = new.entry)'

/** Nothing is known of what stands in the bytes, in the statements that set a state. */
export const noText = "format = null, passages = 0, lacks = '[]', attempts = 0, read_at = null"

/** Bytes wait to be read, as if they had just come. */
export const notRead = `state = 'waiting', ${noText}`

/** How far the text of evidence is read: local state of a device, of which no entry speaks (E-40). */
export const evidenceTextSchema: readonly string[] = [
  // `file` and its key are null where no text is kept; `dropped` says why nothing is read by itself.
  `create table evidence_text_files (
    case_id integer primary key,
    file text unique,
    wrapped_key blob,
    dropped text check (dropped in ('person', 'erasure')),
    check ((file is null) = (wrapped_key is null)),
    check (dropped is null or file is null)
  ) strict`,
  `create table evidence_texts (
    case_id integer not null,
    sha256 text not null,
    state text not null check (state in ('waiting', 'reading', 'read', 'unreadable', 'dropped')),
    attempts integer not null default 0,
    format text,
    passages integer not null default 0,
    lacks text not null default '[]',
    read_at integer,
    primary key (case_id, sha256)
  ) strict, without rowid`,
  "create index evidence_texts_due on evidence_texts (state, case_id, sha256) where state in ('waiting', 'reading')",
  // Bytes wait to be read from the moment on that this device has them, however they came.
  `create trigger bytes_wait_to_be_read after insert on blob_keys begin
    insert or ignore into evidence_texts (case_id, sha256, state)
    values (new.case_id, new.sha256,
      iif(exists (select 1 from evidence_text_files where case_id = new.case_id and dropped is not null), 'dropped', 'waiting'));
  end`,
  // What waits and goes does not come; what was read stays readable for as long as its case is here.
  `create trigger bytes_that_went_are_not_read after delete on blob_keys begin
    delete from evidence_texts where case_id = old.case_id and sha256 = old.sha256 and state in ('waiting', 'reading');
  end`,
  `insert into evidence_texts (case_id, sha256, state) select case_id, sha256, 'waiting' from blob_keys`,
  // The key goes with the row, so the file can be read by nobody from then on (E-42).
  atErasure(
    'texts_end_with_a_value',
    `insert into evidence_text_files (case_id, file, wrapped_key, dropped)
       select chain, null, null, 'erasure' from entries where n = new.entry and chain > 0
       on conflict (case_id) do update set file = null, wrapped_key = null, dropped = 'erasure';
     update evidence_texts set state = 'dropped', ${noText} where case_id = ${caseOfErasure};`,
  ),
]
