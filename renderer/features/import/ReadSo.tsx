import { useTranslation } from 'react-i18next'
import type { ShownImport } from './useImport.ts'
import classes from './import.module.css'

/** How columns are read that could be read otherwise, and what was left aside or altered: nothing of it goes unsaid. */
export const ReadSo = ({ job }: { readonly job: Pick<ShownImport, 'columns' | 'forms' | 'left_out' | 'notes'> }) => {
  const { t } = useTranslation()
  const forms = job.forms.map(({ column, date_order: order, decimal, serial_days: serial }) => ({
    name: job.columns[column] ?? '',
    words: [
      ...(order === 'unknown' ? [] : [t(`import.forms.orders.${order}`)]),
      ...(decimal === 'unknown' ? [] : [t(`import.forms.decimals.${decimal}`)]),
      ...(serial ? [t('import.forms.serial')] : []),
    ],
  }))
  const left = (['above', 'blank', 'header', 'total', 'comment', 'pending'] as const).filter(
    (kind) => job.left_out[kind] > 0,
  )
  const notes = (['no_identifier', 'unwrapped', 'cleaned', 'country_na'] as const).filter((note) => job.notes[note] > 0)
  if (forms.length + left.length + notes.length === 0) return null
  return (
    <ul className={classes.readSo} aria-label={t('import.forms.title')}>
      {forms.map(({ name, words }) => (
        <li key={`form ${name}`}>
          <bdi>{name}</bdi>: {words.join('; ')}
        </li>
      ))}
      {left.map((kind) => (
        <li key={kind}>{t(`import.leftOut.${kind}`, { count: job.left_out[kind] })}</li>
      ))}
      {notes.map((note) => (
        <li key={note}>{t(`import.notes.${note}`, { count: job.notes[note] })}</li>
      ))}
    </ul>
  )
}
