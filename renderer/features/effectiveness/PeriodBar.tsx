import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exportEffectiveness } from '../../../shared/api/metrics.ts'
import { addressOf } from '../../data/client.ts'
import { goToDetection } from '../../state/route.ts'
import { DayField } from '../../ui/DayField.tsx'
import { formatDay } from '../../ui/time.ts'
import { saveFrom } from '../../ui/saveFile.ts'
import classes from './effectiveness.module.css'
import { boundsOf, measuredPeriodOf, queryOf, rollingDays, type Period } from './period.ts'

type Props = {
  readonly period: Period
  /** Said beside the period: that newer figures are on their way. */ readonly note: string
}

const dayMs = 86_400_000
const today = (): string => formatDay(Date.now())
const before = (days: number): string => formatDay(Date.now() - days * dayMs)

const Days = ({ period }: { readonly period: Extract<Period, { kind: 'days' }> }) => {
  const { t } = useTranslation()
  // Only while the days are no period: the address holds those that are.
  const [wrongDays, setWrongDays] = useState<{ readonly from: string; readonly to: string } | null>(null)
  const days = wrongDays ?? period
  const set = (change: Partial<{ from: string; to: string }>): void => {
    const next = { from: days.from, to: days.to, ...change }
    const found = measuredPeriodOf(next)
    setWrongDays(found.kind === 'days' ? null : next)
    if (found.kind === 'days') goToDetection('effectiveness', null, queryOf(found))
  }
  const wrong = wrongDays !== null
  return (
    <>
      {(['from', 'to'] as const).map((end) => (
        <DayField
          key={end}
          size="xs"
          w={124}
          aria-label={t(`effectiveness.period.${end}`)}
          value={days[end]}
          max={today()}
          error={wrong}
          onDay={(day) => set({ [end]: day })}
        />
      ))}
      {wrong ? (
        <span role="alert" className={classes.wrong}>
          {t('effectiveness.period.wrong')}
        </span>
      ) : null}
    </>
  )
}

/** Which period is looked at, and the same figures as a file. */
export const PeriodBar = ({ period, note }: Props) => {
  const { t } = useTranslation()
  const choose = (value: string): void => {
    const days = rollingDays.find((one) => String(one) === value)
    goToDetection(
      'effectiveness',
      null,
      queryOf(days === undefined ? { kind: 'days', from: before(29), to: today() } : { kind: 'rolling', days }),
    )
  }
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('effectiveness.period.label')}>
      <h1>{t('detection.place.effectiveness')}</h1>
      <SegmentedControl
        size="xs"
        aria-label={t('effectiveness.period.label')}
        value={period.kind === 'days' ? 'days' : String(period.days)}
        onChange={choose}
        data={[
          ...rollingDays.map((days) => ({
            value: String(days),
            label: t('effectiveness.period.last', { count: days }),
          })),
          { value: 'days', label: t('effectiveness.period.days') },
        ]}
      />
      {period.kind === 'days' ? <Days period={period} /> : null}
      <span className={classes.barEnd} role="status">
        {note}
      </span>
      <Tooltip label={t('effectiveness.export')}>
        <ActionIcon
          aria-label={t('effectiveness.export')}
          onClick={() =>
            saveFrom(addressOf(exportEffectiveness, { query: boundsOf(period, Date.now()) }), 'effectiveness.csv')
          }
        >
          <IconDownload size={16} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
