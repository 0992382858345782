import { matricesOf, type PlacedNode } from './matrices.ts'
import type { LayoutNews, LayoutOrder } from './layout.worker.ts'

export interface LayoutRun {
  /** Lays a graph out from where it stands; what was under way before is given up. */
  start(
    nodes: readonly PlacedNode[],
    edges: readonly { readonly source: number; readonly target: number; readonly weight: number }[],
  ): void
  stop(): void
  close(): void
}

/**
 * The layout in a worker of its own, so that panning stays smooth. `onPlaces` hears of places (x, y, x, y ...) and
 * whether they are final.
 */
export const openLayout = (onPlaces: (places: Float32Array, done: boolean) => void): LayoutRun => {
  const worker = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' })
  let run = 0
  worker.onmessage = ({ data }: MessageEvent<LayoutNews>) => {
    if (data.run === run) onPlaces(data.places, data.step >= data.of)
  }
  return {
    start: (nodes, edges) => {
      run += 1
      const matrices = matricesOf(nodes, edges)
      worker.postMessage({ run, ...matrices } satisfies LayoutOrder, [matrices.nodes.buffer, matrices.edges.buffer])
    },
    stop: () => {
      run += 1
      const none = matricesOf([], [])
      worker.postMessage({ run, ...none } satisfies LayoutOrder)
    },
    close: () => worker.terminate(),
  }
}
