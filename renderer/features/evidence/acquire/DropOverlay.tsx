import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './acquire.module.css'

/** Over everything while files are held above the window: where they would go. */
export const DropOverlay = ({ caseNumber }: { readonly caseNumber: string }) => {
  const { t } = useTranslation()
  return (
    <div className={classes.overlay} role="status">
      <div className={classes.overlayFrame}>
        <IconDownload size={40} stroke={1.4} aria-hidden />
        <p className={classes.overlayTitle}>{t('evidence.drop.title', { number: caseNumber })}</p>
        <p>{t('evidence.drop.hint')}</p>
      </div>
    </div>
  )
}
