import { useTranslation } from 'react-i18next'
import type { SeriesTone } from './ChartFrame.tsx'
import classes from './charts.module.css'

/** One bar: what it counts, how much, and the list of what it counts. */
export type BarLink = {
  readonly id: string
  readonly label: string
  readonly value: number
  readonly href: string
  readonly tone?: SeriesTone
}

/** Bars below each other on one scale; each leads to the rows that it stands for. */
export const BarLinks = ({ bars, label }: { readonly bars: readonly BarLink[]; readonly label: string }) => {
  const { i18n } = useTranslation()
  const most = bars.reduce((high, { value }) => Math.max(high, value), 1)
  return (
    <ul className={classes.bars} aria-label={label}>
      {bars.map(({ id, label: name, value, href, tone = 'accent' }) => (
        <li key={id}>
          <a href={href} className={classes.barLink}>
            <span>{name}</span>
            <span className={classes.track} aria-hidden>
              <span
                className={classes.fill}
                data-tone={tone}
                style={{ width: `${((value / most) * 100).toFixed(1)}%` }}
              />
            </span>
            <span className={classes.barValue}>{value.toLocaleString(i18n.language)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
