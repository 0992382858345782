import type { ReactNode } from 'react'
import classes from './states.module.css'

type Props = {
  readonly icon?: ReactNode
  readonly title: string
  /** Where it is the whole screen, its title is the heading of that. */
  readonly isScreen?: boolean
  readonly hint?: string
  readonly children?: ReactNode
}

/** Nothing to show, why, and what one may do about it (as children: buttons). */
export const EmptyState = ({ icon, title, isScreen = false, hint, children }: Props) => (
  <div className={classes.empty}>
    {icon === undefined ? null : (
      <div className={classes.emptyIcon} aria-hidden>
        {icon}
      </div>
    )}
    {isScreen ? <h1 className={classes.what}>{title}</h1> : <p className={classes.what}>{title}</p>}
    {hint === undefined ? null : <p className={classes.safe}>{hint}</p>}
    {children === undefined ? null : <div className={classes.emptyActions}>{children}</div>}
  </div>
)
