import { useTranslation } from 'react-i18next'
import type { CasePriority } from '../../shared/schema/case.ts'
import classes from './marks.module.css'

const levels: Record<CasePriority, number> = { low: 1, medium: 2, high: 3, urgent: 4 }

const Bars = ({ level }: { readonly level: number }) => (
  <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden>
    {level === 4 ? (
      <>
        <rect x="1" y="1" width="12" height="12" rx="3" fill="currentColor" />
        <path d="M7 3.6v4M7 9.9v.6" stroke="var(--fs-surface)" strokeWidth="1.8" strokeLinecap="round" />
      </>
    ) : (
      [0, 1, 2].map((bar) => (
        <rect key={bar} x={1.5 + bar * 4} y={9 - bar * 3} width="2.8" height={3.5 + bar * 3} rx="1" fill="currentColor" opacity={bar < level ? 1 : 0.25} />
      ))
    )}
  </svg>
)

/** The priority of a case: bars that grow, and the word. */
export const PriorityMark = ({ priority }: { readonly priority: CasePriority }) => {
  const { t } = useTranslation()
  return (
    <span className={classes.mark} data-priority={priority}>
      <Bars level={levels[priority]} />
      <span className={classes.word}>{t(`priority.${priority}`)}</span>
    </span>
  )
}
