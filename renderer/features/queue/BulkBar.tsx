import { Button } from '@mantine/core'
import { IconCircleHalf2, IconUserShare } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bulkMax } from '../../../shared/api/cases.ts'
import { useCommands, type Command } from '../../state/commands.ts'
import { clearSelection, useSelection } from '../../state/selection.ts'
import { BulkDialog, type BulkKind } from './BulkDialog.tsx'
import { classes } from './classes.ts'

type Props = { readonly total: number | null; readonly writes: boolean; readonly onSelectMatching: () => void }

/** What can be done with the selected cases; there only while there are some. */
export const BulkBar = ({ total, writes, onSelectMatching }: Props) => {
  const { t } = useTranslation()
  const ids = useSelection((selection) => selection.ids)
  const [dialog, setDialog] = useState<BulkKind | null>(null)
  const some = ids.length > 0
  const commands = useMemo(
    (): readonly Command[] =>
      some && writes
        ? [
            { id: 'case.status', section: 'selection', title: t('queue.bulk.status'), shortcut: 's', run: () => setDialog('status') },
            { id: 'case.assign', section: 'selection', title: t('queue.bulk.assign'), shortcut: 'a', run: () => setDialog('assign') },
          ]
        : [],
    [some, writes, t],
  )
  useCommands(commands)
  if (!some && dialog === null) return null
  return (
    <div className={classes.bulk} role="toolbar" aria-label={t('queue.bulk.label')}>
      <span className={classes.bulkCount}>{t('queue.selected', { count: ids.length })}</span>
      {writes ? (
        <>
          <Button variant="default" size="compact-sm" leftSection={<IconCircleHalf2 size={14} />} onClick={() => setDialog('status')}>
            {t('queue.bulk.status')}
          </Button>
          <Button variant="default" size="compact-sm" leftSection={<IconUserShare size={14} />} onClick={() => setDialog('assign')}>
            {t('queue.bulk.assign')}
          </Button>
        </>
      ) : null}
      {total !== null && ids.length < Math.min(total, bulkMax) ? (
        <Button variant="subtle" size="compact-sm" onClick={onSelectMatching}>
          {t('queue.bulk.selectMatching', { count: Math.min(total, bulkMax) })}
        </Button>
      ) : null}
      <Button variant="subtle" color="gray" size="compact-sm" onClick={clearSelection}>
        {t('queue.bulk.clear')}
      </Button>
      <span className={classes.bulkEnd}>{t('queue.bulk.hint')}</span>
      {dialog === null ? null : <BulkDialog kind={dialog} ids={ids} onClose={() => setDialog(null)} />}
    </div>
  )
}
