import { useTranslation } from 'react-i18next'
import type { RiskLevel } from '../../shared/schema/activity.ts'
import { LevelBars } from './LevelBars.tsx'
import classes from './marks.module.css'

const levels: Readonly<Record<RiskLevel, number>> = { low: 1, medium: 2, high: 3, critical: 4 }

/** A level of risk: bars that grow, and the word. */
export const RiskMark = ({ level }: { readonly level: RiskLevel }) => {
  const { t } = useTranslation()
  return (
    <span className={classes.mark} data-risk={level}>
      <LevelBars level={levels[level]} />
      <span className={classes.word}>{t(`risk.${level}`)}</span>
    </span>
  )
}
