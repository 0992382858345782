/** The strongly connected components of a graph, and where each node is. */
export interface Components {
  /** Each after all that it points to: for owners of a company, its owners' components stand before its own. */
  readonly groups: readonly (readonly number[])[]
  readonly groupOf: Int32Array
}

interface Frame {
  readonly node: number
  next: number
}

/**
 * Strongly connected components (R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1, 1972),
 * without recursion, so that a chain of any length does.
 *
 * @param pointsTo for each node the nodes that it points to
 */
export const componentsOf = (pointsTo: readonly (readonly number[])[]): Components => {
  const size = pointsTo.length
  const order = new Int32Array(size).fill(-1)
  const lowest = new Int32Array(size)
  const onStack = new Uint8Array(size)
  const groupOf = new Int32Array(size).fill(-1)
  const groups: number[][] = []
  const stack: number[] = []
  let counter = 0

  const enter = (node: number): Frame => {
    order[node] = lowest[node] = counter
    counter += 1
    stack.push(node)
    onStack[node] = 1
    return { node, next: 0 }
  }

  const close = (node: number): void => {
    if (lowest[node] !== order[node]) return
    const group: number[] = []
    for (;;) {
      const member = stack.pop() as number
      onStack[member] = 0
      groupOf[member] = groups.length
      group.push(member)
      if (member === node) break
    }
    groups.push(group.sort((one, other) => one - other))
  }

  for (let root = 0; root < size; root += 1) {
    if (order[root] !== -1) continue
    const frames = [enter(root)]
    while (frames.length > 0) {
      const frame = frames.at(-1) as Frame
      const targets = pointsTo[frame.node] as readonly number[]
      if (frame.next < targets.length) {
        const target = targets[frame.next] as number
        frame.next += 1
        if (order[target] === -1) frames.push(enter(target))
        else if (onStack[target] === 1)
          lowest[frame.node] = Math.min(lowest[frame.node] as number, order[target] as number)
        continue
      }
      frames.pop()
      const below = frames.at(-1)
      if (below !== undefined) lowest[below.node] = Math.min(lowest[below.node] as number, lowest[frame.node] as number)
      close(frame.node)
    }
  }
  return { groups, groupOf }
}
