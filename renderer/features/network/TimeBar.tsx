import { ActionIcon, Button, RangeSlider, Tooltip } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay } from '../../ui/time.ts'
import { useStable } from '../../ui/useStable.ts'
import { netSpan, histogramOf, type Span } from './model/view.ts'
import type { Net } from './model/net.ts'
import classes from './network.module.css'
import { lookAt, useNetwork } from './state.ts'

/** Steps that the whole time is cut into: what an arrow key moves by. */
const steps = 200
const bars = 100

/** Moves a span on by a step; where it would leave the whole, it begins anew. */
const movedOn = (span: Span, whole: Span): Span => {
  const width = span.toMs - span.fromMs
  const step = (whole.toMs - whole.fromMs) / steps
  return span.toMs + step > whole.toMs
    ? { fromMs: whole.fromMs, toMs: whole.fromMs + width }
    : { fromMs: span.fromMs + step, toMs: span.toMs + step }
}

/** Whether time is being played, and how to begin and end it. */
export const usePlay = (net: Net) => {
  const [playing, setPlaying] = useState(false)
  const calm = useReducedMotion()
  const tick = useStable((): void => {
    const whole = netSpan(net)
    if (whole === null) return
    const now = useNetwork.getState().span
    lookAt(movedOn(now ?? { fromMs: whole.fromMs, toMs: whole.fromMs + (whole.toMs - whole.fromMs) / 10 }, whole))
  })
  useEffect(() => {
    if (!playing) return
    const timer = setInterval(tick, calm ? 1_000 : 160)
    return () => clearInterval(timer)
  }, [playing, calm, tick])
  return { playing, toggle: useStable(() => setPlaying(!playing)) }
}

export type Play = ReturnType<typeof usePlay>

/** The time that is looked at: two handles over how much happened when. */
export const TimeBar = ({ net, play }: { readonly net: Net; readonly play: Play }) => {
  const { t } = useTranslation()
  const span = useNetwork((work) => work.span)
  const whole = useMemo(() => netSpan(net), [net])
  const counts = useMemo(() => (whole === null ? [] : histogramOf(net, whole, bars)), [net, whole])
  if (whole === null) return null
  const width = whole.toMs - whole.fromMs
  const most = Math.max(1, ...counts)
  const stepOf = (ms: number): number => Math.round(((ms - whole.fromMs) / width) * steps)
  const msOf = (step: number): number => whole.fromMs + (step / steps) * width
  const value: [number, number] = span === null ? [0, steps] : [stepOf(span.fromMs), stepOf(span.toMs)]
  const label = (step: number): string => formatDay(msOf(step))
  return (
    <div className={classes.timeBar} role="group" aria-label={t('network.time.label')}>
      <Tooltip label={t(play.playing ? 'network.time.pause' : 'network.time.play')}>
        <ActionIcon
          aria-label={t(play.playing ? 'network.time.pause' : 'network.time.play')}
          aria-pressed={play.playing}
          onClick={play.toggle}
        >
          {play.playing ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
        </ActionIcon>
      </Tooltip>
      <div className={classes.slider}>
        <svg className={classes.histogram} viewBox={`0 0 ${bars} 20`} preserveAspectRatio="none" aria-hidden>
          {counts.map((count, place) => (
            <rect
              key={place}
              x={place + 0.1}
              width={0.8}
              y={20 - (count / most) * 20}
              height={(count / most) * 20}
              fill="currentColor"
            />
          ))}
        </svg>
        <RangeSlider
          size={4}
          min={0}
          max={steps}
          minRange={1}
          value={value}
          onChange={([from, to]) => lookAt(from === 0 && to === steps ? null : { fromMs: msOf(from), toMs: msOf(to) })}
          label={label}
          thumbFromLabel={t('network.time.from')}
          thumbToLabel={t('network.time.to')}
          thumbSize={14}
        />
      </div>
      <span className={classes.timeWords}>{`${label(value[0])} – ${label(value[1])}`}</span>
      <Button variant="subtle" size="compact-xs" disabled={span === null} onClick={() => lookAt(null)}>
        {t('network.time.all')}
      </Button>
    </div>
  )
}
