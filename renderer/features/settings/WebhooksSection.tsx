import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  useAddSecret,
  useChangeWebhook,
  useRemoveWebhook,
  useRetireSecret,
  useTestWebhook,
  useWebhooks,
  type ListedWebhook,
} from '../../data/queries/webhooks.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { PlainTable } from '../../ui/PlainTable.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { DeliveriesDialog } from './DeliveriesDialog.tsx'
import { SecretDialog, type Secret } from './SecretDialog.tsx'
import classes from './settings.module.css'
import { WebhookDialog } from './WebhookDialog.tsx'

const columns = ['url', 'types', 'state', 'deliveries'] as const

type Action = 'openLog' | 'test' | 'edit' | 'retire' | 'rotate' | 'switchOff' | 'switchOn' | 'remove'
type Asked = { readonly what: 'edit' | 'log' | 'remove' | 'retire'; readonly id: string }

const Status = ({ webhook }: { readonly webhook: ListedWebhook }) => {
  const { t } = useTranslation()
  if (webhook.state === 'disabled') return <>{t(`settings.webhooks.disabled.${webhook.disabled_reason ?? 'person'}`)}</>
  if (webhook.failing_since === null) return <>{t('settings.webhooks.active')}</>
  return (
    <>
      {t('settings.webhooks.failing')} <Timestamp at={webhook.failing_since} style="ago" />
    </>
  )
}

const WebhookRow = ({
  webhook,
  onAsk,
  onSecret,
}: {
  readonly webhook: ListedWebhook
  readonly onAsk: (asked: Asked) => void
  readonly onSecret: (secret: Secret) => void
}) => {
  const { t } = useTranslation()
  const change = useChangeWebhook()
  const test = useTestWebhook()
  const add = useAddSecret()
  const { id, url, state } = webhook
  const error = change.error ?? test.error ?? add.error
  const secretAdded = (value: string): void =>
    onSecret({ title: t('settings.webhooks.secret'), text: t('settings.webhooks.secretText'), value })
  const button = (name: Action, onClick: () => void, disabled = false) => (
    <Button
      key={name}
      variant="default"
      size="compact-xs"
      onClick={onClick}
      disabled={disabled}
      aria-label={t('settings.webhooks.actionOn', { action: t(`settings.webhooks.${name}`), url })}
    >
      {t(`settings.webhooks.${name}`)}
    </Button>
  )
  return (
    <>
      <tr className={classes.upper} data-off={state === 'disabled' || undefined}>
        <td dir="ltr" className={classes.address}>
          {url}
          {webhook.description === '' ? null : <div className={classes.note}>{webhook.description}</div>}
        </td>
        <td>{webhook.types.length === 0 ? t('settings.webhooks.allTypes') : webhook.types.join(', ')}</td>
        <td>
          <Status webhook={webhook} />
        </td>
        <td>{t('settings.webhooks.counts', webhook.deliveries)}</td>
      </tr>
      <tr>
        <td colSpan={columns.length}>
          <div className={classes.actions}>
            {button('openLog', () => onAsk({ what: 'log', id }))}
            {button('test', () => test.mutate(id), state === 'disabled')}
            {button('edit', () => onAsk({ what: 'edit', id }))}
            {webhook.secrets.length > 1
              ? button('retire', () => onAsk({ what: 'retire', id }))
              : button('rotate', () => add.mutate(id, { onSuccess: ({ data }) => secretAdded(data.secret) }))}
            {button(state === 'active' ? 'switchOff' : 'switchOn', () =>
              change.mutate({ id, state: state === 'active' ? 'disabled' : 'active' }),
            )}
            {button('remove', () => onAsk({ what: 'remove', id }))}
          </div>
        </td>
      </tr>
      {error === null ? null : (
        <tr>
          <td colSpan={columns.length}>
            <ErrorState error={error} />
          </td>
        </tr>
      )}
    </>
  )
}

/** Whom the service posts events to: made, tested, rotated, switched off, and what became of each delivery. */
export const WebhooksSection = () => {
  const { t } = useTranslation()
  const list = useWebhooks()
  const [creating, setCreating] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [secret, setSecret] = useState<Secret | null>(null)
  const remove = useRemoveWebhook()
  const retire = useRetireSecret()
  const close = (): void => setAsked(null)
  if (list.error !== null && list.data === undefined)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  const about = list.data?.find(({ id }) => id === asked?.id)
  const oldest = about?.secrets.at(-1)
  return (
    <section className={classes.block}>
      <div className={classes.blockHead}>
        <h2>{t('settings.webhooks.title')}</h2>
        <p>{t('settings.webhooks.lead')}</p>
        <Button leftSection={<IconPlus size={14} />} onClick={() => setCreating(true)}>
          {t('settings.webhooks.create')}
        </Button>
      </div>
      {list.data === undefined ? <LoadingRows rows={3} height={36} /> : null}
      {list.data?.length === 0 ? <EmptyState title={t('settings.webhooks.none')} /> : null}
      {list.data === undefined || list.data.length === 0 ? null : (
        <PlainTable heads={columns.map((column) => ({ text: t(`settings.webhooks.${column}`) }))}>
          {list.data.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} onAsk={setAsked} onSecret={setSecret} />
          ))}
        </PlainTable>
      )}
      {creating ? <WebhookDialog webhook={null} onClose={() => setCreating(false)} onSecret={setSecret} /> : null}
      {about !== undefined && asked?.what === 'edit' ? (
        <WebhookDialog webhook={about} onClose={close} onSecret={setSecret} />
      ) : null}
      {about !== undefined && asked?.what === 'log' ? <DeliveriesDialog webhook={about} onClose={close} /> : null}
      <ConfirmDialog
        opened={about !== undefined && asked?.what === 'remove'}
        onClose={close}
        title={t('settings.webhooks.removeTitle')}
        confirm={t('common.remove')}
        danger
        onConfirm={() => about !== undefined && remove.mutate(about.id, { onSuccess: close })}
        pending={remove.isPending}
        error={remove.error}
        size={420}
      >
        <p style={{ margin: 0 }}>{t('settings.webhooks.removeText', { url: about?.url ?? '' })}</p>
      </ConfirmDialog>
      <ConfirmDialog
        opened={about !== undefined && asked?.what === 'retire'}
        onClose={close}
        title={t('settings.webhooks.retire')}
        confirm={t('settings.webhooks.retire')}
        danger
        onConfirm={() =>
          about !== undefined &&
          oldest !== undefined &&
          retire.mutate({ id: about.id, secretId: oldest.id }, { onSuccess: close })
        }
        pending={retire.isPending}
        error={retire.error}
        size={420}
      >
        <p style={{ margin: 0 }}>{t('settings.webhooks.retireText')}</p>
      </ConfirmDialog>
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
    </section>
  )
}
