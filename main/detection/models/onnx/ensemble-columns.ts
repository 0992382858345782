import { fail, ok, type Result } from '../../../../shared/schema/result.ts'
import { modelFault, type ModelFault, type ModelFaultCode } from '../fault.ts'
import type { EnsembleOperator, FoundEnsemble } from './ensemble-graph.ts'
import { elementTypes, type OnnxAttribute } from './messages.ts'

/** How a node compares its value with its threshold; what holds goes the true branch. */
export const comparisons = ['BRANCH_LEQ', 'BRANCH_LT', 'BRANCH_GTE', 'BRANCH_GT'] as const
export type NodeComparison = (typeof comparisons)[number]

/** All nodes of all trees, in columns; the places of children and roots are places in them. */
export interface EnsembleColumns {
  readonly roots: readonly number[]
  /** Null for a leaf. */
  readonly comparisons: readonly (NodeComparison | null)[]
  readonly features: readonly number[]
  readonly thresholds: readonly number[]
  readonly whenTrue: readonly number[]
  readonly whenFalse: readonly number[]
  readonly missingIsTrue: readonly boolean[]
  /** What a leaf adds; 0 above leaves. */
  readonly weights: readonly number[]
  /** How often each node was met, where the file says it of every one. */
  readonly hitrates: readonly number[] | null
  readonly base: number
  /** Whether the sum is a log-odds, which the file turns into a probability. */
  readonly isLogistic: boolean
}

type Attributes = ReadonlyMap<string, OnnxAttribute>
type Refused = { readonly ok: false; readonly error: ModelFault }

const refused = (code: ModelFaultCode, message: string): Refused => fail(modelFault(code, message))

const integersOf = (attributes: Attributes, name: string): readonly number[] => attributes.get(name)?.integers ?? []
const floatsOf = (attributes: Attributes, name: string): readonly number[] => attributes.get(name)?.floats ?? []

const shared = [
  'aggregate_function',
  'base_values',
  'nodes_falsenodeids',
  'nodes_featureids',
  'nodes_hitrates',
  'nodes_missing_value_tracks_true',
  'nodes_modes',
  'nodes_nodeids',
  'nodes_treeids',
  'nodes_truenodeids',
  'nodes_values',
  'post_transform',
] as const

const knownAttributes: Readonly<Record<EnsembleOperator, readonly string[]>> = {
  TreeEnsembleClassifier: [
    ...shared,
    'class_ids',
    'class_nodeids',
    'class_treeids',
    'class_weights',
    'classlabels_int64s',
    'classlabels_strings',
  ],
  TreeEnsembleRegressor: [...shared, 'n_targets', 'target_ids', 'target_nodeids', 'target_treeids', 'target_weights'],
  TreeEnsemble: [
    'aggregate_function',
    'leaf_targetids',
    'leaf_weights',
    'membership_values',
    'n_targets',
    'nodes_falseleafs',
    'nodes_falsenodeids',
    'nodes_featureids',
    'nodes_hitrates',
    'nodes_missing_value_tracks_true',
    'nodes_modes',
    'nodes_splits',
    'nodes_trueleafs',
    'nodes_truenodeids',
    'post_transform',
    'tree_roots',
  ],
}

const attributeFault = ({ operator, node }: FoundEnsemble): Refused | null => {
  for (const name of node.attributes.keys()) {
    if (name.endsWith('_as_tensor'))
      return refused('unsupported_split', `${name}: its trees are made of float64, here they are of float32`)
    if (!knownAttributes[operator].includes(name))
      return refused('unsupported_operator', `the attribute ${JSON.stringify(name)} of ${operator} is not read`)
  }
  return null
}

/** The comparison of a mode; null for a leaf. */
const comparisonOf = (mode: string): Result<NodeComparison | null, ModelFault> => {
  if (mode === 'LEAF') return ok(null)
  const found = comparisons.find((known) => known === mode)
  return found === undefined
    ? refused(
        'unsupported_split',
        `a node splits by ${JSON.stringify(mode)}; these are read: ${comparisons.join(', ')}`,
      )
    : ok(found)
}

const uneven = (attributes: Attributes, length: number, names: readonly string[]): Refused | null => {
  for (const name of names) {
    const { floats = [], integers = [], texts = [], tensor = null } = attributes.get(name) ?? {}
    const has = Math.max(floats.length, integers.length, texts.length, tensor?.values?.length ?? 0)
    if (has !== length) return refused('bad_tree', `${name} has ${has} values where there are ${length}`)
  }
  return null
}

/** Whether an optional column of integers says yes; one that is there has a value for every node. */
const flags = (attributes: Attributes, name: string, length: number): Result<readonly boolean[], ModelFault> => {
  const given = integersOf(attributes, name)
  if (given.length === 0) return ok(new Array<boolean>(length).fill(false))
  if (given.length !== length)
    return refused('bad_tree', `${name} has ${given.length} values where there are ${length}`)
  return ok(given.map((flag) => flag === 1))
}

interface Ends {
  readonly weights: readonly number[]
  readonly base: number
  readonly isLogistic: boolean
}

/**
 * The standard has LOGISTIC make a probability of a single target's sum, onnxruntime leaves it as it is (its issue
 * 26596): a file that is read in two ways is none that can be relied on.
 */
const transformFault = (transform: string, isClassifier: boolean): Refused | null => {
  if (transform === 'NONE' || (transform === 'LOGISTIC' && isClassifier)) return null
  const reason =
    transform === 'LOGISTIC'
      ? 'means one thing to the standard and another to onnxruntime where there is one target; put the operator Sigmoid behind the trees'
      : 'is not read'
  return refused('unsupported_output', `the post_transform ${JSON.stringify(transform)} ${reason}`)
}

/** Binary classes must be the numbers 0 and 1: which name of two is fraud cannot be told from a file. */
const classesFault = (attributes: Attributes): Refused | null => {
  const numbers = integersOf(attributes, 'classlabels_int64s')
  const names = attributes.get('classlabels_strings')?.texts ?? []
  const classes = numbers.length > 0 ? numbers.map(String) : names
  if (classes.length > 2) return refused('several_outputs', `it has ${classes.length} classes; two are needed`)
  return classes[0] === '0' && classes[1] === '1'
    ? null
    : refused(
        'unsupported_output',
        `its classes are ${classes.map((name) => JSON.stringify(name)).join(' and ')}; 0 and 1 (fraud) are needed`,
      )
}

/** The nodes of all trees as the leaves' weights name them. */
interface NamedNodes {
  readonly place: (tree: number, node: number) => number | undefined
  readonly length: number
  readonly trees: number
  readonly isLeaf: (node: number) => boolean
}

/** Where the answer stands: leaves with their weights, and what is done with their sum. */
const endsOf = (
  operator: 'TreeEnsembleClassifier' | 'TreeEnsembleRegressor',
  attributes: Attributes,
  { place, length, trees, isLeaf }: NamedNodes,
): Result<Ends, ModelFault> => {
  const isClassifier = operator === 'TreeEnsembleClassifier'
  const prefix = isClassifier ? 'class' : 'target'
  const classes = isClassifier ? classesFault(attributes) : null
  if (classes !== null) return classes
  const targets = attributes.get('n_targets')?.integer ?? 1
  if (!isClassifier && targets !== 1)
    return refused('several_outputs', `it has ${targets} targets; a model with one output is needed`)
  const given = floatsOf(attributes, `${prefix}_weights`)
  const owners = {
    trees: integersOf(attributes, `${prefix}_treeids`),
    nodes: integersOf(attributes, `${prefix}_nodeids`),
    ids: integersOf(attributes, `${prefix}_ids`),
  }
  const fault = uneven(attributes, given.length, [`${prefix}_treeids`, `${prefix}_nodeids`, `${prefix}_ids`])
  if (fault !== null) return fault
  // onnxruntime takes the weights of one class for those of class 1 only where they are said to be of class 0.
  if (owners.ids.some((id) => id !== 0))
    return refused(
      'several_outputs',
      'its leaves answer several classes, or another than the first; a model with one output is needed',
    )
  const transform = attributes.get('post_transform')?.text ?? 'NONE'
  const transformed = transformFault(transform, isClassifier)
  if (transformed !== null) return transformed
  const aggregate = attributes.get('aggregate_function')?.text ?? 'SUM'
  if (aggregate !== 'SUM' && aggregate !== 'AVERAGE')
    return refused(
      'unsupported_output',
      `the aggregate_function ${JSON.stringify(aggregate)} is not read, only SUM and AVERAGE`,
    )
  const bases = floatsOf(attributes, 'base_values')
  if (bases.length > 1)
    return refused('several_outputs', `it has ${bases.length} base values; a model with one output is needed`)
  const isLogistic = transform === 'LOGISTIC'
  if (isClassifier && !isLogistic && (bases.length > 0 || given.some((weight) => weight < 0)))
    return refused(
      'unsupported_output',
      'it is a classifier without LOGISTIC whose sum can leave 0 to 1: it answers no probability',
    )
  const weights = new Array<number>(length).fill(0)
  const seen = new Uint8Array(length)
  for (const [index, weight] of given.entries()) {
    const at = place(owners.trees[index] as number, owners.nodes[index] as number)
    if (at === undefined || !isLeaf(at)) return refused('bad_tree', `weight ${index} belongs to no leaf`)
    if (seen[at] === 1)
      return refused('several_outputs', 'a leaf has several weights; a model with one output is needed')
    seen[at] = 1
    weights[at] = aggregate === 'AVERAGE' ? Math.fround(weight / trees) : weight
  }
  return ok({ weights, base: bases[0] ?? 0, isLogistic })
}

/** Trees whose nodes are named by tree and number: `TreeEnsembleClassifier` and `TreeEnsembleRegressor`. */
const namedColumns = (
  operator: 'TreeEnsembleClassifier' | 'TreeEnsembleRegressor',
  attributes: Attributes,
): Result<EnsembleColumns, ModelFault> => {
  const trees = integersOf(attributes, 'nodes_treeids')
  const { length } = trees
  const fault = uneven(attributes, length, [
    'nodes_nodeids',
    'nodes_featureids',
    'nodes_values',
    'nodes_modes',
    'nodes_truenodeids',
    'nodes_falsenodeids',
  ])
  if (fault !== null) return fault
  const numbers = integersOf(attributes, 'nodes_nodeids')
  const places = new Map<number, Map<number, number>>()
  const roots: number[] = []
  for (const [at, tree] of trees.entries()) {
    const nodes = places.get(tree) ?? new Map<number, number>()
    if (nodes.size === 0) {
      places.set(tree, nodes)
      roots.push(at)
    }
    if (nodes.has(numbers[at] as number)) return refused('bad_tree', `tree ${tree} has the node ${numbers[at]} twice`)
    nodes.set(numbers[at] as number, at)
  }
  const compared: (NodeComparison | null)[] = []
  for (const mode of attributes.get('nodes_modes')?.texts ?? []) {
    const comparison = comparisonOf(mode)
    if (!comparison.ok) return comparison
    compared.push(comparison.value)
  }
  const child = (name: string): number[] =>
    integersOf(attributes, name).map((number, at) =>
      compared[at] === null ? -1 : (places.get(trees[at] as number)?.get(number) ?? -1),
    )
  const missing = flags(attributes, 'nodes_missing_value_tracks_true', length)
  if (!missing.ok) return missing
  const ends = endsOf(operator, attributes, {
    place: (tree, node) => places.get(tree)?.get(node),
    length,
    trees: roots.length,
    isLeaf: (at) => compared[at] === null,
  })
  if (!ends.ok) return ends
  const hitrates = floatsOf(attributes, 'nodes_hitrates')
  return ok({
    roots,
    comparisons: compared,
    features: integersOf(attributes, 'nodes_featureids'),
    thresholds: floatsOf(attributes, 'nodes_values'),
    whenTrue: child('nodes_truenodeids'),
    whenFalse: child('nodes_falsenodeids'),
    missingIsTrue: missing.value,
    hitrates: hitrates.length === length ? hitrates : null,
    ...ends.value,
  })
}

// The order of TreeEnsemble's numbers of modes, transforms and aggregates in the operator's description (opset 5 of
// ai.onnx.ml).
const modeNames = [
  'BRANCH_LEQ',
  'BRANCH_LT',
  'BRANCH_GTE',
  'BRANCH_GT',
  'BRANCH_EQ',
  'BRANCH_NEQ',
  'BRANCH_MEMBER',
] as const
const transformNames = ['NONE', 'SOFTMAX', 'LOGISTIC', 'SOFTMAX_ZERO', 'PROBIT'] as const
const aggregateNames = ['AVERAGE', 'SUM', 'MIN', 'MAX'] as const

const tensorOf = (attributes: Attributes, name: string, elementType: number): readonly number[] | null => {
  const tensor = attributes.get(name)?.tensor
  return tensor?.elementType === elementType ? tensor.values : null
}

/** Trees whose leaves stand apart: `TreeEnsemble`. Leaves get the places behind all nodes. */
const numberedColumns = (attributes: Attributes): Result<EnsembleColumns, ModelFault> => {
  const targets = attributes.get('n_targets')?.integer ?? 1
  const targetIds = integersOf(attributes, 'leaf_targetids')
  if (targets !== 1 || targetIds.some((id) => id !== 0))
    return refused('several_outputs', 'it has several targets; a model with one output is needed')
  const transform = transformNames[attributes.get('post_transform')?.integer ?? 0] ?? 'unknown'
  const transformed = transformFault(transform, false)
  if (transformed !== null) return transformed
  const aggregate = aggregateNames[attributes.get('aggregate_function')?.integer ?? 1] ?? 'unknown'
  if (aggregate !== 'SUM' && aggregate !== 'AVERAGE')
    return refused('unsupported_output', `the aggregate_function ${aggregate} is not read, only SUM and AVERAGE`)
  const thresholds = tensorOf(attributes, 'nodes_splits', elementTypes.float)
  const leaves = tensorOf(attributes, 'leaf_weights', elementTypes.float)
  const modes = tensorOf(attributes, 'nodes_modes', elementTypes.uint8)
  if (thresholds === null || leaves === null) return refused('unsupported_split', 'its trees are not made of float32')
  if (modes === null) return refused('bad_tree', 'nodes_modes is no tensor of uint8')
  const { length } = modes
  const fault =
    uneven(attributes, length, [
      'nodes_splits',
      'nodes_featureids',
      'nodes_truenodeids',
      'nodes_falsenodeids',
      'nodes_trueleafs',
      'nodes_falseleafs',
    ]) ?? uneven(attributes, leaves.length, ['leaf_targetids'])
  if (fault !== null) return fault
  const compared: (NodeComparison | null)[] = []
  for (const mode of modes) {
    const comparison = comparisonOf(modeNames[mode] ?? `mode ${mode}`)
    if (!comparison.ok) return comparison
    compared.push(comparison.value)
  }
  const missing = flags(attributes, 'nodes_missing_value_tracks_true', length)
  if (!missing.ok) return missing
  const child = (which: 'true' | 'false'): number[] => {
    const isLeaf = integersOf(attributes, `nodes_${which}leafs`)
    return integersOf(attributes, `nodes_${which}nodeids`).map((to, at) => {
      const isPlace = to >= 0 && to < (isLeaf[at] === 1 ? leaves.length : length)
      return isPlace ? to + (isLeaf[at] === 1 ? length : 0) : -1
    })
  }
  const [whenTrue, whenFalse] = [child('true'), child('false')]
  const roots: number[] = []
  for (const root of integersOf(attributes, 'tree_roots')) {
    if (!(root >= 0 && root < length)) return refused('bad_tree', `a root is none of the ${length} nodes`)
    const first = whenTrue[root] as number
    // A tree that is one leaf is written as a node both of whose branches are that leaf.
    roots.push(first === whenFalse[root] && first >= length ? first : root)
  }
  const none = new Array<number>(leaves.length).fill(0)
  const trees = integersOf(attributes, 'tree_roots').length
  return ok({
    roots,
    comparisons: [...compared, ...none.map(() => null)],
    features: [...integersOf(attributes, 'nodes_featureids'), ...none],
    thresholds: [...thresholds, ...none],
    whenTrue: [...whenTrue, ...none],
    whenFalse: [...whenFalse, ...none],
    missingIsTrue: [...missing.value, ...none.map(() => false)],
    weights: [
      ...new Array<number>(length).fill(0),
      ...leaves.map((weight) => (aggregate === 'AVERAGE' ? Math.fround(weight / trees) : weight)),
    ],
    hitrates: null,
    base: 0,
    isLogistic: false,
  })
}

/**
 * Reads the trees of an ensemble into columns; what they do with a value is checked, the way they hang together not
 * yet.
 */
export const readColumns = (found: FoundEnsemble): Result<EnsembleColumns, ModelFault> => {
  const fault = attributeFault(found)
  if (fault !== null) return fault
  const { operator, node } = found
  const columns =
    operator === 'TreeEnsemble' ? numberedColumns(node.attributes) : namedColumns(operator, node.attributes)
  return columns.ok ? ok({ ...columns.value, isLogistic: columns.value.isLogistic || found.hasSigmoid }) : columns
}
