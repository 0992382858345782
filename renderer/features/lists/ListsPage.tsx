import { Button } from '@mantine/core'
import { IconListSearch, IconUpload } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWatchlists } from '../../data/queries/lists.ts'
import type { Me } from '../../data/queries/session.ts'
import { useCommands, type PaletteCommand } from '../../state/commands.ts'
import type { DetectionRoute } from '../../state/route.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { ImportListDialog } from './ImportListDialog.tsx'
import { ListDetails } from './ListDetails.tsx'
import { ListMenu } from './ListMenu.tsx'
import classes from './lists.module.css'

/**
 * The lists that names are screened against: how old each is, what its versions were, and what changed between them.
 */
export const ListsPage = ({ route, me }: { readonly route: DetectionRoute; readonly me: Me }) => {
  const { t } = useTranslation()
  const lists = useWatchlists()
  const [importing, setImporting] = useState(false)
  const keeps = me.role === 'supervisor' || me.role === 'admin'
  const commands = useMemo(
    (): readonly PaletteCommand[] =>
      keeps
        ? [
            {
              id: 'lists.import',
              section: 'selection',
              title: t('lists.import.open'),
              shortcut: 'u',
              keywords: 'un ofac sanctions',
              run: () => setImporting(true),
            },
          ]
        : [],
    [keeps, t],
  )
  useCommands(commands)
  const all = lists.data ?? []
  const shown = all.find(({ key }) => key === route.open) ?? all[0]
  const open = (
    <Button
      size="compact-sm"
      leftSection={<IconUpload size={14} aria-hidden />}
      onClick={() => setImporting(true)}
      aria-keyshortcuts="u"
    >
      {t('lists.import.open')}
    </Button>
  )
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>{t('detection.place.lists')}</h1>
        {keeps ? <div className={classes.tools}>{open}</div> : null}
      </header>
      {lists.data === undefined ? (
        lists.error === null ? (
          <LoadingRows rows={6} height={40} />
        ) : (
          <ErrorState error={lists.error} onRetry={() => void lists.refetch()} />
        )
      ) : shown === undefined ? (
        <EmptyState
          icon={<IconListSearch size={30} stroke={1.4} />}
          title={t('lists.none')}
          hint={t('lists.noneHint')}
        />
      ) : (
        <div className={classes.split}>
          <ListMenu lists={all} shown={shown.key} />
          <ListDetails key={shown.key} list={shown} query={route.query} keeps={keeps} />
        </div>
      )}
      {importing ? <ImportListDialog lists={all} onClose={() => setImporting(false)} /> : null}
    </div>
  )
}
