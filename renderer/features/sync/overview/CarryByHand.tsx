import { Button, Select, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useHubDevices } from '../../../data/queries/hub.ts'
import type { Me } from '../../../data/queries/session.ts'
import { useReadExchange, useWriteExchange } from '../../../data/queries/sync.ts'
import { formatBytes } from '../../../ui/bytes.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import classes from '../sync.module.css'

type Props = { readonly me: Me; readonly hub: boolean }

const Carrier = ({ hub }: Pick<Props, 'hub'>) => {
  const { t, i18n } = useTranslation()
  const [path, setPath] = useState('')
  const [receiver, setReceiver] = useState<string | null>(null)
  const devices = useHubDevices(hub).data ?? []
  const write = useWriteExchange()
  const read = useReadExchange()
  const named = path.trim() !== ''
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    read.reset()
    write.mutate({ path: path.trim(), ...(receiver === null ? {} : { device_id: receiver }) })
  }
  return (
    <form className={classes.carry} onSubmit={submit} noValidate>
      <TextInput label={t('sync.carry.path')} description={t('sync.carry.pathHint')} value={path} onChange={(event) => setPath(event.currentTarget.value)} spellCheck={false} />
      {hub ? (
        <Select label={t('sync.carry.receiver')} placeholder={t('sync.carry.receiverNone')} value={receiver} onChange={setReceiver} data={devices.filter(({ state }) => state === 'active').map(({ id, name }) => ({ value: id, label: name }))} searchable nothingFoundMessage={t('common.none')} />
      ) : null}
      <div className={classes.carryActions}>
        <Button type="submit" variant="default" loading={write.isPending} disabled={!named || (hub && receiver === null)}>
          {t('sync.carry.write')}
        </Button>
        <Button
          variant="default"
          loading={read.isPending}
          disabled={!named}
          onClick={() => {
            write.reset()
            read.mutate(path.trim())
          }}
        >
          {t('sync.carry.read')}
        </Button>
        <span role="status" className={classes.outcome}>
          {write.data === undefined ? null : t('sync.carry.written', { count: write.data.entries, bytes: formatBytes(write.data.bytes, i18n.language) })}
          {read.data === undefined ? null : t('sync.round.moved', { sent: read.data.sent, received: read.data.received })}
        </span>
      </div>
      {write.error === null ? null : <ErrorState error={write.error} compact />}
      {read.error === null ? null : <ErrorState error={read.error} compact />}
    </form>
  )
}

/** Exchange by a file that somebody carries, for places without any network. */
export const CarryByHand = ({ me, hub }: Props) => {
  const { t } = useTranslation()
  return (
    <section className={classes.block} aria-labelledby="sync-carry">
      <div className={classes.blockHead}>
        <h2 id="sync-carry">{t('sync.carry.label')}</h2>
      </div>
      <p className={classes.note}>{t('sync.carry.lead')}</p>
      {me.via === 'desktop' ? <Carrier hub={hub} /> : <p className={classes.note}>{t('sync.carry.desktopOnly')}</p>}
    </section>
  )
}
