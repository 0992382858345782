import { Button, PasswordInput, SegmentedControl } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { password as passwordSchema } from '../../../shared/schema/user.ts'
import { keys } from '../../data/queries/keys.ts'
import { useChangePassword, type Me } from '../../data/queries/session.ts'
import { colourChoices, setColour, usePreferences } from '../../state/preferences.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SecondFactorSection } from './SecondFactorSection.tsx'
import { SignInsSection } from './SignInsSection.tsx'
import classes from './settings.module.css'

/** The first password of somebody who has none here, or another one in its place. */
const PasswordForm = ({ isFirst }: { readonly isFirst: boolean }) => {
  const { t } = useTranslation()
  const [form, setForm] = useState({ current: '', next: '', repeat: '' })
  const change = useChangePassword()
  const client = useQueryClient()
  const fits = passwordSchema.safeParse(form.next).success
  const same = form.next === form.repeat
  const field = (name: keyof typeof form) => ({
    value: form[name],
    onChange: (event: { currentTarget: { value: string } }) => setForm({ ...form, [name]: event.currentTarget.value }),
    visibilityToggleButtonProps: { 'aria-label': t('signIn.show') },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    change.mutate(isFirst ? { next: form.next } : { current: form.current, next: form.next }, {
      onSuccess: () => {
        setForm({ current: '', next: '', repeat: '' })
        notifications.show({ message: t('settings.account.changed') })
        void client.invalidateQueries({ queryKey: keys.me })
      },
    })
  }
  return (
    <form onSubmit={submit} className={classes.form} noValidate>
      {isFirst ? (
        <p className={classes.note}>{t('settings.account.first')}</p>
      ) : (
        <PasswordInput label={t('settings.account.current')} autoComplete="current-password" {...field('current')} />
      )}
      <PasswordInput
        label={t('settings.account.next')}
        description={t('settings.account.nextHint')}
        autoComplete="new-password"
        {...field('next')}
      />
      <PasswordInput
        label={t('settings.account.repeat')}
        autoComplete="new-password"
        {...field('repeat')}
        error={form.repeat !== '' && !same ? t('settings.account.mismatch') : undefined}
      />
      {change.error === null ? null : <ErrorState error={change.error} compact />}
      <Button
        type="submit"
        loading={change.isPending}
        disabled={(form.current === '' && !isFirst) || !fits || !same}
        style={{ alignSelf: 'flex-start' }}
      >
        {t('settings.account.change')}
      </Button>
    </form>
  )
}

/** Who is signed in and where, how the window looks, the own password and second factor. */
export const AccountSection = ({ me }: { readonly me: Me }) => {
  const { t } = useTranslation()
  const colour = usePreferences((preferences) => preferences.colour)
  return (
    <>
      <section className={classes.block}>
        <dl className={classes.facts}>
          <dt>{t('settings.account.signedInAs')}</dt>
          <dd dir="auto">{me.user.name}</dd>
          <dt>{t('settings.account.loginName')}</dt>
          <dd>{me.user.login_name}</dd>
          <dt>{t('settings.account.role')}</dt>
          <dd>{t(`role.${me.role}`)}</dd>
        </dl>
      </section>
      <section className={classes.block}>
        <div className={classes.blockHead}>
          <h2>{t('settings.account.appearance')}</h2>
        </div>
        <SegmentedControl
          aria-label={t('settings.account.appearance')}
          value={colour}
          onChange={(value) => setColour(value)}
          data={colourChoices.map((choice) => ({ value: choice, label: t(`shell.themes.${choice}`) }))}
        />
      </section>
      <section className={classes.block}>
        <div className={classes.blockHead}>
          <h2>{t('settings.account.password')}</h2>
        </div>
        <PasswordForm isFirst={!me.has_password} />
      </section>
      <SecondFactorSection />
      <SignInsSection />
    </>
  )
}
