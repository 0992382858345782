import { isTaking } from '../../../shared/schema/taken-bundle.ts'
import { countText } from './formats.ts'
import type { Contests } from './hub.ts'
import { knownItems, knownOf, phraseOf, plainText, type Erasures } from './known.ts'
import type { PeopleOfCase } from './people.ts'
import { absent, code, joinedPhrases, value, words, type Phrase } from './phrase.ts'
import type { Pieces } from './pieces.ts'
import type { ReadEntry } from './read-entries.ts'
import type { Tasks } from './tasks.ts'
import { alertWord, caseRelationWord, outcomeWord, priorityWord, relationWord, statusWord } from './words.ts'

/** What a sentence is made from. */
export interface Setting {
  readonly erasures: Erasures
  readonly people: PeopleOfCase
  readonly pieces: Pieces
  /** The number of an entry by its id. */
  readonly numbers: ReadonlyMap<string, number>
  readonly contests: Contests
  readonly tasks: Tasks
}

type Sentence = (entry: ReadEntry, setting: Setting) => Phrase

const fromTo = (what: string, from: Phrase, to: Phrase): Phrase => [
  ...words(`${what} from `),
  ...from,
  ...words(' to '),
  ...to,
]

const named = (
  entry: ReadEntry,
  { erasures }: Setting,
  name: string,
  word: (name: string) => string = (text) => text,
): Phrase => phraseOf(knownOf(entry, name, erasures), (json) => value(word(plainText(json))))

/** The frozen name of an owner, or who is meant by the id where the name is withheld. */
const owner = (entry: ReadEntry, setting: Setting, name: string, uid: string): Phrase => {
  const known = knownOf(entry, name, setting.erasures)
  if (known?.shown === true) return value(plainText(known.value))
  const id = entry.payload?.pub[uid]
  return typeof id === 'string' ? setting.people.phrase(id) : phraseOf(known)
}

const piece = (entry: ReadEntry, { pieces }: Setting): Phrase => pieces.phrase(entry.payload?.subject ?? '')

const about =
  (before: string, after = ''): Sentence =>
  (entry, setting) => [...words(before), ...piece(entry, setting), ...(after === '' ? [] : words(after))]

const relation =
  (before: string): Sentence =>
  (entry, setting) => {
    const pub = entry.payload?.pub ?? {}
    return [
      ...words(before),
      ...piece(entry, setting),
      ...words(` ${relationWord(plainText(pub['relation']))} `),
      ...setting.pieces.phrase(plainText(pub['to'])),
    ]
  }

/** The other case by its number, which is all that the entry holds of it besides the uid. */
const caseRelation =
  (before: string): Sentence =>
  (entry) => {
    const { relation: kind, other_number: number } = entry.payload?.pub ?? {}
    return [...words(`${before}${caseRelationWord(plainText(kind))} `), ...value(plainText(number))]
  }

const fieldsOf = (entry: ReadEntry): string => {
  const fields = entry.payload?.pub['fields']
  const named = Array.isArray(fields) ? fields.filter((field) => typeof field === 'string') : []
  return named.length === 0 ? 'the text' : `the ${named.join(' and the ')}`
}

const erasure: Sentence = (entry, { numbers }) => {
  const target = entry.payload?.pub['entry']
  const number = typeof target === 'string' ? numbers.get(target) : undefined
  return [...words('erased withheld values'), ...(number === undefined ? [] : words(` of entry ${number}`))]
}

/** What was said of the order by which bytes go; its reference is open. */
const byOrder =
  (before: string): Sentence =>
  (entry, setting) => [
    ...words(before),
    ...piece(entry, setting),
    ...words(' by order '),
    ...value(plainText(entry.payload?.pub['reference'])),
  ]

/** So many pieces of an export are named. */
const namedMax = 20

const exported: Sentence = (entry, { pieces }) => {
  const { evidence, disclosures, encrypted } = entry.payload?.pub ?? {}
  const chosen = knownItems(evidence)
  const what =
    chosen === null
      ? words(evidence === 'none' ? 'no evidence' : 'all evidence')
      : joinedPhrases(
          chosen.slice(0, namedMax).map((id) => pieces.phrase(plainText(id))),
          ', ',
          ' and ',
        )
  const more =
    chosen !== null && chosen.length > namedMax ? words(` and ${countText(chosen.length - namedMax)} more`) : []
  const shown =
    { all: 'all withheld values', none: 'no withheld values', some: 'some of the withheld values' }[
      plainText(disclosures)
    ] ?? plainText(disclosures)
  const did =
    entry.payload !== null && isTaking(entry.payload.type, entry.payload.pub)
      ? 'took the bundle of the case with '
      : 'exported the case with '
  return [
    ...words(did),
    ...what,
    ...more,
    ...words(` and ${shown}`),
    ...(encrypted === true ? words(', encrypted to a recipient') : []),
  ]
}

/** The alert that an entry is about. An alert's title may hold personal data, so that the number names it. */
const alert = (entry: ReadEntry): Phrase => [...words('alert '), ...value(plainText(entry.payload?.pub['alert_id']))]

const assignedAlert: Sentence = (entry, { people }) => {
  const uid = entry.payload?.pub['to_uid']
  return typeof uid === 'string'
    ? [...words('gave '), ...alert(entry), ...words(' to '), ...people.phrase(uid)]
    : [...words('gave '), ...alert(entry), ...words(' back to the queue')]
}

const attachedAlert: Sentence = (entry) => {
  const { risk_level: level, score, count: activities } = entry.payload?.pub ?? {}
  return [
    ...words('added '),
    ...alert(entry),
    ...words(' to the case: risk '),
    ...value(plainText(level)),
    ...words(', score '),
    ...value(plainText(score)),
    ...words(', activities '),
    ...value(plainText(activities)),
  ]
}

/** What a person decided, and of what. */
const decision =
  (before: string): Sentence =>
  (entry) => {
    const { outcome, alert_id: id } = entry.payload?.pub ?? {}
    return [
      ...words(`${before} `),
      ...value(plainText(outcome)),
      ...(id === undefined ? [] : [...words(' for '), ...alert(entry)]),
    ]
  }

/** A change of state, and what came of the case where the entry says it. */
const moved: Sentence = (entry, setting) => {
  const said = fromTo(
    'changed the status',
    named(entry, setting, 'from', statusWord),
    named(entry, setting, 'to', statusWord),
  )
  return entry.payload?.pub['outcome'] === undefined
    ? said
    : [...said, ...words(', with the outcome '), ...named(entry, setting, 'outcome', outcomeWord)]
}

/** A task by the title that it was added with. */
const task =
  (before: string): Sentence =>
  (entry, { tasks }) => [...words(before), ...tasks.phrase(plainText(entry.payload?.pub['task']))]

const addedTask: Sentence = (entry, setting) => {
  const { required, to_uid: to } = entry.payload?.pub ?? {}
  return [
    ...words(required === true ? 'added the required task ' : 'added the task '),
    ...named(entry, setting, 'title'),
    ...(typeof to === 'string' ? [...words(' for '), ...owner(entry, setting, 'assignee_name', 'to_uid')] : []),
  ]
}

const assignedTask: Sentence = (entry, setting) => [
  ...task('assigned the task ')(entry, setting),
  ...words(' to '),
  ...(typeof entry.payload?.pub['to_uid'] === 'string'
    ? owner(entry, setting, 'to_assignee', 'to_uid')
    : words('nobody')),
]

const appliedPlaybook: Sentence = (entry) => {
  const { name, version, tasks } = entry.payload?.pub ?? {}
  return [
    ...words('applied the playbook '),
    ...value(`“${plainText(name)}”`),
    ...words(`, version ${plainText(version)}, which brings tasks: ${plainText(tasks)}`),
  ]
}

/** Who may know the case: by name where this copy shows names. */
const accessSet: Sentence = (entry, { people }) => {
  const { rule, people: named = [] } = entry.payload?.pub ?? {}
  const uids = Array.isArray(named) ? named.filter((uid): uid is string => typeof uid === 'string') : []
  const whom =
    rule === 'everyone'
      ? words('everyone')
      : [
          ...(rule === 'team' ? words(uids.length > 0 ? 'a team, ' : 'a team') : []),
          ...joinedPhrases(uids.map(people.phrase), ', '),
        ]
  return [...words('set who may know the case: '), ...whom]
}

const sentences: Readonly<Record<string, Sentence>> = {
  'case.opened': () => words('opened the case'),
  'case.edited': (entry) => words(`edited ${fieldsOf(entry)}`),
  'case.renumbered': (entry, setting) =>
    fromTo('gave the case another number', named(entry, setting, 'from'), named(entry, setting, 'to')),
  'priority.changed': (entry, setting) =>
    fromTo(
      'changed the priority',
      named(entry, setting, 'from', priorityWord),
      named(entry, setting, 'to', priorityWord),
    ),
  'status.changed': moved,
  'note.added': () => words('wrote a note'),
  'owner.assigned': (entry, setting) =>
    fromTo(
      'reassigned the case',
      owner(entry, setting, 'from_owner', 'from_uid'),
      owner(entry, setting, 'to_owner', 'to_uid'),
    ),
  'links.added': () => words('linked records'),
  'links.removed': () => words('removed links'),
  'case.related': caseRelation('stated that '),
  'case.unrelated': caseRelation('took back that '),
  'task.added': addedTask,
  'task.assigned': assignedTask,
  'task.done': task('marked as done: '),
  'task.reopened': task('reopened the task '),
  'playbook.applied': appliedPlaybook,
  'hold.placed': () => words('placed a legal hold'),
  'hold.released': () => words('released the legal hold'),
  'access.set': accessSet,
  'glass.broken': () => words('broke the glass: could not know the case before, and may now'),
  'redaction.applied': erasure,
  'transition.superseded': () => words('found that a change of status had been overtaken'),
  'assignment.superseded': () => words('found that a reassignment had been overtaken'),
  'conflict.settled': () => words('let things stand where somebody had been overtaken'),
  'evidence.received': () => words('received the bytes of a piece of evidence'),
  'act.voided': () =>
    words('gave the act that follows its place and no effect, as it was not permitted when it arrived'),
  'entries.returned': () => words('received entries again that it had signed for before it was restored from a backup'),
  'evidence.acquired': about('acquired '),
  'evidence.viewed': about('viewed '),
  'evidence.downloaded': about('downloaded '),
  'evidence.exported': about('exported '),
  'evidence.edited': (entry, setting) => [...words(`edited ${fieldsOf(entry)} of `), ...piece(entry, setting)],
  'evidence.noted': about('wrote a note about '),
  'evidence.statement_read': (entry, setting) => [
    ...words('read '),
    ...piece(entry, setting),
    ...words(' as a statement, and began to import its transactions: '),
    ...value(plainText(entry.payload?.pub['rows'])),
    ...words(' rows, import '),
    ...code(plainText(entry.payload?.pub['import_id'])),
  ],
  'evidence.related': relation('stated that '),
  'evidence.erasure_requested': byOrder('asked for the erasure of the bytes of '),
  'evidence.erasure_declined': about('declined to have the bytes erased of '),
  'evidence.erased': byOrder('had the bytes erased of '),
  'evidence.unrelated': relation('took back that '),
  'case.exported': exported,
  'alert.attached': attachedAlert,
  'alert.detached': (entry) => [...words('took '), ...alert(entry), ...words(' out of the case')],
  'alert.moved': (entry) => [
    ...words('moved '),
    ...alert(entry),
    ...fromTo(
      '',
      value(alertWord(plainText(entry.payload?.pub['from']))),
      value(alertWord(plainText(entry.payload?.pub['to']))),
    ),
  ],
  'alert.assigned': assignedAlert,
  'decision.recorded': decision('decided'),
  'decision.proposed': decision('proposed'),
  'decision.approved': decision('approved the proposal'),
  'decision.refused': decision('refused the proposal'),
}

/** Whether this release has words for a type of entry. */
export const isKnownType = (type: string): boolean => Object.hasOwn(sentences, type)

/** What happened, without the actor; an entry of an unknown type is named by its type. */
export const sentenceOf = (entry: ReadEntry, setting: Setting): Phrase => {
  if (entry.payload === null) return absent('The payload of this entry cannot be read')
  const { type } = entry.payload
  if (!isKnownType(type))
    return [...words('wrote an entry of the kind '), ...code(type), ...words(', which this release does not know')]
  const sentence = (sentences[type] as Sentence)(entry, setting)
  return setting.contests.isOvertaken(entry.id) || setting.tasks.isOvertaken(entry.id)
    ? [...sentence, ...words(' (overtaken: this changed nothing)')]
    : sentence
}
