import type { PaperCheck } from '../check/papers.ts'
import type { BundleReport } from '../check/verify-bundle.ts'
import { assess, groupsOf, verdictOf, type CheckResult, type PageVerdict } from './assess.ts'
import { caseFacts, evidenceTable } from './case-view.ts'
import type { Chosen } from './chosen.ts'
import { bytesText, countOf, el, icon, type Child } from './dom.ts'
import type { Match } from './fingerprint.ts'
import { groupView } from './findings-view.ts'
import { keyView } from './key-view.ts'
import { verdictWords } from './verdict-words.ts'
import { namesOfChecks } from './words.ts'

const bannerOf = (verdict: PageVerdict, report: BundleReport): readonly Child[] => {
  const words = verdictWords(verdict, report)
  return [
    icon(words.icon),
    el('div', {}, el('h2', { attributes: { tabindex: '-1' } }, words.title), el('p', {}, words.text)),
  ]
}

/** Who vouches for how much, after the number of checkpoints. */
const vouched = ({ findings, witnessed }: BundleReport): string => {
  if (witnessed === null) return findings.some(({ code }) => code === 'unwitnessed') ? ', by the device itself' : ''
  if (witnessed.size === 0) return '; no hub has vouched for this case yet'
  const { cosigned } = witnessed.log
  const independent =
    cosigned === null || cosigned.by.length === 0
      ? ''
      : `; ${countOf(cosigned.by.length, 'witness', 'witnesses')} cosigned ${countOf(cosigned.size, 'entry', 'entries')} of it (${cosigned.by.map(({ name, confirmed }) => `${name}${confirmed ? '' : ', with the key that the exporting device knew'}`).join('; ')})`
  const others =
    witnessed.cosignedBy.length === 0
      ? ''
      : `, with ${countOf(witnessed.cosignedBy.length, 'more signature')} that this page has no keys for`
  return `; last witnessed by the hub: ${witnessed.size.toLocaleString('en')} of ${countOf(witnessed.entries, 'entry', 'entries')}, in the order of the hub${others}${independent}`
}

/** Which papers say what was sealed, and which were not compared. */
const papersText = ({ papers }: BundleReport): string => {
  const named = (state: PaperCheck['state']): string =>
    papers
      .filter((one) => one.state === state)
      .map(({ paper }) => paper.replace('data/', ''))
      .join(', ')
  const others = named('not_compared')
  return `${named('as_sealed')}: as made of the sealed entries${others === '' ? '' : `; not compared: ${others}`}`
}

/** What a check looked at, in a few words. */
const extent = ({ check, state, faults }: CheckResult, report: BundleReport, match: Match | null): string => {
  const { counts } = report
  if (faults > 0) return countOf(faults, 'fault')
  if (state === 'none')
    return check === 'disclosures' || check === 'evidence' ? 'none in this bundle' : 'could not be checked'
  switch (check) {
    case 'container':
      return 'every name, place and size'
    case 'files':
      return `${countOf(counts.files, 'file')}, ${bytesText(counts.bytes)}: all listed, none altered, none added`
    case 'signature':
      return 'holds for the list of all files'
    case 'key':
      return match === 'signing' || match === 'first'
        ? 'the one that you know'
        : match === 'none'
          ? 'not the one that you gave'
          : match === 'some'
            ? 'not every one that you gave'
            : 'yours to compare with a fingerprint from elsewhere'
    case 'entries':
      return `${countOf(counts.entries, 'entry', 'entries')}: every signature holds`
    case 'chain':
      return 'no gap, nothing reordered, one history for each device'
    case 'checkpoints':
      return `${countOf(counts.checkpoints, 'checkpoint')}${vouched(report)}`
    case 'proofs':
      return 'every entry stands where the newest checkpoint has it'
    case 'evidence':
      return `${countOf(counts.evidence, 'piece')} as acquired${counts.piecesLeftOut > 0 ? `, ${counts.piecesLeftOut} by the hash alone` : ''}`
    case 'disclosures':
      return `${countOf(counts.disclosures, 'text')} as sealed${counts.valuesLeftOut > 0 ? `, ${counts.valuesLeftOut} left out` : ''}`
    case 'facts':
      return 'says what the sealed entries say'
    case 'papers':
      return papersText(report)
    case 'other':
      return ''
  }
}

const stateWords = { ok: 'Holds', fault: 'Fault', none: 'Nothing checked', open: 'Open' } as const

const effective = (assessment: CheckResult, match: Match | null): CheckResult => {
  if (assessment.check !== 'key' || assessment.state !== 'open' || match === null || match === 'some') return assessment
  return { ...assessment, state: match === 'none' ? 'fault' : 'ok' }
}

const checkRow = (given: CheckResult, report: BundleReport, match: Match | null): HTMLElement => {
  const assessment = effective(given, match)
  return el(
    'tr',
    { attributes: { 'data-check': assessment.check, 'data-state': assessment.state } },
    el('th', { attributes: { scope: 'row' } }, namesOfChecks[assessment.check]),
    el('td', { class: 'state' }, icon(assessment.state), stateWords[assessment.state]),
    el('td', {}, extent(assessment, report, match)),
  )
}

const section = (title: string, ...content: readonly Child[]): HTMLElement =>
  el('section', { class: 'part' }, el('h2', {}, title), ...content)

const limits = ({ coverage }: BundleReport): HTMLElement =>
  section(
    'What this does not prove',
    el(
      'ul',
      { class: 'limits' },
      el(
        'li',
        {},
        'That this page itself is honest. Whoever replaces a bundle can replace the verify.html in it. Take the page from elsewhere (any copy of Fieldseal makes the same one), use the commands in VERIFY.txt, or run ',
        el('code', {}, 'fieldseal verify'),
        '.',
      ),
      el('li', {}, 'Whose key it is. Only a fingerprint from another way tells.'),
      ...coverage.doesNotCover.map((one) => el('li', {}, `${one.charAt(0).toUpperCase()}${one.slice(1)}.`)),
    ),
  )

const saveReport = (chosen: Chosen, report: BundleReport, match: Match | null): void => {
  const { verdict, conclusion, findings, caseNumber, signingKey, witnessed, counts, coverage } = report
  const told = {
    made_by: `Fieldseal verify.html ${import.meta.env['FIELDSEAL_VERSION'] as string}`,
    made_at: new Date().toISOString(),
    file: chosen.name,
    bytes: chosen.bytes,
    verdict,
    conclusion,
    case_number: caseNumber,
    signing_key: signingKey?.kid ?? null,
    ssh_fingerprint: signingKey?.sshFingerprint ?? null,
    key_compared: match,
    ...(witnessed === null ? {} : { witnessed }),
    counts,
    covers: coverage.covers,
    does_not_cover: coverage.doesNotCover,
    findings,
  }
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(told, null, 2)}\n`], { type: 'application/json' }))
  el('a', { attributes: { href: url, download: 'verification.json' } }).click()
  URL.revokeObjectURL(url)
}

const button = (label: string, onClick: () => void, parts = 'button'): HTMLElement =>
  el('button', { class: parts, attributes: { type: 'button' }, on: { click: onClick } }, label)

/** The page with what a check found. */
export const resultView = (chosen: Chosen, report: BundleReport, onAgain: () => void): HTMLElement => {
  let match: Match | null = null
  const banner = el('section', { class: 'banner' })
  const rows = el('tbody')
  const assessments = assess(report)
  const show = (): void => {
    const verdict = verdictOf(report, match)
    banner.dataset['tone'] = verdictWords(verdict, report).tone
    banner.dataset['verdict'] = verdict
    banner.dataset['conclusion'] = report.conclusion
    banner.replaceChildren(...bannerOf(verdict, report).filter((child) => child !== null))
    rows.replaceChildren(...assessments.map((assessment) => checkRow(assessment, report, match)))
  }
  show()
  const faults = groupsOf(report, 'fault')
  const notes = groupsOf(report, 'information').filter(({ code }) => code !== 'key_unconfirmed')
  const evidence = evidenceTable(report)
  const key = keyView(report, (found) => {
    match = found
    show()
  })
  return el(
    'div',
    {
      class: 'result',
      attributes: { 'data-codes': [...new Set(report.findings.map(({ code }) => code))].sort().join(' ') },
    },
    banner,
    el(
      'div',
      { class: 'subject' },
      el('p', {}, el('span', { class: 'name' }, chosen.name), ` ${bytesText(chosen.bytes)}`),
      el(
        'div',
        { class: 'actions' },
        button('Check another bundle', onAgain),
        button('Save findings', () => saveReport(chosen, report, match)),
        button('Print', () => print()),
      ),
    ),
    faults.length === 0 ? null : section('What was found', ...faults.map(groupView)),
    verdictOf(report, null) === 'no_bundle' ? null : section('Whose key is it?', key),
    section('What was checked', el('table', { class: 'checks' }, rows)),
    report.facts === null
      ? null
      : section('The case, as the bundle states it', caseFacts(report.facts, report.opening)),
    evidence === null
      ? null
      : section(
          'Evidence',
          el(
            'p',
            { class: 'warning' },
            'Evidence can be harmful. Do not open it outside an environment made for that.',
          ),
          evidence,
        ),
    notes.length === 0 ? null : section('For information', ...notes.map(groupView)),
    limits(report),
  )
}
