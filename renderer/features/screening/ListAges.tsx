import { IconClockExclamation, IconDatabase } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SearchedList } from '../../../shared/schema/screening.ts'
import { hitClasses } from './classes.ts'

/** The lists in force with their ages; old ones are told apart by a word and a sign, not by colour alone. */
export const ListAges = ({ lists }: { readonly lists: readonly SearchedList[] }) => {
  const { t } = useTranslation()
  return (
    <div className={hitClasses.ages} role="group" aria-label={t('screening.lists.label')}>
      {lists.map(({ key, title, version, age_days: age, age_state: state }) => {
        const Icon = state === 'current' ? IconDatabase : IconClockExclamation
        return (
          <span key={key} className={hitClasses.age} data-state={state} title={`${title} · ${key} ${version}`}>
            <Icon size={13} stroke={1.8} aria-hidden />
            <bdi>{title}</bdi> · {t('screening.lists.age', { count: age })}
            {state === 'current' ? '' : ` · ${t(`screening.lists.${state}`)}`}
          </span>
        )
      })}
    </div>
  )
}
