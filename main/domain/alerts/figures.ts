import type { RatioFigure, TimeFigure } from '../../../shared/schema/metrics.ts'
import { wilson } from './intervals.ts'
import { hourMs } from '../../../shared/text/days.ts'

/** A figure out of two counts; without a denominator it has no value. A share has an interval. */
export const countFigure = (numerator: number, denominator: number, definition: string): RatioFigure => ({
  value: denominator === 0 ? null : numerator / denominator,
  interval: numerator <= denominator ? wilson(numerator, denominator) : null,
  numerator,
  denominator,
  definition,
})

/** The smallest value that at least the share of all values does not exceed (nearest rank); null without values. */
export const nearestRank = (values: readonly number[], share: number): number | null => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
}

const inHours = (ms: number | null): number | null => (ms === null ? null : ms / hourMs)

/**
 * Median and 90th percentile of durations in milliseconds, in hours. A clock that was set back makes no time before the
 * beginning: such counts as none.
 */
export const timesOf = (durations: readonly number[], definition: string): TimeFigure => {
  const real = durations.map((duration) => Math.max(0, duration))
  return {
    median_hours: inHours(nearestRank(real, 0.5)),
    p90_hours: inHours(nearestRank(real, 0.9)),
    count: real.length,
    definition,
  }
}
