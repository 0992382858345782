import type { CheckFinding, CheckPart } from '../../../../shared/schema/kyb.ts'
import { dayMs } from '../../../../shared/text/days.ts'
import { finding, partOfCheck } from './facts.ts'
import type { CheckFacts } from './facts.ts'

/** Days from one day to another; the first day of what is known less exactly. */
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

const notKnown = (code: string, what: string): CheckFinding =>
  finding(code, 'not_checked', `${what} is not known, so this was not looked at.`)

const addressSignal = ({ recorded, thresholds }: CheckFacts): CheckFinding => {
  const addresses = recorded?.addresses.filter(({ companies }) => companies > 0) ?? []
  if (addresses.length === 0) return notKnown('shared_address', 'An address with a house number')
  const crowded = addresses.filter(({ companies }) => companies >= thresholds.address_companies)
  if (crowded.length === 0)
    return finding(
      'shared_address',
      'clear',
      `Fewer than ${thresholds.address_companies} companies of the data have its address.`,
      addresses.map(({ text, companies }) => `${text}: ${companies}`),
    )
  return finding(
    'shared_address',
    'found',
    'Many companies have the same address, as shells and their agents do.',
    crowded.flatMap(({ text, companies, examples }) => [`${text}: ${companies} companies`, ...examples]),
  )
}

const officerSignal = ({ officers, recorded, thresholds }: CheckFacts): CheckFinding => {
  if (recorded === null || officers.length === 0) return notKnown('busy_officer', 'Who its officers are')
  const busy = officers.filter(({ posts }) => posts >= thresholds.officer_posts)
  if (busy.length === 0)
    return finding('busy_officer', 'clear', `No officer has ${thresholds.officer_posts} posts or more in the data.`)
  return finding(
    'busy_officer',
    'found',
    'An officer has very many posts, as nominees do.',
    busy.map(({ interest, posts }) => `${interest.party.name}: ${posts} companies`),
  )
}

const nomineeSignal = ({ nominees, recorded }: CheckFacts): CheckFinding => {
  if (recorded === null) return notKnown('nominee', 'Who holds for whom')
  return nominees.length === 0
    ? finding('nominee', 'clear', 'The data tells of no nominee.')
    : finding(
        'nominee',
        'found',
        'Somebody holds for another.',
        nominees.map(({ party, details }) => (details === null ? party.name : `${party.name}: ${details}`)),
      )
}

const opaqueSignal = ({ ownership, thresholds }: CheckFacts): CheckFinding => {
  if (ownership === null || ownership.owners.length === 0) return notKnown('opaque_chain', 'Who owns it')
  const { layers, undisclosed, owners } = ownership
  const why: string[] = []
  if (layers >= thresholds.opaque_layers) {
    const longest = owners
      .flatMap(({ paths }) => paths)
      .reduce<readonly string[]>((best, { through }) => (through.length > best.length ? through : best), [])
    why.push(`${layers} companies stand between: ${longest.join(' > ').slice(0, 1_000)}`)
  }
  if (undisclosed.min > thresholds.undisclosed)
    why.push(`at least ${undisclosed.min} % of the shares have no final owner who is named`)
  for (const { name, kind, known, shares } of owners)
    if (kind === 'trust' || !known)
      if (shares.max > 0) why.push(`${known ? 'a trust' : 'somebody not named'} stands at the end: ${name}`)
  return why.length === 0
    ? finding('opaque_chain', 'clear', 'The chains are short, and end with people who are named.')
    : finding('opaque_chain', 'found', 'Who stands behind is hard to see.', why.slice(0, 20))
}

const ringSignal = ({ ownership }: CheckFacts): CheckFinding => {
  if (ownership === null || ownership.owners.length === 0) return notKnown('ring_ownership', 'Who owns it')
  const rings = ownership.findings.filter(
    ({ code }) => code === 'loop' || code === 'closed_loop' || code === 'self_holding',
  )
  return rings.length === 0
    ? finding('ring_ownership', 'clear', 'No companies above it own each other.')
    : finding(
        'ring_ownership',
        'found',
        'Companies above it own each other, or themselves.',
        rings.map(({ message }) => message),
      )
}

const freshSignal = ({ founded, asOf, thresholds }: CheckFacts): CheckFinding => {
  if (founded === null) return notKnown('fresh_registration', 'When it was founded')
  const days = daysBetween(founded, asOf)
  if (days < 0)
    return finding('fresh_registration', 'found', `It was founded after the day that is looked at.`, [
      `founded ${founded}`,
      `looked at ${asOf}`,
    ])
  return days < thresholds.fresh_days
    ? finding('fresh_registration', 'found', `It is ${days} days old.`, [`founded ${founded}`])
    : finding('fresh_registration', 'clear', `It is older than ${thresholds.fresh_days} days.`, [`founded ${founded}`])
}

const countrySignal = ({ identifiers, recorded, country }: CheckFacts): CheckFinding => {
  const home = (recorded?.jurisdiction ?? country)?.slice(0, 2) ?? null
  const others = [
    ...identifiers.flatMap(({ type, value, country: of, verdict }) =>
      of === null || verdict === 'invalid' ? [] : [{ what: `${type} ${value}`, of }],
    ),
    ...(recorded?.addresses ?? []).flatMap(({ text, country: of }) => (of === null ? [] : [{ what: text, of }])),
  ]
  if (home === null || others.length === 0)
    return notKnown(
      'jurisdiction_mismatch',
      home === null ? 'Where it is registered' : 'A country of its identifiers or addresses',
    )
  const foreign = others.filter(({ of }) => of !== home)
  if (foreign.length === 0)
    return finding(
      'jurisdiction_mismatch',
      'clear',
      `Its identifiers and addresses are of ${home}, where it is registered.`,
    )
  return finding(
    'jurisdiction_mismatch',
    'found',
    `It is registered in ${home}, and has what belongs to other countries.`,
    foreign.map(({ what, of }) => `${of}: ${what}`),
  )
}

const quietDays = 365

const activitySignal = ({ activity, asOf, founded }: CheckFacts): CheckFinding => {
  if (activity === null)
    return finding(
      'no_activity',
      'not_checked',
      'The customer under which the institution knows it was not named, so its transactions were not looked at.',
    )
  const { customerId, transactions, last, first } = activity
  if (transactions === 0)
    return finding('no_activity', 'found', 'Not one transaction of this customer is here.', [`customer ${customerId}`])
  const quiet = last === null ? 0 : daysBetween(last, asOf)
  if (quiet > quietDays)
    return finding('no_activity', 'found', `Nothing has happened for ${quiet} days.`, [`last on ${last}`])
  if (founded !== null && first !== null && first < founded)
    return finding('no_activity', 'found', 'It did business before it was founded.', [
      `first on ${first}`,
      `founded ${founded}`,
    ])
  return finding('no_activity', 'clear', `${transactions} transactions are here.`, [`last on ${last ?? ''}`])
}

/**
 * Adverse signals of the business itself: each with what it rests on, or why it could not be looked at. Without any
 * found, what could not be looked at decides.
 */
export const adverseSignals = (facts: CheckFacts): CheckPart => {
  const findings = [
    addressSignal,
    officerSignal,
    nomineeSignal,
    opaqueSignal,
    ringSignal,
    freshSignal,
    countrySignal,
    activitySignal,
  ].map((signal) => signal(facts))
  const found = findings.filter(({ state }) => state === 'found')
  const skipped = findings.filter(({ state }) => state === 'not_checked').length
  const reason =
    found.length > 0
      ? `${found.length} of ${findings.length} signals: ${found.map(({ code }) => code.replaceAll('_', ' ')).join(', ')}.`
      : skipped > 0
        ? `None was found; ${skipped} of ${findings.length} could not be looked at.`
        : 'None was found.'
  return partOfCheck('adverse_signals', findings, reason)
}
