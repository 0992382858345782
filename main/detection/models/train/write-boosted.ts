import { writeXgboostJson } from '../write-json.ts'
import type { BoostedTrees } from './boost.ts'

/** Writes trained trees as a model file. */
export const writeBoosted = ({ names, baseScore, trees, cuts }: BoostedTrees, attributes: Readonly<Record<string, string>>): string =>
  writeXgboostJson({
    objective: 'binary:logistic',
    baseScore,
    featureNames: names,
    parallelTrees: 1,
    attributes,
    trees: trees.map((tree) => tree.map((node) => ({ ...node, threshold: node.left < 0 ? 0 : (cuts[node.feature]?.[node.cut] ?? 0) }))),
  })
