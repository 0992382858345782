import { openEntry } from '../../seal/entry.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import type { CaseIntake, CaseStanding, Intake } from './replica.ts'

/** What changes who may, in every chain; and what changes what one case permits, and to whom. */
const inWorkspace: ReadonlySet<string> = new Set([
  'user.changed',
  'user.added',
  'policy.changed',
  'team.changed',
  'key.enrolled',
])
const inCase: ReadonlySet<string> = new Set(['hold.released', 'owner.assigned', 'status.changed', 'grant.given'])

const typeOf = (entry: CaseIntake['entries'][number]): string => {
  if ('own' in entry) return ''
  const opened = entry.reading === undefined ? openEntry(entry) : null
  const payload: EntryPayload | undefined = entry.reading?.payload ?? (opened?.ok === true ? opened.value : undefined)
  return payload?.type ?? ''
}

const changes = ({ entries }: CaseIntake, types: ReadonlySet<string>): boolean =>
  entries.some((entry) => types.has(typeOf(entry)))

const ofPermission: ReadonlySet<string> = new Set(['not_permitted', 'not_granted'])

/**
 * Chains of which the hub refused something for want of permission, and of which it may think otherwise after what came
 * (Y-33).
 */
export const triedAgain = (
  { cases, granted }: Pick<Intake, 'cases' | 'granted'>,
  standings: readonly Pick<CaseStanding, 'case' | 'refused'>[],
): readonly string[] => {
  const stuck = standings
    .filter(({ refused }) => refused !== null && ofPermission.has(refused.code))
    .map(({ case: name }) => name)
  if (stuck.length === 0) return []
  const everywhere = cases.some((intake) => intake.case === 'workspace' && changes(intake, inWorkspace))
  const changed = new Set([
    ...granted.map(({ case: name }) => name),
    ...cases.filter((intake) => changes(intake, inCase)).map(({ case: name }) => name),
  ])
  return stuck.filter((name) => everywhere || changed.has(name))
}
