/** Where the name of a node would stand, in pixels of the screen, and how much it matters. */
export interface Claim {
  readonly key: string
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly forceLabel: boolean
  readonly zIndex: number
  /** Of the node, in pixels. */
  readonly size: number
}

/**
 * Where a name begins that stands `away` pixels beside the middle of its node: to the right of it, or to the left where
 * the right edge of the picture would cut it and there is room.
 */
export const nameBegins = (x: number, away: number, width: number, edge: number): number => {
  const [right, left] = [x + away, x - away - width]
  return right + width > edge && x <= edge && left >= 0 ? left : right
}

const overlap = (one: Claim, other: Claim): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/**
 * The weightiest first: what is always named, what is bad, what is large; equals by key, so that a picture that moves
 * does not flicker.
 */
const byWeight = (one: Claim, other: Claim): number =>
  Number(other.forceLabel) - Number(one.forceLabel) ||
  other.zIndex - one.zIndex ||
  other.size - one.size ||
  (one.key < other.key ? -1 : 1)

/** The keys of the names that can be read: none of them stands on another. */
export const withRoom = (claims: readonly Claim[]): ReadonlySet<string> => {
  const placed: Claim[] = []
  for (const claim of claims.toSorted(byWeight)) if (!placed.some((other) => overlap(claim, other))) placed.push(claim)
  return new Set(placed.map(({ key }) => key))
}
