import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '../../data/errors.ts'
import { useSignIn } from '../../data/queries/session.ts'
import { CodeField } from '../../ui/CodeField.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import classes from './gate.module.css'

/**
 * Login name and password, and then the code of whoever has a second factor. With `loginName` (an expired session) only
 * the password is asked for anew.
 */
export const SignInForm = ({ loginName = '' }: { readonly loginName?: string }) => {
  const { t } = useTranslation()
  const [name, setName] = useState(loginName)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<string | null>(null)
  const signIn = useSignIn()
  const isComplete = name.trim() !== '' && password !== '' && code?.trim() !== ''
  const failed = (error: Error): void => {
    // Neither of the two says anything against the password.
    const isAsked = isRefusal(error, 'second_factor_required') || isRefusal(error, 'second_factor_wrong')
    setCode(isAsked ? '' : null)
    if (!isAsked) setPassword('')
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isComplete || signIn.isPending) return
    const body = { login_name: name.trim().toLowerCase(), password }
    signIn.mutate(code === null ? body : { ...body, code: code.trim() }, { onError: failed })
  }
  const error = isRefusal(signIn.error, 'second_factor_required') ? null : signIn.error
  return (
    <form onSubmit={submit} className={classes.form} noValidate>
      {code === null ? (
        <>
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
        </>
      ) : (
        <>
          <p role="status" className={classes.asked}>
            {t('signIn.codeLead')}
          </p>
          <CodeField value={code} onChange={setCode} recovery focus />
        </>
      )}
      {error === null ? null : <ErrorState error={error} compact />}
      <Button type="submit" size="sm" fullWidth loading={signIn.isPending} disabled={!isComplete}>
        {t('signIn.submit')}
      </Button>
      {code === null ? null : (
        <Button
          variant="default"
          size="sm"
          fullWidth
          onClick={() => {
            signIn.reset()
            setCode(null)
            setPassword('')
          }}
        >
          {t('signIn.back')}
        </Button>
      )}
    </form>
  )
}
