import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './charts.module.css'

/** How a series is drawn; the words beside it say what it is. */
export type SeriesTone = 'accent' | 'danger' | 'success' | 'warning' | 'info' | 'violet' | 'faint'

export type Series = { readonly id: string; readonly label: string; readonly tone: SeriesTone }

/** The numbers of a chart as a table: the heads, and for each row its name and its values as they are shown. */
export type ChartTable = { readonly heads: readonly string[]; readonly rows: readonly (readonly string[])[] }

type Props = {
  readonly title: string
  /** Of its heading: 2 where it stands in no section of the page. */
  readonly level?: 2 | 3
  /** What the chart says, in a sentence, for whoever does not see it. */
  readonly summary: string
  readonly series?: readonly Series[]
  readonly table: ChartTable
  /** Beside the title: a figure, a choice. */
  readonly aside?: ReactNode
  /** Takes the place of the drawing where there is nothing to draw. */
  readonly empty?: string | null
  readonly children: ReactNode
}

const Legend = ({ series }: { readonly series: readonly Series[] }) => (
  <ul className={classes.legend} aria-hidden>
    {series.map(({ id, label, tone }) => (
      <li key={id}>
        <span className={classes.swatch} data-tone={tone} />
        {label}
      </li>
    ))}
  </ul>
)

const Table = ({ title, table }: { readonly title: string; readonly table: ChartTable }) => (
  <div className={classes.tableFrame} tabIndex={0} role="group" aria-label={title}>
    <table className={classes.table}>
      <thead>
        <tr>
          {table.heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row) => (
          <tr key={row[0]}>
            {row.map((value, at) =>
              at === 0 ? (
                <th key={at} scope="row">
                  {value}
                </th>
              ) : (
                <td key={at}>{value}</td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** A chart with its title, its legend, and the same numbers as a table for whoever wants them so. */
export const ChartFrame = ({ title, level = 3, summary, series = [], table, aside, empty = null, children }: Props) => {
  const { t } = useTranslation()
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <figure className={classes.figure} aria-labelledby={id}>
      <figcaption className={classes.caption}>
        <Heading id={id}>{title}</Heading>
        {aside}
        {empty === null ? (
          <button type="button" className={classes.toggle} aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {t('charts.asTable')}
          </button>
        ) : null}
      </figcaption>
      {empty !== null ? (
        <p className={classes.empty}>{empty}</p>
      ) : asTable ? (
        <Table title={title} table={table} />
      ) : (
        <>
          <div role="img" aria-label={summary} className={classes.drawing}>
            {children}
          </div>
          {series.length > 1 ? <Legend series={series} /> : null}
        </>
      )}
    </figure>
  )
}
