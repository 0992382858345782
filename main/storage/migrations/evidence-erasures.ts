/** Requests to erase the bytes of evidence by order, and what became of each (L-130). */
export const evidenceErasures: readonly string[] = [
  `create table evidence_erasures (
    request text primary key,
    case_id integer not null,
    evidence_id integer not null,
    n integer not null,
    requested_at integer not null,
    requested_by text not null,
    legal_basis text not null,
    reference text not null,
    state text not null check (state in ('waiting', 'declined', 'erased')),
    decided_n integer,
    decided_entry text,
    decided_at integer,
    decided_by text
  ) strict, without rowid`,
  'create index evidence_erasures_case on evidence_erasures (case_id, state)',
  'create index evidence_erasures_piece on evidence_erasures (evidence_id, n)',
]
