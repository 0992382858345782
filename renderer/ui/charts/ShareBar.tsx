import { useTranslation } from 'react-i18next'
import type { SeriesTone } from './ChartFrame.tsx'
import classes from './charts.module.css'
import { percent } from './format.ts'

type Props = {
  /** 0 to 1. */
  readonly share: number
  readonly tone?: SeriesTone
}

/** A share as a bar and as a number. */
export const ShareBar = ({ share, tone = 'accent' }: Props) => {
  const { i18n } = useTranslation()
  const filled = Math.min(1, Math.max(0, share))
  return (
    <span className={classes.share}>
      <span className={classes.track} aria-hidden>
        <span className={classes.fill} data-tone={tone} style={{ width: `${(filled * 100).toFixed(1)}%` }} />
      </span>
      <span className={classes.shareText}>{percent(share, i18n.language, 0)}</span>
    </span>
  )
}
