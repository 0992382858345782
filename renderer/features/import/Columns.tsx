import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { columnsLeftOut, type ColumnChoices } from './choices.ts'
import classes from './import.module.css'
import { MappingTable } from './MappingTable.tsx'

type Props<Field extends string> = {
  readonly job: { readonly columns: readonly string[]; readonly sample: readonly (readonly string[])[] }
  readonly fields: readonly Field[]
  readonly fieldName: (field: Field) => string
  readonly choices: ColumnChoices<Field>
  readonly onChoose: (column: number, field: Field | null) => void
  /** What still keeps the import from running, or what it will do without: items of a list. */
  readonly children: ReactNode
}

/** Which column of a file becomes what, and what is wrong with that. */
export const Columns = <Field extends string>({ children, ...table }: Props<Field>) => {
  const { t } = useTranslation()
  const count = columnsLeftOut(table.choices)
  return (
    <section>
      <div className={classes.sectionHead}>
        <h2>{t('import.mapping.title')}</h2>
        <p>{t('import.mapping.hint')}</p>
      </div>
      <MappingTable {...table} />
      <ul className={classes.notes}>
        {children}
        {count > 0 ? <li>{t('import.mapping.leftOut', { count })}</li> : null}
      </ul>
    </section>
  )
}
