/** Where the reader is in a grid of pieces; `perRow` is 1 in a list. */
export interface GridPlace {
  readonly active: number
  readonly total: number
  readonly perRow: number
  readonly rowsOnScreen: number
}

/**
 * Where a key leads from a piece; null when it is no movement here. Sideways keys move only where pieces stand side by
 * side.
 */
export const targetInGrid = (key: string, { active, total, perRow, rowsOnScreen }: GridPlace): number | null => {
  const last = Math.max(0, total - 1)
  const page = Math.max(1, rowsOnScreen - 1) * perRow
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: perRow,
    ArrowUp: -perRow,
    j: 1,
    J: 1,
    k: -1,
    K: -1,
    PageDown: page,
    PageUp: -page,
    ...(perRow > 1 ? { ArrowRight: 1, ArrowLeft: -1 } : {}),
  }
  if (key === 'Home') return 0
  if (key === 'End') return last
  const by = steps[key]
  return by === undefined ? null : Math.min(last, Math.max(0, active + by))
}

/** How many tiles stand side by side in a width, and how wide each is; at least two. */
export const tilesIn = (width: number, smallest: number, gap: number): number =>
  Math.max(2, Math.floor((width - gap) / (smallest + gap)))
