import { useId, type ReactNode } from 'react'
import { alertClasses } from '../classes.ts'

/** A part of the pane under a heading of its own. */
export const Section = ({
  title,
  count,
  aside,
  children,
}: {
  readonly title: string
  readonly count?: string
  readonly aside?: ReactNode
  readonly children: ReactNode
}) => {
  const id = useId()
  return (
    <section className={alertClasses.section} aria-labelledby={id}>
      <div className={alertClasses.sectionHead}>
        <h3 id={id}>{title}</h3>
        {count === undefined ? null : <span className="fs-muted">{count}</span>}
        {aside === undefined ? null : <span className={alertClasses.sectionEnd}>{aside}</span>}
      </div>
      {children}
    </section>
  )
}
