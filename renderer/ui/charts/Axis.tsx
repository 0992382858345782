import { placeOnScale, type Scale } from './scale.ts'
import classes from './charts.module.css'

/** The room that a drawing leaves around its plot, in pixels. */
export const margin = { top: 8, end: 6, bottom: 20, start: 44 } as const

type Props = {
  readonly scale: Scale
  readonly width: number
  readonly height: number
  readonly format: (value: number) => string
}

/** The lines of a scale and their numbers. */
export const ValueAxis = ({ scale, width, height, format }: Props) => (
  <g className={classes.axis}>
    {scale.ticks.map((tick) => {
      const y = margin.top + (1 - placeOnScale(scale, tick)) * (height - margin.top - margin.bottom)
      return (
        <g key={tick}>
          <line x1={margin.start} x2={width - margin.end} y1={y} y2={y} data-zero={tick === 0 || undefined} />
          <text x={margin.start - 6} y={y} dy="0.32em" textAnchor="end">
            {format(tick)}
          </text>
        </g>
      )
    })}
  </g>
)
