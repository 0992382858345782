import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CaseFull } from '../../../../shared/schema/case.ts'
import { caseTitle } from '../../../../shared/schema/case.ts'
import { titleMax } from '../../../../shared/schema/text.ts'
import classes from '../workspace.module.css'
import type { EditedFact } from './FactsPane.tsx'
import { InPlaceEditor } from './InPlaceEditor.tsx'

type Props = {
  readonly file: CaseFull
  readonly writes: boolean
  readonly editing: boolean
  readonly onEdit: (editing: EditedFact) => void
}

/** The title, changed where it stands. */
export const EditableTitle = ({ file, writes, editing, onEdit }: Props) => {
  const { t } = useTranslation()
  if (editing) {
    return (
      <InPlaceEditor
        file={file}
        field="title"
        schema={caseTitle}
        max={titleMax}
        label={t('case.edit.title')}
        onDone={() => onEdit(null)}
      />
    )
  }
  return (
    <div className={classes.titleLine}>
      <h1 className={classes.title} dir="auto" onDoubleClick={writes ? () => onEdit('title') : undefined}>
        {file.title}
      </h1>
      {writes ? (
        <Tooltip label={t('case.edit.editTitle')}>
          <ActionIcon size={22} onClick={() => onEdit('title')} aria-label={t('case.edit.editTitle')}>
            <IconPencil size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ) : null}
    </div>
  )
}
