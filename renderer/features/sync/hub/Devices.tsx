import { Button, TextInput } from '@mantine/core'
import { IconClockPause } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HubDeviceView } from '../../../../shared/schema/hub.ts'
import { useEndDevice, useHubDevices } from '../../../data/queries/hub.ts'
import cells from '../../../ui/plain-table.module.css'
import { PlainTable } from '../../../ui/PlainTable.tsx'
import { waitsForEvidence } from '../model/waitsForEvidence.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { PersonName } from '../../../ui/PersonName.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import shared from '../sync.module.css'
import { DeviceMore, hasMore } from './DeviceMore.tsx'
import classes from './hub.module.css'

/** How many devices are silent for too long. */
const SilentCount = ({ devices }: { readonly devices: readonly HubDeviceView[] }) => {
  const { t, i18n } = useTranslation()
  const count = devices.filter(({ silent }) => silent).length
  if (count === 0) return null
  return (
    <p className={classes.trouble} role="status">
      <IconClockPause size={16} aria-hidden />
      <strong>{t('sync.hub.devices.silentCount', { count, text: count.toLocaleString(i18n.language) })}</strong>
    </p>
  )
}

const heads = ['name', 'person', 'number', 'state', 'contact', 'lease'] as const

type How = 'revoke' | 'remove'
type Asked = { readonly device: HubDeviceView; readonly how: How }

const DeviceRow = ({ device, onAsk }: { readonly device: HubDeviceView; readonly onAsk: (how: How) => void }) => {
  const { t } = useTranslation()
  const ended = device.state === 'removed'
  return (
    <tr data-off={device.state !== 'active' || undefined} data-more={hasMore(device) || undefined}>
      <td dir="auto" className="fs-ellipsis" title={device.name}>
        {device.name}
      </td>
      <td>
        <PersonName name={device.user_name} />
      </td>
      <td>{device.number}</td>
      <td>{t(`sync.hub.devices.states.${device.state}`)}</td>
      <td>
        {device.last_contact_at === null ? (
          t('sync.hub.devices.never')
        ) : (
          <Timestamp at={device.last_contact_at} style="ago" />
        )}
      </td>
      <td>
        <Timestamp at={device.lease_until} />
      </td>
      <td className={cells.end}>
        <span className={classes.row}>
          {device.state === 'active' || device.state === 'forked' ? (
            <Button
              variant="default"
              size="compact-xs"
              onClick={() => onAsk('revoke')}
              aria-label={t('sync.hub.devices.revokeTitle', { name: device.name })}
            >
              {t('sync.hub.devices.revoke')}
            </Button>
          ) : null}
          {ended ? null : (
            <Button
              variant="default"
              size="compact-xs"
              onClick={() => onAsk('remove')}
              aria-label={t('sync.hub.devices.removeTitle', { name: device.name })}
            >
              {t('sync.hub.devices.remove')}
            </Button>
          )}
        </span>
      </td>
    </tr>
  )
}

/** The laptops that were enrolled, when each was last here, and how its part ends. */
export const Devices = () => {
  const { t } = useTranslation()
  const list = useHubDevices()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [reason, setReason] = useState('')
  const end = useEndDevice()
  const close = (): void => {
    end.reset()
    setAsked(null)
    setReason('')
  }
  const submit = (): void => {
    if (asked !== null)
      end.mutate(
        { id: asked.device.id, how: asked.how, reason: reason.trim(), force: waitsForEvidence(end.error) },
        { onSuccess: close },
      )
  }
  const how = asked?.how ?? 'revoke'
  return (
    <section className={shared.block} aria-labelledby="hub-devices">
      <div className={shared.blockHead}>
        <h2 id="hub-devices">{t('sync.hub.devices.title')}</h2>
        <p className={shared.note}>{t('sync.hub.devices.lead')}</p>
      </div>
      {list.data === undefined ? null : <SilentCount devices={list.data} />}
      {list.error !== null && list.data === undefined ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} compact />
      ) : null}
      {list.isPending ? <LoadingRows rows={3} height={36} /> : null}
      {list.data?.length === 0 ? (
        <EmptyState title={t('sync.hub.devices.none')} hint={t('sync.hub.devices.noneHint')} />
      ) : null}
      {list.data === undefined || list.data.length === 0 ? null : (
        <PlainTable heads={heads.map((column) => ({ text: t(`sync.hub.devices.${column}`) }))} actions>
          {list.data.map((device) => (
            <Fragment key={device.id}>
              <DeviceRow device={device} onAsk={(next) => setAsked({ device, how: next })} />
              <DeviceMore device={device} columns={heads.length + 1} />
            </Fragment>
          ))}
        </PlainTable>
      )}
      <ConfirmDialog
        opened={asked !== null}
        onClose={close}
        title={t(`sync.hub.devices.${how}Title`, { name: asked?.device.name ?? '' })}
        confirm={waitsForEvidence(end.error) ? t('sync.hub.devices.removeForce') : t(`sync.hub.devices.${how}Confirm`)}
        danger
        onConfirm={submit}
        pending={end.isPending}
        disabled={reason.trim() === ''}
        error={end.error}
        size={460}
      >
        <p className={shared.plain}>{t(`sync.hub.devices.${how}Text`)}</p>
        <TextInput
          label={t('sync.hub.devices.reason')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={300}
          dir="auto"
          data-autofocus
          required
        />
      </ConfirmDialog>
    </section>
  )
}
