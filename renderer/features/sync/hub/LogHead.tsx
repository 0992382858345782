import { useTranslation } from 'react-i18next'
import { useHubLog } from '../../../data/queries/hub.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { Fingerprint } from '../Fingerprint.tsx'
import shared from '../sync.module.css'
import classes from './hub.module.css'

/** The newest head of the hub's log, who has cosigned it, and the fingerprint of the hub's key. */
export const LogHead = () => {
  const { t, i18n } = useTranslation()
  const log = useHubLog()
  const head = log.data
  return (
    <section className={shared.block} aria-labelledby="hub-log">
      <div className={shared.blockHead}>
        <h2 id="hub-log">{t('sync.hub.log.title')}</h2>
        <p className={shared.note}>{t('sync.hub.log.lead')}</p>
      </div>
      {log.error !== null && head === undefined ? (
        <ErrorState error={log.error} onRetry={() => void log.refetch()} compact />
      ) : null}
      {log.isPending ? <LoadingRows rows={3} /> : null}
      {head === undefined ? null : (
        <dl className={shared.facts}>
          <dt>{t('sync.hub.log.origin')}</dt>
          <dd>
            <code className={shared.code}>{head.origin}</code>
          </dd>
          <dt>{t('sync.hub.log.fingerprint')}</dt>
          <dd>
            <Fingerprint value={head.fingerprint} />
          </dd>
          <dt>{t('sync.hub.log.size')}</dt>
          <dd>{head.size.toLocaleString(i18n.language)}</dd>
          {head.root === null ? null : (
            <>
              <dt>{t('sync.hub.log.root')}</dt>
              <dd>
                <code className={shared.code}>{head.root}</code>
                {head.note === null ? null : (
                  <CopyButton value={head.note} label={t('sync.hub.log.copyNote')} size={18} />
                )}
              </dd>
            </>
          )}
          <dt>{t('sync.hub.log.witnesses')}</dt>
          <dd>
            {head.witnesses.length === 0 ? (
              t('sync.hub.log.noWitness')
            ) : (
              <ul className={classes.witnesses}>
                {head.witnesses.map((witness) => (
                  <li key={witness.name}>
                    <span dir="auto">{witness.name}</span>{' '}
                    {witness.at === null ? null : <Timestamp at={witness.at} style="ago" className="fs-muted" />}
                  </li>
                ))}
              </ul>
            )}
          </dd>
          <dt>{t('sync.hub.log.stamped')}</dt>
          <dd>{t(head.time_stamped ? 'sync.hub.log.stampedYes' : 'sync.hub.log.stampedNo')}</dd>
        </dl>
      )}
    </section>
  )
}
