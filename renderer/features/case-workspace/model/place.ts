/**
 * Which part of a case is shown. In `piece` the keys of notes, edits and relations belong to the open piece of
 * evidence.
 */
export type CasePlace = 'overview' | 'timeline' | 'tasks' | 'evidence' | 'piece'
