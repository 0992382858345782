/** Lists of known files, and what is on them: local state of a device, of which no entry speaks (E-50). */
export const knownFilesSchema: readonly string[] = [
  `create table known_lists (
    id integer primary key,
    name text not null,
    folded text not null unique,
    standing text not null check (standing in ('known_good', 'known_bad', 'of_interest')),
    file text not null unique,
    wrapped_key blob not null,
    file_name text,
    file_sha256 text not null,
    sha256s integer not null,
    sha1s integer not null,
    md5s integer not null,
    lines_left integer not null,
    lines_left_first text not null,
    imported_at integer not null,
    imported_by text not null
  ) strict`,
  `create table piece_hashes (
    case_id integer not null,
    sha256 text not null,
    md5 blob,
    sha1 blob,
    state text not null check (state in ('elsewhere', 'waiting', 'hashed', 'failed')),
    compared integer not null default 0,
    primary key (case_id, sha256)
  ) strict, without rowid`,
  'create index piece_hashes_compared on piece_hashes (compared)',
  "create index piece_hashes_waiting on piece_hashes (state) where state = 'waiting'",
  `create table known_marks (
    case_id integer not null,
    sha256 text not null,
    list_id integer not null,
    by text not null check (by in ('sha256', 'sha1', 'md5')),
    primary key (case_id, sha256, list_id)
  ) strict, without rowid`,
  'create index known_marks_list on known_marks (list_id)',
  `create trigger a_piece_is_compared after insert on evidence begin
    insert or ignore into piece_hashes (case_id, sha256, state) values (new.case_id, new.sha256,
      iif(exists (select 1 from blob_keys where sha256 = new.sha256 and case_id = new.case_id), 'waiting', 'elsewhere'));
  end`,
  `create trigger a_piece_that_went_has_no_hashes after delete on evidence begin
    delete from piece_hashes where case_id = old.case_id and sha256 = old.sha256;
    delete from known_marks where case_id = old.case_id and sha256 = old.sha256;
  end`,
  `create trigger bytes_wait_to_be_hashed after insert on blob_keys begin
    update piece_hashes set state = 'waiting'
      where case_id = new.case_id and sha256 = new.sha256 and state in ('elsewhere', 'failed');
  end`,
  `create trigger bytes_that_went_are_not_hashed after delete on blob_keys begin
    update piece_hashes set state = 'elsewhere' where case_id = old.case_id and sha256 = old.sha256 and state = 'waiting';
  end`,
  `insert or ignore into piece_hashes (case_id, sha256, state)
    select e.case_id, e.sha256, iif(b.sha256 is null, 'elsewhere', 'waiting')
    from evidence e left join blob_keys b on b.sha256 = e.sha256 and b.case_id = e.case_id`,
]
