import { Button } from '@mantine/core'
import { IconFingerprint, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hashKinds, type KnownFileList, type KnownFiles } from '../../../shared/schema/known-files.ts'
import { useKnownFiles, useRemoveKnownFiles } from '../../data/queries/known-files.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FileName } from '../../ui/FileName.tsx'
import { StandingIcon } from '../../ui/KnownMarkSign.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import cells from '../../ui/plain-table.module.css'
import { PlainTable } from '../../ui/PlainTable.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { KnownFilesDialog } from './KnownFilesDialog.tsx'
import classes from './settings.module.css'

const hashNames = { sha256: 'SHA-256', sha1: 'SHA-1', md5: 'MD5' } as const

const columns = ['list', 'standing', 'hashes', 'pieces', 'imported', 'actions'] as const

const Hashes = ({ hashes }: Pick<KnownFileList, 'hashes'>) => {
  const { i18n } = useTranslation()
  return (
    <>
      {hashKinds
        .filter((kind) => hashes[kind] > 0)
        .map((kind) => (
          <div key={kind} className={classes.whole}>
            {hashes[kind].toLocaleString(i18n.language)} <span className={classes.note}>{hashNames[kind]}</span>
          </div>
        ))}
    </>
  )
}

const ListRow = ({
  list,
  writes,
  onRemove,
}: {
  readonly list: KnownFileList
  readonly writes: boolean
  readonly onRemove: () => void
}) => {
  const { t, i18n } = useTranslation()
  const { lines_left: left, lines_left_first: first } = list
  return (
    <tr>
      <th scope="row">
        <bdi>{list.name}</bdi>
        {list.file_name === null ? null : (
          <div className={classes.note} title={`SHA-256 ${list.file_sha256}`}>
            <FileName name={list.file_name} />
          </div>
        )}
        {left === 0 ? null : (
          <div className={classes.note}>
            {t('known.left', {
              count: left,
              text: left.toLocaleString(i18n.language),
              lines: `${first.join(', ')}${left > first.length ? ', …' : ''}`,
            })}
          </div>
        )}
        {list.here ? null : <div className={classes.warned}>{t('known.notHere')}</div>}
      </th>
      <td>
        <span className={classes.standing}>
          <StandingIcon standing={list.standing} /> {t(`known.standing.${list.standing}`)}
        </span>
      </td>
      <td className={cells.figure}>
        <Hashes hashes={list.hashes} />
      </td>
      <td className={cells.figure}>{list.pieces.toLocaleString(i18n.language)}</td>
      <td>
        <Timestamp at={list.imported_at} />
        <div className={classes.note}>{list.imported_by.name}</div>
      </td>
      <td>
        {writes ? (
          <Button
            variant="default"
            size="compact-xs"
            onClick={onRemove}
            aria-label={t('known.removeNamed', { list: list.name })}
          >
            {t('common.remove')}
          </Button>
        ) : null}
      </td>
    </tr>
  )
}

const HowFar = ({ waiting, sha256_only: weak }: Pick<KnownFiles, 'waiting' | 'sha256_only'>) => {
  const { t, i18n } = useTranslation()
  const said = [
    ...(waiting > 0 ? [t('known.waiting', { count: waiting, text: waiting.toLocaleString(i18n.language) })] : []),
    ...(weak > 0 ? [t('known.weak', { count: weak, text: weak.toLocaleString(i18n.language) })] : []),
  ]
  return said.length === 0 ? null : (
    <p className={classes.note} role="status">
      {said.join(' ')}
    </p>
  )
}

/** The lists of hashes that evidence is compared with. */
export const KnownFilesSection = ({ writes }: { readonly writes: boolean }) => {
  const { t } = useTranslation()
  const known = useKnownFiles()
  const remove = useRemoveKnownFiles()
  const [importing, setImporting] = useState(false)
  const [asked, setAsked] = useState<KnownFileList | null>(null)
  if (known.data === undefined)
    return known.error === null ? (
      <LoadingRows rows={3} height={36} />
    ) : (
      <ErrorState error={known.error} onRetry={() => void known.refetch()} />
    )
  const { lists } = known.data
  return (
    <section className={classes.block}>
      <div className={classes.blockHead}>
        <h2>{t('settings.section.known')}</h2>
        <p>{t('known.lead')}</p>
        {writes ? (
          <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setImporting(true)}>
            {t('known.import')}
          </Button>
        ) : null}
      </div>
      <HowFar {...known.data} />
      {lists.length === 0 ? (
        <EmptyState
          icon={<IconFingerprint size={30} stroke={1.4} />}
          title={t('known.none')}
          hint={t('known.noneHint')}
        />
      ) : (
        <PlainTable
          heads={columns.map((column) => ({
            text: t(`known.column.${column}`),
            end: column === 'hashes' || column === 'pieces',
          }))}
          label={t('settings.section.known')}
        >
          {lists.map((list) => (
            <ListRow key={list.id} list={list} writes={writes} onRemove={() => setAsked(list)} />
          ))}
        </PlainTable>
      )}
      {importing ? <KnownFilesDialog lists={lists} onClose={() => setImporting(false)} /> : null}
      <ConfirmDialog
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={t('known.removeTitle', { list: asked?.name ?? '' })}
        confirm={t('common.remove')}
        danger
        onConfirm={() => asked !== null && remove.mutate(asked.id, { onSuccess: () => setAsked(null) })}
        pending={remove.isPending}
        error={remove.error}
        size={420}
      >
        <p style={{ margin: 0 }}>{t('known.removeText')}</p>
      </ConfirmDialog>
    </section>
  )
}
