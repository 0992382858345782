import { floatText } from './float-text.ts'
import type { Objective } from './objectives.ts'

/** A node as the file has it; `left` is -1 for a leaf, the right child stands behind the left one. */
export interface WrittenNode {
  readonly parent: number
  readonly left: number
  readonly feature: number
  readonly threshold: number
  readonly missingLeft: boolean
  readonly gain: number
  /** A leaf's answer; above leaves what the node would answer itself. */
  readonly value: number
  readonly cover: number
}

export interface WrittenModel {
  readonly objective: Objective
  readonly baseScore: number
  readonly featureNames: readonly string[]
  readonly trees: readonly (readonly WrittenNode[])[]
  /** Trees of one round: 1 when boosting, all of them for a forest. */
  readonly parallelTrees: number
  readonly attributes: Readonly<Record<string, string>>
}

// xgboost: the parent of a root.
const noParent = 2_147_483_647
// The format of 2.1 is read by 1.7 and by 3.2 alike.
const formatVersion = [2, 1, 0]

const list = (values: readonly (string | number)[]): string => `[${values.join(',')}]`

const treeText = (nodes: readonly WrittenNode[], id: number, features: number): string => {
  const isLeaf = (node: WrittenNode): boolean => node.left < 0
  const floats = (value: (node: WrittenNode) => number): string => list(nodes.map((node) => floatText(value(node))))
  const integers = (value: (node: WrittenNode) => number): string => list(nodes.map(value))
  const fields: readonly (readonly [string, string])[] = [
    ['base_weights', floats(({ value }) => value)],
    ['categories', '[]'],
    ['categories_nodes', '[]'],
    ['categories_segments', '[]'],
    ['categories_sizes', '[]'],
    ['default_left', integers((node) => (!isLeaf(node) && node.missingLeft ? 1 : 0))],
    ['id', String(id)],
    ['left_children', integers(({ left }) => left)],
    ['loss_changes', floats((node) => (isLeaf(node) ? 0 : node.gain))],
    ['parents', integers(({ parent }) => (parent < 0 ? noParent : parent))],
    ['right_children', integers((node) => (isLeaf(node) ? -1 : node.left + 1))],
    ['split_conditions', floats((node) => (isLeaf(node) ? node.value : node.threshold))],
    ['split_indices', integers((node) => (isLeaf(node) ? 0 : node.feature))],
    ['split_type', integers(() => 0)],
    ['sum_hessian', floats(({ cover }) => cover)],
    [
      'tree_param',
      JSON.stringify({
        num_deleted: '0',
        num_feature: String(features),
        num_nodes: String(nodes.length),
        size_leaf_vector: '1',
      }),
    ],
  ]
  return `{${fields.map(([name, value]) => `"${name}":${value}`).join(',')}}`
}

/**
 * Writes a model in xgboost's JSON format, the same text for the same model; `xgboost.Booster` of 1.7 or newer loads
 * it.
 */
export const writeXgboostJson = (model: WrittenModel): string => {
  const { trees, featureNames, parallelTrees } = model
  const rounds = parallelTrees === 0 ? 0 : trees.length / parallelTrees
  const booster =
    `{"model":{"gbtree_model_param":${JSON.stringify({ num_parallel_tree: String(parallelTrees), num_trees: String(trees.length) })},` +
    `"iteration_indptr":${list(Array.from({ length: rounds + 1 }, (_, round) => round * parallelTrees))},` +
    `"tree_info":${list(trees.map(() => 0))},` +
    `"trees":[${trees.map((tree, id) => treeText(tree, id, featureNames.length)).join(',')}]},"name":"gbtree"}`
  const learner = [
    `"attributes":${JSON.stringify(model.attributes)}`,
    `"feature_names":${JSON.stringify(featureNames)}`,
    `"feature_types":${JSON.stringify(featureNames.map(() => 'float'))}`,
    `"gradient_booster":${booster}`,
    `"learner_model_param":${JSON.stringify({ base_score: floatText(model.baseScore), boost_from_average: '1', num_class: '0', num_feature: String(featureNames.length), num_target: '1' })}`,
    `"objective":${JSON.stringify({ name: model.objective, reg_loss_param: { scale_pos_weight: '1' } })}`,
  ]
  return `{"learner":{${learner.join(',')}},"version":${list(formatVersion)}}\n`
}
