import {
  IconArrowUpCircle,
  IconCircle,
  IconCircleCheck,
  IconCircleHalf2,
  IconEyeCheck,
  IconLock,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseStatus } from '../../shared/schema/case.ts'
import classes from './marks.module.css'

const icons: Record<CaseStatus, ComponentType<{ size: number; stroke?: number }>> = {
  open: IconCircle,
  investigating: IconCircleHalf2,
  pending_review: IconEyeCheck,
  escalated: IconArrowUpCircle,
  resolved: IconCircleCheck,
  closed: IconLock,
}

/** The state of a case: a shape of its own, and the word. */
export const StatusBadge = ({ status }: { readonly status: CaseStatus }) => {
  const { t } = useTranslation()
  const Icon = icons[status]
  return (
    <span className={classes.mark} data-status={status}>
      <Icon size={14} stroke={2} aria-hidden />
      <span className={classes.word}>{t(`status.${status}`)}</span>
    </span>
  )
}
