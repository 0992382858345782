import { IconFileAlert } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { HubDeviceView, ToldHealth } from '../../../../shared/schema/hub.ts'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import classes from './hub.module.css'

type UnsentFile = NonNullable<NonNullable<ToldHealth['wiped']>['unsent']>[number]

const useCounted = () => {
  const { i18n } = useTranslation()
  return (count: number) => ({ count, text: count.toLocaleString(i18n.language) })
}

const File = ({ file: { entries, pieces, evidence, written_at: at } }: { readonly file: UnsentFile }) => {
  const { t } = useTranslation()
  const counted = useCounted()
  const parts = [
    entries === undefined ? t('sync.hub.devices.wiped.unknown') : t('sync.hub.devices.wiped.entries', counted(entries)),
    ...(pieces === undefined ? [] : [t('sync.hub.devices.wiped.pieces', counted(pieces))]),
    ...(evidence ? [] : [t('sync.hub.devices.wiped.withoutEvidence')]),
  ]
  return (
    <li>
      <strong>{parts.join(' · ')}</strong> · {t('sync.hub.devices.wiped.written')} <Timestamp at={at} />
    </li>
  )
}

/** Y-100: that there are files of what this hub never got, as the device told; what is in them it does not tell. */
const Unsent = ({ files }: { readonly files: readonly UnsentFile[] }) => {
  const { t } = useTranslation()
  const counted = useCounted()
  return (
    <div className={classes.trouble}>
      <IconFileAlert size={16} aria-hidden />
      <div>
        <p>{t('sync.hub.devices.wiped.unsent', counted(files.length))}</p>
        <ul>
          {files.map((file, index) => (
            <File key={index} file={file} />
          ))}
        </ul>
      </div>
    </div>
  )
}

/** Y-99: what a device that was removed said of its wiping. */
export const Wiped = ({ told }: Pick<HubDeviceView, 'told'>) => {
  const { t } = useTranslation()
  const counted = useCounted()
  if (told?.wiped === undefined) return <p className={classes.health}>{t('sync.hub.devices.wiped.notYet')}</p>
  const { set_aside: aside, evidence_kept: kept, unsent = [] } = told.wiped
  return (
    <>
      <p className={classes.health}>
        {t('sync.hub.devices.wiped.done')} {aside === 0 ? null : t('sync.hub.devices.wiped.aside', counted(aside))}{' '}
        {kept === 0 ? null : t('sync.hub.devices.wiped.kept', counted(kept))}{' '}
        <span className="fs-muted">
          {t('sync.hub.devices.health.told')} <Timestamp at={told.told_at} style="ago" />
        </span>
      </p>
      {unsent.length === 0 ? null : <Unsent files={unsent} />}
    </>
  )
}
