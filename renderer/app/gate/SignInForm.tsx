import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignIn } from '../../data/queries/session.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import classes from './gate.module.css'

/** Login name and password. With `loginName` (an expired session) only the password is asked for anew. */
export const SignInForm = ({ loginName = '' }: { readonly loginName?: string }) => {
  const { t } = useTranslation()
  const [name, setName] = useState(loginName)
  const [password, setPassword] = useState('')
  const signIn = useSignIn()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (name.trim() === '' || password === '' || signIn.isPending) return
    signIn.mutate({ login_name: name.trim().toLowerCase(), password }, { onError: () => setPassword('') })
  }
  return (
    <form onSubmit={submit} className={classes.form} noValidate>
      <TextInput
        label={t('signIn.loginName')}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        size="sm"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus={loginName === '' || undefined}
        autoFocus={loginName === ''}
        required
        withAsterisk={false}
      />
      <PasswordInput
        label={t('signIn.password')}
        autoComplete="current-password"
        size="sm"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t('signIn.show') }}
        data-autofocus={loginName !== '' || undefined}
        autoFocus={loginName !== ''}
        required
        withAsterisk={false}
      />
      {signIn.error === null ? null : <ErrorState error={signIn.error} compact />}
      <Button
        type="submit"
        size="sm"
        fullWidth
        loading={signIn.isPending}
        disabled={name.trim() === '' || password === ''}
      >
        {t('signIn.submit')}
      </Button>
    </form>
  )
}
