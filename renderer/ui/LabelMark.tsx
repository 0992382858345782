import { IconAlertOctagon, IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './marks.module.css'

/** What is known of an activity afterwards. */
export const LabelMark = ({ isFraud }: { readonly isFraud: boolean }) => {
  const { t } = useTranslation()
  const Icon = isFraud ? IconAlertOctagon : IconCircleCheck
  return (
    <span className={classes.known} data-fraud={isFraud || undefined}>
      <Icon size={13} stroke={1.8} aria-hidden />
      {t(isFraud ? 'transactions.label.fraud' : 'transactions.label.genuine')}
    </span>
  )
}
