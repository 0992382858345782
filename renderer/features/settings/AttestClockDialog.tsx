import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clockSources } from '../../../shared/api/access.ts'
import { mayWithhold } from '../../../shared/entries/catalogue.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { useAttestClock, type Device } from '../../data/queries/administration.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { DayField } from '../../ui/DayField.tsx'
import { RationaleField } from '../../ui/RationaleField.tsx'
import { formatSpan } from '../../ui/time.ts'

type Source = (typeof clockSources)[number]

const isSource = (text: string | null): text is Source => clockSources.some((one) => one === text)

const wayOf = (aheadMs: number): 'same' | 'ahead' | 'behind' =>
  aheadMs === 0 ? 'same' : aheadMs > 0 ? 'ahead' : 'behind'

/** Seals by how much the clock of a device was off, which a supervisor answers for (S-116). */
export const AttestClockDialog = ({
  device,
  onClose,
}: {
  readonly device: Device | null
  readonly onClose: () => void
}) => {
  const { t, i18n } = useTranslation()
  const attest = useAttestClock()
  const [times, setTimes] = useState({ from: '', to: '', shown: '', really: '' })
  const [how, setHow] = useState<Source>('another_clock')
  const [notes, setNotes] = useState('')
  const ms = { from: 0, to: 0, shown: 0, really: 0 }
  for (const name of ['from', 'to', 'shown', 'really'] as const) ms[name] = Date.parse(times[name])
  const aheadMs = ms.shown - ms.really
  const isWhole = Object.values(ms).every((one) => Number.isFinite(one)) && ms.from <= ms.to
  const seal = (): void => {
    if (device === null) return
    attest.mutate(
      {
        id: device.id,
        body: {
          from: toTimestamp(ms.from),
          to: toTimestamp(ms.to),
          ahead_ms: aheadMs,
          how,
          notes: notes.trim(),
        },
      },
      { onSuccess: onClose },
    )
  }
  return (
    <ConfirmDialog
      opened={device !== null}
      onClose={onClose}
      title={t('settings.devices.clock.title', { name: device?.name ?? '' })}
      confirm={t('settings.devices.clock.seal')}
      onConfirm={seal}
      pending={attest.isPending}
      disabled={!isWhole || aheadMs === 0 || !mayWithhold('clock.attested', 'notes', notes.trim())}
      error={attest.error}
      size={520}
    >
      <p style={{ margin: 0 }}>{t('settings.devices.clock.text')}</p>
      {(['from', 'to', 'shown', 'really'] as const).map((name) => (
        <DayField
          key={name}
          time
          required
          label={t(`settings.devices.clock.${name}`)}
          value={times[name]}
          onDay={(value) => setTimes((before) => ({ ...before, [name]: value }))}
          error={name === 'to' && ms.to < ms.from ? t('settings.devices.clock.order') : undefined}
        />
      ))}
      {Number.isFinite(aheadMs) ? (
        <p style={{ margin: 0 }} role="status">
          {t(`settings.devices.clock.${wayOf(aheadMs)}`, { span: formatSpan(Math.abs(aheadMs), i18n.language) })}
        </p>
      ) : null}
      <Select
        label={t('settings.devices.clock.how')}
        data={clockSources.map((value) => ({ value, label: t(`settings.devices.clock.sources.${value}`) }))}
        value={how}
        onChange={(value) => {
          if (isSource(value)) setHow(value)
        }}
        allowDeselect={false}
      />
      <RationaleField value={notes} onChange={setNotes} />
    </ConfirmDialog>
  )
}
