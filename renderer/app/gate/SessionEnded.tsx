import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../data/queries/session.ts'
import { markSignedIn, useConnection } from '../../state/session.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { SignInForm } from './SignInForm.tsx'
import classes from './gate.module.css'

const noop = (): void => undefined

/** The session ended while the window was in use: the screen stays as it is underneath, with all that was typed. */
export const SessionEnded = () => {
  const { t } = useTranslation()
  const expired = useConnection((connection) => connection.expired)
  const me = useMe()
  const client = useQueryClient()
  const again = (): void => {
    markSignedIn()
    void client.invalidateQueries()
  }
  return (
    <Dialog
      opened={expired}
      onClose={noop}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('signIn.endedTitle')}
      size={380}
      zIndex={500}
    >
      <p className={classes.lead}>{t('signIn.endedLead')}</p>
      {window.fieldseal === undefined ? (
        <SignInForm loginName={me.data?.user.login_name ?? ''} />
      ) : (
        <div className={classes.actions}>
          <Button onClick={again} data-autofocus>
            {t('common.retry')}
          </Button>
          <Button variant="default" onClick={() => void window.fieldseal?.restartService()}>
            {t('service.restart')}
          </Button>
        </div>
      )}
    </Dialog>
  )
}
