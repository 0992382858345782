import classes from './charts.module.css'
import { linePath } from './paths.ts'
import { placeOnScale, scaleFor } from './scale.ts'

type Props = {
  readonly values: readonly (number | null)[]
  /** What the line says, in a sentence. */ readonly label: string
  readonly width?: number
  readonly height?: number
}

/** A line as small as a word; its last value is a dot. */
export const Sparkline = ({ values, label, width = 72, height = 18 }: Props) => {
  const scale = scaleFor(values.filter((value) => value !== null))
  const xOf = (index: number): number => 2 + (index / Math.max(1, values.length - 1)) * (width - 4)
  const yOf = (value: number): number => 2 + (1 - placeOnScale(scale, value)) * (height - 4)
  const last = values.at(-1)
  return (
    <svg width={width} height={height} role="img" aria-label={label} className={classes.spark}>
      <path
        d={linePath(values.map((value, index) => (value === null ? null : { x: xOf(index), y: yOf(value) })))}
        data-tone="accent"
        className={classes.line}
      />
      {last === null || last === undefined ? null : (
        <circle cx={xOf(values.length - 1)} cy={yOf(last)} r={2} data-tone="accent" className={classes.mark} />
      )}
    </svg>
  )
}
