import { Button, CopyButton, PasswordInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useBeginSecondFactor, useConfirmSecondFactor } from '../../data/queries/secondFactor.ts'
import { CodeField } from '../../ui/CodeField.tsx'
import { QrPicture } from '../../ui/QrPicture.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import classes from './settings.module.css'

/** The key in groups of four, as people type it off. */
const grouped = (key: string): string => key.match(/.{1,4}/g)?.join(' ') ?? key

type Key = { readonly key: string; readonly uri: string }
type Done = (codes: readonly string[]) => void

const Confirm = ({
  made,
  onDone,
  onCancel,
}: {
  readonly made: Key
  readonly onDone: Done
  readonly onCancel: () => void
}) => {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const confirm = useConfirmSecondFactor()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    confirm.mutate(
      { code: code.trim() },
      { onSuccess: ({ data }) => onDone(data.recovery_codes), onError: () => setCode('') },
    )
  }
  return (
    <form onSubmit={submit} className={classes.updateForm} noValidate>
      <p className={classes.note}>{t('settings.secondFactor.keyText')}</p>
      <QrPicture text={made.uri} label={t('settings.secondFactor.picture')} />
      <code className={classes.secret} data-testid="second-factor-key">
        {grouped(made.key)}
      </code>
      <div className={classes.buttons}>
        <CopyButton value={made.key}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" onClick={copy}>
              {t(copied ? 'common.copied' : 'settings.secondFactor.copyKey')}
            </Button>
          )}
        </CopyButton>
        <CopyButton value={made.uri}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" onClick={copy}>
              {t(copied ? 'common.copied' : 'settings.secondFactor.copyAddress')}
            </Button>
          )}
        </CopyButton>
      </div>
      <CodeField value={code} onChange={setCode} focus />
      {confirm.error === null ? null : <ErrorState error={confirm.error} compact />}
      <div className={classes.buttons}>
        <Button type="submit" loading={confirm.isPending} disabled={code.trim() === ''}>
          {t('settings.secondFactor.confirm')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}

/** Sets a second factor up: the password again, the key for the app, and a first code of it. */
export const SetUpSecondFactor = ({ onDone }: { readonly onDone: Done }) => {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [made, setMade] = useState<Key | null>(null)
  const begin = useBeginSecondFactor()
  if (made !== null) return <Confirm made={made} onDone={onDone} onCancel={() => setMade(null)} />
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    begin.mutate({ password }, { onSuccess: ({ data }) => setMade(data), onError: () => setPassword('') })
    setPassword('')
  }
  return (
    <form onSubmit={submit} className={classes.form} noValidate>
      <PasswordInput
        label={t('settings.account.current')}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t('signIn.show') }}
      />
      {begin.error === null ? null : <ErrorState error={begin.error} compact />}
      <Button type="submit" loading={begin.isPending} disabled={password === ''} style={{ alignSelf: 'flex-start' }}>
        {t('settings.secondFactor.setUp')}
      </Button>
    </form>
  )
}
