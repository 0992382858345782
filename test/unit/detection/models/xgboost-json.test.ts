import { describe, expect, it } from 'vitest'
import { marginOf } from '../../../../main/detection/models/forest.ts'
import { createModel } from '../../../../main/detection/models/model.ts'
import { readXgboostJson } from '../../../../main/detection/models/xgboost-json.ts'
import { read, smallModel } from './small-model.ts'

interface Tree {
  left_children: unknown[]
  right_children: unknown[]
  split_indices: unknown[]
  split_conditions: unknown[]
  sum_hessian: unknown[]
  default_left: unknown[]
  split_type: unknown[]
  tree_param: Record<string, unknown>
}

interface File {
  learner: {
    feature_names: unknown
    objective: { name: unknown }
    learner_model_param: Record<string, unknown>
    gradient_booster: { name: unknown; model: { trees: [Tree, ...Tree[]] } }
  }
  version: unknown
}

const text = smallModel()

/** What becomes of the model after a change to it: the code of the refusal, or that it is taken. */
const after = (change: (file: File, tree: Tree) => void): string => {
  const file = JSON.parse(text) as File
  change(file, file.learner.gradient_booster.model.trees[0])
  const found = readXgboostJson(JSON.stringify(file))
  return found.ok ? 'taken' : found.error.code
}

describe('a model file', () => {
  it('is taken with its features, objective and trees', () => {
    expect(read(text)).toMatchObject({
      objective: 'binary:logistic',
      featureNames: ['amount', 'hour', 'share', 'noise'],
      featureCount: 4,
    })
    expect(read(text).forest.roots).toHaveLength(20)
  })

  it.each(['5E-1', '[5E-1]', '0.5', '[0.5]'])('may write its base score as %s', (written) => {
    const file = JSON.parse(text) as File
    file.learner.learner_model_param['base_score'] = written
    expect(read(JSON.stringify(file)).baseMargin).toBeCloseTo(0, 10)
  })

  it('of boosted trees may be trained for four objectives, whose base score is a probability or a margin', () => {
    const margins = ['binary:logistic', 'reg:logistic', 'binary:logitraw', 'reg:squarederror'].map((name) => {
      const file = JSON.parse(text) as File
      file.learner.objective.name = name
      file.learner.learner_model_param['base_score'] = '2.5E-1'
      return read(JSON.stringify(file)).baseMargin
    })
    expect(margins).toEqual([Math.fround(-Math.log(3)), Math.fround(-Math.log(3)), 0.25, 0.25])
  })

  it('says of each split which way an absent value goes', () => {
    const marginWith = (defaultLeft: unknown): number => {
      const file = JSON.parse(text) as File
      const children = {
        left_children: [1, -1, -1],
        right_children: [2, -1, -1],
        split_indices: [0, 0, 0],
        split_type: [0, 0, 0],
      }
      const values = { split_conditions: [50, -4, 8], sum_hessian: [2, 1, 1] }
      const [tree] = file.learner.gradient_booster.model.trees
      file.learner.gradient_booster.model.trees = [
        { ...tree, ...children, ...values, default_left: [defaultLeft, 0, 0] },
      ]
      const { forest } = read(JSON.stringify(file))
      return marginOf(forest, Float32Array.of(Number.NaN, 1, 1, 1), 0)
    }
    expect([true, 1, false, 0].map(marginWith)).toEqual([-4, -4, 8, 8])
  })

  it('may write NaN where a categorical split has no threshold, as releases before 3 do', () => {
    const file = JSON.parse(text) as File
    const [tree] = file.learner.gradient_booster.model.trees
    Object.assign(tree, { categories: [1, 3], categories_nodes: [0], categories_segments: [0], categories_sizes: [2] })
    tree.split_type[0] = 1
    tree.split_conditions[0] = 'here'
    const forest = read(JSON.stringify(file).replace('"here"', 'NaN')).forest
    expect(forest.categories?.[0]).toEqual(new Set([1, 3]))
  })

  it('without names of features is read, and cannot score by name', () => {
    const file = JSON.parse(text) as File
    file.learner.feature_names = []
    const model = createModel('m', '1', read(JSON.stringify(file)))
    expect(model.ok ? 'made' : model.error.code).toBe('no_feature_names')
  })
})

describe('M-6: a model file is refused by name', () => {
  it.each<readonly [string, string, (file: File, tree: Tree) => void]>([
    ['a cycle in a tree', 'bad_tree', (_, tree) => (tree.left_children[1] = 0)],
    ['a node with two parents', 'bad_tree', (_, tree) => (tree.right_children[0] = tree.left_children[0])],
    ['a child outside the tree', 'bad_tree', (_, tree) => (tree.left_children[0] = 1_000_000)],
    ['a negative child', 'bad_tree', (_, tree) => (tree.left_children[0] = -7)],
    ['a leaf on one side only', 'bad_tree', (_, tree) => (tree.right_children[0] = -1)],
    ['a child that is no whole number', 'bad_tree', (_, tree) => (tree.left_children[0] = 1.5)],
    ['a feature outside the features', 'bad_tree', (_, tree) => (tree.split_indices[0] = 4)],
    ['a threshold that is too large for float32', 'bad_tree', (_, tree) => (tree.split_conditions[0] = 1e39)],
    ['a threshold that is text', 'bad_tree', (_, tree) => (tree.split_conditions[0] = '1')],
    ['a negative cover', 'bad_tree', (_, tree) => (tree.sum_hessian[0] = -1)],
    ['lists of different length', 'bad_tree', (_, tree) => tree.split_indices.pop()],
    ['a list that is none', 'bad_tree', (_, tree) => Object.assign(tree, { default_left: 7 })],
    ['no node at all', 'bad_tree', (_, tree) => Object.assign(tree, { left_children: [] })],
    ['a categorical split without categories', 'bad_tree', (_, tree) => (tree.split_type[0] = 1)],
    ['an unknown kind of split', 'bad_tree', (_, tree) => (tree.split_type[0] = 2)],
    ['leaves with several values', 'several_outputs', (_, tree) => (tree.tree_param['size_leaf_vector'] = '3')],
    ['several classes', 'several_outputs', ({ learner }) => (learner.learner_model_param['num_class'] = '3')],
    ['several targets', 'several_outputs', ({ learner }) => (learner.learner_model_param['num_target'] = '2')],
    ['DART', 'unsupported_booster', ({ learner }) => (learner.gradient_booster.name = 'dart')],
    ['a linear model', 'unsupported_booster', ({ learner }) => (learner.gradient_booster.name = 'gblinear')],
    ['a ranking', 'unsupported_objective', ({ learner }) => (learner.objective.name = 'rank:ndcg')],
    [
      'an objective by the name of a prototype',
      'unsupported_objective',
      ({ learner }) => (learner.objective.name = '__proto__'),
    ],
    [
      'a base score that is no number',
      'bad_base_score',
      ({ learner }) => (learner.learner_model_param['base_score'] = 'much'),
    ],
    ['two base scores', 'bad_base_score', ({ learner }) => (learner.learner_model_param['base_score'] = '[5E-1,5E-1]')],
    ['a base score of 1', 'bad_base_score', ({ learner }) => (learner.learner_model_param['base_score'] = '1E0')],
    ['no number of features', 'bad_features', ({ learner }) => delete learner.learner_model_param['num_feature']],
    [
      'a giant number of features',
      'bad_features',
      ({ learner }) => (learner.learner_model_param['num_feature'] = '4000000000'),
    ],
    ['too few names', 'bad_features', ({ learner }) => (learner.feature_names = ['amount'])],
    ['one name twice', 'bad_features', ({ learner }) => (learner.feature_names = ['a', 'a', 'b', 'c'])],
    ['a name that is no text', 'bad_features', ({ learner }) => (learner.feature_names = ['a', 1, 'b', 'c'])],
    ['no learner', 'not_xgboost', (file) => Object.assign(file, { learner: undefined })],
    ['no version', 'not_xgboost', (file) => (file.version = 3)],
  ])('%s: %s', (_, code, change) => {
    expect(after(change)).toBe(code)
  })

  /** What a text is refused as, that no writer of models wrote. */
  const refusedAs = (written: string): string | undefined => {
    const found = readXgboostJson(written)
    return found.ok ? undefined : found.error.code
  }

  it('a text that is no JSON, as fast as it is read', () => {
    for (const begun of [`NaN"${'\\"'.repeat(100_000)}`, `NaN"${'\\'.repeat(200_001)}`, `NaN${'"'.repeat(200_001)}`])
      expect(refusedAs(begun)).toBe('not_json')
  })

  it('a number of many digits that is none, as fast as it is read', () => {
    expect(after(({ learner }) => (learner.learner_model_param['base_score'] = `${'1'.repeat(100_000)}x`))).toBe(
      'bad_base_score',
    )
  })

  it('a list or an objective that is nested without end', () => {
    const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    const holding = (change: (file: File) => void): string => {
      const file = JSON.parse(text) as File
      change(file)
      return JSON.stringify(file).replace('"here"', nested)
    }
    expect(refusedAs(holding((file) => (file.version = 'here')))).toBe('not_xgboost')
    expect(refusedAs(holding(({ learner }) => (learner.objective.name = 'here')))).toBe('unsupported_objective')
  })

  it('an objective of a megabyte, in a sentence that can be shown', () => {
    const file = JSON.parse(text) as File
    file.learner.objective.name = 'x'.repeat(1_000_000)
    const found = readXgboostJson(JSON.stringify(file))
    expect(found.ok ? 0 : found.error.message.length).toBeLessThan(300)
  })

  it('splits that share their categories, of which a small file could hold any number', () => {
    const shared =
      (splits: number) =>
      (_: File, tree: Tree): void => {
        Object.assign(tree, {
          categories: Array.from({ length: 4 }, (_none, at) => at),
          categories_nodes: Array.from({ length: splits }, () => 0),
          categories_segments: Array.from({ length: splits }, () => 0),
          categories_sizes: Array.from({ length: splits }, () => 4),
        })
        tree.split_type[0] = 1
      }
    expect(after(shared(1))).toBe('taken')
    expect(after(shared(2))).toBe('bad_tree')
  })

  it('a chain deeper than any tree of use', () => {
    const nodes = 601
    const isLeaf = (node: number): boolean => node % 2 === 1 || node === nodes - 1
    const nodesList = Array.from({ length: nodes }, (_, node) => node)
    const chain = {
      left_children: nodesList.map((node) => (isLeaf(node) ? -1 : node + 1)),
      right_children: nodesList.map((node) => (isLeaf(node) ? -1 : node + 2)),
      split_indices: nodesList.map(() => 0),
      split_conditions: nodesList.map(() => 1),
      default_left: nodesList.map(() => 0),
      sum_hessian: nodesList.map(() => 1),
      split_type: nodesList.map(() => 0),
      tree_param: {},
    }
    expect(after(({ learner }) => (learner.gradient_booster.model.trees = [chain]))).toBe('bad_tree')
  })

  it.each(['', '{', 'NaN', '[]', 'null', '"text"', '{"learner":{}}', '['.repeat(100_000)])(
    'text that is no model: %.20s',
    (other) => {
      const found = readXgboostJson(other)
      expect(found.ok ? 'taken' : found.error.code).toMatch(/^not_/)
    },
  )
})

describe('a model scores by names', () => {
  const made = createModel('m', '1', read(text))
  if (!made.ok) throw new Error(made.error.message)
  const model = made.value

  it('M-5: and takes what is absent, null or no finite number as missing', () => {
    const missing = model.score({ hour: 3, noise: 1 })
    expect(model.score({ amount: null, share: Number.NaN, hour: 3, noise: 1 })).toEqual(missing)
    expect(model.score({ amount: Number.POSITIVE_INFINITY, hour: 3, noise: 1, other: 5 })).toEqual(missing)
    expect(model.score({ amount: 95, share: 80, hour: 3, noise: 1 }).score).toBeGreaterThan(0.5)
    expect(model.score({ amount: 10, share: 80, hour: 3, noise: 1 }).score).toBeLessThan(0.2)
  })
})
