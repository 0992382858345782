import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListVersion, WatchlistDetail } from '../../../shared/schema/lists.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { ListDiff } from './ListDiff.tsx'
import classes from './lists.module.css'
import { PutBackDialog } from './PutBackDialog.tsx'
import { RemoveVersionsDialog } from './RemoveVersionsDialog.tsx'

const Changes = ({ version }: { readonly version: ListVersion }) => {
  const { t, i18n } = useTranslation()
  const { changes } = version
  if (changes === null) return <>{t('lists.versions.first')}</>
  const number = (value: number): string => value.toLocaleString(i18n.language)
  return (
    <>
      {t('lists.versions.changed', {
        added: number(changes.added),
        removed: number(changes.removed),
        changed: number(changes.changed),
      })}
    </>
  )
}

/** The versions of a list, the newest first: what each changed, and the way back to it. */
export const Versions = ({ list, keeps }: { readonly list: WatchlistDetail; readonly keeps: boolean }) => {
  const { t, i18n } = useTranslation()
  const [compared, setCompared] = useState<number | null>(null)
  const [putting, setPutting] = useState<number | null>(null)
  const [removing, setRemoving] = useState(false)
  const oldest = list.history.at(-1)?.version
  return (
    <section className={classes.block}>
      <div className={classes.diffTools}>
        <h3>{t('lists.versions.title')}</h3>
        {keeps && list.history.length > 1 ? (
          <Button size="compact-xs" variant="default" onClick={() => setRemoving(true)}>
            {t('listPrune.open')}
          </Button>
        ) : null}
      </div>
      <div className={classes.frame}>
        <table className={classes.table}>
          <thead>
            <tr>
              {(['version', 'published', 'imported', 'entries', 'changes', 'file'] as const).map((column) => (
                <th key={column} scope="col" className={column === 'entries' ? classes.end : undefined}>
                  {t(`lists.versions.columns.${column}`)}
                </th>
              ))}
              <th scope="col">
                <span className="fs-visually-hidden">{t('lists.versions.columns.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {list.history.map((version) => (
              <tr key={version.version}>
                <td>
                  {version.version}{' '}
                  {version.in_force ? <strong className={classes.inForce}>{t('lists.inForce')}</strong> : null}
                </td>
                <td>{version.published_at === null ? '—' : <Timestamp at={version.published_at} />}</td>
                <td>
                  <Timestamp at={version.imported_at} />
                </td>
                <td className={classes.end}>{version.entries.toLocaleString(i18n.language)}</td>
                <td className={classes.wrap}>
                  <Changes version={version} />
                </td>
                <td className={classes.wrap} dir="auto">
                  {version.file_name}
                </td>
                <td className={classes.actions}>
                  {version.version === oldest ? null : (
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      aria-expanded={compared === version.version}
                      aria-label={t('lists.versions.diffOf', { version: version.version })}
                      onClick={() => setCompared(compared === version.version ? null : version.version)}
                    >
                      {t('lists.versions.diff')}
                    </Button>
                  )}
                  {keeps && !version.in_force ? (
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      aria-label={t('lists.putBack.of', { version: version.version })}
                      onClick={() => setPutting(version.version)}
                    >
                      {t('lists.putBack.open')}
                    </Button>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {compared === null ? null : <ListDiff key={compared} listKey={list.key} version={compared} />}
      {removing ? <RemoveVersionsDialog listKey={list.key} onClose={() => setRemoving(false)} /> : null}
      {putting === null ? null : (
        <PutBackDialog listKey={list.key} version={putting} onClose={() => setPutting(null)} />
      )}
    </section>
  )
}
