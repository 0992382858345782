import { useElementSize } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { margin, ValueAxis } from './Axis.tsx'
import { ChartFrame, type Series } from './ChartFrame.tsx'
import classes from './charts.module.css'
import { compact } from './format.ts'
import { labelEvery, markBetween, placeOnScale, scaleFor } from './scale.ts'

/** One column: its label below, the whole of it where there is room, and a value for each series, lowest first. */
export type Column = {
  readonly id: string
  readonly label: string
  readonly name?: string
  readonly values: readonly number[]
}

type Props = {
  readonly title: string
  readonly level?: 2 | 3
  readonly summary: string
  readonly series: readonly Series[]
  readonly columns: readonly Column[]
  /** What the columns are, for the table: `Day`, `Age`. */
  readonly columnHead: string
  readonly height?: number
  readonly empty?: string | null
  /** A number as it is shown in the table and on hovering. */
  readonly format?: (value: number) => string
  /** Counts get whole numbers on the axis. */
  readonly whole?: boolean
}

/** Pixels that a label below a column needs. */
const labelWidth = 46
const widest = 48

/** Columns, each stacked of the same series. */
export const ColumnChart = ({
  title,
  level = 3,
  summary,
  series,
  columns,
  columnHead,
  height = 168,
  empty = null,
  format,
  whole = true,
}: Props) => {
  const { i18n } = useTranslation()
  const { ref, width } = useElementSize<HTMLDivElement>()
  const text = format ?? ((value: number) => value.toLocaleString(i18n.language))
  const scale = scaleFor(
    columns.map(({ values }) => values.reduce((sum, value) => sum + value, 0)),
    { whole },
  )
  const plot = Math.max(0, width - margin.start - margin.end)
  const band = plot / Math.max(1, columns.length)
  const bar = Math.max(1, Math.min(widest, band - Math.max(1, band * 0.22)))
  const every = labelEvery(columns.length, plot, labelWidth)
  const yOf = (value: number): number =>
    margin.top + (1 - placeOnScale(scale, value)) * (height - margin.top - margin.bottom)
  return (
    <ChartFrame
      title={title}
      level={level}
      summary={summary}
      series={series}
      empty={empty}
      table={{
        heads: [columnHead, ...series.map(({ label }) => label)],
        rows: columns.map(({ label, name, values }) => [name ?? label, ...values.map(text)]),
      }}
    >
      <div ref={ref}>
        <svg width={width} height={height} className={classes.svg} aria-hidden>
          <ValueAxis scale={scale} width={width} height={height} format={(value) => compact(value, i18n.language)} />
          {columns.map(({ id, label, name, values }, at) => {
            const x = margin.start + at * band + (band - bar) / 2
            return (
              <g key={id} className={classes.column}>
                <title>{`${name ?? label}\n${series.map((one, place) => `${one.label}: ${text(values[place] ?? 0)}`).join('\n')}`}</title>
                <rect
                  x={margin.start + at * band}
                  y={margin.top}
                  width={band}
                  height={height - margin.top - margin.bottom}
                  className={classes.hit}
                />
                {values.map((value, place) => {
                  const below = values.slice(0, place).reduce((sum, one) => sum + one, 0)
                  const { top, height: high } = markBetween(yOf(below), yOf(below + value), place === 0 ? 0 : 1)
                  return value === 0 ? null : (
                    <rect
                      key={series[place]?.id ?? place}
                      x={x}
                      y={top}
                      width={bar}
                      height={high}
                      data-tone={series[place]?.tone}
                      className={classes.mark}
                    />
                  )
                })}
                {at % every === 0 ? (
                  <text
                    x={margin.start + (at + 0.5) * band}
                    y={height - 5}
                    textAnchor="middle"
                    className={classes.label}
                  >
                    {label}
                  </text>
                ) : null}
              </g>
            )
          })}
        </svg>
      </div>
    </ChartFrame>
  )
}
