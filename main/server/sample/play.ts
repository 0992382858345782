import type { Refusal } from '../../../shared/api/errors.ts'
import { isFinished } from '../../../shared/schema/case.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import type { Acting, Actor } from '../../domain/access/actor.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { officers } from './people.ts'
import type { SampleAct, SampleStep } from './script.ts'
import type { StoryClock } from './story-clock.ts'

/** The people of the story, by what they may do. */
interface Cast {
  readonly admin: Actor
  readonly supervisors: readonly Actor[]
  readonly investigators: readonly Actor[]
}

const pick = (actors: readonly Actor[], index: number): Actor => {
  const actor = actors[index % actors.length]
  if (actor === undefined) throw new Error('the sample has nobody for this part')
  return actor
}

/** Nobody did what the story tells. */
const acting: Acting = { origin: { by: 'sample' } }

const castOf = async (workspace: Workspace): Promise<Cast> => {
  const users = await workspace.access.listUsers()
  const actors = users.map((user): Actor => ({ userId: user.id, userUid: user.uid, role: user.role, acting }))
  const withRole = (role: Actor['role']): Actor[] => actors.filter((actor) => actor.role === role)
  return {
    admin: pick(withRole('admin'), 0),
    supervisors: withRole('supervisor'),
    investigators: withRole('investigator'),
  }
}

const addOfficers = async (workspace: Workspace, clock: StoryClock, admin: Actor): Promise<Refusal | null> => {
  for (const { login, name, role } of officers) {
    clock.advanceTo(clock.nowMs() + 60_000)
    const added = await workspace.access.addUser({ login_name: login, name, role }, { actor: admin })
    if (!added.ok) return added.error
  }
  return null
}

/** A case on its way through the story. */
interface Opened {
  readonly id: number
  readonly ownerId: number
}

type Outcome = Result<unknown, Refusal>

const perform = (
  workspace: Workspace,
  cast: Cast,
  step: SampleStep,
  opened: Opened,
  act: Exclude<SampleAct, { kind: 'open' }>,
): Promise<Outcome> => {
  const supervisor = pick(cast.supervisors, step.caseIndex)
  const actor = cast.investigators.find((candidate) => candidate.userId === opened.ownerId) ?? supervisor
  switch (act.kind) {
    case 'status': {
      const by = isFinished(act.status) ? supervisor : actor
      return workspace.cases.changeStatus(opened.id, { status: act.status, notes: act.notes }, { actor: by })
    }
    case 'note':
      return workspace.cases.addNote(opened.id, { text: act.text }, { actor })
    case 'link':
      return workspace.cases.link(opened.id, { alert_ids: [...act.alertIds] }, { actor })
    case 'assign': {
      const others = cast.investigators.filter((candidate) => candidate.userId !== opened.ownerId)
      return workspace.cases.assign(
        opened.id,
        { owner_id: pick(others, step.caseIndex).userId, notes: act.notes },
        { actor: supervisor },
      )
    }
    case 'hold':
      return workspace.cases.placeHold(opened.id, { reason: act.reason }, { actor: supervisor })
  }
}

const open = async (
  workspace: Workspace,
  cast: Cast,
  step: SampleStep,
  act: Extract<SampleAct, { kind: 'open' }>,
): Promise<Result<Opened, Refusal>> => {
  const actor =
    step.caseIndex % 4 === 0 ? pick(cast.supervisors, step.caseIndex) : pick(cast.investigators, step.caseIndex)
  const created = await workspace.cases.create(
    {
      title: act.title,
      description: act.description,
      priority: act.priority,
      related_customer_id: act.customerId,
      related_account_id: act.accountId,
      alert_ids: [...act.alertIds],
    },
    { actor },
  )
  return created.ok ? ok({ id: created.value.id, ownerId: created.value.owner_id }) : created
}

/** Plays the steps through the ordinary commands, each at its time: the seals are those of real work. */
export async function playSample(
  workspace: Workspace,
  clock: StoryClock,
  steps: readonly SampleStep[],
): Promise<Result<null, Refusal>> {
  const { admin } = await castOf(workspace)
  const refused = await addOfficers(workspace, clock, admin)
  if (refused !== null) return fail(refused)
  const cast = await castOf(workspace)
  const cases = new Map<number, Opened>()
  for (const step of steps) {
    clock.advanceTo(step.atMs)
    const { act, caseIndex } = step
    if (act.kind === 'open') {
      const opened = await open(workspace, cast, step, act)
      if (!opened.ok) return opened
      cases.set(caseIndex, opened.value)
      continue
    }
    const opened = cases.get(caseIndex)
    if (opened === undefined) throw new Error('a sample case is worked on before it is opened')
    const done = await perform(workspace, cast, step, opened, act)
    if (!done.ok) return done
    if (act.kind === 'assign') {
      const now = await workspace.cases.read(opened.id)
      if (now.ok) cases.set(caseIndex, { id: opened.id, ownerId: now.value.owner_id })
    }
  }
  return ok(null)
}
