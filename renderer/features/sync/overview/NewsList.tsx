import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useNews } from '../../../data/queries/sync.ts'
import { caseHref } from '../../../state/route.ts'
import classes from '../sync.module.css'

const shown = 12

/** The cases in which others wrote since this person last looked. */
export const NewsList = () => {
  const { t } = useTranslation()
  const { cases, total, markAllSeen } = useNews()
  return (
    <section className={classes.block} aria-labelledby="sync-news">
      <div className={classes.blockHead}>
        <h2 id="sync-news">{t('sync.news.label')}</h2>
        {total === 0 ? null : (
          <Button variant="subtle" size="compact-xs" onClick={markAllSeen}>
            {t('sync.news.seen')}
          </Button>
        )}
      </div>
      {total === 0 ? (
        <p className={classes.note}>{t('sync.news.none')}</p>
      ) : (
        <ul className={classes.news}>
          {cases.slice(0, shown).map((one) => (
            <li key={one.case_id}>
              <a href={caseHref(one.case_id)}>
                <span className={classes.number}>{one.case_number}</span>
                <span dir="auto" className="fs-ellipsis">
                  {one.title}
                </span>
                <span className={classes.newsCount}>{t('sync.news.entries', { count: one.entries })}</span>
              </a>
            </li>
          ))}
          {total > shown ? (
            <li className={classes.note}>{t('sync.news.more', { count: total - Math.min(shown, cases.length) })}</li>
          ) : null}
        </ul>
      )}
    </section>
  )
}
