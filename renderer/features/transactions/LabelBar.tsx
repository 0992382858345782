import { Button } from '@mantine/core'
import { IconAlertOctagon, IconCircleCheck } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommands, type PaletteCommand } from '../../state/commands.ts'
import { transactionSelection } from '../../state/selection.ts'
import { SelectionBar } from '../../ui/grid/SelectionBar.tsx'
import type { ListSize } from '../../ui/grid/useListSize.ts'
import { LabelDialog } from './LabelDialog.tsx'

type Props = { readonly size: ListSize; readonly writes: boolean; readonly onSelectMatching: () => void }

const findings = [
  { isFraud: true, kind: 'fraud', key: 'f', Icon: IconAlertOctagon },
  { isFraud: false, kind: 'genuine', key: 'p', Icon: IconCircleCheck },
] as const

/** What can be found of the selected activities; there only while there are some. */
export const LabelBar = ({ size, writes, onSelectMatching }: Props) => {
  const { t } = useTranslation()
  const ids = transactionSelection.use((selection) => selection.ids)
  const [asked, setAsked] = useState<boolean | null>(null)
  const some = ids.length > 0
  const commands = useMemo(
    (): readonly PaletteCommand[] =>
      some && writes
        ? findings.map(({ isFraud, kind, key }) => ({
            id: `transactions.${kind}`,
            section: 'selection',
            title: t(`transactions.mark.${kind}`),
            shortcut: key,
            run: () => setAsked(isFraud),
          }))
        : [],
    [some, writes, t],
  )
  useCommands(commands)
  if (!some && asked === null) return null
  return (
    <SelectionBar
      selection={transactionSelection}
      size={size}
      label={t('transactions.bulk')}
      hint={t('transactions.bulkHint')}
      onSelectMatching={onSelectMatching}
    >
      {writes
        ? findings.map(({ isFraud, kind, Icon }) => (
            <Button
              key={kind}
              variant="default"
              size="compact-sm"
              leftSection={<Icon size={14} aria-hidden />}
              onClick={() => setAsked(isFraud)}
            >
              {t(`transactions.mark.${kind}`)}
            </Button>
          ))
        : null}
      {asked === null ? null : (
        <LabelDialog ids={ids} isFraud={asked} onClose={() => setAsked(null)} onDone={transactionSelection.clear} />
      )}
    </SelectionBar>
  )
}
