import { eventCatalogue } from '../../../shared/schema/events.ts'
import type { EventDraft, EventType } from '../../../shared/schema/events.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import { deviceIdsOf } from '../ledger/device-ids.ts'
import type { DeviceIds } from '../ledger/device-ids.ts'
import type { OpenedEntry } from '../ledger/ledger.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { detectionEvents } from './detection-events.ts'

/** What of an entry its event is made from. */
interface Telling {
  readonly entry: OpenedEntry
  readonly pub: Readonly<Record<string, JsonValue>>
  /** An id within the entry, as it is read here. */
  readonly id: (name: string) => number | null
}

interface EntryEvent {
  readonly type: EventType
  readonly data: (telling: Telling) => Readonly<Record<string, unknown>>
}

const alerts = ({ pub }: Telling): { alert_ids: JsonValue } => ({ alert_ids: pub['alert_ids'] ?? [] })

const moved = ({ pub }: Telling): { from: JsonValue | undefined; to: JsonValue | undefined } => ({
  from: pub['from'],
  to: pub['to'],
})

const piece = ({ id }: Telling): { evidence_id: number | null } => ({ evidence_id: id('evidence_id') })

const relation = (telling: Telling) => ({
  ...piece(telling),
  to_id: telling.id('to_id'),
  relation: telling.pub['relation'],
})

const toCase = ({ pub }: Telling) => ({ relation: pub['relation'], other_uid: pub['other_uid'] })

const task = ({ pub }: Telling) => ({ task_uid: pub['task'] })

const nothing = (): Record<string, never> => ({})

const overtaken =
  (kind: 'transition' | 'assignment') =>
  ({ pub }: Telling) => ({ kind, loser_entry_id: pub['loser'], winner_entry_id: pub['winner'] })

/** The entries of cases that are events, by their type. */
const ofCases: Readonly<Record<string, EntryEvent>> = {
  'case.opened': {
    type: 'case.opened',
    data: (telling) => ({
      priority: telling.pub['priority'],
      status: telling.pub['status'],
      owner_id: telling.id('owner_id'),
      sla_due_at: telling.pub['sla_due_at'],
      ...alerts(telling),
    }),
  },
  'status.changed': {
    type: 'case.status_changed',
    data: (telling) => ({ ...moved(telling), outcome: telling.pub['outcome'] ?? null }),
  },
  'priority.changed': {
    type: 'case.priority_changed',
    data: (telling) => ({ ...moved(telling), sla_due_at: telling.pub['sla_due_at'] }),
  },
  'owner.assigned': { type: 'case.assigned', data: ({ id }) => ({ from_id: id('from_id'), to_id: id('to_id') }) },
  'case.edited': { type: 'case.edited', data: ({ pub }) => ({ fields: pub['fields'] }) },
  'note.added': { type: 'case.note_added', data: nothing },
  'links.added': { type: 'case.linked', data: alerts },
  'links.removed': { type: 'case.unlinked', data: alerts },
  'case.related': { type: 'case.related', data: toCase },
  'case.unrelated': { type: 'case.unrelated', data: toCase },
  'case.renumbered': { type: 'case.renumbered', data: moved },
  'hold.placed': { type: 'case.hold_placed', data: nothing },
  'hold.released': { type: 'case.hold_released', data: nothing },
  'redaction.applied': {
    type: 'case.redacted',
    data: ({ pub }) => ({ entry_id: pub['entry'], values: Array.isArray(pub['digests']) ? pub['digests'].length : 0 }),
  },
  'task.added': {
    type: 'case.task_added',
    data: (telling) => ({
      ...task(telling),
      required: telling.pub['required'],
      due_at: telling.pub['due_at'] ?? null,
      to_id: telling.id('to_id'),
    }),
  },
  'task.assigned': {
    type: 'case.task_assigned',
    data: (telling) => ({ ...task(telling), from_id: telling.id('from_id'), to_id: telling.id('to_id') }),
  },
  'task.done': { type: 'case.task_done', data: task },
  'task.reopened': { type: 'case.task_reopened', data: task },
  'playbook.applied': {
    type: 'case.playbook_applied',
    data: ({ pub }) => ({ playbook: pub['playbook'], version: pub['version'], tasks: pub['tasks'] }),
  },
  'access.set': { type: 'case.access_set', data: ({ pub }) => ({ rule: pub['rule'] }) },
  'glass.broken': { type: 'case.glass_broken', data: nothing },
  'case.exported': { type: 'case.exported', data: nothing },
  'evidence.acquired': {
    type: 'evidence.acquired',
    data: (telling) => ({
      ...piece(telling),
      sha256: telling.pub['sha256'],
      size: telling.pub['size'],
      kind: telling.pub['kind'],
      media_type: telling.pub['media_type'],
    }),
  },
  'evidence.viewed': { type: 'evidence.viewed', data: piece },
  'evidence.downloaded': { type: 'evidence.downloaded', data: piece },
  'evidence.edited': { type: 'evidence.edited', data: piece },
  'evidence.noted': { type: 'evidence.note_added', data: piece },
  'evidence.statement_read': {
    type: 'evidence.statement_read',
    data: (telling) => ({ ...piece(telling), import_id: telling.pub['import_id'], rows: telling.pub['rows'] }),
  },
  'evidence.erasure_requested': { type: 'evidence.erasure_requested', data: piece },
  'evidence.erasure_declined': { type: 'evidence.erasure_declined', data: piece },
  'evidence.erased': {
    type: 'evidence.erased',
    data: (telling) => ({ ...piece(telling), sha256: telling.pub['sha256'], size: telling.pub['size'] }),
  },
  'evidence.related': { type: 'evidence.related', data: relation },
  'evidence.unrelated': { type: 'evidence.unrelated', data: relation },
  'transition.superseded': { type: 'sync.conflict_found', data: overtaken('transition') },
  'assignment.superseded': { type: 'sync.conflict_found', data: overtaken('assignment') },
  'conflict.settled': { type: 'sync.conflict_settled', data: ({ pub }) => ({ loser_entry_id: pub['settles'] }) },
}

/** The entries of the workspace's chain that are events. */
const ofWorkspace: Readonly<Record<string, EntryEvent>> = {
  'user.added': { type: 'user.added', data: ({ pub, id }) => ({ user_id: id('id'), role: pub['role'] }) },
  'team.changed': { type: 'team.changed', data: ({ entry }) => ({ team_uid: entry.payload.subject }) },
  'api_key.created': {
    type: 'api_key.created',
    data: ({ entry, pub }) => ({ key_id: entry.payload.subject, kind: pub['kind'], scopes: pub['scopes'] }),
  },
  'api_key.revoked': { type: 'api_key.revoked', data: ({ entry }) => ({ key_id: entry.payload.subject }) },
  'model.activated': {
    type: 'model.activated',
    data: ({ entry, pub }) => ({
      model: entry.payload.subject,
      version: pub['version'] ?? 'none',
      previous_version: pub['previous_version'] ?? null,
    }),
  },
  'policy.changed': { type: 'policy.changed', data: () => ({ policy: 'workspace' }) },
  'key.enrolled': { type: 'device.enrolled', data: ({ pub }) => ({ device_id: pub['device_id'] }) },
  'key.revoked': { type: 'device.revoked', data: ({ entry }) => ({ device_id: entry.payload.subject }) },
  'import.completed': {
    type: 'import.completed',
    data: ({ entry, pub }) => ({
      import_id: entry.payload.subject,
      kind: pub['kind'] ?? 'cases',
      outcome: pub['outcome'],
      rows: pub['rows'],
      created: pub['created'],
      already_there: pub['already_there'],
      labelled: pub['labelled'] ?? 0,
      rejected: pub['rejected'],
    }),
  },
  'webhook.changed': {
    type: 'webhook.changed',
    data: ({ entry, pub }) => ({ webhook_id: entry.payload.subject, change: pub['change'] }),
  },
}

const idIn = (pub: Telling['pub'], name: string, ids: DeviceIds): number | null => {
  const value = pub[name]
  return typeof value === 'number' && Number.isSafeInteger(value) ? ids.read(value) : null
}

/** The case of an entry as this device calls it; null where it has not even an id here. */
const caseOf = (
  sql: SyncStatements,
  uid: string,
): { case_id: number; case_uid: string; case_number: string | null } | null => {
  const row = sql.get<{ id: number; number: string | null }>(
    'select chains.id as id, cases.number as number from chains left join cases on cases.id = chains.id where chains.uid = ?',
    uid,
  )
  return row === undefined || row.id < 1 ? null : { case_id: row.id, case_uid: uid, case_number: row.number }
}

/** Users are named by their uid in entries, and by their id everywhere else. */
const userChanged = (sql: SyncStatements, uid: string): EventDraft | null => {
  const user = sql.get<{ id: number }>('select id from users where uid = ?', uid)
  return user === undefined ? null : { type: 'user.changed', data: { user_id: user.id } }
}

/** The event where what it says fits the list. */
const listed = (type: EventType, data: Readonly<Record<string, unknown>>): EventDraft | null => {
  const checked = eventCatalogue[type].data.safeParse(data)
  return checked.success ? ({ type, data: checked.data } as EventDraft) : null
}

/** An event about an alert or a decision names the case as far as the list says. */
const detectionEvent = async (sql: SyncStatements, entry: OpenedEntry): Promise<EventDraft | null> => {
  const told = await detectionEvents[entry.payload.type]?.(sql, entry)
  if (told === undefined || told === null) return null
  const about = entry.payload.case === 'workspace' ? {} : caseOf(sql, entry.payload.case)
  if (about === null) return null
  const named = eventCatalogue[told.type].data.shape
  return listed(told.type, {
    ...told.data,
    ...Object.fromEntries(Object.entries(about).filter(([field]) => Object.hasOwn(named, field))),
  })
}

/**
 * The event that a sealed entry is: of this device, or of another whose entries came by sync.
 *
 * @returns null where it is none, or where what it says does not fit the list: other devices write what they like
 */
export const eventOfEntry = async (sql: SyncStatements, entry: OpenedEntry): Promise<EventDraft | null> => {
  const { payload } = entry
  const isWorkspace = payload.case === 'workspace'
  if (isWorkspace && payload.type === 'user.changed') return userChanged(sql, payload.subject)
  if (Object.hasOwn(detectionEvents, payload.type)) return detectionEvent(sql, entry)
  const table = isWorkspace ? ofWorkspace : ofCases
  const told = Object.hasOwn(table, payload.type) ? table[payload.type] : undefined
  if (told === undefined) return null
  const about = isWorkspace ? {} : caseOf(sql, payload.case)
  if (about === null) return null
  const ids = await deviceIdsOf(sql, payload)
  return listed(told.type, {
    ...about,
    ...told.data({ entry, pub: payload.pub, id: (name) => idIn(payload.pub, name, ids) }),
  })
}
