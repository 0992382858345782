import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndSignIn, useSignIns } from '../../data/queries/signIns.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { SignInsTable } from './SignInsTable.tsx'
import classes from './settings.module.css'

/** Where whoever looks is signed in. */
export const SignInsSection = () => {
  const { t } = useTranslation()
  const signIns = useSignIns(null)
  const ending = useEndSignIn(null)
  const [asked, setAsked] = useState(false)
  const others = signIns.data?.some((signIn) => !signIn.this_one) === true
  const endOthers = (): void =>
    ending.mutate(null, {
      onSuccess: ({ data }) => {
        setAsked(false)
        notifications.show({ message: t('settings.signIns.ended', { count: data.ended }) })
      },
    })
  return (
    <section className={classes.block}>
      <div className={classes.blockHead}>
        <h2>{t('settings.signIns.title')}</h2>
        {others ? (
          <Button
            variant="default"
            onClick={() => {
              ending.reset()
              setAsked(true)
            }}
          >
            {t('settings.signIns.endOthers')}
          </Button>
        ) : null}
      </div>
      <p className={classes.note}>{t('settings.signIns.lead')}</p>
      {signIns.error !== null && signIns.data === undefined ? (
        <ErrorState error={signIns.error} onRetry={() => void signIns.refetch()} compact />
      ) : signIns.data === undefined ? (
        <LoadingRows rows={2} height={36} />
      ) : signIns.data.length === 0 ? (
        <p>{t('settings.signIns.none')}</p>
      ) : (
        <SignInsTable signIns={signIns.data} ending={ending} />
      )}
      <ConfirmDialog
        opened={asked}
        onClose={() => setAsked(false)}
        title={t('settings.signIns.others')}
        confirm={t('settings.signIns.endOthers')}
        onConfirm={endOthers}
        danger
        pending={ending.isPending}
        error={ending.error}
        size={420}
      >
        <p style={{ margin: 0 }}>{t('settings.signIns.othersText')}</p>
      </ConfirmDialog>
    </section>
  )
}
