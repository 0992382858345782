import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { modelFault, type ModelFault } from './fault.ts'
import type { Forest } from './forest.ts'

/** Most nodes that all trees of a model may have together. */
export const nodesMax = 4_000_000
/** Most splits above a leaf: what TreeSHAP's path can hold without losing its precision. */
export const splitsMax = 64

type Fields = Readonly<Record<string, unknown>>

interface TreeColumns {
  readonly left: readonly unknown[]
  readonly right: readonly unknown[]
  readonly indices: readonly unknown[]
  readonly conditions: readonly unknown[]
  readonly defaultLeft: readonly unknown[]
  readonly hessians: readonly unknown[]
  readonly gains: readonly unknown[] | null
  readonly types: readonly unknown[] | null
  readonly categories: ReadonlyMap<number, ReadonlySet<number>>
}

/** What grows while the trees are read; its columns become a `Forest`. */
export interface ForestBuilder {
  /** Adds a tree as it stands in a model file. */
  add(tree: unknown, name: string): Result<void, ModelFault>
  build(): Forest
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

const badTree = (name: string, reason: string): ModelFault => modelFault('bad_tree', `${name}: ${reason}`)

const own = (fields: Fields, name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined)

const isIndex = (value: unknown, end: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < end

/** A number that stays finite as float32. */
const isFloat = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(Math.fround(value))

/** The categories of each categorical split: slices of one list, told by node, start and size. */
const readCategories = (tree: Fields, nodes: number): Map<number, ReadonlySet<number>> | string => {
  const lists = ['categories', 'categories_nodes', 'categories_segments', 'categories_sizes'].map(
    (name) => own(tree, name) ?? [],
  )
  if (!lists.every(isList)) return 'its categories are no lists'
  const [all = [], owners = [], starts = [], sizes = []] = lists
  if (owners.length !== starts.length || owners.length !== sizes.length)
    return 'its lists of categories differ in length'
  const found = new Map<number, ReadonlySet<number>>()
  let taken = 0
  for (let at = 0; at < owners.length; at += 1) {
    const [node, start, size] = [owners[at], starts[at], sizes[at]]
    if (!isIndex(node, nodes) || !isIndex(start, all.length + 1) || !isIndex(size, all.length - start + 1))
      return 'its categories lie outside their list'
    // xgboost writes each split's behind those of the one before: slices that share them would make a small file as
    // large as it likes in memory.
    taken += size
    if (taken > all.length) return 'its splits share their categories'
    const categories = all.slice(start, start + size)
    if (!categories.every((category): category is number => isIndex(category, 16_777_216)))
      return 'a category is no whole number of 0 to 16777215'
    found.set(node, new Set(categories))
  }
  return found
}

const readColumns = (tree: Fields): TreeColumns | string => {
  const named = [
    'left_children',
    'right_children',
    'split_indices',
    'split_conditions',
    'default_left',
    'sum_hessian',
  ].map((name) => ({ name, value: own(tree, name) }))
  const missing = named.find(({ value }) => !Array.isArray(value))
  if (missing !== undefined) return `it has no list ${missing.name}`
  const [left = [], right = [], indices = [], conditions = [], defaultLeft = [], hessians = []] = named.map(
    ({ value }) => value as readonly unknown[],
  )
  const length = left.length
  if (length === 0) return 'it has no node'
  const uneven = named.find(({ value }) => (value as unknown[]).length !== length)
  if (uneven !== undefined)
    return `${uneven.name} has ${(uneven.value as unknown[]).length} values where left_children has ${length}`
  const types = own(tree, 'split_type')
  const gains = own(tree, 'loss_changes')
  const categories = readCategories(tree, length)
  if (typeof categories === 'string') return categories
  return {
    left,
    right,
    indices,
    conditions,
    defaultLeft,
    hessians,
    gains: isList(gains) && gains.length === length ? gains : null,
    types: isList(types) && types.length === length ? types : null,
    categories,
  }
}

/** Makes a builder of the forest of a model over so many features. */
export const createForestBuilder = (features: number): ForestBuilder => {
  const roots: number[] = []
  const feature: number[] = []
  const threshold: number[] = []
  const left: number[] = []
  const missingLeft: number[] = []
  const cover: number[] = []
  const gain: number[] = []
  const categories: (ReadonlySet<number> | null)[] = []
  let isCategorical = false

  const splitFault = (columns: TreeColumns, node: number, seen: Uint8Array): string | null => {
    const { length } = columns.left
    if (!isIndex(columns.indices[node], features))
      return `node ${node} asks for a feature that is none of the ${features}`
    for (const child of [columns.left[node], columns.right[node]]) {
      if (!isIndex(child, length)) return `node ${node} leads to no node of the ${length}`
      if (seen[child] === 1) return `node ${child} is reached twice`
      seen[child] = 1
    }
    const type = columns.types?.[node] ?? 0
    if (type !== 0 && type !== 1) return `node ${node} has an unknown split type`
    if (type === 1 && !columns.categories.has(node)) return `node ${node} splits by categories and names none`
    const missing = columns.defaultLeft[node]
    return missing === 0 || missing === 1 || typeof missing === 'boolean'
      ? null
      : `node ${node} has no default direction`
  }

  /** Places nodes breadth first, so that siblings stand beside each other and every child behind its parent. */
  const place = (columns: TreeColumns): string | null => {
    const seen = new Uint8Array(columns.left.length)
    seen[0] = 1
    const queue: { node: number; depth: number }[] = [{ node: 0, depth: 0 }]
    const first = feature.length
    for (let at = 0; at < queue.length; at += 1) {
      const { node, depth } = queue[at] as { node: number; depth: number }
      if (depth > splitsMax) return `it is deeper than ${splitsMax} splits`
      const weight = columns.hessians[node]
      if (!isFloat(weight) || weight < 0) return `node ${node} has no sum_hessian of 0 or more`
      const isLeaf = columns.left[node] === -1 && columns.right[node] === -1
      const fault = isLeaf ? null : splitFault(columns, node, seen)
      if (fault !== null) return fault
      const split = !isLeaf && columns.types?.[node] === 1 ? (columns.categories.get(node) ?? null) : null
      // A split by categories has no threshold; releases before 3 write NaN there.
      const condition = split === null ? columns.conditions[node] : 0
      if (!isFloat(condition)) return `node ${node} has no finite value`
      const gained = columns.gains?.[node]
      feature.push(isLeaf ? -1 : (columns.indices[node] as number))
      threshold.push(condition)
      left.push(isLeaf ? 0 : first + queue.length)
      missingLeft.push(columns.defaultLeft[node] === 1 || columns.defaultLeft[node] === true ? 1 : 0)
      cover.push(weight)
      gain.push(!isLeaf && isFloat(gained) ? gained : 0)
      categories.push(split)
      isCategorical ||= split !== null
      if (isLeaf) continue
      queue.push(
        { node: columns.left[node] as number, depth: depth + 1 },
        { node: columns.right[node] as number, depth: depth + 1 },
      )
    }
    return null
  }

  return {
    add(tree, name) {
      if (!isFields(tree)) return fail(badTree(name, 'it is no object'))
      const parameters = own(tree, 'tree_param')
      const width = isFields(parameters) ? own(parameters, 'size_leaf_vector') : undefined
      if (width !== undefined && width !== '0' && width !== '1')
        return fail(
          modelFault(
            'several_outputs',
            `${name}: its leaves hold more than one value; a model with one output is needed`,
          ),
        )
      const columns = readColumns(tree)
      if (typeof columns === 'string') return fail(badTree(name, columns))
      if (feature.length + columns.left.length > nodesMax)
        return fail(modelFault('too_large', `the trees have more than ${nodesMax} nodes`))
      roots.push(feature.length)
      const fault = place(columns)
      return fault === null ? ok(undefined) : fail(badTree(name, fault))
    },
    build: () => ({
      roots: Int32Array.from(roots),
      feature: Int32Array.from(feature),
      threshold: Float32Array.from(threshold),
      left: Int32Array.from(left),
      missingLeft: Uint8Array.from(missingLeft),
      cover: Float32Array.from(cover),
      gain: Float32Array.from(gain),
      categories: isCategorical ? categories : null,
    }),
  }
}
