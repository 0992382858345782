import type { ForceAtlas2Settings } from 'graphology-layout-forceatlas2'
import iterate from 'graphology-layout-forceatlas2/iterate.js'
import { perNode, placesIn, type Matrices } from './matrices.ts'

/** How a graph of a size is laid out: tight for few nodes, by Barnes and Hut's trees for many. */
export const settingsFor = (nodes: number): Required<ForceAtlas2Settings> => ({
  linLogMode: false,
  outboundAttractionDistribution: false,
  adjustSizes: nodes <= 400,
  edgeWeightInfluence: 1,
  scalingRatio: nodes <= 400 ? 24 : 10,
  strongGravityMode: nodes > 400,
  gravity: nodes <= 400 ? 1 : 0.05,
  slowDown: 1 + Math.log(Math.max(1, nodes)),
  barnesHutOptimize: nodes > 1_000,
  barnesHutTheta: 0.6,
})

/** How many steps a graph of a size is given: what is enough for its shape to be seen and to rest. */
export const stepsFor = (nodes: number): number => (nodes <= 400 ? 600 : nodes <= 3_000 ? 350 : 220)

export interface SettlingProgress {
  readonly places: Float32Array<ArrayBuffer>
  readonly step: number
  readonly of: number
}

const farthest = (before: Float32Array, after: Float32Array): number =>
  after.reduce((most, value, place) => Math.max(most, Math.abs(value - (before[place] ?? 0))), 0)

const extent = (places: Float32Array): number => {
  let [least, most] = [Infinity, -Infinity]
  for (const value of places) {
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  return most - least
}

/** Lays a graph out in slices, and gives its places after each; ends when it has come to rest or had all its steps. */
export const settle = function* ({ nodes, edges }: Matrices, slice = 10): Generator<SettlingProgress, void> {
  const count = nodes.length / perNode
  const settings = settingsFor(count)
  const steps = stepsFor(count)
  let places = placesIn(nodes)
  for (let step = 0; step < steps;) {
    for (let turn = 0; turn < slice && step < steps; turn += 1, step += 1) iterate(settings, nodes, edges)
    const next = placesIn(nodes)
    const rests = farthest(places, next) < extent(next) * 0.002
    places = next
    yield { places, step: rests ? steps : step, of: steps }
    if (rests) return
  }
}
