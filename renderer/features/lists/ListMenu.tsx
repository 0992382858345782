import { useTranslation } from 'react-i18next'
import type { Watchlist } from '../../../shared/schema/lists.ts'
import { detectionHref } from '../../state/route.ts'
import { Age } from './Age.tsx'
import classes from './lists.module.css'

/** Every list, with how many entries it has and how old it is. */
export const ListMenu = ({ lists, shown }: { readonly lists: readonly Watchlist[]; readonly shown: string }) => {
  const { t } = useTranslation()
  return (
    <nav className={classes.menu} aria-label={t('lists.menu')}>
      {lists.map((list) => (
        <a
          key={list.key}
          href={detectionHref('lists', list.key)}
          className={classes.item}
          aria-current={list.key === shown ? 'true' : undefined}
        >
          <span className={classes.itemName} dir="auto">
            {list.title}
          </span>
          <span className={classes.itemFacts}>
            {list.in_force === null ? null : <span>{t('lists.entries', { count: list.in_force.entries })}</span>}
            <Age list={list} />
          </span>
        </a>
      ))}
    </nav>
  )
}
