import { writeXgboostJson } from '../write-json.ts'
import type { BoostedTrees } from './boost.ts'

/** Several models of the same matrix as one whose margin is the mean of theirs. */
export const averaged = (models: readonly BoostedTrees[]): BoostedTrees => {
  const [first] = models
  if (first === undefined) throw new Error('there is no model to average')
  if (models.length === 1) return first
  const trees = models.flatMap((model) =>
    model.trees.map((tree) => tree.map((node) => ({ ...node, value: Math.fround(node.value / models.length) }))),
  )
  return { ...first, trees }
}

/** Writes trained trees as a model file. */
export const writeBoosted = (
  { names, baseScore, trees, cuts }: BoostedTrees,
  attributes: Readonly<Record<string, string>>,
): string =>
  writeXgboostJson({
    objective: 'binary:logistic',
    baseScore,
    featureNames: names,
    parallelTrees: 1,
    attributes,
    trees: trees.map((tree) =>
      tree.map((node) => ({ ...node, threshold: node.left < 0 ? 0 : (cuts[node.feature]?.[node.cut] ?? 0) })),
    ),
  })
