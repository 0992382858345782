import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deliveryStates } from '../../../shared/schema/webhooks.ts'
import {
  useDeliveries,
  useReplayDelivery,
  useReplayFailed,
  type Delivery,
  type DeliveryState,
  type ListedWebhook,
} from '../../data/queries/webhooks.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import cells from '../../ui/plain-table.module.css'
import { PlainTable } from '../../ui/PlainTable.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './settings.module.css'

/** How far back the failed ones are replayed: as far as events are kept. */
const keptMs = 30 * 86_400_000

/** How a delivery stands; what its receiver answered is opened there, since it tells why it was refused. */
const Standing = ({ delivery: { state, last } }: { readonly delivery: Delivery }) => {
  const { t } = useTranslation()
  const text = `${t(`settings.webhooks.states.${state}`)}${last === null ? '' : ` · ${last.status === null ? '' : `${last.status} `}${last.error ?? ''}`}`
  if (last?.answer === null || last?.answer === undefined || last.answer === '') return <>{text}</>
  return (
    <details>
      <summary>{text}</summary>
      <pre className={classes.answer} dir="auto" tabIndex={0} aria-label={t('settings.webhooks.answer')}>
        {last.answer}
      </pre>
    </details>
  )
}

/** Whoever replays a row far down sees why it was refused. */
const intoView = (box: HTMLElement | null): void => box?.scrollIntoView({ block: 'center' })

const DeliveryRow = ({
  delivery,
  onReplay,
  disabled,
}: {
  readonly delivery: Delivery
  readonly onReplay: () => void
  readonly disabled: boolean
}) => {
  const { t } = useTranslation()
  const { last } = delivery
  return (
    <tr>
      <td className={cells.figure}>{delivery.event_id}</td>
      <td>{delivery.type}</td>
      <td>
        <Standing delivery={delivery} />
      </td>
      <td className={cells.figure}>{delivery.attempts}</td>
      <td>{last === null ? null : <Timestamp at={last.at} style="ago" />}</td>
      <td>{delivery.next_at === null ? null : <Timestamp at={delivery.next_at} style="seconds" />}</td>
      <td className={cells.end}>
        <Button
          variant="default"
          size="compact-xs"
          onClick={onReplay}
          disabled={disabled}
          aria-label={t('settings.webhooks.replayTitle', { id: delivery.event_id })}
        >
          {t('settings.webhooks.replay')}
        </Button>
      </td>
    </tr>
  )
}

/** The delivery log of a webhook, and its deliveries posted again. */
export const DeliveriesDialog = ({
  webhook,
  onClose,
}: {
  readonly webhook: ListedWebhook
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const [state, setState] = useState<DeliveryState | null>(null)
  const [page, setPage] = useState(1)
  const list = useDeliveries(webhook.id, state, page)
  const replay = useReplayDelivery()
  const replayFailed = useReplayFailed()
  const error = replay.error ?? replayFailed.error
  const { total_pages: pages, total } = list.data?.pagination ?? { total_pages: 1, total: 0 }
  // Replayed deliveries leave the failed ones: the page that was open may be no more.
  if (!list.isPlaceholderData && page > Math.max(1, pages)) setPage(Math.max(1, pages))
  return (
    <Dialog onClose={onClose} title={t('settings.webhooks.log', { url: webhook.url })} size={900}>
      <div className={classes.blockHead}>
        <Select
          aria-label={t('settings.webhooks.state')}
          value={state ?? 'all'}
          onChange={(value) => {
            setState(value === 'all' ? null : value)
            setPage(1)
          }}
          data={[
            { value: 'all', label: t('common.all') },
            ...deliveryStates.map((value) => ({ value, label: t(`settings.webhooks.states.${value}`) })),
          ]}
          allowDeselect={false}
        />
        <Button
          variant="default"
          onClick={() =>
            replayFailed.mutate({
              id: webhook.id,
              since: new Date(Date.now() - keptMs).toISOString().replace('Z', '+00:00'),
            })
          }
          disabled={webhook.deliveries.failed === 0 || webhook.state !== 'active'}
          loading={replayFailed.isPending}
        >
          {t('settings.webhooks.replayFailed', { count: webhook.deliveries.failed })}
        </Button>
      </div>
      {error === null ? null : (
        <div ref={intoView}>
          <ErrorState error={error} />
        </div>
      )}
      {list.error === null ? null : <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data === undefined && list.error === null ? <LoadingRows rows={5} height={36} /> : null}
      {list.data?.data.length === 0 ? <EmptyState title={t('settings.webhooks.noDeliveries')} /> : null}
      {list.data === undefined || list.data.data.length === 0 ? null : (
        <PlainTable
          heads={(['event', 'type', 'state', 'tries', 'last', 'next'] as const).map((column) => ({
            text: t(`settings.webhooks.${column}`),
            end: column === 'event' || column === 'tries',
          }))}
          actions
        >
          {list.data.data.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              onReplay={() => replay.mutate({ id: webhook.id, deliveryId: delivery.id })}
              disabled={webhook.state !== 'active' || replay.isPending}
            />
          ))}
        </PlainTable>
      )}
      {pages <= 1 ? null : (
        <div className={classes.blockHead}>
          <Button variant="default" size="compact-sm" onClick={() => setPage(page - 1)} disabled={page === 1}>
            {t('settings.webhooks.newer')}
          </Button>
          <p role="status">{t('settings.webhooks.page', { page, pages, count: total })}</p>
          <Button variant="default" size="compact-sm" onClick={() => setPage(page + 1)} disabled={page >= pages}>
            {t('settings.webhooks.older')}
          </Button>
        </div>
      )}
    </Dialog>
  )
}
