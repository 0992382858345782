/**
 * A score from 0 to 1 as it is before it is written with two decimals: what is less than certain is not rounded to
 * 1.00, which a reader takes for certainty, and what is more than nothing is not rounded to 0.00.
 */
export const shownScore = (score: number): number =>
  score > 0 && score < 1 ? Math.min(Math.max(score, 0.01), 0.99) : score

/** The same, written: `0.99`. */
export const scoreText = (score: number): string => shownScore(score).toFixed(2)
