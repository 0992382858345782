import {
  IconAlertTriangleFilled,
  IconCheck,
  IconClock,
  IconClockHour4,
  IconPlayerPause,
  IconX,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { SlaState } from '../../shared/schema/case.ts'
import { useTicking } from './clock.ts'
import classes from './marks.module.css'
import { slaNow } from './sla.ts'
import { formatLocal, formatSpan, formatUtc } from './time.ts'

const icons: Record<SlaState, ComponentType<{ size: number; stroke?: number }>> = {
  on_track: IconClock,
  due_soon: IconClockHour4,
  breached: IconAlertTriangleFilled,
  paused: IconPlayerPause,
  met: IconCheck,
  missed: IconX,
}

type Props = { readonly dueAt: string; readonly state: SlaState }

/** The time left to the deadline, or over it, ticking. Icon, word and colour say the same. */
export const SlaCountdown = ({ dueAt, state }: Props) => {
  const { t, i18n } = useTranslation()
  const due = Date.parse(dueAt)
  const current = useTicking((now) => slaNow(state, due, now))
  const span = useTicking((now) => formatSpan(Math.abs(due - now), i18n.language))
  const Icon = icons[current]
  const running = current === 'on_track' || current === 'due_soon' || current === 'breached'
  const text = running ? t(`sla.countdown.${current}`, { span }) : t(`sla.state.${current}`)
  return (
    <span
      className={classes.mark}
      data-sla={current}
      title={`${t(`sla.state.${current}`)}\n${t('sla.due', { at: formatLocal(due) })}\n${formatUtc(due)}`}
    >
      <Icon size={13} stroke={1.8} aria-hidden />
      <span>
        {current === 'breached' ? <span className="fs-visually-hidden">{t('sla.state.breached')} </span> : null}
        {text}
      </span>
    </span>
  )
}
