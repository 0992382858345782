/** Widths of the periods in which money is added up. */
export const periodWidths = ['day', 'week', 'month'] as const
export type PeriodWidth = (typeof periodWidths)[number]
