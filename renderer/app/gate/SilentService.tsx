import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './gate.module.css'

/**
 * The service runs and does not answer: what that means, and the way to begin anew, which is taken by a person alone.
 */
export const SilentService = () => {
  const { t } = useTranslation()
  return (
    <section aria-label={t('service.silent.title')} className={classes.silent}>
      <dl role="alert">
        <dt>{t('ui.error.what')}</dt>
        <dd>{t('service.silent.what')}</dd>
        <dt>{t('ui.error.safe')}</dt>
        <dd>{t('service.silent.safe')}</dd>
        <dt>{t('ui.error.advice')}</dt>
        <dd>{t('service.silent.advice')}</dd>
      </dl>
      <Button variant="default" size="compact-sm" onClick={() => void window.fieldseal?.restartService()}>
        {t('service.restart')}
      </Button>
    </section>
  )
}
