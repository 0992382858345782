import { IconChevronRight } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import classes from './overview.module.css'

type Props = {
  readonly title: string
  /** How much there is of it. */
  readonly count?: string
  /** Where the rows are that it stands for. */
  readonly to?: { readonly href: string; readonly words: string } | null
  readonly aside?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/** One question about the case with its answer; its link leads to the rows behind it. */
export const Block = ({ title, count, to = null, aside, className, children }: Props) => {
  const id = useId()
  return (
    <section className={`${classes.block} ${className ?? ''}`} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {count === undefined ? null : <span className={classes.count}>{count}</span>}
        {aside}
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
