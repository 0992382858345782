import type { BundleContents, BundledCase } from '../bundle/contents.ts'
import { hiddenWord, whyHidden } from './model/known.ts'
import { evidenceRows } from './model/evidence-rows.ts'
import { countedText, moment } from './model/formats.ts'
import { conflictFacts, contestsOf } from './model/hub.ts'
import { peopleOf } from './model/people.ts'
import { absent, value, visible, words } from './model/phrase.ts'
import { piecesOf } from './model/pieces.ts'
import { readBundleChain, type ReadChain } from './model/read-entries.ts'
import type { AbsenceRow, CaseReport, Fact, WrittenText } from './model/report.ts'
import { sealSummary } from './model/seal-summary.ts'
import { tasksOf } from './model/tasks.ts'
import { timelineRow } from './model/timeline.ts'
import { outcomeWord, priorityWord, statusWord } from './model/words.ts'

const notShown = 'Withheld from this copy, or erased'

const ids = (label: string, list: readonly number[] | null): Fact[] => {
  if (list === null) return [{ label, value: absent(notShown) }]
  return list.length === 0 ? [] : [{ label, value: value(list.join(', ')) }]
}

const piecesText = ({ evidence }: BundleContents): string => {
  const included = evidence.filter(({ bytes }) => bytes !== null).length
  return `${countedText(evidence.length, 'piece', 'pieces')}, ${included === evidence.length ? 'all' : included === 0 ? 'none' : included} with their bytes in this bundle`
}

const coverFacts = (contents: BundleContents): Fact[] => {
  const { case: told, workspace, export: asked }: { case: BundledCase } & BundleContents = contents
  return [
    { label: 'Case number', value: value(told.number) },
    { label: 'Case id', value: [{ kind: 'code', text: told.uid }] },
    {
      label: 'Institution',
      value: value(
        workspace.name === workspace.institution ? workspace.name : `${workspace.name} (${workspace.institution})`,
      ),
    },
    { label: 'Status', value: words(statusWord(told.status)) },
    { label: 'Priority', value: words(priorityWord(told.priority)) },
    { label: 'Owner', value: told.ownerName === null ? absent(notShown) : value(told.ownerName) },
    { label: 'Opened', value: words(moment(told.createdAtMs)) },
    { label: 'Last change', value: words(moment(told.updatedAtMs)) },
    { label: 'Deadline', value: words(moment(told.slaDueAtMs)) },
    ...(told.finishedAtMs === null ? [] : [{ label: 'Finished', value: words(moment(told.finishedAtMs)) }]),
    ...(told.outcome === null ? [] : [{ label: 'Outcome', value: words(outcomeWord(told.outcome)) }]),
    { label: 'Legal hold', value: words(told.onLegalHold ? 'In force: nothing of this case may be erased' : 'None') },
    ...ids('Alerts', told.alertIds),
    ...ids('Customers', told.customerIds),
    ...ids('Accounts', told.accountIds),
    { label: 'Evidence', value: words(contents.evidence.length === 0 ? 'None' : piecesText(contents)) },
    { label: 'Sealed entries', value: words(countedText(contents.chain.entries.length, 'entry', 'entries')) },
    ...conflictFacts(contents),
    { label: 'Exported', value: [...words(`${moment(asked.atMs)} by `), ...value(asked.byName)] },
    { label: 'Reason', value: value(asked.reason) },
    { label: 'Made with', value: value(`Fieldseal ${contents.softwareVersion}`) },
  ]
}

const descriptionOf = (told: BundledCase): WrittenText =>
  told.description === null
    ? { label: 'Description', text: null, absence: absent(notShown) }
    : { label: 'Description', text: visible(told.description), absence: null }

const absencesOf = ({ entries, erasures }: ReadChain): AbsenceRow[] =>
  entries.flatMap((entry) =>
    entry.hidden.map((digest): AbsenceRow => ({
      entry: entry.number,
      what: hiddenWord(entry),
      why: whyHidden([digest], erasures),
      digest,
    })),
  )

const verification: readonly string[] = [
  'Every entry of this report is in the bundle as the exact bytes that were signed, and nothing here has to be believed because this report says it.',
  'VERIFY.txt gives the commands, with sha256sum, openssl, ssh-keygen and jq alone, that check the files, the signatures of the entries and the root above.',
  'Opening verify.html in any browser, without a network, does the same checks in one step and names each fault.',
]

/**
 * The case as its report tells it: facts, people, timeline, evidence with custody, what is not shown, and what the seal
 * rests on. The same contents give the same report.
 *
 * @throws TypeError where the contents have no readable checkpoint, which is a fault of whoever made them
 */
export const reportOf = (contents: BundleContents): CaseReport => {
  const chain = readBundleChain(contents)
  const numbers = new Map(chain.entries.map(({ id, number }) => [id, number]))
  const setting = {
    erasures: chain.erasures,
    people: peopleOf(chain.entries, contents.people),
    pieces: piecesOf(contents.evidence),
    numbers,
    contests: contestsOf(contents, numbers),
    tasks: tasksOf(chain.entries, chain.erasures),
  }
  const devices = new Map(contents.keys.map(({ deviceId, deviceNumber }) => [deviceId, deviceNumber]))
  const told = contents.case
  return {
    caseNumber: visible(told.number),
    institution: visible(contents.workspace.name),
    title: told.title === null ? absent(`Title: ${notShown.toLowerCase()}`) : value(told.title),
    exportedAtMs: contents.export.atMs,
    exportedAt: moment(contents.export.atMs),
    softwareVersion: contents.softwareVersion,
    inHubOrder: contents.hub !== undefined,
    cover: coverFacts(contents),
    description: descriptionOf(told),
    people: setting.people.rows,
    timeline: chain.entries.map((entry) => timelineRow(entry, setting, devices)),
    evidence: evidenceRows(contents.evidence, chain.entries, setting),
    absences: absencesOf(chain),
    seal: sealSummary(contents),
    verify: verification,
  }
}
