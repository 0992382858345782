import { IconAlertOctagon, IconCircleCheck, IconCircleMinus, IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { HitState } from '../../../shared/schema/screening.ts'
import { hitClasses } from './classes.ts'

const icons = {
  open: IconEye,
  true_match: IconAlertOctagon,
  false_match: IconCircleCheck,
  gone: IconCircleMinus,
} as const

/** What was said of a hit, as a word with a sign. */
export const HitStateMark = ({ state }: { readonly state: HitState }) => {
  const { t } = useTranslation()
  const Icon = icons[state]
  return (
    <span className={hitClasses.state} data-state={state}>
      <Icon size={14} stroke={1.8} aria-hidden />
      {t(`screening.state.${state}`)}
    </span>
  )
}
