import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './import.module.css'
import type { FileAsked, ShownImport } from './useImport.ts'

type Props = {
  readonly job: Pick<ShownImport, 'sheets' | 'sheet'>
  /** Reads another sheet; undefined where the window no longer has the file. */
  readonly onAsk: ((asked: FileAsked) => void) | undefined
  readonly pending: boolean
}

/** Which sheet of a workbook is read, and the way to choose another. */
export const SheetChoice = ({ job: { sheets = [], sheet = null }, onAsk, pending }: Props) => {
  const { t } = useTranslation()
  if (sheets.length === 0) return null
  return (
    <section className={classes.settings} data-testid="sheet">
      <Select
        label={t('import.sheet.label')}
        description={t(onAsk === undefined ? 'import.sheet.again' : 'import.sheet.hint')}
        data={sheets.map(({ name, hidden }) => ({
          value: name,
          label: hidden ? t('import.sheet.hidden', { name }) : name,
        }))}
        value={sheet}
        onChange={(chosen) => {
          if (chosen !== null && chosen !== sheet) onAsk?.({ sheet: chosen, header_line: undefined })
        }}
        disabled={onAsk === undefined || pending}
        allowDeselect={false}
      />
    </section>
  )
}
