import type { UndirectedGraph } from 'graphology'
import type { SeedPlace } from '../layout/seed.ts'
import { seeded } from '../layout/seed.ts'
import { ringOf, sizeOf, type DrawnEdge } from '../model/drawn.ts'
import { shapeOf, type Shape } from '../model/kinds.ts'
import { nodeNeighbours, type Shown, type ShownNode } from '../model/view.ts'
import type { PictureColours } from './palette.ts'

/** What is drawn of a node. */
export interface NodeDrawing {
  x: number
  y: number
  size: number
  color: string
  label: string
  shape: Shape
  ring: number
  ringColor: string
  pinned: boolean
  forceLabel: boolean
  zIndex: number
}

/** What is drawn of a link. */
export interface EdgeDrawing {
  size: number
  color: string
  type: 'arrow' | 'both' | 'line'
}

export type Drawing = UndirectedGraph<NodeDrawing, EdgeDrawing>

export interface Look {
  readonly palette: PictureColours
  readonly labelOf: (node: ShownNode) => string
  readonly pinned: ReadonlySet<string>
  /** Nodes whose names are always drawn: the riskiest. */
  readonly named: ReadonlySet<string>
}

const nodeDrawing = (
  node: ShownNode,
  place: SeedPlace,
  crowd: number,
  { palette, labelOf, pinned, named }: Look,
): NodeDrawing => ({
  ...place,
  size: sizeOf(node, crowd),
  color: palette.kind(node.kind),
  label: labelOf(node),
  shape: node.members !== null ? 'cluster' : node.kind === null ? 'disc' : shapeOf[node.kind],
  ring: ringOf(node),
  ringColor: palette.danger,
  pinned: pinned.has(node.key),
  forceLabel: node.members !== null || pinned.has(node.key) || named.has(node.key),
  zIndex: node.knownBad ? 2 : node.risk >= 0.6 ? 1 : 0,
})

const edgeDrawing = ({ type, weight }: DrawnEdge, crowd: number, palette: PictureColours): EdgeDrawing => ({
  type,
  size: (type === 'line' ? 1.5 : 1 + weight * 3) * (crowd > 3_000 ? 0.6 : 1),
  color: type === 'line' ? palette.tie : palette.flow,
})

/** The middle of the members of a group that were drawn before. */
const middleOf = (node: ShownNode, places: ReadonlyMap<string, SeedPlace>): SeedPlace | undefined => {
  const known = (node.members ?? []).flatMap((key) => places.get(key) ?? [])
  if (known.length === 0) return undefined
  return {
    x: known.reduce((sum, { x }) => sum + x, 0) / known.length,
    y: known.reduce((sum, { y }) => sum + y, 0) / known.length,
  }
}

/** Remembers where the nodes of a drawing are. */
export const keepPlaces = (drawing: Drawing, places: Map<string, SeedPlace>): void =>
  drawing.forEachNode((key, { x, y }) => void places.set(key, { x, y }))

/**
 * Makes the drawing show exactly this. Answers whether a node came that has never had a place: then the layout is to be
 * made.
 */
export const redraw = (
  drawing: Drawing,
  shown: Shown,
  edges: readonly DrawnEdge[],
  places: Map<string, SeedPlace>,
  look: Look,
): boolean => {
  keepPlaces(drawing, places)
  const crowd = shown.nodes.size
  for (const node of shown.nodes.values()) {
    const middle = places.has(node.key) ? undefined : middleOf(node, places)
    if (middle !== undefined) places.set(node.key, middle)
  }
  const ties = nodeNeighbours(shown.links)
  const fresh = seeded(
    [...shown.nodes.keys()],
    (key) => places.get(key),
    (key) => ties.get(key) ?? [],
  )
  for (const [key, place] of fresh) places.set(key, place)
  drawing.forEachNode((key) => {
    if (!shown.nodes.has(key)) drawing.dropNode(key)
  })
  for (const node of shown.nodes.values())
    drawing.mergeNode(node.key, nodeDrawing(node, places.get(node.key) ?? { x: 0, y: 0 }, crowd, look))
  const wanted = new Map(edges.map((edge) => [edge.key, edge]))
  drawing.forEachEdge((key, _, source, target) => {
    const edge = wanted.get(key)
    if (edge === undefined || edge.source !== source || edge.target !== target) drawing.dropEdge(key)
  })
  for (const edge of edges) {
    const attributes = edgeDrawing(edge, crowd, look.palette)
    if (drawing.hasEdge(edge.key)) drawing.replaceEdgeAttributes(edge.key, attributes)
    else drawing.addEdgeWithKey(edge.key, edge.source, edge.target, attributes)
  }
  return fresh.size > 0
}
