import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { describeError } from './describeError.ts'
import classes from './states.module.css'

type Props = { readonly error: unknown; readonly onRetry?: () => void; readonly compact?: boolean }

/** An error on the screen: what happened, what is safe, what to do, and the request to quote. `compact` for forms. */
export const ErrorState = ({ error, onRetry, compact = false }: Props) => {
  const { t } = useTranslation()
  const { what, safe, advice, requestId, details } = describeError(error, t)
  return (
    <div role="alert" className={compact ? classes.errorCompact : classes.error}>
      <IconAlertTriangle size={compact ? 16 : 22} stroke={1.75} className={classes.errorIcon} aria-hidden />
      <div>
        <p className={classes.what} dir="auto">
          {what}
        </p>
        {details.length === 0 ? null : (
          <ul className={classes.details}>
            {details.map((detail) => (
              <li key={detail} dir="auto">
                {detail}
              </li>
            ))}
          </ul>
        )}
        <p className={classes.safe}>
          {safe} {advice}
        </p>
        {onRetry === undefined && requestId === null ? null : (
          <div className={classes.errorFoot}>
            {onRetry === undefined ? null : (
              <Button variant="default" size="compact-xs" onClick={onRetry}>
                {t('common.retry')}
              </Button>
            )}
            {requestId === null ? null : <span className={classes.request}>{t('ui.request', { id: requestId })}</span>}
          </div>
        )}
      </div>
    </div>
  )
}
