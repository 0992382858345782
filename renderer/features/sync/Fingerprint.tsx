import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../ui/CopyButton.tsx'
import classes from './sync.module.css'

/** The fingerprint of a hub's key in groups of four, as people read it to each other. */
export const Fingerprint = ({ value }: { readonly value: string }) => {
  const { t } = useTranslation()
  const groups = value.replaceAll(/[^0-9A-Za-z]/g, '').match(/.{1,4}/g) ?? []
  return (
    <span className={classes.fingerprint}>
      <code>{groups.join(' ')}</code>
      <CopyButton value={groups.join('')} label={t('sync.place.copyFingerprint')} size={18} />
    </span>
  )
}
