import { Tooltip } from '@mantine/core'
import { IconLoader2, IconPlayerPause } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isAtWork, useAcquisitions } from '../../data/queries/evidence.ts'
import { shareOfAll } from '../../features/evidence/model/progress.ts'
import { useBatches } from '../../features/evidence/upload/Uploads.tsx'
import { hrefOf } from '../../state/route.ts'
import classes from './shell.module.css'

/** That something is being acquired, in whichever case, and how far it is; leads there. */
export const AcquisitionState = () => {
  const { t } = useTranslation()
  const batches = useBatches().filter(({ state }) => state === 'running' || state === 'paused')
  const inBatches = new Set(batches.flatMap(({ acquisitions }) => acquisitions))
  const others = (useAcquisitions().data ?? []).filter(
    (one) => !inBatches.has(one.id) && (isAtWork(one) || one.state === 'paused'),
  )
  const first = batches[0]?.caseId ?? others[0]?.case_id
  if (first === undefined) return null
  const working = batches.some(({ state }) => state === 'running') || others.some(isAtWork)
  const share = shareOfAll([...batches, ...others])
  const Icon = working ? IconLoader2 : IconPlayerPause
  return (
    <Tooltip label={t('evidence.progress.indicatorHint')}>
      <a
        href={hrefOf({ name: 'evidence', id: first, piece: null, query: {} })}
        className={classes.acquiring}
        data-working={working || undefined}
      >
        <Icon size={15} stroke={1.8} aria-hidden />
        <span>
          {t(working ? 'evidence.progress.indicator' : 'evidence.progress.indicatorPaused')}
          {share === null ? '' : ` ${Math.floor(share * 100)} %`}
        </span>
      </a>
    </Tooltip>
  )
}
