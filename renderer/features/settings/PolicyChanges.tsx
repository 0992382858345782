import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './settings.module.css'

interface Change {
  readonly entry_id: string
  readonly changed_at: string
  readonly user_name: string | null
}

type Props = {
  readonly changes: {
    readonly data: readonly Change[] | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
}

/** Who changed a policy, and when. */
export const PolicyChanges = ({ changes: { data, error, refetch } }: Props) => {
  const { t } = useTranslation()
  if (data === undefined)
    return error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} compact />
  if (data.length === 0)
    return <p className={`${classes.note} ${classes.changes}`}>{t('settings.detection.unchanged')}</p>
  return (
    <section className={classes.changes} aria-label={t('settings.detection.changes')}>
      <h3 className={classes.note}>{t('settings.detection.changes')}</h3>
      <ol reversed style={{ margin: 0, paddingInlineStart: 28 }}>
        {data.map(({ entry_id: id, changed_at: at, user_name: name }) => (
          <li key={id}>
            <Timestamp at={at} /> ·{' '}
            {name === null ? t('settings.detection.nobodyHere') : <PersonName name={name} plain />}
          </li>
        ))}
      </ol>
    </section>
  )
}
