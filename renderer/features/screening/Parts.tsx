import { useTranslation } from 'react-i18next'
import type { MatchedPart } from '../../../shared/schema/screening.ts'
import { percent } from '../../ui/charts/format.ts'
import { hitClasses } from './classes.ts'

const fitOf = ({ similarity }: MatchedPart): 'same' | 'near' | 'none' =>
  similarity >= 0.95 ? 'same' : similarity > 0 ? 'near' : 'none'

/** Two names token by token, side by side: which part was taken for which, and why. */
export const Parts = ({ parts }: { readonly parts: readonly MatchedPart[] }) => {
  const { t, i18n } = useTranslation()
  return (
    <table className={`${hitClasses.sides} ${hitClasses.parts}`} aria-label={t('screening.parts.label')}>
      <thead>
        <tr>
          <th scope="col">{t('screening.parts.searched')}</th>
          <th scope="col">{t('screening.parts.listed')}</th>
          <th scope="col" className={hitClasses.how}>
            {t('screening.parts.how')}
          </th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part, place) => (
          // Tokens of one name can be the same; their place is what tells them apart.
          <tr key={place} data-fit={fitOf(part)}>
            {[part.searched, part.listed].map((token, side) => (
              <td key={side === 0 ? 'searched' : 'listed'} dir="auto">
                {token === null ? (
                  <span className={hitClasses.missing}>{t('screening.parts.nothing')}</span>
                ) : (
                  <bdi className={hitClasses.token}>{token}</bdi>
                )}
              </td>
            ))}
            <td className={hitClasses.how}>
              {t(`screening.relation.${part.relation}`)}
              {part.similarity > 0 && part.similarity < 1 ? ` · ${percent(part.similarity, i18n.language, 0)}` : ''}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
