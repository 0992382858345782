import { useTranslation } from 'react-i18next'
import classes from './states.module.css'

/** Grey lines in the shape of what is coming. */
export const LoadingRows = ({ rows = 6, height = 32 }: { readonly rows?: number; readonly height?: number }) => {
  const { t } = useTranslation()
  return (
    <div role="status" className={classes.loading}>
      <span className="fs-visually-hidden">{t('common.loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes.loadingRow} style={{ height }} aria-hidden>
          <span className={classes.bone} style={{ width: `${38 + ((row * 23) % 45)}%` }} />
        </div>
      ))}
    </div>
  )
}
