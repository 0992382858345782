import { fewestForPercent, type RatioFigure } from '../../../shared/schema/metrics.ts'
import { percent } from '../../ui/charts/format.ts'

type Shown = Pick<RatioFigure, 'value' | 'denominator' | 'interval'>

/** A share as a percentage; null where it is one of fewer than ten, or of nothing. */
export const shareOf = ({ value, denominator }: Shown, language: string, digits = 1): string | null =>
  value === null || denominator < fewestForPercent ? null : percent(value, language, digits)

/** Between which percentages the true share lies: `51.2 – 78.9 %`; null where none is told. */
export const rangeOf = ({ value, denominator, interval }: Shown, language: string, digits = 1): string | null =>
  value === null || denominator < fewestForPercent || interval === undefined || interval === null
    ? null
    : `${percent(interval.low, language, digits)} – ${percent(interval.high, language, digits)}`
