import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { IconAlertOctagon, IconArrowUpCircle, IconCircleMinus, IconCircleX, IconUserShare } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertItem } from '../../../shared/schema/alerts.ts'
import type { Page } from '../../data/paging/rows.ts'
import { useDetectionPolicy } from '../../data/queries/alerts.ts'
import { keys } from '../../data/queries/keys.ts'
import { useCommands, type PaletteCommand } from '../../state/commands.ts'
import { alertSelection } from '../../state/selection.ts'
import { SelectionBar } from '../../ui/grid/SelectionBar.tsx'
import type { ListSize } from '../../ui/grid/useListSize.ts'
import { useStable } from '../../ui/useStable.ts'
import { BulkTriageDialog, type BulkTriage } from './dialogs/BulkTriageDialog.tsx'
import { useSeenAlerts, type SeenAlert } from './data/useSeenAlerts.ts'
import { draftOf } from './dialogs/draftOf.ts'
import { EscalateDialog } from './dialogs/EscalateDialog.tsx'

type Props = { readonly size: ListSize; readonly writes: boolean; readonly onSelectMatching: () => void }

/** A change that is asked for, with the alerts as they were seen. */
type Opened = { readonly kind: BulkTriage; readonly selected: readonly SeenAlert[] }

const actions = [
  { kind: 'confirmed', key: 'f', Icon: IconAlertOctagon },
  { kind: 'false_positive', key: 'p', Icon: IconCircleX },
  { kind: 'dismissed', key: 'd', Icon: IconCircleMinus },
  { kind: 'assign', key: 'a', Icon: IconUserShare },
  { kind: 'escalate', key: 'e', Icon: IconArrowUpCircle },
] as const

/** What can be done with the selected alerts; there only while there are some. */
export const AlertBulkBar = ({ size, writes, onSelectMatching }: Props) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const ids = alertSelection.use((selection) => selection.ids)
  const policy = useDetectionPolicy().data
  const [dialog, setDialog] = useState<Opened | 'escalate' | null>(null)
  const some = ids.length > 0
  const { seen, look } = useSeenAlerts(ids)
  const open = useStable((kind: BulkTriage | 'escalate') =>
    setDialog(kind === 'escalate' ? kind : { kind, selected: seen() }),
  )
  const commands = useMemo(
    (): readonly PaletteCommand[] =>
      some && writes
        ? actions.map(({ kind, key }) => ({
            id: `alert.${kind}`,
            section: 'selection',
            title: t(`alerts.bulk.${kind}`),
            shortcut: key,
            run: () => open(kind),
          }))
        : [],
    [some, writes, open, t],
  )
  useCommands(commands)
  if (!some && dialog === null) return null
  const known = client
    .getQueriesData<Page<AlertItem>>({ queryKey: keys.alertLists })
    .flatMap(([, page]) => page?.items ?? [])
  const chosen = ids.flatMap((id) => known.find((item) => item.id === id) ?? [])
  return (
    <SelectionBar
      selection={alertSelection}
      size={size}
      label={t('alerts.bulk.label')}
      hint={t('alerts.bulk.hint')}
      onSelectMatching={onSelectMatching}
    >
      {writes
        ? actions.map(({ kind, Icon }) => (
            <Button
              key={kind}
              variant="default"
              size="compact-sm"
              leftSection={<Icon size={14} aria-hidden />}
              onClick={() => open(kind)}
            >
              {t(`alerts.bulk.${kind}`)}
            </Button>
          ))
        : null}
      {dialog === null || dialog === 'escalate' ? null : (
        <BulkTriageDialog
          kind={dialog.kind}
          selected={dialog.selected}
          noteRequired={policy?.alerts.note_required ?? false}
          onTold={look}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'escalate' ? (
        <EscalateDialog
          alertIds={ids}
          draft={draftOf(chosen, [], policy)}
          onClose={() => setDialog(null)}
          onDone={alertSelection.clear}
        />
      ) : null}
    </SelectionBar>
  )
}
