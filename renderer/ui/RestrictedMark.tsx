import { IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './marks.module.css'

/** Says of a case that not everyone may know it. */
export const RestrictedMark = () => {
  const { t } = useTranslation()
  return (
    <span className={classes.mark} title={t('access.restrictedHint')}>
      <IconEyeOff size={14} stroke={2} aria-hidden />
      <span className={classes.word}>{t('access.restricted')}</span>
    </span>
  )
}
