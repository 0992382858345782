import { noLabels } from '../../detection/features/label-book.ts'
import type { LabelState } from '../../detection/features/label-book.ts'
import type { EntityState } from '../../detection/features/kind-book.ts'
import type { ProfileState } from '../../detection/profiles/profile.ts'

type Known = number | null
type Labels = readonly [genuineAt: Known, fraudAt: Known, run: number, runFrom: Known, frauds: number, known: number]

const known = (value: number): Known => (Number.isNaN(value) ? null : value)
const unknown = (value: Known): number => value ?? Number.NaN

const labelsOf = (labels: Labels | null): LabelState => {
  if (labels === null) return noLabels
  const [genuineAt, fraudAt, run, runFrom, frauds, count] = labels
  return {
    genuineAt: unknown(genuineAt),
    fraudAt: unknown(fraudAt),
    run,
    runFrom: unknown(runFrom),
    frauds,
    known: count,
  }
}

/** An entity's state as it is saved. */
export const entityText = ({ labels, profile }: EntityState): string => {
  const { genuineAt, fraudAt, run, runFrom, frauds, known: count } = labels
  return JSON.stringify([
    labels === noLabels ? null : [known(genuineAt), known(fraudAt), run, known(runFrom), frauds, count],
    profile,
  ])
}

/** An entity's state as it was saved. */
export const entityOfText = (text: string): EntityState => {
  const [labels, profile] = JSON.parse(text) as [Labels | null, ProfileState | null]
  return { labels: labelsOf(labels), profile }
}
