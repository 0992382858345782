import { useTranslation } from 'react-i18next'
import type { CasePriority } from '../../shared/schema/case.ts'
import { LevelBars } from './LevelBars.tsx'
import classes from './marks.module.css'

const levels: Record<CasePriority, number> = { low: 1, medium: 2, high: 3, urgent: 4 }

/** The priority of a case: bars that grow, and the word. */
export const PriorityMark = ({ priority }: { readonly priority: CasePriority }) => {
  const { t } = useTranslation()
  return (
    <span className={classes.mark} data-priority={priority}>
      <LevelBars level={levels[priority]} />
      <span className={classes.word}>{t(`priority.${priority}`)}</span>
    </span>
  )
}
