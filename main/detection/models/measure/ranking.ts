/** Row numbers by descending score. */
export const byScore = (scores: Float32Array | Float64Array): Uint32Array => {
  const order = Uint32Array.from({ length: scores.length }, (_, row) => row)
  return order.sort((left, right) => (scores[right] as number) - (scores[left] as number) || left - right)
}

/** Walks groups of equal scores, highest first: how many frauds and others each holds. */
const eachGroup = (
  scores: Float32Array | Float64Array,
  labels: Uint8Array,
  visit: (frauds: number, others: number) => void,
): void => {
  const order = byScore(scores)
  let at = 0
  while (at < order.length) {
    const score = scores[order[at] as number]
    let frauds = 0
    let others = 0
    for (; at < order.length && scores[order[at] as number] === score; at += 1) {
      if (labels[order[at] as number] === 1) frauds += 1
      else others += 1
    }
    visit(frauds, others)
  }
}

const countOf = (labels: Uint8Array): number => labels.reduce((sum, label) => sum + (label === 1 ? 1 : 0), 0)

/**
 * Area under the ROC curve: how often a fraud scores above another activity, equal scores counting half. Null without
 * one of each.
 */
export const areaUnderRoc = (scores: Float32Array | Float64Array, labels: Uint8Array): number | null => {
  const frauds = countOf(labels)
  const others = labels.length - frauds
  if (frauds === 0 || others === 0) return null
  let above = 0
  let area = 0
  eachGroup(scores, labels, (fraudsHere, othersHere) => {
    area += othersHere * (above + fraudsHere / 2)
    above += fraudsHere
  })
  return area / (frauds * others)
}

/**
 * Average precision: the precision at each recall that a threshold reaches, weighted by how much the recall rises there
 * (scikit-learn's `average_precision_score`). Null without a fraud.
 */
export const averagePrecision = (scores: Float32Array | Float64Array, labels: Uint8Array): number | null => {
  const frauds = countOf(labels)
  if (frauds === 0) return null
  let found = 0
  let seen = 0
  let sum = 0
  eachGroup(scores, labels, (fraudsHere, othersHere) => {
    found += fraudsHere
    seen += fraudsHere + othersHere
    sum += fraudsHere * (found / seen)
  })
  return sum / frauds
}
