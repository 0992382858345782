import { z } from 'zod'
import { recommendedAction, riskLevel } from './activity.ts'
import { caseOutcome, casePriority, caseStatus } from './case.ts'
import { caseAccessRule } from './case-access.ts'
import { caseRelationKind } from './case-relations.ts'
import { decisionNeed } from './decisions.ts'
import { entryId, integerId, lineOfText, timestamp, uid } from './text.ts'

/**
 * The events that the service tells of, and what each carries. This is the one list: the stream, the webhooks, their
 * documentation and the types of `LedgerTx.emit` follow from it. What an event carries are identifiers, states and
 * counts: no names of people, no notes, no titles. Whoever needs those reads the thing by the interface, where they can
 * be erased.
 */

/** A pseudonymous id of a user or an API key, as entries name them. */
const actor = lineOfText(128)

/**
 * The case that an event is about. The number is null where the beginning of the case has not come to this device yet.
 */
const ofCase = { case_id: integerId, case_uid: uid, case_number: z.string().max(60).nullable() }

const ofPiece = { ...ofCase, evidence_id: integerId }

/** The institution's own or our identifier of a thing that has no fixed form. */
const name = lineOfText(200)

const count = z.int().min(0)
const score = z.number().min(0).max(1)
const signals = z.array(name).max(200)

/** An event of the list: what it means, and the schema of what it carries. */
const event = <Data extends z.ZodRawShape>(meaning: string, data: Data) => ({ meaning, data: z.strictObject(data) })

export const eventCatalogue = {
  'case.opened': event('A case was opened, by a person, an import or the detection.', {
    ...ofCase,
    priority: casePriority,
    status: caseStatus,
    owner_id: integerId,
    sla_due_at: timestamp,
    alert_ids: z.array(integerId),
  }),
  'case.status_changed': event('A case moved to another state, or got another outcome in the state that it has.', {
    ...ofCase,
    from: caseStatus,
    to: caseStatus,
    outcome: caseOutcome.nullable(),
  }),
  'case.priority_changed': event('The priority of a case was changed, and its deadline with it.', {
    ...ofCase,
    from: casePriority,
    to: casePriority,
    sla_due_at: timestamp,
  }),
  'case.assigned': event('A case got another owner.', { ...ofCase, from_id: integerId.nullable(), to_id: integerId }),
  'case.edited': event('Title or description of a case were changed.', { ...ofCase, fields: z.array(name) }),
  'case.note_added': event('A note was added to a case.', { ...ofCase }),
  'case.linked': event(
    'Alerts, customers or accounts were linked to a case; `alert_ids` lists the alerts among them.',
    { ...ofCase, alert_ids: z.array(integerId) },
  ),
  'case.unlinked': event('Links of a case were taken away.', { ...ofCase, alert_ids: z.array(integerId) }),
  'case.related': event('Two cases were related; each of them tells so.', {
    ...ofCase,
    relation: caseRelationKind,
    other_uid: uid,
  }),
  'case.unrelated': event('A relation of two cases was taken back.', {
    ...ofCase,
    relation: caseRelationKind,
    other_uid: uid,
  }),
  'case.renumbered': event('A case got another number; the old one still finds it.', {
    ...ofCase,
    from: z.string(),
    to: z.string(),
  }),
  'case.hold_placed': event('A legal hold protects a case now.', { ...ofCase }),
  'case.hold_released': event('A legal hold was lifted.', { ...ofCase }),
  'case.access_set': event('Somebody set who may know a case.', { ...ofCase, rule: caseAccessRule }),
  'case.glass_broken': event(
    'Somebody broke the glass of a case that they could not know. Auditors are told of it, too.',
    { ...ofCase },
  ),
  'case.redacted': event('Withheld values of a case were erased by law.', {
    ...ofCase,
    entry_id: entryId,
    values: count,
  }),
  'case.task_added': event('A task was added to a case.', {
    ...ofCase,
    task_uid: uid,
    required: z.boolean(),
    due_at: timestamp.nullable(),
    to_id: integerId.nullable(),
  }),
  'case.task_assigned': event('A task of a case was given to another person; null: to nobody.', {
    ...ofCase,
    task_uid: uid,
    from_id: integerId.nullable(),
    to_id: integerId.nullable(),
  }),
  'case.task_done': event('Somebody marked a task of a case as done.', { ...ofCase, task_uid: uid }),
  'case.task_reopened': event('A task of a case was opened again.', { ...ofCase, task_uid: uid }),
  'case.playbook_applied': event('A playbook was applied to a case; an event tells of each of its tasks.', {
    ...ofCase,
    playbook: name,
    version: count,
    tasks: count,
  }),
  'case.exported': event('A bundle of a case was made for somebody outside, or somebody took one.', { ...ofCase }),

  'evidence.acquired': event('A file became evidence of a case.', {
    ...ofPiece,
    sha256: entryId,
    size: count,
    kind: name,
    media_type: name,
  }),
  'evidence.viewed': event('Evidence was opened for viewing.', ofPiece),
  'evidence.downloaded': event('The original bytes of evidence were released.', ofPiece),
  'evidence.edited': event('Label or tags of evidence were changed.', ofPiece),
  'evidence.note_added': event('A note was added to evidence.', ofPiece),
  'evidence.statement_read': event('The transactions of evidence began to be imported.', {
    ...ofPiece,
    import_id: uid,
    rows: count,
  }),
  'evidence.related': event('Two pieces of evidence were put in relation.', {
    ...ofPiece,
    to_id: integerId,
    relation: name,
  }),
  'evidence.erasure_requested': event('Somebody asked for the bytes of evidence to be erased by order.', ofPiece),
  'evidence.erasure_declined': event('A request to erase the bytes of evidence was declined.', ofPiece),
  'evidence.erased': event('The bytes of evidence were erased by order; its digest and facts stay.', {
    ...ofPiece,
    sha256: entryId,
    size: count,
  }),
  'evidence.unrelated': event('A relation between two pieces of evidence was taken back.', {
    ...ofPiece,
    to_id: integerId,
    relation: name,
  }),

  'transaction.scored': event('A transaction was scored `high` or `critical`; lower ones are too many to tell of.', {
    transaction_id: name,
    event_type: name,
    risk_level: riskLevel,
    score,
    recommended_action: recommendedAction,
    signals,
    alert_id: integerId.nullable(),
  }),
  'assessment.created': event('An activity was assessed on request.', {
    assessment_id: name,
    event_type: name,
    risk_level: riskLevel,
    score,
    recommended_action: recommendedAction,
    signals,
  }),

  'alert.raised': event('The detection raised an alert.', {
    alert_id: integerId,
    alert_uid: uid,
    transaction_id: name.nullable(),
    risk_level: riskLevel,
    score,
    recommended_action: recommendedAction,
    signals,
  }),
  'alert.status_changed': event('An alert moved to another state, or got a disposition.', {
    alert_id: integerId,
    alert_uid: uid,
    from: name,
    to: name,
    disposition: name.nullable(),
  }),
  'alert.assigned': event('An alert got another owner; null: it goes back to the queue.', {
    alert_id: integerId,
    alert_uid: uid,
    from_id: integerId.nullable(),
    to_id: integerId.nullable(),
  }),
  'alert.linked': event('An alert became part of a case.', { alert_id: integerId, alert_uid: uid, ...ofCase }),
  'decision.requested': event('A decision waits for a person, or for a second one.', {
    decision_id: name.nullable().describe('The proposal that needs a second person; null: nothing is decided yet.'),
    alert_id: integerId.nullable(),
    case_id: integerId.nullable(),
    needs: decisionNeed,
  }),
  'decision.recorded': event('A person decided, or approved what another decided.', {
    decision_id: name,
    alert_id: integerId.nullable(),
    case_id: integerId.nullable(),
    outcome: name,
    status: name,
  }),

  'rule.changed': event('A rule was made, edited, or moved in its life cycle (draft, shadow, live, retired).', {
    rule_id: name,
    version: count,
    from: name.nullable(),
    to: name,
  }),
  'list.changed': event('A list that rules read was changed.', { list_id: name, items: count }),
  'model.activated': event('A model was activated.', {
    model: name,
    version: name,
    previous_version: name.nullable(),
  }),
  'policy.changed': event('The policy of the workspace or of its detection was changed.', {
    policy: z.enum(['workspace', 'detection']),
  }),

  'import.completed': event('An import ended: all of it, or as far as it came.', {
    import_id: name,
    kind: z.enum(['cases', 'transactions', 'alerts', 'list', 'ownership']),
    outcome: name,
    rows: count,
    created: count,
    already_there: count,
    labelled: count
      .optional()
      .describe('Activities that were there and got their first label; absent from events of earlier releases.'),
    rejected: count,
  }),

  'sync.conflict_found': event('Two devices changed the same thing apart; one of them was overtaken.', {
    ...ofCase,
    kind: z.enum(['transition', 'assignment']),
    loser_entry_id: entryId,
    winner_entry_id: entryId,
  }),
  'sync.conflict_settled': event('A person settled a conflict.', { ...ofCase, loser_entry_id: entryId }),
  'sync.device_silent': event('A hub has heard nothing of a device for longer than it is set to wait.', {
    device_id: name,
    last_heard_at: timestamp,
  }),
  'sync.alarm_raised': event('Sync found something that a person must look at.', { code: name }),

  'user.added': event('A user was added.', { user_id: integerId, role: name }),
  'user.changed': event('Name, role, state, password or second factor of a user were changed.', { user_id: integerId }),
  'team.changed': event('A team was made or changed.', { team_uid: name }),
  'api_key.created': event('An API key or institution key was made.', {
    key_id: name,
    kind: name,
    scopes: z.array(name),
  }),
  'api_key.revoked': event('A key was revoked.', { key_id: name }),
  'device.enrolled': event('A device joined the workspace.', { device_id: name }),
  'device.revoked': event('A device was revoked.', { device_id: name }),

  'access.unusual_reading': event(
    'Somebody opened many different cases in an hour that are neither theirs nor of their team; told once an hour.',
    { user_id: integerId, cases: count },
  ),

  'webhook.changed': event('A webhook was made, changed, rotated or removed by a person.', {
    webhook_id: name,
    change: z.enum(['created', 'changed', 'secret_added', 'secret_retired', 'removed', 'enabled', 'disabled']),
  }),
  'webhook.disabled': event(
    'A webhook was switched off by the service: its receiver is gone, or failed for too long.',
    { webhook_id: name, reason: z.enum(['gone', 'failing']) },
  ),

  'test.event': event('Somebody asked for a test event; it means nothing.', { note: lineOfText(200) }),
} as const

export type EventType = keyof typeof eventCatalogue

/** All names, in the order of the list. */
export const eventTypes = Object.keys(eventCatalogue) as [EventType, ...EventType[]]
export const eventType = z.enum(eventTypes)

export type EventData<T extends EventType> = z.infer<(typeof eventCatalogue)[T]['data']>

/** An event before it is written: `{ type: 'rule.changed', data: { ... } }`. */
export type EventDraft = { [T in EventType]: { readonly type: T; readonly data: EventData<T> } }[EventType]

/** An event as the stream, `GET /v4/events/ws` and webhooks carry it. */
export const streamedEvent = z.object({
  id: z
    .int()
    .min(1)
    .describe('Grows by one from event to event of this service; a reader that sees a gap has missed something.'),
  type: z.string().describe('A name of the list. A newer release may add names: ignore those that you do not know.'),
  timestamp: timestamp.describe(
    'When it happened. Events of work done apart arrive when it is synced, so a later id can bear an earlier time.',
  ),
  actor: actor.nullable().describe('The pseudonymous id of the user or API key who did it; null: the service.'),
  entry_id: entryId
    .nullable()
    .describe(
      'The sealed entry that it tells of, where there is one. Another device tells of the same entry under an id of its own.',
    ),
  data: z.record(z.string(), z.unknown()),
})
export type StreamedEvent = z.infer<typeof streamedEvent>
