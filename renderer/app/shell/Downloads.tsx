import { Button, Progress } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconDownload } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { Download, DownloadFault, DownloadStep } from '../../../shared/ipc/downloads.ts'
import { formatBytes } from '../../ui/bytes.ts'
import { visibleName } from '../../ui/file-name.ts'
import { FileName } from '../../ui/FileName.tsx'
import classes from './downloads.module.css'
import { useDownloads } from './useDownloads.ts'

const icons: Readonly<
  Record<Download['state']['kind'], ComponentType<{ size: number; stroke?: number; className?: string }>>
> = {
  running: IconDownload,
  checking: IconDownload,
  saved: IconCircleCheck,
  cancelled: IconCircleX,
  failed: IconAlertTriangle,
}

const Amount = ({ download }: { readonly download: Download }) => {
  const { t, i18n } = useTranslation()
  const { name, received, total } = download
  const size = (bytes: number): string => formatBytes(bytes, i18n.language)
  return (
    <>
      <span>{t('downloads.running')}</span>
      {total === null ? null : (
        <Progress
          className={classes.bar}
          value={(100 * received) / total}
          size={5}
          aria-label={t('downloads.bar', { name: visibleName(name) })}
        />
      )}
      <span className={classes.amount}>
        {total === null
          ? t('downloads.amountOpen', { done: size(received) })
          : t('downloads.amount', { done: size(received), total: size(total) })}
      </span>
    </>
  )
}

const Fault = ({ fault }: { readonly fault: DownloadFault }) => {
  const { t } = useTranslation()
  return (
    <span role="alert" className={classes.fault}>
      <strong>
        {t(fault === 'differs_left' || fault === 'part_left' ? 'downloads.failedLeft' : 'downloads.failed')}
      </strong>{' '}
      {t(`downloads.faults.${fault}.what`)} <span className={classes.quiet}>{t('downloads.safe')}</span>{' '}
      {t(`downloads.faults.${fault}.advice`)}
    </span>
  )
}

const Standing = ({ download }: { readonly download: Download }) => {
  const { t } = useTranslation()
  const { state, path } = download
  switch (state.kind) {
    case 'running':
      return <Amount download={download} />
    case 'checking':
      return <span>{t('downloads.checking')}</span>
    case 'saved':
      return (
        <>
          <span>{t('downloads.saved')}</span>
          {path === null ? null : <FileName name={path} className={classes.path} />}
          {state.checked ? <span className={classes.quiet}>{t('downloads.checked')}</span> : null}
        </>
      )
    case 'cancelled':
      return <span>{t('downloads.cancelled')}</span>
    case 'failed':
      return <Fault fault={state.fault} />
  }
}

const stepsOf = ({ kind }: Download['state']): readonly DownloadStep['action'][] =>
  kind === 'running' ? ['cancel'] : kind === 'checking' ? [] : kind === 'saved' ? ['show', 'hide'] : ['hide']

const Row = ({ download }: { readonly download: Download }) => {
  const { t } = useTranslation()
  const { id, name, state } = download
  const Icon = icons[state.kind]
  return (
    <li className={classes.row} data-state={state.kind}>
      <Icon size={16} stroke={1.8} aria-hidden className={classes.icon} />
      <FileName name={name} className={classes.name} />
      <div className={classes.standing}>
        <Standing download={download} />
      </div>
      {stepsOf(state).map((action) => (
        <Button
          key={action}
          variant="default"
          size="compact-xs"
          aria-label={t(`downloads.${action}One`, { name: visibleName(name) })}
          onClick={() => void window.fieldseal?.steerDownload({ id, action })}
        >
          {t(`downloads.${action}`)}
        </Button>
      ))}
    </li>
  )
}

/** What is being saved and what became of it, at the foot of the window. */
export const Downloads = () => {
  const { t } = useTranslation()
  const downloads = useDownloads()
  return (
    <>
      {/* Told when it changes: without numbers, which change all the time. */}
      <div role="status" aria-atomic="false" className="fs-visually-hidden">
        {downloads.map(({ id, name, state }) => (
          <p key={id}>{t(`downloads.told.${state.kind}`, { name: visibleName(name) })}</p>
        ))}
      </div>
      {downloads.length === 0 ? null : (
        <section aria-label={t('downloads.title')} className={classes.downloads}>
          <ul>
            {downloads.toReversed().map((download) => (
              <Row key={download.id} download={download} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
