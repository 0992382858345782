import { memo, type MouseEvent, type ReactNode } from 'react'
import type { GridColumn } from './words.ts'

type Props = {
  readonly id: string
  /** Null until its page has come. */
  readonly item: unknown
  readonly columns: readonly GridColumn[]
  readonly classes: Readonly<Record<string, string>>
  readonly index: number
  readonly start: number
  readonly active: boolean
  readonly selected: boolean
  /** What the box that selects it is called. */
  readonly selectLabel: string
  /** The cells after the box. */
  readonly Cells: (props: { readonly item: never }) => ReactNode
  readonly onPress: (index: number, event: MouseEvent) => void
  readonly onMark: (index: number, event: MouseEvent) => void
}

const Waiting = ({ columns, classes }: Pick<Props, 'columns' | 'classes'>) => (
  <>
    {columns.map(({ id }) => (
      <div key={id} role="gridcell" className={classes.cell} data-column={id}>
        {id === 'select' ? null : <span className={classes.bone} data-column={id} />}
      </div>
    ))}
  </>
)

/** One row of a list; a grey one until its page has come. */
export const GridRow = memo(function GridRow({
  id,
  item,
  columns,
  classes,
  index,
  start,
  active,
  selected,
  selectLabel,
  Cells,
  onPress,
  onMark,
}: Props) {
  return (
    <div
      role="row"
      id={id}
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-active={active || undefined}
      className={classes.row}
      style={{ transform: `translateY(${start}px)` }}
      onClick={item === null ? undefined : (event) => onPress(index, event)}
    >
      {item === null ? (
        <Waiting columns={columns} classes={classes} />
      ) : (
        <>
          {columns[0]?.id === 'select' ? (
            <div
              role="gridcell"
              className={classes.cell}
              data-column="select"
              onClick={(event) => onMark(index, event)}
            >
              <input type="checkbox" checked={selected} readOnly tabIndex={-1} aria-label={selectLabel} />
            </div>
          ) : null}
          <Cells item={item as never} />
        </>
      )}
    </div>
  )
})
