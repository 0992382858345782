import type { TreeNode } from '../../../shared/schema/kyb.ts'

/** The nodes that are not folded away, by their places in the whole tree. */
export const shownNodes = (nodes: readonly TreeNode[], folded: ReadonlySet<number>): readonly number[] => {
  const away = new Set<number>()
  return [...nodes.entries()].flatMap(([at, { parent }]) => {
    if (parent !== null && (away.has(parent) || folded.has(parent))) {
      away.add(at)
      return []
    }
    return [at]
  })
}

/** A tree as it stands. */
export type TreeState = {
  readonly active: number
  readonly shown: readonly number[]
  readonly nodes: readonly TreeNode[]
  /** Nodes that have others under them. */
  readonly hasOwners: ReadonlySet<number>
  readonly folded: ReadonlySet<number>
}

/**
 * Where a key leads in a tree, or what it folds, as the ARIA Authoring Practices have it; null where it does nothing.
 */
export const moveInTree = (
  key: string,
  { active, shown, nodes, hasOwners, folded }: TreeState,
): { readonly to: number } | { readonly fold: boolean } | null => {
  const place = shown.indexOf(active)
  const to = (at: number | undefined): { readonly to: number } | null => (at === undefined ? null : { to: at })
  const isOpen = hasOwners.has(active) && !folded.has(active)
  switch (key) {
    case 'ArrowDown':
      return to(shown[place + 1])
    case 'ArrowUp':
      return to(shown[place - 1])
    case 'Home':
      return to(shown[0])
    case 'End':
      return to(shown.at(-1))
    case 'ArrowRight':
      return isOpen ? to(shown[place + 1]) : hasOwners.has(active) ? { fold: false } : null
    case 'ArrowLeft':
      return isOpen ? { fold: true } : to(nodes[active]?.parent ?? undefined)
    default:
      return null
  }
}
