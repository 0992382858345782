import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayWithhold } from '../../../shared/entries/catalogue.ts'
import { apiScopes } from '../../../shared/api/access.ts'
import { useApiKeys, useCreateKey, useRevokeKey, type ApiKey } from '../../data/queries/administration.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import cells from '../../ui/plain-table.module.css'
import { PlainTable } from '../../ui/PlainTable.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { SecretDialog, type Secret } from './SecretDialog.tsx'
import classes from './settings.module.css'

const kinds = ['api', 'institution'] as const
type Kind = (typeof kinds)[number]

const CreateKey = ({
  opened,
  onClose,
  onSecret,
}: {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onSecret: (secret: Secret) => void
}) => {
  const { t } = useTranslation()
  const [label, setLabel] = useState('')
  const [kind, setKind] = useState<Kind>('api')
  const [scopes, setScopes] = useState<string[]>(['v4:read'])
  const create = useCreateKey()
  const submit = (): void =>
    create.mutate(
      {
        label: label.trim(),
        kind,
        ...(kind === 'api' ? { scopes: apiScopes.filter((scope) => scopes.includes(scope)) } : {}),
      },
      {
        onSuccess: ({ data }) => {
          setLabel('')
          onClose()
          onSecret({
            title: t('settings.keys.secret', { label: data.label }),
            text: t('settings.keys.secretText'),
            value: data.secret,
          })
        },
      },
    )
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('settings.keys.create')}
      confirm={t('settings.keys.create')}
      onConfirm={submit}
      pending={create.isPending}
      disabled={!mayWithhold('api_key.created', 'label', label.trim())}
      error={create.error}
      size={420}
    >
      <TextInput
        label={t('settings.keys.label')}
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
        maxLength={120}
        dir="auto"
        data-autofocus
        required
      />
      <Select
        label={t('settings.keys.kind')}
        value={kind}
        onChange={(value) => setKind(value as Kind)}
        data={kinds.map((value) => ({ value, label: t(`settings.keys.kinds.${value}`) }))}
        allowDeselect={false}
      />
      {kind === 'institution' ? null : (
        <Checkbox.Group label={t('settings.keys.scopes')} value={scopes} onChange={setScopes}>
          <div style={{ display: 'flex', gap: 16, marginTop: 4 }}>
            {apiScopes
              .filter((scope) => scope !== 'institution')
              .map((scope) => (
                <Checkbox key={scope} value={scope} label={scope} />
              ))}
          </div>
        </Checkbox.Group>
      )}
    </ConfirmDialog>
  )
}

const KeyRow = ({ apiKey, onRevoke }: { readonly apiKey: ApiKey; readonly onRevoke: () => void }) => {
  const { t } = useTranslation()
  return (
    <tr data-off={apiKey.revoked_at !== null || undefined}>
      <td dir="auto">{apiKey.label}</td>
      <td>{t(`settings.keys.kinds.${apiKey.kind}`)}</td>
      <td>{apiKey.scopes.join(', ')}</td>
      <td>
        <Timestamp at={apiKey.created_at} />
      </td>
      <td>
        {apiKey.last_used_at === null ? t('settings.keys.never') : <Timestamp at={apiKey.last_used_at} style="ago" />}
      </td>
      <td>{t(apiKey.revoked_at === null ? 'settings.keys.live' : 'settings.keys.revoked')}</td>
      <td className={cells.end}>
        {apiKey.revoked_at === null ? (
          <Button
            variant="default"
            size="compact-xs"
            onClick={onRevoke}
            aria-label={t('settings.keys.revokeTitle', { label: apiKey.label })}
          >
            {t('settings.keys.revoke')}
          </Button>
        ) : null}
      </td>
    </tr>
  )
}

/** Keys for programs: made, shown once, revoked. */
export const KeysSection = () => {
  const { t } = useTranslation()
  const list = useApiKeys()
  const [creating, setCreating] = useState(false)
  const [asked, setAsked] = useState<ApiKey | null>(null)
  const [secret, setSecret] = useState<Secret | null>(null)
  const revoke = useRevokeKey()
  if (list.error !== null && list.data === undefined)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  return (
    <section className={classes.block}>
      <div className={classes.blockHead}>
        <h2>{t('settings.keys.title')}</h2>
        <p>{t('settings.keys.lead')}</p>
        <Button leftSection={<IconPlus size={14} />} onClick={() => setCreating(true)}>
          {t('settings.keys.create')}
        </Button>
      </div>
      {list.data === undefined ? <LoadingRows rows={3} height={36} /> : null}
      {list.data?.length === 0 ? <EmptyState title={t('settings.keys.none')} /> : null}
      {list.data === undefined || list.data.length === 0 ? null : (
        <PlainTable
          heads={(['label', 'kind', 'scopes', 'created', 'used', 'state'] as const).map((column) => ({
            text: t(`settings.keys.${column}`),
          }))}
          actions
        >
          {list.data.map((key) => (
            <KeyRow key={key.id} apiKey={key} onRevoke={() => setAsked(key)} />
          ))}
        </PlainTable>
      )}
      <CreateKey opened={creating} onClose={() => setCreating(false)} onSecret={setSecret} />
      <ConfirmDialog
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={t('settings.keys.revokeTitle', { label: asked?.label ?? '' })}
        confirm={t('settings.keys.revoke')}
        danger
        onConfirm={() => asked !== null && revoke.mutate(asked.id, { onSuccess: () => setAsked(null) })}
        pending={revoke.isPending}
        error={revoke.error}
        size={420}
      >
        <p style={{ margin: 0 }}>{t('settings.keys.revokeText')}</p>
      </ConfirmDialog>
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
    </section>
  )
}
