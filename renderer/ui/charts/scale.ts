/** A scale from 0 (or the lowest value, where it is negative) to a round number that holds the highest value. */
export type Scale = { readonly min: number; readonly max: number; readonly ticks: readonly number[] }

const steps = [1, 2, 2.5, 5, 10] as const

/** The smallest round step, 1, 2, 2.5 or 5 times a power of ten, of which `most` cover the span. */
const roundStep = (span: number, most: number): number => {
  const raw = span / most
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = steps.find((one) => one * power >= raw * (1 - 1e-9)) ?? 10
  return step * power
}

/** Takes away what binary fractions add: 0.30000000000000004 is 0.3. */
const tidy = (value: number): number => Number(value.toPrecision(12))

/**
 * A scale for these values with at most `most` steps; whole numbers get whole ticks. Without a value above 0 it ends at
 * 1.
 */
export const scaleFor = (
  values: readonly number[],
  { most = 4, whole = false }: { readonly most?: number; readonly whole?: boolean } = {},
): Scale => {
  const finite = values.filter(Number.isFinite)
  const high = Math.max(0, ...finite)
  const low = Math.min(0, ...finite)
  if (high === low) return { min: 0, max: 1, ticks: [0, 1] }
  const step = whole ? Math.max(1, Math.ceil(roundStep(high - low, most))) : roundStep(high - low, most)
  const first = Math.floor(low / step + 1e-9)
  const last = Math.ceil(high / step - 1e-9)
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => tidy((first + at) * step))
  return { min: ticks[0] ?? 0, max: ticks.at(-1) ?? 1, ticks }
}

/** Where a value stands between the ends of a scale: 0 at `min`, 1 at `max`. */
export const placeOnScale = ({ min, max }: Pick<Scale, 'min' | 'max'>, value: number): number =>
  max === min ? 0 : (value - min) / (max - min)

/**
 * Where a mark lies that reaches from one height to another, whichever is the higher: its upper end and its height, of
 * which a gap is left free. Something is always seen of it.
 */
export const markBetween = (
  one: number,
  other: number,
  gap = 0,
): { readonly top: number; readonly height: number } => ({
  top: Math.min(one, other),
  height: Math.max(1, Math.abs(one - other) - gap),
})

/** Which of `count` labels fit when each takes `each` pixels of `width`: every one, or every n-th. */
export const labelEvery = (count: number, width: number, each: number): number =>
  Math.max(1, Math.ceil((count * each) / Math.max(1, width)))
