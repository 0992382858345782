import { Button } from '@mantine/core'
import { IconCircleHalf2, IconSitemap, IconUserShare } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommands, type PaletteCommand } from '../../state/commands.ts'
import { caseSelection } from '../../state/selection.ts'
import { SelectionBar } from '../../ui/grid/SelectionBar.tsx'
import type { ListSize } from '../../ui/grid/useListSize.ts'
import { BulkDialog, type BulkKind } from './BulkDialog.tsx'
import { BulkRelateDialog } from './BulkRelateDialog.tsx'

type Props = { readonly size: ListSize; readonly writes: boolean; readonly onSelectMatching: () => void }

/** What can be done with the selected cases; there only while there are some. */
export const BulkBar = ({ size, writes, onSelectMatching }: Props) => {
  const { t } = useTranslation()
  const ids = caseSelection.use((selection) => selection.ids)
  const [dialog, setDialog] = useState<BulkKind | 'relate' | null>(null)
  const some = ids.length > 0
  const commands = useMemo(
    (): readonly PaletteCommand[] =>
      some && writes
        ? [
            {
              id: 'case.status',
              section: 'selection',
              title: t('queue.bulk.status'),
              shortcut: 's',
              run: () => setDialog('status'),
            },
            {
              id: 'case.assign',
              section: 'selection',
              title: t('queue.bulk.assign'),
              shortcut: 'a',
              run: () => setDialog('assign'),
            },
            {
              id: 'case.relate',
              section: 'selection',
              title: t('queue.bulk.relate'),
              shortcut: 'shift+r',
              keywords: 'parent child duplicate merge',
              run: () => setDialog('relate'),
            },
          ]
        : [],
    [some, writes, t],
  )
  useCommands(commands)
  if (!some && dialog === null) return null
  return (
    <SelectionBar
      selection={caseSelection}
      size={size}
      label={t('queue.bulk.label')}
      hint={t('queue.bulk.hint')}
      onSelectMatching={onSelectMatching}
    >
      {writes ? (
        <>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconCircleHalf2 size={14} />}
            onClick={() => setDialog('status')}
          >
            {t('queue.bulk.status')}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconUserShare size={14} />}
            onClick={() => setDialog('assign')}
          >
            {t('queue.bulk.assign')}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconSitemap size={14} />}
            onClick={() => setDialog('relate')}
          >
            {t('queue.bulk.relate')}
          </Button>
        </>
      ) : null}
      {dialog === 'relate' ? (
        <BulkRelateDialog ids={ids} onClose={() => setDialog(null)} />
      ) : dialog === null ? null : (
        <BulkDialog kind={dialog} ids={ids} onClose={() => setDialog(null)} />
      )}
    </SelectionBar>
  )
}
