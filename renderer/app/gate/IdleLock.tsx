import { Button, PasswordInput } from '@mantine/core'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '../../data/errors.ts'
import { useSignOut, useUnlockWindow } from '../../data/queries/session.ts'
import { CodeField } from '../../ui/CodeField.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { GateFrame } from './GateFrame.tsx'
import { ProviderSignIn } from './ProviderSignIn.tsx'
import classes from './gate.module.css'

/** Hides the whole page below, with its dialogs and its title, for as long as this is shown. */
const useHiddenPage = (title: string): void => {
  useEffect(() => {
    const before = { title: document.title, focused: document.activeElement }
    const shown = `${title} · Fieldseal`
    document.documentElement.setAttribute('data-locked', '')
    document.title = shown
    return () => {
      document.documentElement.removeAttribute('data-locked')
      if (document.title === shown) document.title = before.title
      if (before.focused instanceof HTMLElement) before.focused.focus()
    }
  }, [title])
}

const UnlockForm = () => {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<string | null>(null)
  const unlock = useUnlockWindow()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const isComplete = password !== '' && code?.trim() !== ''
  const failed = (error: Error): void => {
    // Neither of the two says anything against the password.
    const isAsked = isRefusal(error, 'second_factor_required') || isRefusal(error, 'second_factor_wrong')
    setCode(isAsked ? '' : null)
    if (!isAsked) setPassword('')
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isComplete || unlock.isPending) return
    unlock.mutate(code === null ? { password } : { password, code: code.trim() }, { onError: failed })
  }
  const error = isRefusal(unlock.error, 'second_factor_required') ? null : unlock.error
  return (
    <form onSubmit={submit} className={classes.form} noValidate>
      {code === null ? (
        <PasswordInput
          ref={field}
          label={t('signIn.password')}
          autoComplete="current-password"
          size="sm"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t('signIn.show') }}
          required
          withAsterisk={false}
        />
      ) : (
        <>
          <p role="status" className={classes.asked}>
            {t('signIn.codeLead')}
          </p>
          <CodeField value={code} onChange={setCode} recovery focus />
        </>
      )}
      {error === null ? null : <ErrorState error={error} compact />}
      <Button type="submit" size="sm" fullWidth loading={unlock.isPending} disabled={!isComplete}>
        {t('idleLock.unlock')}
      </Button>
    </form>
  )
}

/**
 * L-120: above everything while the window is locked because nobody used it. What lies below stays as it was, with all
 * that was typed, and is neither shown nor reached by keys.
 */
export const IdleLock = () => {
  const { t } = useTranslation()
  const signOut = useSignOut()
  useHiddenPage(t('idleLock.title'))
  return createPortal(
    <div data-above-lock role="dialog" aria-modal aria-label={t('idleLock.title')} className={classes.overlay}>
      <GateFrame title={t('idleLock.title')} lead={t('idleLock.lead')}>
        <UnlockForm />
        {window.fieldseal === undefined ? (
          <>
            <ProviderSignIn />
            <Button variant="default" size="sm" fullWidth mt={8} onClick={() => signOut.mutate()}>
              {t('idleLock.other')}
            </Button>
          </>
        ) : null}
      </GateFrame>
    </div>,
    document.body,
  )
}
