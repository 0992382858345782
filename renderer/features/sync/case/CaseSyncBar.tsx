import { Button } from '@mantine/core'
import { IconAlertTriangle, IconArrowsLeftRight, IconClockUp, IconCloudDown, IconUsers } from '@tabler/icons-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace, type Me } from '../../../data/queries/session.ts'
import { isJoined, useCaseSync, useNews, useSyncState } from '../../../data/queries/sync.ts'
import { sawCase } from '../../../state/news.ts'
import { navigate, syncHref } from '../../../state/route.ts'
import { maySteer } from '../../../state/session.ts'
import { CaseDrawer } from '../cases/CaseDrawer.tsx'
import classes from './case.module.css'
import { SharedWith } from './SharedWith.tsx'

const Part = ({
  icon,
  tone,
  children,
}: {
  readonly icon: ReactNode
  readonly tone: 'plain' | 'notice' | 'alarm'
  readonly children: ReactNode
}) => (
  <span className={classes.part} data-tone={tone}>
    {icon}
    {children}
  </span>
)

/** A case that is on the screen is no news any more. */
const useSeen = (caseId: number): void => {
  const latest = useNews().cases.find((one) => one.case_id === caseId)?.latest
  useEffect(() => {
    if (latest !== undefined) sawCase(caseId, latest)
  }, [caseId, latest])
}

/**
 * How this case stands with the hub, where there is something to say: conflicts, what is stuck or waits, evidence that
 * is elsewhere, with whom it is shared.
 */
export const CaseSyncBar = ({ caseId, me }: { readonly caseId: number; readonly me: Me }) => {
  const { t } = useTranslation()
  const joined = isJoined(useSyncState().data)
  const hub = useWorkspace().data?.role === 'hub'
  const standing = useCaseSync(caseId, joined).data
  const [details, setDetails] = useState(false)
  const [sharing, setSharing] = useState(false)
  useSeen(caseId)
  if (standing === undefined) return null
  const elsewhere = standing.evidence.pieces - standing.evidence.here
  const quiet = standing.open_conflicts === 0 && standing.stuck === null && standing.waiting === 0 && elsewhere === 0
  if (quiet && !hub) return null
  return (
    <div className={classes.bar} role="region" aria-label={t('sync.case.bar.label')}>
      {standing.open_conflicts === 0 ? null : (
        <a href={syncHref('conflicts', { case: String(caseId) })} className={classes.part} data-tone="notice">
          <IconArrowsLeftRight size={14} stroke={2} aria-hidden />
          {t('sync.case.bar.conflicts', { count: standing.open_conflicts })}
        </a>
      )}
      {standing.stuck === null ? null : (
        <Part icon={<IconAlertTriangle size={14} stroke={2} aria-hidden />} tone="alarm">
          <span dir="auto" className="fs-ellipsis" title={standing.stuck.message}>
            {t('sync.case.bar.stuck', { message: standing.stuck.message })}
          </span>
        </Part>
      )}
      {standing.waiting === 0 ? null : (
        <Part icon={<IconClockUp size={14} stroke={1.8} aria-hidden />} tone="plain">
          {t('sync.case.bar.waiting', { count: standing.waiting })}
        </Part>
      )}
      {elsewhere === 0 ? null : (
        <Part icon={<IconCloudDown size={14} stroke={1.8} aria-hidden />} tone="plain">
          {t('sync.case.bar.evidence', { count: elsewhere })}
        </Part>
      )}
      {quiet ? (
        <Part icon={null} tone="plain">
          {t('sync.case.bar.all')}
        </Part>
      ) : null}
      <span className={classes.end}>
        {hub ? (
          <Button
            variant="subtle"
            size="compact-xs"
            leftSection={<IconUsers size={14} aria-hidden />}
            onClick={() => setSharing(true)}
          >
            {t('sync.shared.button')}
          </Button>
        ) : null}
        <Button variant="subtle" size="compact-xs" onClick={() => setDetails(true)}>
          {t('sync.case.bar.details')}
        </Button>
      </span>
      {details ? (
        <CaseDrawer
          item={standing}
          steers={maySteer(me.role)}
          moves={!hub}
          onClose={() => setDetails(false)}
          onGone={() => navigate({ name: 'sync', tab: 'cases', query: { filter: 'atHub' } })}
        />
      ) : null}
      {sharing ? (
        <SharedWith
          caseId={caseId}
          caseNumber={standing.case_number}
          admin={me.role === 'admin'}
          onClose={() => setSharing(false)}
        />
      ) : null}
    </div>
  )
}
