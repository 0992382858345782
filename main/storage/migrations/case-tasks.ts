/** Tasks of cases as their entries tell them, and the entries about tasks that were overtaken (L-74). */
export const caseTasks: readonly string[] = [
  `create table case_tasks (
    case_id integer not null,
    uid text not null,
    n integer not null,
    place integer not null,
    entry text not null,
    required integer not null,
    note_required integer not null,
    due_at integer,
    role text,
    playbook text,
    playbook_version integer,
    playbook_key text,
    assignee_uid text,
    assignee_entry text not null,
    state text not null,
    state_entry text not null,
    state_n integer not null,
    state_at integer not null,
    state_by text not null,
    added_at integer not null,
    added_by text not null,
    primary key (case_id, uid)
  ) strict, without rowid`,
  "create index case_tasks_assignee on case_tasks (assignee_uid, due_at) where state = 'open'",
  `create table case_task_overtaken (
    entry text primary key,
    case_id integer not null,
    winner text not null
  ) strict, without rowid`,
  'create index case_task_overtaken_case on case_task_overtaken (case_id)',
  `create table case_playbooks (
    case_id integer not null,
    playbook text not null,
    version integer not null,
    name text not null,
    entry text not null,
    place integer not null,
    primary key (case_id, playbook)
  ) strict, without rowid`,
]
