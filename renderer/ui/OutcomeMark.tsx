import { IconAlertOctagon, IconCircleCheck, IconCircleDashed, IconCopy, IconHelpCircle } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseOutcome } from '../../shared/schema/case.ts'
import classes from './marks.module.css'

const icons: Record<CaseOutcome, ComponentType<{ size: number; stroke?: number }>> = {
  confirmed_fraud: IconAlertOctagon,
  not_fraud: IconCircleCheck,
  inconclusive: IconHelpCircle,
  duplicate: IconCopy,
}

/**
 * What came of a case, if anything was said: a shape of its own, and the word; where there is no room for that, the
 * word is told by the shape's title.
 */
export const OutcomeMark = ({
  outcome,
  iconOnly = false,
}: {
  readonly outcome: CaseOutcome | null
  readonly iconOnly?: boolean
}) => {
  const { t } = useTranslation()
  const Icon = outcome === null ? IconCircleDashed : icons[outcome]
  const word = t(`caseOutcome.${outcome ?? 'none'}`)
  return (
    <span className={classes.mark} data-outcome={outcome ?? undefined} title={iconOnly ? word : undefined}>
      <Icon size={14} stroke={2} aria-hidden />
      <span className={iconOnly ? 'fs-visually-hidden' : classes.word}>{word}</span>
    </span>
  )
}
