import { Button, PasswordInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRemoveSecondFactor, useRenewRecoveryCodes, useSecondFactor } from '../../data/queries/secondFactor.ts'
import { CodeField } from '../../ui/CodeField.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetUpSecondFactor } from './SetUpSecondFactor.tsx'
import classes from './settings.module.css'

type Asked = 'renew' | 'remove'

/** What takes password and code: other recovery codes, or no second factor any more. */
const ProofDialog = ({
  asked,
  onClose,
  onCodes,
}: {
  readonly asked: Asked
  readonly onClose: () => void
  readonly onCodes: (codes: readonly string[]) => void
}) => {
  const { t } = useTranslation()
  const [proof, setProof] = useState({ password: '', code: '' })
  const renew = useRenewRecoveryCodes()
  const remove = useRemoveSecondFactor()
  const sending = asked === 'renew' ? renew : remove
  const body = { password: proof.password, code: proof.code.trim() }
  const send = (): void => {
    if (asked === 'renew') {
      renew.mutate(body, {
        onSuccess: ({ data }) => {
          onClose()
          onCodes(data.recovery_codes)
        },
      })
      return
    }
    remove.mutate(body, {
      onSuccess: () => {
        onClose()
        notifications.show({ message: t('settings.secondFactor.removed') })
      },
    })
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(`settings.secondFactor.${asked}Title`)}
      confirm={t(`settings.secondFactor.${asked}`)}
      onConfirm={send}
      danger={asked === 'remove'}
      pending={sending.isPending}
      disabled={body.password === '' || body.code === ''}
      error={sending.error}
      size={420}
    >
      <p style={{ margin: 0 }}>{t(`settings.secondFactor.${asked}Text`)}</p>
      <PasswordInput
        label={t('settings.account.current')}
        autoComplete="current-password"
        value={proof.password}
        onChange={(event) => setProof({ ...proof, password: event.currentTarget.value })}
        visibilityToggleButtonProps={{ 'aria-label': t('signIn.show') }}
        data-autofocus
      />
      <CodeField value={proof.code} onChange={(code) => setProof({ ...proof, code })} recovery />
    </ConfirmDialog>
  )
}

/** The own second factor: none and how to set it up, or since when, and what can be done with it. */
export const SecondFactorSection = () => {
  const { t } = useTranslation()
  const factor = useSecondFactor()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <section className={classes.block}>
      <div className={classes.blockHead}>
        <h2>{t('settings.secondFactor.title')}</h2>
      </div>
      <p className={classes.note} style={{ marginBottom: 8 }}>
        {t('settings.secondFactor.lead')}
      </p>
      {factor.error !== null && factor.data === undefined ? (
        <ErrorState error={factor.error} onRetry={() => void factor.refetch()} compact />
      ) : factor.data === undefined ? (
        <LoadingRows rows={1} height={36} />
      ) : factor.data.since === null ? (
        <SetUpSecondFactor onDone={setCodes} />
      ) : (
        <>
          <dl className={classes.facts}>
            <dt>{t('settings.secondFactor.since')}</dt>
            <dd>
              <Timestamp at={factor.data.since} />
            </dd>
            <dt>{t('settings.secondFactor.left')}</dt>
            <dd>{factor.data.recovery_codes_left}</dd>
          </dl>
          <div className={classes.buttons}>
            <Button variant="default" onClick={() => setAsked('renew')}>
              {t('settings.secondFactor.renew')}
            </Button>
            <Button variant="default" onClick={() => setAsked('remove')}>
              {t('settings.secondFactor.remove')}
            </Button>
          </div>
        </>
      )}
      {asked === null ? null : <ProofDialog asked={asked} onClose={() => setAsked(null)} onCodes={setCodes} />}
      <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />
    </section>
  )
}
