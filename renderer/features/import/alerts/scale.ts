/** Highest scores of another system, as the service takes them. */
export const scaleLimits = { least: 0.01, most: 1_000_000 } as const

/** Whether a number can be the highest score of another system; a field that was emptied gives text. */
export const isScale = (value: number | string): value is number =>
  typeof value === 'number' && value >= scaleLimits.least && value <= scaleLimits.most
