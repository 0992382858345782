import { IconCircleCheck, IconCircleX, IconHourglass, IconReplace, IconRubberStamp } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { DecisionState } from '../../../shared/schema/decisions.ts'
import { decisionClasses } from './classes.ts'

const icons: Record<DecisionState, ComponentType<{ size: number; stroke: number }>> = {
  recorded: IconRubberStamp,
  proposed: IconHourglass,
  approved: IconCircleCheck,
  refused: IconCircleX,
  superseded: IconReplace,
}

/** Whether a decision is in force: a shape of its own, and the word. */
export const DecisionStateMark = ({ state }: { readonly state: DecisionState }) => {
  const { t } = useTranslation()
  const Icon = icons[state]
  return (
    <span className={decisionClasses.state} data-state={state}>
      <Icon size={14} stroke={1.8} />
      {t(`decisions.state.${state}`)}
    </span>
  )
}
