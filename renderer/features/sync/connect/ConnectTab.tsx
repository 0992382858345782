import { Button, Checkbox, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { SyncState } from '../../../../shared/schema/sync.ts'
import { lineOfText } from '../../../../shared/schema/text.ts'
import { useCaseStats } from '../../../data/queries/cases.ts'
import type { Me } from '../../../data/queries/session.ts'
import { isJoined, useConnect } from '../../../data/queries/sync.ts'
import { navigate, syncHref, type SyncQuery } from '../../../state/route.ts'
import { mayWrite } from '../../../state/session.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Fingerprint } from '../Fingerprint.tsx'
import { isHubUrl, isReadableOnTheWay, readTyped } from '../model/invitation.ts'
import shared from '../sync.module.css'
import classes from './connect.module.css'

type Props = { readonly state: SyncState; readonly query: SyncQuery; readonly me: Me }

const deviceNameOf = lineOfText(120)

/** What enrolling does to this folder, before anybody agrees to it. */
const WhatHappens = () => {
  const { t, i18n } = useTranslation()
  const cases = useCaseStats().data?.total
  if (cases === undefined) return null
  return (
    <section className={classes.what} aria-labelledby="connect-what">
      <h2 id="connect-what">{t('sync.connect.whatTitle')}</h2>
      <ul>
        {cases === 0 ? (
          <li>{t('sync.connect.what.empty')}</li>
        ) : (
          <>
            <li>{t('sync.connect.what.cases', { count: cases, text: cases.toLocaleString(i18n.language) })}</li>
            <li>{t('sync.connect.what.numbers')}</li>
          </>
        )}
        <li>{t('sync.connect.what.users')}</li>
        <li>{t('sync.connect.what.seals')}</li>
        <li>{t('sync.connect.what.stop')}</li>
      </ul>
    </section>
  )
}

/** What is typed, and whether it can be sent. */
const useForm = (query: SyncQuery) => {
  const linked = query['hub'] !== undefined && query['code'] !== undefined
  const [invitation, setInvitation] = useState(linked ? (query['code'] ?? '') : '')
  const [url, setUrl] = useState(query['hub'] ?? '')
  const [name, setName] = useState('')
  const [compared, setCompared] = useState(false)
  const typed = readTyped(invitation)
  const fingerprint = typed.kind === 'code' ? typed.fingerprint : null
  const invite = (text: string): void => {
    setInvitation(text)
    setCompared(false)
    const read = readTyped(text)
    if (read.kind === 'code' && read.url !== null) setUrl(read.url)
  }
  const ready = typed.kind === 'code' && isHubUrl(url) && deviceNameOf.safeParse(name.trim()).success && compared
  return { invitation, invite, url, setUrl, name, setName, compared, setCompared, typed, fingerprint, ready }
}

const Form = ({ query }: Pick<Props, 'query'>) => {
  const { t } = useTranslation()
  const form = useForm(query)
  const { typed, fingerprint } = form
  const connect = useConnect()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!form.ready || typed.kind !== 'code' || connect.isPending) return
    const done = ({ data }: { data: { device_number: number } }): void => {
      notifications.show({ message: t('sync.connect.connected', { number: data.device_number }) })
      navigate({ name: 'sync', tab: 'overview', query: {} })
    }
    connect.mutate({ url: form.url.trim(), code: typed.code, device_name: form.name.trim() }, { onSuccess: done })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label={t('sync.connect.invitation')}
        description={t('sync.connect.invitationHint')}
        value={form.invitation}
        onChange={(event) => form.invite(event.currentTarget.value)}
        error={typed.kind === 'wrong' ? t('sync.connect.badCode') : undefined}
        spellCheck={false}
        autoComplete="off"
        autoFocus
        required
      />
      <TextInput
        label={t('sync.connect.url')}
        description={t('sync.connect.urlHint')}
        value={form.url}
        onChange={(event) => form.setUrl(event.currentTarget.value)}
        error={form.url !== '' && !isHubUrl(form.url) ? t('sync.connect.badUrl') : undefined}
        spellCheck={false}
        required
      />
      {isReadableOnTheWay(form.url) ? (
        <p className={classes.warning} role="note">
          <IconAlertTriangle size={16} aria-hidden />
          {t('sync.connect.insecure')}
        </p>
      ) : null}
      <TextInput
        label={t('sync.connect.deviceName')}
        description={t('sync.connect.deviceNameHint')}
        value={form.name}
        onChange={(event) => form.setName(event.currentTarget.value)}
        maxLength={120}
        dir="auto"
        required
      />
      {fingerprint === null ? null : (
        <div className={classes.compare}>
          <h2>{t('sync.connect.fingerprint')}</h2>
          <Fingerprint value={fingerprint} />
          <p className={shared.note}>{t('sync.connect.fingerprintHint')}</p>
          <Checkbox
            checked={form.compared}
            onChange={(event) => form.setCompared(event.currentTarget.checked)}
            label={t('sync.connect.confirm')}
          />
        </div>
      )}
      {connect.error === null ? null : <ErrorState error={connect.error} compact />}
      <Button type="submit" className={classes.submit} loading={connect.isPending} disabled={!form.ready}>
        {t('sync.connect.submit')}
      </Button>
    </form>
  )
}

/** Connects this device to a hub: the code, the address, the hub's fingerprint to compare, and what will happen. */
export const ConnectTab = ({ state, query, me }: Props) => {
  const { t } = useTranslation()
  if (isJoined(state)) {
    return (
      <EmptyState title={t('sync.connect.already')}>
        <a href={syncHref('overview')}>{t('sync.status.open')}</a>
      </EmptyState>
    )
  }
  if (!mayWrite(me.role)) return <EmptyState title={t('sync.connect.readOnly')} />
  return (
    <div className={shared.scroll}>
      <div className={classes.sheet}>
        <p className={shared.note}>{t('sync.connect.lead')}</p>
        <div className={classes.columns}>
          <Form key={`${query['hub'] ?? ''} ${query['code'] ?? ''}`} query={query} />
          <WhatHappens />
        </div>
      </div>
    </div>
  )
}
