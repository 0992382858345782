import { sealedAccess } from '../../../shared/schema/case-access.ts'
import { accessOf, mayKnowCase } from '../../domain/access/need-to-know.ts'
import type { CaseAccess, Knower } from '../../domain/access/need-to-know.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import type { CaseHead } from './case-head.ts'
import { end, give, reachedSubjects } from './grants.ts'
import type { HubGrant } from './records.ts'
import type { HubWork } from './work.ts'
import type { WorkspaceHead } from './workspace-head.ts'

type Subject = HubGrant['subject']

/** Types after which others may have a case, or may have it no longer. */
export const accessTypes: ReadonlySet<string> = new Set(['access.set', 'glass.broken', 'owner.assigned'])

const knowerOf = (uid: string, { teams }: Pick<WorkspaceHead, 'teams'>): Knower => ({
  uid,
  teams: new Set(Object.keys(teams).filter((team) => teams[team]?.includes(uid) === true)),
})

const ownerOf = ({ holding }: Pick<CaseHead, 'holding'>): string => holding?.ownerUid ?? ''

/**
 * Y-107: whether a case may be granted to a subject, by the rule of the case. The folder on which the hub stands has
 * every case: its service asks the rule for each person.
 */
export const mayHave = async (
  { tx }: Pick<HubWork, 'tx'>,
  workspace: WorkspaceHead,
  head: CaseHead,
  { kind, id }: Subject,
): Promise<boolean> => {
  const { access } = head
  if (access.rule === 'everyone') return true
  const knows = (uid: string): boolean => mayKnowCase(access, ownerOf(head), knowerOf(uid, workspace))
  if (kind === 'team') return access.team === id
  if (kind === 'user') return knows(id)
  if (kind === 'member') return knows(id.slice(0, id.indexOf(':')))
  return id === workspace.everything[0] || knows((await tx.device(id))?.userUid ?? '')
}

/** Whom a restricted case is granted to by its rule. */
const namedBy = (access: CaseAccess, owner: string, workspace: WorkspaceHead): readonly Subject[] => {
  const users = [owner, ...access.people, ...access.brokeGlass].filter((uid) => uid !== '')
  const team: readonly Subject[] =
    access.team !== null && Object.hasOwn(workspace.teams, access.team) ? [{ kind: 'team', id: access.team }] : []
  return [
    ...users.map((id): Subject => ({ kind: 'user', id })),
    ...team,
    ...team.flatMap((one) => reachedSubjects(one, workspace)),
  ]
}

/** What a sealed end names: the members of a team have a case by the team. */
const endOf = ({ kind, id }: Subject): { readonly to: string; readonly id: string } =>
  kind === 'member' ? { to: 'team', id: id.slice(id.indexOf(':') + 1) } : { to: kind, id }

/**
 * Y-108: after who may know a case was set, ends the grants of those who may not, each by a sealed word of the hub, and
 * grants it to those who may.
 *
 * @param actor who set it
 */
export const followAccess = async (work: HubWork, name: string, actor: string): Promise<void> => {
  const workspace = await work.workspace()
  const head = await work.caseHead(name)
  const feed = await work.feed()
  const ended = new Map<string, ReturnType<typeof endOf>>()
  for (const grant of await work.tx.grants(name)) {
    if (grant.endedFeed !== null || (await mayHave(work, workspace, head, grant.subject))) continue
    await end(work.tx, name, grant.subject, feed)
    const said = endOf(grant.subject)
    ended.set(`${said.to} ${said.id}`, said)
  }
  for (const { to, id } of ended.values())
    await work.seal(name, { type: 'grant.ended', actor, subject: name, pub: { to, id } })
  const everything = workspace.everything.map((id): Subject => ({ kind: 'device', id }))
  const named = head.access.rule === 'everyone' ? [] : namedBy(head.access, ownerOf(head), workspace)
  for (const subject of [...everything, ...named])
    if (await mayHave(work, workspace, head, subject)) await give(work.tx, name, subject, feed)
}

/**
 * Y-109: why an `access.set` has no effect: whoever sealed it neither owns the case nor leads, may not know it, or would
 * keep it from themselves. Null where it counts.
 */
export const accessFault = (
  { type, actor, pub }: EntryPayload,
  { workspace, caseHead }: { readonly workspace: WorkspaceHead; readonly caseHead: CaseHead | null },
): string | null => {
  if (type !== 'access.set' || caseHead === null) return null
  const user = Object.hasOwn(workspace.users, actor) ? workspace.users[actor] : undefined
  const owner = ownerOf(caseHead)
  const leads = user?.role === 'supervisor' || user?.role === 'admin'
  if (actor !== owner && !leads) return 'The owner of a case, a supervisor or an admin sets who may know it.'
  const knower = knowerOf(actor, workspace)
  if (!mayKnowCase(caseHead.access, owner, knower)) return 'Whoever may not know a case does not set who may.'
  const next = sealedAccess.safeParse(pub)
  return next.success && !mayKnowCase(accessOf(next.data), owner, knower)
    ? 'Whoever sets who may know a case stays among them.'
    : null
}
