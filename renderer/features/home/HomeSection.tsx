import { IconChevronRight } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import classes from './home.module.css'

type Props = {
  readonly title: string
  /** The list that the rows are the first of. */
  readonly to?: { readonly href: string; readonly words: string } | null
  readonly children: ReactNode
}

/** One part of the screen: what it is about, its rows, and the list behind them. */
export const HomeSection = ({ title, to = null, children }: Props) => {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.sectionHead}>
        <h2 id={id}>{title}</h2>
        {to === null ? null : (
          <a href={to.href} className={classes.to}>
            {to.words}
            <IconChevronRight size={13} stroke={1.8} aria-hidden />
          </a>
        )}
      </div>
      {children}
    </section>
  )
}

/** HomeRows, each a link; what to do where there is none. */
export const HomeRows = ({ empty, children }: { readonly empty: string | null; readonly children?: ReactNode }) =>
  empty === null ? <ul className={classes.rows}>{children}</ul> : <p className={classes.nothing}>{empty}</p>

/** A row that leads to its thing. */
export const HomeRow = ({ href, children }: { readonly href: string; readonly children: ReactNode }) => (
  <li>
    <a href={href} className={classes.row}>
      {children}
    </a>
  </li>
)
