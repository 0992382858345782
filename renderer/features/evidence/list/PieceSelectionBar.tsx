import { Button } from '@mantine/core'
import { IconPackageExport } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useEvidenceActions } from '../actions.ts'
import { evidenceClasses } from './classes.ts'
import type { PieceSelection } from './useSelection.ts'

/** What can be done with the selected pieces; there only while there are some. */
export const PieceSelectionBar = ({
  selection,
  writes,
}: {
  readonly selection: PieceSelection
  readonly writes: boolean
}) => {
  const { t } = useTranslation()
  const actions = useEvidenceActions()
  if (selection.ids.length === 0) return null
  return (
    <div className={evidenceClasses.selection} role="toolbar" aria-label={t('evidence.selection.label')}>
      <span className={evidenceClasses.selectionCount}>
        {t('evidence.list.selected', { count: selection.ids.length })}
      </span>
      {writes ? (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPackageExport size={14} aria-hidden />}
          onClick={() => actions.exportCase(selection.ids)}
        >
          {t('evidence.selection.export')}
        </Button>
      ) : null}
      <Button variant="subtle" color="gray" size="compact-sm" onClick={selection.clear}>
        {t('evidence.selection.clear')}
      </Button>
      <span className={evidenceClasses.selectionEnd}>{t('evidence.selection.hint')}</span>
    </div>
  )
}
