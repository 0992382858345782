import { MultiSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { eventTypes, type EventType } from '../../../shared/schema/events.ts'
import { useChangeWebhook, useCreateWebhook, type ListedWebhook } from '../../data/queries/webhooks.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import type { Secret } from './SecretDialog.tsx'

type Props = {
  /** null: a new one. */
  readonly webhook: ListedWebhook | null
  readonly onClose: () => void
  readonly onSecret: (secret: Secret) => void
}

/** Makes a webhook, or changes where it leads and what it takes. */
export const WebhookDialog = ({ webhook, onClose, onSecret }: Props) => {
  const { t } = useTranslation()
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [description, setDescription] = useState(webhook?.description ?? '')
  const [types, setTypes] = useState<string[]>(webhook?.types ?? [])
  const create = useCreateWebhook()
  const change = useChangeWebhook()
  const input = { url: url.trim(), description: description.trim(), types: types as EventType[] }
  const submit = (): void => {
    if (webhook !== null) {
      change.mutate({ id: webhook.id, ...input }, { onSuccess: onClose })
      return
    }
    create.mutate(input, {
      onSuccess: ({ data }) => {
        onClose()
        onSecret({ title: t('settings.webhooks.secret'), text: t('settings.webhooks.secretText'), value: data.secret })
      },
    })
  }
  const title = t(webhook === null ? 'settings.webhooks.create' : 'settings.webhooks.change')
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={title}
      confirm={webhook === null ? title : t('common.save')}
      onConfirm={submit}
      pending={create.isPending || change.isPending}
      disabled={input.url === ''}
      error={create.error ?? change.error}
    >
      <TextInput
        label={t('settings.webhooks.url')}
        description={t('settings.webhooks.urlHint')}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        maxLength={2_000}
        placeholder="https://"
        dir="ltr"
        data-autofocus
        required
      />
      <TextInput
        label={t('settings.webhooks.description')}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        maxLength={200}
        dir="auto"
      />
      <MultiSelect
        label={t('settings.webhooks.types')}
        description={t('settings.webhooks.typesHint')}
        value={types}
        onChange={setTypes}
        data={eventTypes}
        searchable
        clearable
      />
    </ConfirmDialog>
  )
}
