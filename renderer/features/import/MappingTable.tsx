import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { visibleName } from '../../ui/file-name.ts'
import classes from './import.module.css'

const leftOut = 'leave-out'
const shownRows = 8

type Props<F extends string> = {
  readonly job: { readonly columns: readonly string[]; readonly sample: readonly (readonly string[])[] }
  readonly fields: readonly F[]
  readonly fieldName: (field: F) => string
  /** What each column becomes; null leaves it out. */
  readonly choices: readonly (F | null)[]
  readonly onChoose: (column: number, field: F | null) => void
}

/** The first rows as they are in the file, under the field that each column becomes. */
export const MappingTable = <F extends string>({ job, fields, fieldName, choices, onChoose }: Props<F>) => {
  const { t } = useTranslation()
  const options = [
    { value: leftOut, label: t('import.mapping.leaveOut') },
    ...fields.map((field) => ({ value: field, label: fieldName(field) })),
  ]
  const nameOf = (column: number): string =>
    visibleName(job.columns[column] ?? '') || t('import.mapping.unnamed', { number: column + 1 })
  return (
    // Scrolls sideways, so the keyboard must reach it.
    <div className={classes.tableFrame} tabIndex={0} role="region" aria-label={t('import.mapping.sample')}>
      <table className={classes.table}>
        <thead>
          <tr>
            {job.columns.map((_, column) => (
              <th key={column} scope="col" data-left-out={choices[column] === null || undefined}>
                <span className={classes.columnName} dir="auto" title={nameOf(column)}>
                  {nameOf(column)}
                </span>
                <Select
                  aria-label={t('import.mapping.column', { name: nameOf(column) })}
                  data={options}
                  value={choices[column] ?? leftOut}
                  onChange={(value) => onChoose(column, fields.find((field) => field === value) ?? null)}
                  allowDeselect={false}
                  comboboxProps={{ width: 170, position: 'bottom-start' }}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {job.sample.slice(0, shownRows).map((row, index) => (
            <tr key={index}>
              {job.columns.map((_, column) => (
                <td key={column} data-left-out={choices[column] === null || undefined}>
                  <div className={classes.cell} dir="auto" title={row[column]}>
                    {row[column]}
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {job.sample.length === 0 ? <p className={classes.noRows}>{t('import.mapping.noRows')}</p> : null}
    </div>
  )
}
