import { fitsTaskForm } from '../../../shared/entries/task-forms.ts'
import { overtakenSteps } from '../../../shared/entries/task-steps.ts'
import { knownOf, phraseOf, plainText, type Erasures } from './known.ts'
import { absent, value, words, type Phrase } from './phrase.ts'
import type { ReadEntry } from './read-entries.ts'
import type { Fact } from './report.ts'

/** The tasks of the case as sentences name them, and which entries about them changed nothing. */
export interface Tasks {
  /** `“Call the bank” (entry 12)`, by the uid of the task. */
  readonly phrase: (uid: string) => Phrase
  readonly isOvertaken: (entryId: string) => boolean
  readonly factsOf: (entryId: string) => readonly Fact[]
}

const titleOf = (entry: ReadEntry, erasures: Erasures): Phrase =>
  phraseOf(knownOf(entry, 'title', erasures), (json) => value(`“${plainText(json)}”`))

/**
 * The tasks that the entries of a case tell of (L-74).
 *
 * @param entries in the order of the chain
 */
export const tasksOf = (entries: readonly ReadEntry[], erasures: Erasures): Tasks => {
  const fitting = entries.flatMap(({ id, number, payload }) =>
    payload === null || !fitsTaskForm(payload.type, payload.pub)
      ? []
      : [{ id, number, type: payload.type, refs: payload.refs, pub: payload.pub }],
  )
  const overtaken = overtakenSteps(fitting)
  const numbers = new Map(entries.map(({ id, number }) => [id, number]))
  const added = new Map(
    entries.flatMap((entry) => {
      const task = entry.payload?.type === 'task.added' && !overtaken.has(entry.id) ? entry.payload.pub['task'] : null
      return typeof task === 'string' ? [[task, entry] as const] : []
    }),
  )
  return {
    phrase: (uid) => {
      const entry = added.get(uid)
      return entry === undefined
        ? absent('a task that is not listed here')
        : [...titleOf(entry, erasures), ...words(` (entry ${entry.number})`)]
    },
    isOvertaken: (id) => overtaken.has(id),
    factsOf: (id) => {
      const number = numbers.get(overtaken.get(id) ?? '')
      return number === undefined ? [] : [{ label: 'Overtaken by', value: words(`entry ${number}`) }]
    },
  }
}
