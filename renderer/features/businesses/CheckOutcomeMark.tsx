import { IconCircleCheck, IconCircleDashed, IconCircleX, IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CheckOutcome } from '../../../shared/schema/kyb.ts'
import classes from './businesses.module.css'

const icons = {
  passed: IconCircleCheck,
  failed: IconCircleX,
  attention: IconEye,
  not_checked: IconCircleDashed,
} as const

/** How a check, or a part of one, has ended: by shape, colour and word. */
export const CheckOutcomeMark = ({ outcome }: { readonly outcome: CheckOutcome }) => {
  const { t } = useTranslation()
  const Icon = icons[outcome]
  return (
    <span className={classes.outcome} data-outcome={outcome}>
      <Icon size={15} stroke={1.8} aria-hidden />
      {t(`businesses.outcome.${outcome}`)}
    </span>
  )
}
