import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useBeginProviderSignIn, useEndProviderSignIn, useSignInProvider } from '../../data/queries/signInProvider.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import classes from './gate.module.css'

/** The way in by the provider of the institution, where there is one, and the end of it when the browser comes back. */
export const ProviderSignIn = () => {
  const { t } = useTranslation()
  const name = useSignInProvider().data ?? null
  const begin = useBeginProviderSignIn()
  const { mutate: end, ...ending } = useEndProviderSignIn()
  useEffect(() => end(), [end])
  const error = begin.error ?? ending.error
  if (name === null && error === null) return null
  return (
    <div className={classes.provider}>
      {error === null ? null : <ErrorState error={error} compact />}
      {name === null ? null : (
        <Button
          variant="default"
          size="sm"
          fullWidth
          loading={begin.isPending || ending.isPending}
          onClick={() => begin.mutate()}
        >
          {t('signIn.provider', { name })}
        </Button>
      )}
    </div>
  )
}
