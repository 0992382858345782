import type { SeedPlace } from '../layout/seed.ts'

export type ArrowDirection = 'left' | 'right' | 'up' | 'down'

/** Screen coordinates: x to the right, y downwards. */
const axes: Readonly<Record<ArrowDirection, SeedPlace>> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
}

/**
 * The node that an arrow key leads to: the nearest within a right angle of the direction, where straying to the side
 * counts twice.
 * Null where nothing lies that way.
 */
export const nodeTowards = (
  from: string,
  direction: ArrowDirection,
  places: ReadonlyMap<string, SeedPlace>,
): string | null => {
  const start = places.get(from)
  if (start === undefined) return null
  const axis = axes[direction]
  let best: string | null = null
  let least = Infinity
  for (const [key, { x, y }] of places) {
    if (key === from) continue
    const [dx, dy] = [x - start.x, y - start.y]
    const along = dx * axis.x + dy * axis.y
    const aside = Math.abs(dx * axis.y - dy * axis.x)
    if (along <= 0 || aside > along) continue
    const cost = along + 2 * aside
    if (cost < least) [best, least] = [key, cost]
  }
  return best
}
