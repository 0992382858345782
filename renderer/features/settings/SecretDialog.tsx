import { Button, CopyButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import classes from './settings.module.css'

export type Secret = { readonly title: string; readonly text: string; readonly value: string }

/** A secret that the service answers once: it must be read or copied before the dialog closes. */
export const SecretDialog = ({ secret, onClose }: { readonly secret: Secret | null; readonly onClose: () => void }) => {
  const { t } = useTranslation()
  return (
    <Dialog
      opened={secret !== null}
      onClose={onClose}
      title={secret?.title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      size={520}
    >
      <div className={classes.wideForm}>
        <p className={classes.note}>{secret?.text}</p>
        <code className={classes.secret} data-testid="secret">
          {secret?.value}
        </code>
        <div style={{ display: 'flex', gap: 8 }}>
          <CopyButton value={secret?.value ?? ''}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy} data-autofocus>
                {t(copied ? 'common.copied' : 'common.copy')}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{t('common.close')}</Button>
        </div>
      </div>
    </Dialog>
  )
}
