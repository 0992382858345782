import { fieldRefused, refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { finishedStatuses, isFinished } from '../../../shared/schema/case.ts'
import type { SealedAccess } from '../../../shared/schema/case-access.ts'
import type { CaseStatus } from '../../../shared/schema/case.ts'
import { asksForTasks, lacksOutcome, mayLeaveTasks, permitsMove } from '../../../shared/schema/policy.ts'
import type { Policy } from '../../../shared/schema/policy.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { accessOf, isSameAccess, mayKnowCase } from '../access/need-to-know.ts'
import type { CaseCommand, CaseDraft, DecisionContext, LinkLists, OpenCommand, SealedPlace } from './commands.ts'
import { leastLoaded } from './owners.ts'
import { withheldRefusal } from '../entries/withheld.ts'
import { countedFrom, deadline } from './sla.ts'
import type { CaseState } from './state.ts'

type Decision = Result<readonly CaseDraft[], Refusal>
type CommandOf<Kind extends CaseCommand['kind']> = Extract<CaseCommand, { kind: Kind }>

const alreadyDone = (message: string): Result<never, Refusal> => fail(refusal('already_done', message))
/** L-19: one entry, of which everything is there that its type asks for. */
const one = (draft: CaseDraft): Decision => {
  const refused = withheldRefusal(draft)
  return refused === null ? ok([draft]) : fail(refused)
}

/** Each value once, ascending. */
const distinct = (values: readonly number[]): number[] => [...new Set(values)].sort((a, b) => a - b)

const losesIt = refusal(
  'access_forbidden',
  'Whoever sets who may know a case must be among them. Name yourself or a team that you are in, then try again; nothing was sealed.',
)

/** A rule as it is sealed: each person once, in one order. */
const openAccess = ({ rule, team, people = [] }: SealedAccess): CaseDraft['pub'] => ({
  rule,
  ...(team === undefined ? {} : { team }),
  ...(people.length === 0 ? {} : { people: [...new Set(people)].sort() }),
})

/** L-100: the owner, a supervisor or an admin sets who may know a case, and still knows it afterwards. */
const decideAccess = (state: CaseState, command: CommandOf<'access'>, { actor }: DecisionContext): Decision => {
  if (actor.userUid !== state.ownerUid && actor.role !== 'supervisor' && actor.role !== 'admin')
    return fail(refusal('forbidden', 'The owner of the case, a supervisor or an admin sets who may know it.'))
  const next = accessOf(command.access)
  if (isSameAccess(next, command.present)) return alreadyDone('The case has this access rule already.')
  if (!mayKnowCase(next, state.ownerUid, command.actor)) return fail(losesIt)
  return one({ type: 'access.set', pub: openAccess(command.access), withheld: { notes: command.notes } })
}

/** L-102: whoever may know a case breaks no glass. */
const decideGlass = (state: CaseState, { present, actor, reason }: CommandOf<'glass'>): Decision =>
  mayKnowCase(present, state.ownerUid, actor)
    ? alreadyDone('You may know this case; no glass needs to be broken.')
    : one({ type: 'glass.broken', pub: {}, withheld: { reason } })

/** Opens a case: owner and deadline are chosen here and frozen in the entry. */
export const decideOpening = (command: OpenCommand, context: DecisionContext): Decision => {
  const owner = command.owner ?? leastLoaded(command.candidates)
  if (owner === null) return fail(refusal('unknown_reference', 'There is no active user who may own a case.'))
  if (command.access !== undefined && !mayKnowCase(accessOf(command.access.rule), owner.uid, command.access.opener))
    return fail(losesIt)
  const createdAtMs = command.createdAtMs ?? context.nowMs
  const slaHours = context.policy.sla_hours[command.priority]
  const customers = distinct(command.customerIds)
  const accounts = distinct(command.accountIds)
  return one({
    type: 'case.opened',
    pub: {
      case_id: command.id,
      case_number: command.number,
      status: command.status ?? 'open',
      priority: command.priority,
      owner: owner.uid,
      owner_id: owner.id,
      sla_hours: slaHours,
      sla_due_at: toTimestamp(command.slaDueAtMs ?? deadline(command.countedFromMs ?? createdAtMs, slaHours)),
      created_at: toTimestamp(createdAtMs),
      alert_ids: distinct(command.alertIds),
      ...(command.outcome === undefined ? {} : { outcome: command.outcome }),
      ...(command.status === 'pending_review' && context.policy.sla_pauses_in_pending_review
        ? { sla_paused: true }
        : {}),
      ...(command.source === undefined
        ? {}
        : { source: { system: command.source.system, reference: command.source.reference } }),
      ...(command.access === undefined || command.access.rule.rule === 'everyone'
        ? {}
        : { access: openAccess(command.access.rule) }),
    },
    withheld: {
      title: command.title,
      description: command.description,
      owner_name: owner.name,
      ...(customers.length === 0 ? {} : { customer_ids: customers }),
      ...(accounts.length === 0 ? {} : { account_ids: accounts }),
    },
  })
}

/** Whether policy asks for a second person to make a case so. */
export const asksForTwo = (policy: Policy, to: CaseStatus): boolean =>
  (policy.four_eyes as readonly CaseStatus[]).includes(to)

/** Whether somebody can be the second person for a case; `hands` are those who had it in hand (L-47). */
export const mayBeSecond = ({ role, userUid }: DecisionContext['actor'], hands: ReadonlySet<string>): boolean =>
  (role === 'supervisor' || role === 'admin') && !hands.has(userUid)

const needsSecondPerson = ({ status: to, hands }: CommandOf<'status'>, { actor, policy }: DecisionContext): boolean =>
  asksForTwo(policy, to) && !mayBeSecond(actor, hands)

/** Whether the policy asks for a second person to finish a case that is in review. */
export const reviewAsksForTwo = (policy: Policy): boolean =>
  finishedStatuses.some((to) => asksForTwo(policy, to) && permitsMove(policy, 'pending_review', to))

/** What a move does to the deadline, sealed with it so that a replay needs no configuration. */
const slaEffect = (state: CaseState, to: CaseStatus, { nowMs, policy }: DecisionContext): CaseDraft['pub'] => {
  // The pause may have begun by another computer's clock, which was ahead: no pause is shorter than none.
  const pausedMs = state.pausedAtMs === null ? null : Math.max(0, nowMs - state.pausedAtMs)
  const paused: CaseDraft['pub'] =
    pausedMs === null ? {} : { sla_paused_ms: pausedMs, sla_due_at: toTimestamp(state.slaDueAtMs + pausedMs) }
  return { ...paused, ...(to === 'pending_review' && policy.sla_pauses_in_pending_review ? { sla_paused: true } : {}) }
}

/** Y-42: the entry that set what this one changes. */
const builtOn = (entry: string): Pick<CaseDraft, 'refs'> => (entry === '' ? {} : { refs: [entry] })

/** Y-44: the entry whose conflict a decision settles. */
const settling = (settles: string | undefined): CaseDraft['pub'] => (settles === undefined ? {} : { settles })

const outcomeOfUnfinished = 'goes with `resolved` or `closed` alone: a case that is worked on has none'

/** L-67: why an outcome does not go with a move, or lacks; null where neither. */
const outcomeFault = (
  { outcome: present }: CaseState,
  { status: to, outcome }: CommandOf<'status'>,
  { policy }: DecisionContext,
): Refusal | null => {
  if (outcome !== undefined && !isFinished(to)) return fieldRefused('outcome', outcomeOfUnfinished)
  if (!lacksOutcome(policy, to, outcome ?? present)) return null
  return refusal('invalid_request', `The policy asks what came of a case that becomes ${to}: give its outcome.`, [
    { path: 'outcome', message: `is required for ${to}` },
  ])
}

/** L-78: why open tasks keep a case from a state; null where they do not. */
const tasksFault = (
  { status: to, openTasks = 0, leavesTasks = false }: CommandOf<'status'>,
  { policy, actor }: DecisionContext,
): Refusal | null => {
  if (openTasks === 0 || !asksForTasks(policy, to)) return null
  if (leavesTasks && mayLeaveTasks(policy, actor.role)) return null
  const open = openTasks === 1 ? 'One required task is' : `${openTasks} required tasks are`
  const wayOn =
    policy.tasks_required?.passed_by === 'supervisors'
      ? 'Mark them as done first, or ask a supervisor, who may leave them open and say why.'
      : 'Mark them as done first.'
  return refusal(
    'tasks_open',
    `${open} open, and the policy asks for them before a case becomes ${to}. Nothing was changed. ${wayOn}`,
  )
}

/** L-78: how many required tasks a move leaves open, sealed with the rationale that says why. */
const tasksLeft = (
  { status: to, openTasks = 0, leavesTasks = false }: CommandOf<'status'>,
  { policy }: DecisionContext,
): CaseDraft['pub'] => (leavesTasks && openTasks > 0 && asksForTasks(policy, to) ? { tasks_left: openTasks } : {})

/** A finished case that stays in its state and gets another outcome. */
const corrects = (state: CaseState, { status: to, outcome }: CommandOf<'status'>): boolean =>
  isFinished(to) && outcome !== undefined && outcome !== state.outcome

const decideStatus = (state: CaseState, command: CommandOf<'status'>, context: DecisionContext): Decision => {
  const { status: to, outcome, notes, settles } = command
  const stays = state.status === to
  if (stays && !corrects(state, command))
    return alreadyDone(
      outcome === undefined ? `The case is ${to} already.` : `The case is ${to} with this outcome already.`,
    )
  const fault = outcomeFault(state, command, context)
  if (fault !== null) return fail(fault)
  if (!stays && !permitsMove(context.policy, state.status, to)) {
    return fail(
      refusal('transition_forbidden', `The workflow does not permit a case to go from ${state.status} to ${to}.`),
    )
  }
  const unfinished = stays ? null : tasksFault(command, context)
  if (unfinished !== null) return fail(unfinished)
  if (needsSecondPerson(command, context)) {
    return fail(
      refusal(
        'four_eyes_required',
        `To make a case ${to}, policy asks for another supervisor or admin: one who has not owned it since it was opened or last reopened, did not make its last change of state, and has not handed it over since.`,
      ),
    )
  }
  return one({
    type: 'status.changed',
    pub: {
      from: state.status,
      to,
      ...(outcome === undefined ? {} : { outcome }),
      ...(stays ? {} : tasksLeft(command, context)),
      ...slaEffect(state, to, context),
      ...settling(settles),
    },
    withheld: { notes },
    ...builtOn(state.statusEntry),
  })
}

const decideEdit = (state: CaseState, command: CommandOf<'edit'>): Decision => {
  const title: CaseDraft['pub'] =
    command.title !== undefined && command.title !== state.title ? { title: command.title } : {}
  const description: CaseDraft['pub'] =
    command.description !== undefined && command.description !== command.presentDescription
      ? { description: command.description }
      : {}
  const withheld = { ...title, ...description }
  if (Object.keys(withheld).length === 0) return alreadyDone('The case says this already.')
  return one({ type: 'case.edited', pub: { fields: Object.keys(withheld).sort() }, withheld })
}

const decidePriority = (
  state: CaseState,
  { priority: to, notes }: CommandOf<'priority'>,
  { policy }: DecisionContext,
): Decision => {
  if (state.priority === to) return alreadyDone(`The priority is ${to} already.`)
  const slaHours = policy.sla_hours[to]
  const dueAt = toTimestamp(deadline(countedFrom(state), slaHours, state.pausedMs))
  return one({
    type: 'priority.changed',
    pub: { from: state.priority, to, sla_hours: slaHours, sla_due_at: dueAt },
    withheld: { notes },
  })
}

const decideAssignment = (
  state: CaseState,
  { owner, presentOwnerName, notes, settles }: CommandOf<'assign'>,
): Decision => {
  if (state.ownerUid === owner.uid) return alreadyDone('This user owns the case already.')
  if (owner.role === 'auditor') return fail(refusal('unknown_reference', 'An auditor cannot own a case.'))
  return one({
    type: 'owner.assigned',
    pub: { from_uid: state.ownerUid, from_id: state.ownerId, to_uid: owner.uid, to_id: owner.id, ...settling(settles) },
    withheld: { from_owner: presentOwnerName, to_owner: owner.name, ...(notes === undefined ? {} : { notes }) },
    ...builtOn(state.ownerEntry),
  })
}

const removedPlaces = ({ sealedAt }: CommandOf<'unlink'>, lists: LinkLists): SealedPlace[] => [
  ...lists.customerIds.map((id) => sealedAt('customer', id)),
  ...lists.accountIds.map((id) => sealedAt('account', id)),
]

const linkDraft = (command: CommandOf<'link' | 'unlink'>, lists: LinkLists): CaseDraft => ({
  type: command.kind === 'link' ? 'links.added' : 'links.removed',
  pub: {
    ...(lists.alertIds.length === 0 ? {} : { alert_ids: lists.alertIds }),
    ...(command.kind === 'link' ? {} : { removed: removedPlaces(command, lists) }),
  },
  withheld: {
    ...(lists.customerIds.length === 0 ? {} : { customer_ids: lists.customerIds }),
    ...(lists.accountIds.length === 0 ? {} : { account_ids: lists.accountIds }),
  },
})

const linkNames = ['alertIds', 'customerIds', 'accountIds'] as const

/** Of each list, what is (or is not) linked already, each once. */
const sift = (command: CommandOf<'link' | 'unlink'>, wantPresent: boolean): LinkLists => {
  const [alertIds = [], customerIds = [], accountIds = []] = linkNames.map((name) => {
    const present = new Set(command.present[name])
    return distinct(command.links[name]).filter((target) => present.has(target) === wantPresent)
  })
  return { alertIds, customerIds, accountIds }
}

const decideLinks = (command: CommandOf<'link' | 'unlink'>): Decision => {
  const removes = command.kind === 'unlink'
  const lists = sift(command, removes)
  if (linkNames.every((name) => lists[name].length === 0))
    return alreadyDone(removes ? 'None of these is linked.' : 'All of these are linked already.')
  return one(linkDraft(command, lists))
}

const decideSettlement = ({ loser, notes }: CommandOf<'settle'>): Decision =>
  one({
    type: 'conflict.settled',
    pub: { settles: loser },
    ...(notes === undefined ? {} : { withheld: { notes } }),
    refs: [loser],
  })

const decideNumber = (state: CaseState, { number }: CommandOf<'renumber'>): Decision =>
  number === state.number
    ? alreadyDone('The case has this number already.')
    : one({ type: 'case.renumbered', pub: { from: state.number, to: number } })

const decideHold = (state: CaseState, { reason }: CommandOf<'hold'>): Decision =>
  state.hold === null
    ? one({ type: 'hold.placed', pub: {}, withheld: { reason } })
    : alreadyDone('A legal hold is in force already.')

const decideRelease = (state: CaseState, { reason }: CommandOf<'release'>): Decision =>
  state.hold === null
    ? alreadyDone('No legal hold is in force.')
    : one({ type: 'hold.released', pub: {}, withheld: { reason } })

const namesOf = ({ names }: CommandOf<'redact'>, digests: readonly string[]): CaseDraft['pub'] =>
  names === undefined ? {} : { names: digests.map((digest) => names.get(digest) ?? '') }

const decideRedaction = (state: CaseState, command: CommandOf<'redact'>): Decision => {
  if (state.hold !== null)
    return fail(refusal('legal_hold', 'A legal hold protects this case; nothing of it can be erased.'))
  const digests = [...new Set(command.digests)].sort()
  const unknown = digests.filter((digest) => !command.withheld.has(digest))
  if (unknown.length > 0) {
    const details = unknown.map((digest) => ({
      path: 'digests',
      message: `the entry withholds nothing with the digest ${digest}`,
    }))
    return fail(refusal('unknown_reference', 'The entry does not withhold what is to be erased.', details))
  }
  const present = digests.filter((digest) => command.withheld.get(digest) === 'present')
  if (present.length === 0) return alreadyDone('These values are erased already.')
  const basis: CaseDraft['pub'] = {
    legal_basis: command.legalBasis,
    ...(command.reference === undefined ? {} : { reference: command.reference }),
  }
  const erasing = (entryId: string, pub: CaseDraft['pub']): CaseDraft => ({
    type: 'redaction.applied',
    pub: { entry: entryId, ...pub, ...basis },
    refs: [entryId],
  })
  const quoting = [...Map.groupBy(command.quotations ?? [], ({ entryId }) => entryId)].map(([entryId, values]) => {
    const sorted = [...values].sort((one, other) => (one.digest < other.digest ? -1 : 1))
    return erasing(entryId, { digests: sorted.map(({ digest }) => digest), names: sorted.map(({ name }) => name) })
  })
  return ok([...quoting, erasing(command.entryId, { digests: present, ...namesOf(command, present) })])
}

/** Checks a command against a case and the rules; answers the entries that it makes, or why it is refused. */
export const decide = (state: CaseState, command: CaseCommand, context: DecisionContext): Decision => {
  switch (command.kind) {
    case 'status':
      return decideStatus(state, command, context)
    case 'edit':
      return decideEdit(state, command)
    case 'priority':
      return decidePriority(state, command, context)
    case 'assign':
      return decideAssignment(state, command)
    case 'note':
      return one({ type: 'note.added', pub: {}, withheld: { text: command.text } })
    case 'link':
    case 'unlink':
      return decideLinks(command)
    case 'settle':
      return decideSettlement(command)
    case 'renumber':
      return decideNumber(state, command)
    case 'access':
      return decideAccess(state, command, context)
    case 'glass':
      return decideGlass(state, command)
    case 'hold':
      return decideHold(state, command)
    case 'release':
      return decideRelease(state, command)
    case 'redact':
      return decideRedaction(state, command)
  }
}
