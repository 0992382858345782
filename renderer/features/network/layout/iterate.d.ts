/**
 * One step of ForceAtlas2 over the matrices, in place: what the library's own worker runs. It publishes no types for
 * it.
 */
declare module 'graphology-layout-forceatlas2/iterate.js' {
  import type { ForceAtlas2Settings } from 'graphology-layout-forceatlas2'

  const iterate: (settings: Required<ForceAtlas2Settings>, nodes: Float32Array, edges: Float32Array) => void
  export default iterate
}
