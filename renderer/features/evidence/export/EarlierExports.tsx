import { Button, Progress } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import {
  IconCircleCheck,
  IconCircleX,
  IconDownload,
  IconLoader2,
  IconLock,
  IconPackageExport,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CaseExport } from '../../../../shared/schema/evidence.ts'
import { Bytes } from '../../../ui/Bytes.tsx'
import { formatBytes } from '../../../ui/bytes.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { useDiscardExport, useSaveExport } from '../data/useEvidenceWrites.ts'
import classes from './export.module.css'

const icons = { running: IconLoader2, done: IconCircleCheck, failed: IconCircleX, cancelled: IconCircleX } as const

const share = ({ bytes_done, bytes_total }: CaseExport): number =>
  bytes_total === 0 ? 0 : Math.min(100, Math.floor((100 * bytes_done) / bytes_total))

const Made = ({ made }: { readonly made: CaseExport }) => {
  const { t } = useTranslation()
  if (made.state !== 'done' || made.size === null || made.sha256 === null) return null
  return (
    <p className={classes.hash}>
      <Bytes value={made.size} /> · SHA-256 <code title={made.sha256}>{made.sha256}</code>
      <CopyButton value={made.sha256} label={t('evidence.export.copyHash')} size={20} />
    </p>
  )
}

const Making = ({ made }: { readonly made: CaseExport }) => {
  const { t, i18n } = useTranslation()
  if (made.state !== 'running') return null
  const size = (bytes: number): string => formatBytes(bytes, i18n.language)
  return (
    <>
      <Progress value={share(made)} size={5} aria-label={t('evidence.export.progress')} />
      {made.bytes_total === 0 ? null : (
        <p className={classes.facts} role="status">
          {share(made)} % · {t('evidence.progress.of', { done: size(made.bytes_done), total: size(made.bytes_total) })}
        </p>
      )}
    </>
  )
}

const Row = ({ caseId, made }: { readonly caseId: number; readonly made: CaseExport }) => {
  const { t } = useTranslation()
  const save = useSaveExport()
  const discard = useDiscardExport(caseId)
  const Icon = icons[made.state]
  return (
    <li className={classes.export} data-state={made.state}>
      <Icon size={17} stroke={1.8} className={classes.icon} aria-hidden />
      <div className={classes.what}>
        <p className={classes.exportHead}>
          <b>{t(`evidence.export.states.${made.state}`)}</b>
          <Timestamp at={made.started_at} />
          <bdi>{made.requested_by.name}</bdi>
        </p>
        <p className={classes.facts}>
          {t('evidence.export.holds', { count: made.pieces })} · {t(`evidence.export.disclosed.${made.disclosures}`)}
          {made.encrypted ? (
            <>
              {' · '}
              <IconLock size={12} aria-hidden /> {t('evidence.export.encrypted')}
            </>
          ) : null}
        </p>
        <Making made={made} />
        <Made made={made} />
        {made.error === null ? null : <p className={classes.error}>{made.error}</p>}
        {save.error === null ? null : <ErrorState error={save.error} compact />}
        {discard.error === null ? null : <ErrorState error={discard.error} compact />}
      </div>
      <div className={classes.buttons}>
        {made.state === 'done' ? (
          <Button
            size="compact-sm"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => save.mutate(made.id)}
            loading={save.isPending}
          >
            {t('evidence.export.save')}
          </Button>
        ) : null}
        <Button variant="default" size="compact-sm" onClick={() => discard.mutate(made.id)} loading={discard.isPending}>
          {t(made.state === 'running' ? 'common.cancel' : 'evidence.export.discard')}
        </Button>
      </div>
    </li>
  )
}

type Props = { readonly caseId: number; readonly exports: UseQueryResult<readonly CaseExport[]> }

/** The bundles of the case that are still kept, newest first, with the one that is being made. */
export const EarlierExports = ({ caseId, exports }: Props) => {
  const { t } = useTranslation()
  if (exports.data === undefined)
    return exports.error === null ? (
      <LoadingRows rows={3} />
    ) : (
      <ErrorState error={exports.error} onRetry={() => void exports.refetch()} compact />
    )
  if (exports.data.length === 0)
    return (
      <EmptyState
        icon={<IconPackageExport size={28} stroke={1.4} />}
        title={t('evidence.export.none')}
        hint={t('evidence.export.kept')}
      />
    )
  return (
    <>
      <ul className={classes.exports}>
        {exports.data.map((made) => (
          <Row key={made.id} caseId={caseId} made={made} />
        ))}
      </ul>
      <p className={classes.kept}>{t('evidence.export.kept')}</p>
    </>
  )
}
