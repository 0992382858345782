import { fail, ok, type Result } from '../../../../shared/schema/result.ts'
import type { DayRange, ModelKind } from '../../../../shared/schema/models.ts'
import { writeReferences } from '../measure/drift.ts'
import { trainBoosted, type BoostedTrees, type BoostParameters } from '../train/boost.ts'
import { exactExp } from '../train/exp.ts'
import { trainIsolation, writeIsolation, type IsolationParameters } from '../train/isolation.ts'
import { matrixRows, type FeatureMatrix } from '../train/matrix.ts'
import { averaged, writeBoosted } from '../train/write-boosted.ts'
import type { Sample } from './collect.ts'
import { StudyCancelled } from './collect.ts'

/** How a model learns from a sample. */
export interface Lesson {
  readonly kind: ModelKind
  readonly boost: BoostParameters
  readonly isolation: IsolationParameters
  /** Models of other seeds whose margins are averaged into one file. */
  readonly bags: number
  /** Days at the end of the training that decide how many trees are grown; 0: as many as `boost.trees` says. */
  readonly holdOutDays: number
  /** Days after which an activity counts half as much as the newest; null: all count the same. */
  readonly halfLifeDays: number | null
  /** What the file says of its training. */
  readonly training: { readonly train: DayRange; readonly delayDays: number }
  readonly onTree?: (done: number, total: number) => boolean
}

export interface Learned {
  /** The model file. */
  readonly text: string
  readonly trees: number
  /** Average precision on the hold-out by number of trees; empty without one. */
  readonly curve: readonly number[]
}

/** Why nothing can be learned from a sample. */
export interface LessonFault {
  readonly code: 'no_activities' | 'no_labels' | 'no_frauds' | 'no_others' | 'hold_out_too_long'
  readonly message: string
}

const lessonFault = (code: LessonFault['code'], message: string): { readonly ok: false; readonly error: LessonFault } =>
  fail({ code, message })

const rowsWhere = (days: Int32Array, test: (day: number) => boolean): Int32Array => {
  const rows: number[] = []
  days.forEach((day, row) => {
    if (test(day)) rows.push(row)
  })
  return Int32Array.from(rows)
}

const labelsOf = (labels: Uint8Array, rows: Int32Array): Uint8Array =>
  Uint8Array.from(rows, (row) => labels[row] as number)

const weightsOf = (days: Int32Array, halfLifeDays: number | null): Float32Array | undefined => {
  if (halfLifeDays === null) return undefined
  const newest = days.at(-1) ?? 0
  return Float32Array.from(days, (day) => exactExp((-(newest - day) / halfLifeDays) * Math.LN2))
}

/** How many trees rank the last days of the training best, learned from the days before them. */
const treesByHoldOut = (sample: Sample, lesson: Lesson): Result<BoostedTrees, LessonFault> => {
  const cut = (sample.days.at(-1) ?? 0) - lesson.holdOutDays
  const before = rowsWhere(sample.days, (day) => day <= cut)
  const after = rowsWhere(sample.days, (day) => day > cut)
  const labels = labelsOf(sample.labels, before)
  const held = labelsOf(sample.labels, after)
  if (!labels.includes(1) || !held.includes(1))
    return lessonFault(
      'hold_out_too_long',
      'the days to learn from, or those held out, have no fraud; take other days or a shorter hold-out',
    )
  const weights = weightsOf(
    Int32Array.from(before, (row) => sample.days[row] as number),
    lesson.halfLifeDays,
  )
  const holdOut = { matrix: matrixRows(sample.matrix, after), labels: held }
  const onTree = stopping(lesson, 0, 2)
  return ok(
    trainBoosted(
      { matrix: matrixRows(sample.matrix, before), labels, weights, holdOut, onTree },
      { ...lesson.boost, patience: lesson.boost.patience ?? 50 },
    ),
  )
}

/** Passes progress on, and makes an error of a wish to end: a tree too few would be another model. */
const stopping =
  ({ onTree, boost }: Lesson, round: number, rounds: number) =>
  (done: number): boolean => {
    if (onTree?.(round * boost.trees + done, rounds * boost.trees) === false)
      throw new StudyCancelled('ended while trees were grown')
    return true
  }

const boosted = (
  sample: Sample,
  lesson: Lesson,
  attributes: Readonly<Record<string, string>>,
): Result<Learned, LessonFault> => {
  if (!sample.labels.includes(1))
    return lessonFault('no_frauds', 'there is no fraud among the activities to learn from')
  if (!sample.labels.includes(0))
    return lessonFault('no_others', 'there is nothing but fraud among the activities to learn from')
  let parameters: BoostParameters = { ...lesson.boost, patience: null }
  let curve: readonly number[] = []
  if (lesson.holdOutDays > 0) {
    const held = treesByHoldOut(sample, lesson)
    if (!held.ok) return held
    curve = held.value.curve
    parameters = { ...parameters, trees: Math.max(1, held.value.trees.length) }
  }
  const weights = weightsOf(sample.days, lesson.halfLifeDays)
  const models = Array.from({ length: lesson.bags }, (_, bag) =>
    trainBoosted(
      { matrix: sample.matrix, labels: sample.labels, weights, onTree: stopping(lesson, bag, lesson.bags) },
      { ...parameters, seed: parameters.seed + bag },
    ),
  )
  const whole = averaged(models)
  return ok({ text: writeBoosted(whole, attributes), trees: whole.trees.length, curve })
}

/**
 * The matrix without the features that are the same everywhere: nothing can be learned from them, and no later value of
 * theirs would count.
 */
const telling = (matrix: FeatureMatrix): FeatureMatrix => {
  const places = matrix.columns.flatMap((column, place) =>
    column.some((value) => !Object.is(value, column[0])) ? [place] : [],
  )
  return {
    ...matrix,
    names: places.map((place) => matrix.names[place] as string),
    columns: places.map((place) => matrix.columns[place] as Float32Array),
  }
}

/**
 * Learns a model from a sample and writes it as a file. The same sample and lesson give the same bytes on every
 * machine.
 */
export const learn = (all: Sample, isLabelled: boolean, lesson: Lesson): Result<Learned, LessonFault> => {
  if (all.labels.length === 0) return lessonFault('no_activities', 'there is no activity on the days to learn from')
  const sample = { ...all, matrix: telling(all.matrix) }
  if (sample.matrix.names.length === 0)
    return lessonFault('no_activities', 'no feature differs among the activities to learn from')
  const { train, delayDays } = lesson.training
  const attributes = {
    fieldseal_training: JSON.stringify({
      train,
      delay_days: delayDays,
      activities: sample.labels.length,
      frauds: sample.labels.reduce((sum, label) => sum + label, 0),
      seed: lesson.kind === 'boosted_trees' ? lesson.boost.seed : lesson.isolation.seed,
    }),
    fieldseal_reference: writeReferences(sample.matrix),
  }
  if (lesson.kind === 'isolation_forest') {
    const forest = trainIsolation(sample.matrix, lesson.isolation)
    return ok({ text: writeIsolation(forest, attributes), trees: forest.trees.length, curve: [] })
  }
  if (!isLabelled)
    return lessonFault(
      'no_labels',
      'no activity on the days to learn from says whether it was fraud; an isolation forest learns without',
    )
  return boosted(sample, lesson, attributes)
}
