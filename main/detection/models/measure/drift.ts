import { floatText } from '../float-text.ts'
import type { ModelEvaluation } from '../../../../shared/schema/models.ts'
import type { FeatureMatrix } from '../train/matrix.ts'

/**
 * How a feature's values lay in training: the edges of up to ten parts, and the share of each; the last share is that
 * of absent values.
 */
export interface Reference {
  readonly edges: readonly number[]
  readonly shares: readonly number[]
}

const parts = 10
// An empty part would make the index infinite; it counts as if it held this share.
const leastShare = 1e-4

const partOf = (edges: readonly number[], value: number): number => {
  let part = 0
  while (part < edges.length && value >= (edges[part] as number)) part += 1
  return part
}

/** The shares of a column's values by the parts of given edges. */
const sharesOf = (column: Float32Array, edges: readonly number[]): number[] => {
  const counts = new Array<number>(edges.length + 2).fill(0)
  for (const value of column) {
    const part = Number.isFinite(value) ? partOf(edges, value) : edges.length + 1
    counts[part] = (counts[part] as number) + 1
  }
  return counts.map((count) => (column.length === 0 ? 0 : count / column.length))
}

/** How a column lies: ten parts of equal size, fewer where many values are equal. */
export const referenceOf = (column: Float32Array): Reference => {
  const sorted = column.filter((value) => Number.isFinite(value)).sort()
  const edges: number[] = []
  for (let part = 1; part < parts; part += 1) {
    const edge = sorted[Math.floor((sorted.length * part) / parts)]
    if (edge !== undefined && edge > (edges.at(-1) ?? sorted[0] ?? Infinity)) edges.push(Number(floatText(edge)))
  }
  return { edges, shares: sharesOf(column, edges).map((share) => Number(share.toFixed(5))) }
}

/**
 * The population stability index of a column against a reference: the sum of (now - then) ln(now / then) over the
 * parts.
 */
export const stabilityIndex = (reference: Reference, column: Float32Array): number => {
  const now = sharesOf(column, reference.edges)
  return reference.shares.reduce((sum, share, part) => {
    const then = Math.max(leastShare, share)
    const current = Math.max(leastShare, now[part] as number)
    return sum + (current - then) * Math.log(current / then)
  }, 0)
}

/** The drift of every feature of a matrix whose reference is known, largest first. */
export const driftOf = (references: ReadonlyMap<string, Reference>, matrix: FeatureMatrix): ModelEvaluation['drift'] =>
  matrix.names
    .flatMap((feature, index) => {
      const reference = references.get(feature)
      const column = matrix.columns[index]
      if (reference === undefined || column === undefined) return []
      const missing = column.reduce((sum, value) => sum + (Number.isFinite(value) ? 0 : 1), 0)
      return [
        {
          feature,
          psi: stabilityIndex(reference, column),
          missing_then: reference.shares.at(-1) ?? 0,
          missing_now: column.length === 0 ? 0 : missing / column.length,
        },
      ]
    })
    .sort((left, right) => right.psi - left.psi)

/** The references of all features of a matrix, as text for a model's attribute. */
export const writeReferences = (matrix: FeatureMatrix): string =>
  JSON.stringify(matrix.names.map((name, index) => ({ name, ...referenceOf(matrix.columns[index] as Float32Array) })))

const isNumbers = (value: unknown, length: number): value is readonly number[] =>
  Array.isArray(value) &&
  value.length === length &&
  value.every((item) => typeof item === 'number' && Number.isFinite(item))

/** Reads them back; what is not readable is left out. */
export const readReferences = (text: string | undefined): ReadonlyMap<string, Reference> => {
  const found = new Map<string, Reference>()
  let value: unknown
  try {
    value = JSON.parse(text ?? '[]')
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return found
  }
  for (const item of Array.isArray(value) ? (value as unknown[]) : []) {
    const { name, edges, shares } = (typeof item === 'object' && item !== null ? item : {}) as Partial<
      Record<'name' | 'edges' | 'shares', unknown>
    >
    if (
      typeof name !== 'string' ||
      !Array.isArray(edges) ||
      edges.length > parts ||
      !isNumbers(edges, edges.length) ||
      !isNumbers(shares, edges.length + 2)
    )
      continue
    found.set(name, { edges, shares })
  }
  return found
}
