import type { BusinessCheck, CheckChange, ShareRange } from '../../../../shared/schema/kyb.ts'

type Compared = Pick<
  BusinessCheck,
  'outcome' | 'parts' | 'identifiers' | 'owners' | 'officers' | 'screened' | 'made_from' | 'thresholds'
>

const percentText = ({ min, max }: ShareRange): string => (min === max ? `${min} %` : `${min} to ${max} %`)

/** What of a check is compared, by what it is called. */
const told = (check: Compared): ReadonlyMap<string, string> => {
  const said = new Map<string, string>([['outcome', check.outcome]])
  for (const { part, outcome } of check.parts) said.set(`part.${part}`, outcome)
  for (const { part, findings } of check.parts)
    if (part === 'adverse_signals') for (const { code, state } of findings) said.set(`signal.${code}`, state)
  for (const { type, value, verdict } of check.identifiers) said.set(`identifier.${type} ${value}`, verdict)
  for (const { id, name, shares, votes, controls } of check.owners)
    said.set(`owner.${name} (${id})`, `shares ${percentText(shares)}, votes ${percentText(votes)}, control ${controls}`)
  for (const { party, kind } of check.officers) said.set(`officer.${party.name} (${party.id ?? ''})`, kind)
  for (const { name, hits } of check.screened)
    for (const { list, entry, listed_name: listed, state } of hits)
      said.set(`hit.${name}: ${list} ${entry}`, `${listed}, ${state}`)
  const { dataset, lists, as_of: asOf } = check.made_from
  if (dataset !== null) said.set(`data.${dataset.key}`, `version ${dataset.version}`)
  for (const { key, version } of lists) said.set(`list.${key}`, version)
  said.set('as_of', asOf)
  for (const [name, value] of Object.entries(check.thresholds)) said.set(`threshold.${name}`, String(value))
  return said
}

/** What differs between two checks of the same business; what only one of them tells has null for the other. */
export const changesBetween = (before: Compared, now: Compared): CheckChange[] => {
  const [was, is] = [told(before), told(now)]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((what) => {
    const [one, other] = [was.get(what) ?? null, is.get(what) ?? null]
    return one === other ? [] : [{ what, was: one, is: other }]
  })
}
