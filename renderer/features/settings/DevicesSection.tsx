import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayWithhold } from '../../../shared/entries/catalogue.ts'
import { useDevices, useRevokeDevice, type Device } from '../../data/queries/administration.ts'
import { isDeviceOfHub, useRotateKey, useSyncState } from '../../data/queries/sync.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import cells from '../../ui/plain-table.module.css'
import { PlainTable } from '../../ui/PlainTable.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { AttestClockDialog } from './AttestClockDialog.tsx'
import classes from './settings.module.css'

const stateOf = (device: Device): 'revoked' | 'this' | 'trusted' => {
  if (device.revoked_at !== null) return 'revoked'
  return device.this_device ? 'this' : 'trusted'
}

/** A device, and what whoever looks may do with it: what they may not is null. */
const DeviceRow = ({
  device,
  onClock,
  onRevoke,
  onRotate,
}: {
  readonly device: Device
  readonly onClock: (() => void) | null
  readonly onRevoke: (() => void) | null
  readonly onRotate: (() => void) | null
}) => {
  const { t } = useTranslation()
  return (
    <tr data-off={device.revoked_at !== null || undefined}>
      <td dir="auto">{device.name}</td>
      <td>{device.number}</td>
      <td className="fs-mono fs-ellipsis" title={device.kid}>
        {device.kid}
      </td>
      <td>
        <Timestamp at={device.enrolled_at} />
      </td>
      <td>{t(`settings.devices.${stateOf(device)}`)}</td>
      <td className={cells.end}>
        {onClock !== null && !device.id.startsWith('hub:') ? (
          <Button
            variant="default"
            size="compact-xs"
            mr={6}
            onClick={onClock}
            aria-label={t('settings.devices.clock.title', { name: device.name })}
          >
            {t('settings.devices.clock.open')}
          </Button>
        ) : null}
        {onRevoke !== null && !device.this_device && device.revoked_at === null ? (
          <Button
            variant="default"
            size="compact-xs"
            onClick={onRevoke}
            aria-label={t('settings.devices.revokeTitle', { name: device.name })}
          >
            {t('settings.devices.revoke')}
          </Button>
        ) : null}
        {onRotate !== null && device.this_device && device.revoked_at === null ? (
          <Button variant="default" size="compact-xs" onClick={onRotate}>
            {t('settings.devices.rotate')}
          </Button>
        ) : null}
      </td>
    </tr>
  )
}

/** The devices whose signatures count. */
export const DevicesSection = ({ admin, attests }: { readonly admin: boolean; readonly attests: boolean }) => {
  const { t } = useTranslation()
  const list = useDevices()
  const [asked, setAsked] = useState<Device | null>(null)
  const [reason, setReason] = useState('')
  const [clockOf, setClockOf] = useState<Device | null>(null)
  const revoke = useRevokeDevice()
  const [rotating, setRotating] = useState(false)
  const rotate = useRotateKey()
  const mayRotate = isDeviceOfHub(useSyncState().data)
  const close = (): void => {
    setAsked(null)
    setReason('')
  }
  const closeRotation = (): void => {
    rotate.reset()
    setRotating(false)
  }
  if (list.error !== null && list.data === undefined)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  return (
    <section className={classes.block}>
      <div className={classes.blockHead}>
        <h2>{t('settings.devices.title')}</h2>
        <p>{t('settings.devices.lead')}</p>
      </div>
      {list.data === undefined ? (
        <LoadingRows rows={2} height={36} />
      ) : (
        <PlainTable
          heads={(['name', 'number', 'key', 'enrolled', 'state'] as const).map((column) => ({
            text: t(`settings.devices.${column}`),
          }))}
          actions
        >
          {list.data.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              onClock={attests ? () => setClockOf(device) : null}
              onRevoke={admin ? () => setAsked(device) : null}
              onRotate={mayRotate ? () => setRotating(true) : null}
            />
          ))}
        </PlainTable>
      )}
      <AttestClockDialog key={clockOf?.id ?? ''} device={clockOf} onClose={() => setClockOf(null)} />
      <ConfirmDialog
        opened={asked !== null}
        onClose={close}
        title={t('settings.devices.revokeTitle', { name: asked?.name ?? '' })}
        confirm={t('settings.devices.revoke')}
        danger
        onConfirm={() => asked !== null && revoke.mutate({ id: asked.id, reason: reason.trim() }, { onSuccess: close })}
        pending={revoke.isPending}
        disabled={!mayWithhold('key.revoked', 'reason', reason.trim())}
        error={revoke.error}
        size={440}
      >
        <p style={{ margin: 0 }}>{t('settings.devices.revokeText')}</p>
        <TextInput
          label={t('settings.devices.reason')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={300}
          dir="auto"
          data-autofocus
          required
        />
      </ConfirmDialog>
      <ConfirmDialog
        opened={rotating}
        onClose={closeRotation}
        title={t('settings.devices.rotateTitle')}
        confirm={t('settings.devices.rotateConfirm')}
        onConfirm={() => rotate.mutate(undefined, { onSuccess: closeRotation })}
        pending={rotate.isPending}
        error={rotate.error}
        size={460}
      >
        <p style={{ margin: 0 }}>{t('settings.devices.rotateText')}</p>
      </ConfirmDialog>
    </section>
  )
}
