/** A graph as ForceAtlas2 takes it: 10 numbers a node, 3 a link (places of nodes are counted in numbers). */
export interface Matrices {
  readonly nodes: Float32Array<ArrayBuffer>
  readonly edges: Float32Array<ArrayBuffer>
}

export const perNode = 10
export const perEdge = 3

export interface PlacedNode {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly fixed: boolean
}

/** Writes nodes and links (by places of nodes) as matrices; a node's mass is one more than the weights of its links. */
export const matricesOf = (
  nodes: readonly PlacedNode[],
  edges: readonly { readonly source: number; readonly target: number; readonly weight: number }[],
): Matrices => {
  const nodeMatrix = new Float32Array(nodes.length * perNode)
  nodes.forEach(({ x, y, size, fixed }, place) =>
    nodeMatrix.set([x, y, 0, 0, 0, 0, 1, 1, size, fixed ? 1 : 0], place * perNode),
  )
  const edgeMatrix = new Float32Array(edges.length * perEdge)
  edges.forEach(({ source, target, weight }, place) => {
    const [from, to] = [source * perNode, target * perNode]
    nodeMatrix[from + 6] = (nodeMatrix[from + 6] ?? 0) + weight
    nodeMatrix[to + 6] = (nodeMatrix[to + 6] ?? 0) + weight
    edgeMatrix.set([from, to, weight], place * perEdge)
  })
  return { nodes: nodeMatrix, edges: edgeMatrix }
}

/** The places of the nodes in a matrix, as x, y, x, y ... */
export const placesIn = (nodes: Float32Array): Float32Array<ArrayBuffer> => {
  const places = new Float32Array((nodes.length / perNode) * 2)
  for (let node = 0; node * perNode < nodes.length; node += 1) {
    places[node * 2] = nodes[node * perNode] ?? 0
    places[node * 2 + 1] = nodes[node * perNode + 1] ?? 0
  }
  return places
}
