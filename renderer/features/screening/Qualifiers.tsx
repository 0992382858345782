import { useTranslation } from 'react-i18next'
import type { ScreeningMatchItem } from '../../../shared/schema/screening.ts'
import { hitClasses } from './classes.ts'

/** What else is known of both sides, and what it says of the hit. */
export const Qualifiers = ({ qualifiers }: Pick<ScreeningMatchItem, 'qualifiers'>) => {
  const { t } = useTranslation()
  if (qualifiers.length === 0) return <p className={hitClasses.note}>{t('screening.qualifier.none')}</p>
  return (
    <table className={hitClasses.sides} aria-label={t('screening.qualifier.label')}>
      <tbody>
        {qualifiers.map(({ kind, agrees, searched, listed }) => (
          <tr key={kind}>
            <th scope="row">{t(`screening.qualifier.${kind}`)}</th>
            <td dir="auto">{searched}</td>
            <td dir="auto">{listed}</td>
            <td className={`${hitClasses.how} ${hitClasses.fits}`} data-agrees={agrees}>
              {t(agrees ? 'screening.qualifier.agrees' : 'screening.qualifier.differs')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
