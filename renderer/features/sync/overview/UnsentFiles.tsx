import { useTranslation } from 'react-i18next'
import type { SyncState } from '../../../../shared/schema/sync.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import classes from '../sync.module.css'

type UnsentFile = SyncState['unsent_files'][number]

/** What the administrator of the hub types where the hub runs; the words in capitals are theirs to fill in. */
const command = 'fieldseal sync --data HUBDIR --import FILE --into FOLDER'

const File = ({ file: { path, entries, pieces, evidence, written_at: at } }: { readonly file: UnsentFile }) => {
  const { t, i18n } = useTranslation()
  const counted = (what: 'entries' | 'pieces', count: number): string =>
    t(`sync.unsent.${what}`, { count, text: count.toLocaleString(i18n.language) })
  return (
    <li className={classes.unsentFile}>
      <code className={classes.path}>{path}</code>
      <CopyButton value={path} label={t('sync.unsent.copyPath')} size={18} />
      <p className={classes.note}>
        {entries === null ? null : `${counted('entries', entries)} · `}
        {pieces === null ? null : `${counted('pieces', pieces)} · `}
        {t('sync.unsent.written')} <Timestamp at={at} />
      </p>
      {evidence ? null : <p className={classes.plain}>{t('sync.unsent.withoutEvidence')}</p>}
    </li>
  )
}

interface Props {
  readonly files: readonly UnsentFile[]
  /** Pieces of evidence that go to the hub by themselves. */
  readonly kept: number
}

/** Of a device that was removed: the files that hold what the hub never got, and how they are opened. */
export const UnsentFiles = ({ files, kept }: Props) => {
  const { t, i18n } = useTranslation()
  return (
    <section className={classes.unsent} aria-labelledby="sync-unsent">
      <h3 id="sync-unsent">{t('sync.unsent.title', { count: files.length })}</h3>
      <ul>
        {files.map((file) => (
          <File key={file.path} file={file} />
        ))}
      </ul>
      <p className={classes.plain}>{t('sync.unsent.open')}</p>
      <p className={classes.unsentFile}>
        <code className={classes.path}>{command}</code>
        <CopyButton value={command} label={t('sync.unsent.copyCommand')} size={18} />
      </p>
      {kept === 0 ? null : (
        <p className={classes.plain}>
          {t('sync.unsent.kept', { count: kept, text: kept.toLocaleString(i18n.language) })}
        </p>
      )}
    </section>
  )
}
