import { useElementSize } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { margin, ValueAxis } from './Axis.tsx'
import { ChartFrame, type Series } from './ChartFrame.tsx'
import classes from './charts.module.css'
import { compact } from './format.ts'
import { areaPath, linePath } from './paths.ts'
import { labelEvery, placeOnScale, scaleFor } from './scale.ts'

/** One place along the line; null where nothing is known. `band` is what is usual there, from and to. */
export type Point = {
  readonly id: string
  readonly label: string
  readonly name?: string
  readonly values: readonly (number | null)[]
  readonly band?: readonly [number, number] | null
}

type Props = {
  readonly title: string
  readonly summary: string
  readonly series: readonly Series[]
  readonly points: readonly Point[]
  readonly pointHead: string
  /** What the band is called, in the table. */
  readonly bandLabel?: string
  readonly height?: number
  readonly empty?: string | null
  readonly format?: (value: number) => string
  readonly whole?: boolean
}

const labelWidth = 56

/** Lines over places of equal distance, with a band behind them for what is usual. */
export const LineChart = ({
  title,
  summary,
  series,
  points,
  pointHead,
  bandLabel,
  height = 168,
  empty = null,
  format,
  whole = false,
}: Props) => {
  const { i18n } = useTranslation()
  const { ref, width } = useElementSize<HTMLDivElement>()
  const text = format ?? ((value: number) => value.toLocaleString(i18n.language, { maximumFractionDigits: 2 }))
  const known = (value: number | null | undefined): string =>
    value === null || value === undefined ? '–' : text(value)
  const scale = scaleFor(
    points.flatMap(({ values, band }) => [...values, ...(band ?? [])]).filter((value) => value !== null),
    { whole },
  )
  const plot = Math.max(0, width - margin.start - margin.end)
  const gap = plot / Math.max(1, points.length)
  const xOf = (at: number): number => margin.start + (at + 0.5) * gap
  const yOf = (value: number): number =>
    margin.top + (1 - placeOnScale(scale, value)) * (height - margin.top - margin.bottom)
  const every = labelEvery(points.length, plot, labelWidth)
  const banded = bandLabel !== undefined && points.some(({ band }) => band !== undefined && band !== null)
  const heads = [pointHead, ...series.map(({ label }) => label), ...(banded ? [bandLabel] : [])]
  const rows = points.map(({ label, name, values, band }) => [
    name ?? label,
    ...series.map((_, place) => known(values[place])),
    ...(banded ? [band === undefined || band === null ? '–' : `${text(band[0])} – ${text(band[1])}`] : []),
  ])
  return (
    <ChartFrame title={title} summary={summary} series={series} empty={empty} table={{ heads, rows }}>
      <div ref={ref}>
        <svg width={width} height={height} className={classes.svg} aria-hidden>
          <ValueAxis scale={scale} width={width} height={height} format={(value) => compact(value, i18n.language)} />
          {banded ? (
            <path
              d={areaPath(
                points.map(({ band }, at) =>
                  band === undefined || band === null ? null : { x: xOf(at), low: yOf(band[0]), high: yOf(band[1]) },
                ),
              )}
              className={classes.band}
            />
          ) : null}
          {series.map(({ id, tone }, place) => (
            <path
              key={id}
              d={linePath(
                points.map(({ values }, at) =>
                  values[place] === null || values[place] === undefined ? null : { x: xOf(at), y: yOf(values[place]) },
                ),
              )}
              data-tone={tone}
              className={classes.line}
            />
          ))}
          {points.map(({ id, label, name, values }, at) => (
            <g key={id} className={classes.column}>
              <title>{`${name ?? label}\n${series.map((one, place) => `${one.label}: ${known(values[place])}`).join('\n')}`}</title>
              <rect
                x={xOf(at) - gap / 2}
                y={margin.top}
                width={gap}
                height={height - margin.top - margin.bottom}
                className={classes.hit}
              />
              {series.map((one, place) =>
                values[place] === null || values[place] === undefined ? null : (
                  <circle
                    key={one.id}
                    cx={xOf(at)}
                    cy={yOf(values[place])}
                    r={points.length > 60 ? 0 : 2}
                    data-tone={one.tone}
                    className={classes.mark}
                  />
                ),
              )}
              {at % every === 0 ? (
                <text x={xOf(at)} y={height - 5} textAnchor="middle" className={classes.label}>
                  {label}
                </text>
              ) : null}
            </g>
          ))}
        </svg>
      </div>
    </ChartFrame>
  )
}
