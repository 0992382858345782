import {
  IconAlertOctagonFilled,
  IconArrowUpCircle,
  IconCircleDashed,
  IconCircleHalf2,
  IconCircleMinus,
  IconCircleX,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertStatus } from '../../shared/schema/alerts.ts'
import classes from './marks.module.css'

const icons: Record<AlertStatus, ComponentType<{ size: number; stroke?: number }>> = {
  new: IconCircleDashed,
  in_review: IconCircleHalf2,
  escalated: IconArrowUpCircle,
  confirmed: IconAlertOctagonFilled,
  false_positive: IconCircleX,
  dismissed: IconCircleMinus,
}

/** The state of an alert: a shape of its own, and the word. */
export const AlertStatusMark = ({ status }: { readonly status: AlertStatus }) => {
  const { t } = useTranslation()
  const Icon = icons[status]
  return (
    <span className={classes.mark} data-alert={status}>
      <Icon size={14} stroke={2} aria-hidden />
      <span className={classes.word}>{t(`alertStatus.${status}`)}</span>
    </span>
  )
}
