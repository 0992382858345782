import type { CheckFinding, CheckPart } from '../../../../shared/schema/kyb.ts'
import { finding, partOfCheck } from './facts.ts'
import type { CheckFacts } from './facts.ts'
import { adverseSignals } from './signals.ts'

const noData = 'The ownership data on this device does not hold this business.'

const percentText = ({ min, max }: { readonly min: number; readonly max: number }): string =>
  min === max ? `${min} %` : `${min} to ${max} %`

const identifiersPart = ({ identifiers }: CheckFacts): CheckPart => {
  if (identifiers.length === 0)
    return partOfCheck(
      'identifiers',
      [finding('none', 'not_checked', 'No identifier is known of the business.')],
      'No identifier is known of the business.',
    )
  const findings = identifiers.map(({ type, value, verdict, code, reason }): CheckFinding =>
    finding(
      `${type}.${code}`,
      verdict === 'invalid' ? 'failed' : verdict === 'valid' && code !== 'form' ? 'clear' : 'not_checked',
      reason,
      [value],
    ),
  )
  const wrong = identifiers.filter(({ verdict }) => verdict === 'invalid').length
  const right = findings.filter(({ state }) => state === 'clear').length
  // One identifier with right check digits is a check; others of which only the form can be checked do not take it
  // back.
  const outcome = wrong > 0 ? 'failed' : right > 0 ? 'passed' : 'not_checked'
  const reason =
    wrong > 0
      ? `${wrong} of ${identifiers.length} identifiers cannot be right.`
      : right > 0
        ? `${right} of ${identifiers.length} identifiers have right check digits; whether a register knows them is not asked.`
        : 'No identifier has check digits that can be checked here.'
  return partOfCheck('identifiers', findings, reason, outcome)
}

const registrationPart = ({ recorded, dataset, asOf }: CheckFacts): CheckPart => {
  if (recorded === null || dataset === null)
    return partOfCheck(
      'registration',
      [finding('no_register', 'not_checked', `${noData} No register is asked from here.`)],
      noData,
    )
  const { dissolved } = recorded
  const from = `${dataset.key}, version ${dataset.version}, ${dataset.dated === null ? 'without dates' : `of ${dataset.dated}`}`
  const isDissolved = dissolved !== null && dissolved <= asOf
  const findings = [
    isDissolved
      ? finding('dissolved', 'failed', `It was dissolved on ${dissolved}.`, [from])
      : finding('in_data', 'clear', 'The ownership data holds it, and says nothing of an end.', [from]),
    ...(dataset.stale
      ? [
          finding('stale_data', 'found', `The data is ${dataset.ageDays} days old: what it says may have changed.`, [
            from,
          ]),
        ]
      : []),
  ]
  return partOfCheck(
    'registration',
    findings,
    isDissolved
      ? 'It is dissolved.'
      : dataset.stale
        ? 'It stands in data that is more than a year old.'
        : 'It stands in the ownership data; a register is not asked from here.',
  )
}

/** What is wrong in the shape of the ownership itself, of the kinds named. */
const shapesOf = (ownership: NonNullable<CheckFacts['ownership']>, codes: readonly string[]): CheckFinding[] =>
  ownership.findings
    .filter(({ code }) => codes.includes(code))
    .map(({ code, message, parties }) =>
      finding(
        code,
        'found',
        message,
        parties.map(({ name }) => name),
      ),
    )

const ownersPart = ({ ownership, thresholds }: CheckFacts): CheckPart => {
  if (ownership === null) return partOfCheck('beneficial_owners', [finding('no_data', 'not_checked', noData)], noData)
  const { owners, undisclosed } = ownership
  if (owners.length === 0)
    return partOfCheck(
      'beneficial_owners',
      [finding('no_owner', 'not_checked', 'The ownership data names nobody who owns or controls it.')],
      'The ownership data names no owner.',
    )
  const bound = `${thresholds.comparator === 'over' ? 'more than' : 'at least'} ${thresholds.beneficial_owner} %`
  const sure = owners.filter((owner) => owner.beneficial_owner === 'yes')
  const perhaps = owners.filter((owner) => owner.beneficial_owner === 'possible')
  const findings: CheckFinding[] = sure.map(({ name, known, shares, votes, basis }) =>
    known
      ? finding('beneficial_owner', 'clear', `${name} is a beneficial owner (${bound}).`, [
          `shares ${percentText(shares)}`,
          `votes ${percentText(votes)}`,
          `by ${basis.join(', ')}`,
        ])
      : finding('unnamed_owner', 'found', `A beneficial owner is not named: ${name}.`, [
          `shares ${percentText(shares)}`,
        ]),
  )
  findings.push(
    ...perhaps.map(({ name, shares, votes }) =>
      finding('possible_owner', 'found', `${name} may be a beneficial owner: the ranges stated reach over the bound.`, [
        `shares ${percentText(shares)}`,
        `votes ${percentText(votes)}`,
      ]),
    ),
  )
  if (undisclosed.max > thresholds.undisclosed)
    findings.push(
      finding('undisclosed', 'found', `${percentText(undisclosed)} of the shares have no final owner who is named.`),
    )
  findings.push(...shapesOf(ownership, ['closed_loop', 'over_owned', 'truncated', 'indirect_only', 'upper_bounds']))
  if (sure.length === 0 && perhaps.length === 0 && undisclosed.max <= thresholds.undisclosed)
    findings.push(finding('nobody_over_threshold', 'clear', `Nobody has ${bound}; all final owners are named.`))
  const named = sure.filter(({ known }) => known).length
  return partOfCheck(
    'beneficial_owners',
    findings,
    named > 0
      ? `${named} beneficial ${named === 1 ? 'owner is' : 'owners are'} named (${bound}).`
      : `No beneficial owner is named (${bound}).`,
  )
}

const controlPart = ({ ownership }: CheckFacts): CheckPart => {
  if (ownership === null) return partOfCheck('control', [finding('no_data', 'not_checked', noData)], noData)
  const { owners } = ownership
  if (owners.length === 0)
    return partOfCheck(
      'control',
      [finding('no_owner', 'not_checked', 'The ownership data names nobody who owns or controls it.')],
      'The ownership data names no owner.',
    )
  const findings = owners.flatMap(({ name, known, kind, controls, paths }): CheckFinding[] => {
    const way = paths[0] === undefined ? [] : [paths[0].through.join(' > ')]
    if (controls === 'possible') return [finding('possible_control', 'found', `${name} may control it.`, way)]
    if (controls === 'no') return []
    return known && (kind === 'person' || kind === 'state')
      ? [finding('controlled', 'clear', `${name} controls it, by majorities of votes or by what is declared.`, way)]
      : [finding('control_unclear', 'found', `${name} controls it, and who stands behind is not known.`, way)]
  })
  findings.push(...shapesOf(ownership, ['over_owned']))
  if (findings.length > 0) return partOfCheck('control', findings, findings[0]?.reason ?? '')
  return partOfCheck(
    'control',
    [finding('nobody', 'clear', 'Nobody has a majority of the votes, and no control is declared.')],
    'Nobody controls it alone.',
  )
}

const screeningPart = ({ screened, lists }: CheckFacts): CheckPart => {
  if (lists.length === 0)
    return partOfCheck(
      'screening',
      [finding('no_list', 'not_checked', 'No sanctions list is in force on this device; import one first.')],
      'No sanctions list is in force on this device.',
    )
  const findings = screened.flatMap(({ name, state, reason, hits, role }): CheckFinding[] => {
    if (state === 'not_checked') return [finding('not_screened', 'not_checked', `${name} (${role}): ${reason}`)]
    const told = hits
      .filter((hit) => hit.state !== 'false_match')
      .map((hit) => `${hit.listed_name} (${hit.list}, ${hit.entry}), score ${hit.score}`)
    if (hits.some((hit) => hit.state === 'true_match'))
      return [finding('listed', 'failed', `${name} (${role}) is on a list; a person has confirmed it.`, told)]
    return hits.some((hit) => hit.state === 'open')
      ? [
          finding(
            'hit',
            'found',
            `${name} (${role}) fits an entry of a list; nobody has said yet whether it is the same.`,
            told,
          ),
        ]
      : []
  })
  const clear = screened.filter(
    ({ state, hits }) => state === 'clear' || (state === 'hits' && hits.every((hit) => hit.state === 'false_match')),
  )
  if (clear.length > 0)
    findings.push(
      finding(
        'clear',
        'clear',
        `${clear.length} names fit no entry.`,
        clear.slice(0, 20).map(({ name }) => name),
      ),
    )
  const old = lists.filter(({ ageDays }) => ageDays > 30)
  if (old.length > 0)
    findings.push(
      finding(
        'old_list',
        'found',
        'A list is more than 30 days old.',
        old.map(({ key, ageDays }) => `${key}: ${ageDays} days`),
      ),
    )
  const fits = findings.filter(({ code }) => code === 'hit' || code === 'listed').length
  return partOfCheck(
    'screening',
    findings,
    fits === 0
      ? `${screened.length} names were held against ${lists.length} ${lists.length === 1 ? 'list' : 'lists'}; none fits.`
      : `${fits} of ${screened.length} names fit an entry of a list.`,
  )
}

const blockedPart = ({ ownership, blocked, lists }: CheckFacts): CheckPart => {
  const rule = 'OFAC’s rule of 50 percent'
  if (ownership === null) return partOfCheck('blocked_ownership', [finding('no_data', 'not_checked', noData)], noData)
  if (blocked === null) {
    const reason =
      lists.length === 0
        ? 'No sanctions list is in force on this device.'
        : 'No list of OFAC is in force on this device.'
    return partOfCheck(
      'blocked_ownership',
      [finding('no_list', 'not_checked', `${reason} ${rule} cannot be applied.`)],
      reason,
    )
  }
  const { graph } = ownership
  const nameOf = (node: number): string => graph.parties[node]?.name ?? ''
  const findings = blocked.map(({ party, blocked: word, min, max, owners }): CheckFinding => {
    const isTarget = party === graph.target
    const who = isTarget ? 'The business' : nameOf(party)
    const sum = percentText({ min: Math.round(min * 1e6) / 1e6, max: Math.round(max * 1e6) / 1e6 })
    if (word === 'yes')
      return finding(
        isTarget ? 'blocked' : 'owner_blocked',
        isTarget ? 'failed' : 'found',
        `${who} is blocked by ${rule}: blocked persons own ${sum} of it together.`,
        owners.map(nameOf),
      )
    return finding(
      isTarget ? 'may_be_blocked' : 'owner_may_be_blocked',
      'found',
      `${who} may be blocked by ${rule}: up to ${sum} belongs to who is blocked or may be.`,
      owners.map(nameOf),
    )
  })
  // What is not named may be blocked as well.
  if (ownership.undisclosed.max >= 50 && !findings.some(({ code }) => code === 'blocked'))
    findings.push(
      finding(
        'undisclosed',
        'not_checked',
        `${percentText(ownership.undisclosed)} of the shares have no final owner who is named, and could not be held against the list.`,
      ),
    )
  // Votes that contradict each other say nothing of who owns.
  if (graph.overOwned.length > 0) findings.push(...shapesOf(ownership, ['over_owned']))
  if (findings.length === 0)
    findings.push(
      finding(
        'not_blocked',
        'clear',
        'Blocked persons own less than 50 % of it together, and of each company above it.',
      ),
    )
  return partOfCheck('blocked_ownership', findings, findings[0]?.reason ?? '')
}

/** Judges a business by what is known; every part says what it rests on, and what it could not look at. */
export const checkPartsOf = (facts: CheckFacts): readonly CheckPart[] => [
  identifiersPart(facts),
  registrationPart(facts),
  ownersPart(facts),
  controlPart(facts),
  screeningPart(facts),
  blockedPart(facts),
  adverseSignals(facts),
]
