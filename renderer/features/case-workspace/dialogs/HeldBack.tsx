import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../data/errors.ts'
import classes from './dialogs.module.css'

/** So many alerts are named; of more the rest is counted. */
const shown = 5

type Props = { readonly refusal: ApiError; readonly pending: boolean; readonly onWithout: () => void }

/** Alerts that cannot get the disposition: which, why, and the way on without them. */
export const HeldBack = ({ refusal, pending, onWithout }: Props) => {
  const { t } = useTranslation()
  const { details } = refusal
  return (
    <div className={classes.notice} role="alert">
      <b>{t('case.outcome.heldTitle')}</b>
      <p>{t('case.outcome.heldText')}</p>
      <ul className={classes.held}>
        {details.slice(0, shown).map(({ message }) => (
          <li key={message} dir="auto">
            {message}
          </li>
        ))}
      </ul>
      {details.length > shown ? <p>{t('case.outcome.heldMore', { count: details.length - shown })}</p> : null}
      <Button variant="default" size="compact-sm" loading={pending} onClick={onWithout}>
        {t('case.outcome.without')}
      </Button>
    </div>
  )
}
