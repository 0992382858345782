import { Button, CopyButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import classes from './settings.module.css'

/** Recovery codes, which the service answers once: they are copied or written down before the dialog closes. */
export const RecoveryCodes = ({
  codes,
  onClose,
}: {
  readonly codes: readonly string[] | null
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  return (
    <Dialog
      opened={codes !== null}
      onClose={onClose}
      title={t('settings.secondFactor.codes')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      size={460}
    >
      <div className={classes.wideForm}>
        <p className={classes.note}>{t('settings.secondFactor.codesText')}</p>
        <ol className={classes.codes} data-testid="recovery-codes">
          {codes?.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className={classes.buttons}>
          <CopyButton value={codes?.join('\n') ?? ''}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy} data-autofocus>
                {t(copied ? 'common.copied' : 'common.copy')}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{t('settings.secondFactor.kept')}</Button>
        </div>
      </div>
    </Dialog>
  )
}
