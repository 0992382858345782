import { useTranslation } from 'react-i18next'
import type { ScreeningPreview as Preview } from '../../../shared/schema/screening.ts'
import table from '../../ui/plain-table.module.css'
import classes from './settings.module.css'

const states = ['open', 'false_match', 'true_match'] as const

/** What another policy would make of the hits that there are. */
export const PolicyPreview = ({ preview }: { readonly preview: Preview }) => {
  const { t, i18n } = useTranslation()
  const number = (value: number): string => value.toLocaleString(i18n.language)
  const { compared, subjects, fresh } = preview
  return (
    <section className={classes.preview} aria-label={t('screeningPolicy.preview.title')} aria-live="polite">
      <table className={table.table}>
        <caption>{t('screeningPolicy.preview.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('screeningPolicy.preview.hits')}</th>
            <th scope="col" className={table.figure}>
              {t('screeningPolicy.preview.stays')}
            </th>
            <th scope="col" className={table.figure}>
              {t('screeningPolicy.preview.goes')}
            </th>
          </tr>
        </thead>
        <tbody>
          {states.map((state) => (
            <tr key={state}>
              <th scope="row">{t(`screeningPolicy.preview.${state}`)}</th>
              <td className={table.figure}>{number(preview[state].stays)}</td>
              <td className={table.figure}>{number(preview[state].goes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.note}>
        {t('screeningPolicy.preview.fresh', { count: fresh })}{' '}
        {compared < subjects
          ? t('screeningPolicy.preview.of', { compared: number(compared), count: subjects })
          : t('screeningPolicy.preview.all', { count: subjects })}
      </p>
    </section>
  )
}
