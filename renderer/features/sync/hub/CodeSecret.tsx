import { Button, CopyButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CreatedCode } from '../../../../shared/schema/hub.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { formatLocal } from '../../../ui/time.ts'
import { Fingerprint } from '../Fingerprint.tsx'
import shared from '../sync.module.css'
import classes from './hub.module.css'

const Copyable = ({
  name,
  value,
  copyLabel,
  first = false,
}: {
  readonly name: string
  readonly value: string
  readonly copyLabel: string
  readonly first?: boolean
}) => {
  const { t } = useTranslation()
  return (
    <div className={classes.secretPart}>
      <h3>{name}</h3>
      <div className={classes.secretLine}>
        <code className={classes.secret}>{value}</code>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy} data-autofocus={first || undefined}>
              {copied ? t('common.copied') : copyLabel}
            </Button>
          )}
        </CopyButton>
      </div>
    </div>
  )
}

/** A code that was just made: shown this once, as text and as a link, with the fingerprint to compare. */
export const CodeSecret = ({ created, onClose }: { readonly created: CreatedCode; readonly onClose: () => void }) => {
  const { t } = useTranslation()
  return (
    <Dialog
      onClose={onClose}
      title={t('sync.hub.codes.secretTitle', { name: created.device_name })}
      closeOnClickOutside={false}
      closeOnEscape={false}
      size={620}
    >
      <div className={classes.secretBody}>
        <p className={shared.note}>
          {t('sync.hub.codes.secretText', { until: formatLocal(Date.parse(created.expires_at)) })}
        </p>
        <Copyable name={t('sync.hub.codes.code')} value={created.code} copyLabel={t('sync.hub.codes.copyCode')} first />
        <Copyable name={t('sync.hub.codes.link')} value={created.link} copyLabel={t('sync.hub.codes.copyLink')} />
        <div className={classes.secretPart}>
          <h3>{t('sync.hub.codes.fingerprint')}</h3>
          <Fingerprint value={created.fingerprint} />
        </div>
        <Button onClick={onClose} className={classes.close}>
          {t('common.close')}
        </Button>
      </div>
    </Dialog>
  )
}
