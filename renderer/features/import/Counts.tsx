import { useTranslation } from 'react-i18next'
import classes from './import.module.css'

type Cell = { readonly key: string; readonly value: number; readonly label: string; readonly hint: string | undefined }

/** How many rows became what. */
export const Counts = ({ cells }: { readonly cells: readonly Cell[] }) => {
  const { i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <dl className={classes.counts}>
      {cells.map((cell) => (
        <div key={cell.key} title={cell.hint} data-key={cell.key} data-zero={cell.value === 0 || undefined}>
          <dd>{number.format(cell.value)}</dd>
          <dt>{cell.label}</dt>
        </div>
      ))}
    </dl>
  )
}
