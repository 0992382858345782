import { redactedText } from '../../../shared/schema/case.ts'
import type { KeyRecord } from '../../seal/verify-types.ts'
import type { CaseFile } from '../format/case-file.ts'
import { caseStateOf, countedFacts, valueOf } from './facts.ts'
import type { OpenedFact } from './facts.ts'

/** What is told of a case and its export beside what its state is: texts, times, people and links. */

const isShort = ({ payload, disclosed }: OpenedFact): boolean => payload._sd.length > (disclosed?.values.length ?? 0)

/** The last of a text that openings and edits of the case set. */
const textFits = (told: string | null, name: string, facts: readonly OpenedFact[]): boolean => {
  const last = facts.findLast(
    ({ payload }) =>
      payload.type === 'case.opened' ||
      (payload.type === 'case.edited' && Array.isArray(payload.pub['fields']) && payload.pub['fields'].includes(name)),
  )
  const value = last === undefined ? undefined : valueOf(last, name)
  if (typeof value === 'string') return told === value.toWellFormed() || told === value
  // An opening need not withhold a text; then there is none.
  return told === null || told === '' || told === redactedText
}

const linkNames = ['alert_ids', 'customer_ids', 'account_ids'] as const
type LinkName = (typeof linkNames)[number]

interface Link {
  readonly target: number
  readonly digest: string | null
  readonly place: number
}

/** The numbers that an entry links, or takes away, under a name. */
const linksIn = ({ disclosed, payload }: OpenedFact, name: LinkName): Link[] => {
  const shown = disclosed?.values.find((value) => value.name === name)
  const value = shown === undefined ? payload.pub[name] : shown.value
  const targets = Array.isArray(value) ? value.filter((target) => Number.isSafeInteger(target)) : []
  return targets.map((target, place) => ({ target: target as number, digest: shown?.digest ?? null, place }))
}

const removedIn = ({ payload }: OpenedFact): ReadonlySet<string> => {
  const removed = payload.pub['removed'] as readonly { digest: string; place: number }[] | undefined
  return new Set((removed ?? []).map(({ digest, place }) => `${digest} ${place}`))
}

/** The numbers that are linked in the end, ascending. */
const linked = (facts: readonly OpenedFact[], name: LinkName): number[] => {
  const links = new Map<number, Link>()
  for (const fact of facts) {
    if (fact.payload.type === 'links.removed') {
      if (name === 'alert_ids') for (const { target } of linksIn(fact, name)) links.delete(target)
      const removed = removedIn(fact)
      for (const [target, { digest, place }] of links) if (removed.has(`${digest} ${place}`)) links.delete(target)
    } else for (const link of linksIn(fact, name)) if (!links.has(link.target)) links.set(link.target, link)
  }
  return [...links.keys()].sort((a, b) => a - b)
}

const linkTypes: ReadonlySet<string> = new Set(['case.opened', 'links.added', 'links.removed'])

/** Y-14: alerts of a folder from before it joined have other numbers since. */
const isBeforeJoining = (keys: ReadonlyMap<string, KeyRecord>, { payload }: OpenedFact): boolean =>
  payload.dseq <= (keys.get(payload.kid)?.joinedDseq ?? -1)

const linkFaults = (
  told: CaseFile['case'],
  facts: readonly OpenedFact[],
  keys: ReadonlyMap<string, KeyRecord>,
): string[] => {
  const linking = facts.filter(({ payload }) => linkTypes.has(payload.type))
  const mayBeLeftOut = linking.some(isShort)
  return linkNames.filter((name) => {
    const stated = told[name]
    if (stated === null) return !mayBeLeftOut
    if (name === 'alert_ids' && linking.some((fact) => isBeforeJoining(keys, fact))) return false
    return JSON.stringify([...stated].sort((a, b) => a - b)) !== JSON.stringify(linked(linking, name))
  })
}

/** What a release is named; a bundle that says more than that of its software claims something that nobody sealed. */
const releaseName = /^\d{1,9}\.\d{1,9}\.\d{1,9}(?:-(?:alpha|beta|rc|dev)(?:\.\d{1,9})?)?$/u

const softwareFits = ({ software }: CaseFile): boolean =>
  software.name === 'Fieldseal' && releaseName.test(software.version)

const exportFaults = ({ exported, people }: CaseFile, facts: readonly OpenedFact[]): string[] => {
  const entry = facts.find(({ id, payload }) => id === exported.entry && payload.type === 'case.exported')
  // An export that no entry seals has a finding for that.
  if (entry === undefined) return []
  const { payload } = entry
  const reason = valueOf(entry, 'reason')
  return [
    ...(Date.parse(exported.at) === Date.parse(payload.at) ? [] : ['time of the export']),
    ...(exported.by === '' || exported.by === (people[payload.actor] ?? payload.actor) ? [] : ['person who exported']),
    ...(exported.reason === '' || exported.reason === reason ? [] : ['reason of the export']),
  ]
}

/**
 * B-110: what is told of the case and its export in other words than were sealed; each by its name.
 *
 * @param opened in the order in which they take effect (Y-40); whole
 */
export const caseDifferences = (
  told: CaseFile,
  opened: readonly OpenedFact[],
  keys: ReadonlyMap<string, KeyRecord>,
): readonly string[] => {
  const facts = countedFacts(opened, keys)
  const owner = told.people[caseStateOf(opened, keys)?.ownerUid ?? ''] ?? null
  const changedMs = Date.parse(told.case.updated_at)
  return [
    ...exportFaults(told, opened),
    ...(softwareFits(told) ? [] : ['software']),
    ...(['title', 'description'] as const).filter((name) => !textFits(told.case[name], name, facts)),
    ...(told.case.owner === owner ? [] : ['owner']),
    ...(opened.some(({ payload }) => Date.parse(payload.at) === changedMs) ? [] : ['time of the last change']),
    ...linkFaults(told.case, facts, keys),
  ]
}
