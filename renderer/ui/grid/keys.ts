import type { KeyboardEvent } from 'react'

export type GridMoves = {
  readonly move: (to: number, extend: boolean) => void
  readonly open: () => void
  readonly toggle: () => void
  readonly clear: () => void
}

type Where = { readonly active: number; readonly total: number; readonly rowsOnScreen: number }

/** Where a key leads from a row; null when it is no movement. */
export const targetOf = (key: string, { active, total, rowsOnScreen }: Where): number | null => {
  const last = Math.max(0, total - 1)
  const page = Math.max(1, rowsOnScreen - 1)
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    j: active + 1,
    J: active + 1,
    ArrowUp: active - 1,
    k: active - 1,
    K: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: last,
  }
  const target = targets[key]
  return target === undefined ? null : Math.min(last, Math.max(0, target))
}

/** The keys of the grid while it has the focus. */
export const onGridKey = (event: KeyboardEvent, where: Where, moves: GridMoves): void => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return
  const target = targetOf(event.key, where)
  if (target !== null) moves.move(target, event.shiftKey)
  else if (event.key === 'Enter') moves.open()
  else if (event.key === 'x' || event.key === ' ') moves.toggle()
  else if (event.key === 'Escape') moves.clear()
  else return
  event.preventDefault()
}
