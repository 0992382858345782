import { IconCloudDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ModelAwaited } from '../../../shared/schema/models.ts'
import { syncHref } from '../../state/route.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './model.module.css'

/** Says that the model in force has not come to this device yet, and what that means. */
export const AwaitedModel = ({ awaited: { version, since, sha256 } }: { readonly awaited: ModelAwaited }) => {
  const { t } = useTranslation()
  return (
    <div className={classes.awaited} role="status">
      <IconCloudDownload size={16} aria-hidden />
      <div>
        <strong>{t('model.awaited', { version })}</strong> <span>{t('model.awaitedMeans')}</span>{' '}
        <a href={syncHref('overview')}>{t('model.toSync')}</a>
        <p className={classes.small}>
          {t('model.inForceSince')} <Timestamp at={since} /> · SHA-256 <span className={classes.hash}>{sha256}</span>
        </p>
      </div>
    </div>
  )
}
