import { useTranslation } from 'react-i18next'
import classes from './chips.module.css'

/** Takes all filters of a list away. */
export const ClearFilters = ({ onClear }: { readonly onClear: () => void }) => {
  const { t } = useTranslation()
  return (
    <button type="button" className={classes.chip} onClick={onClear}>
      {t('queue.filter.clearAll')}
    </button>
  )
}
