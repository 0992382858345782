import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import type { User } from '../../../shared/schema/user.ts'
import { useEndSignIn, useSignIns } from '../../data/queries/signIns.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { SignInsTable } from './SignInsTable.tsx'
import classes from './settings.module.css'

const SignInsOf = ({ user }: { readonly user: User }) => {
  const { t } = useTranslation()
  const signIns = useSignIns(user.id)
  const ending = useEndSignIn(user.id)
  const endAll = (): void =>
    ending.mutate(null, {
      onSuccess: ({ data }) => notifications.show({ message: t('settings.signIns.ended', { count: data.ended }) }),
    })
  if (signIns.error !== null && signIns.data === undefined)
    return <ErrorState error={signIns.error} onRetry={() => void signIns.refetch()} compact />
  if (signIns.data === undefined) return <LoadingRows rows={2} height={36} />
  if (signIns.data.length === 0) return <p className={classes.note}>{t('settings.signIns.noneOf')}</p>
  return (
    <>
      <SignInsTable signIns={signIns.data} ending={ending} />
      {ending.error === null ? null : <ErrorState error={ending.error} compact />}
      {signIns.data.some((signIn) => !signIn.this_one) ? (
        <Button variant="default" onClick={endAll} loading={ending.isPending}>
          {t('settings.signIns.endAll')}
        </Button>
      ) : null}
    </>
  )
}

/** Where a user is signed in, for an administrator. */
export const SignInsDialog = ({ user, onClose }: { readonly user: User | null; readonly onClose: () => void }) => {
  const { t } = useTranslation()
  return (
    <Dialog
      opened={user !== null}
      onClose={onClose}
      title={t('settings.signIns.dialog', { name: user?.name ?? '' })}
      size={760}
    >
      <div className={classes.wideForm}>
        <p className={classes.note}>{t('settings.signIns.dialogLead')}</p>
        {user === null ? null : <SignInsOf key={user.id} user={user} />}
      </div>
    </Dialog>
  )
}
