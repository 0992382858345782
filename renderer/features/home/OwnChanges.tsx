import { useTranslation } from 'react-i18next'
import type { Workload } from '../../../shared/schema/workload.ts'
import { hrefOf } from '../../state/route.ts'
import { PersonName } from '../../ui/PersonName.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './home.module.css'
import { HomeRow, HomeRows, HomeSection } from './HomeSection.tsx'

type ChangesOfCases = NonNullable<Workload['own']>['changes']

/** What others changed in one’s cases in the last day, the newest first. */
export const OwnChanges = ({ changes }: { readonly changes: ChangesOfCases }) => {
  const { t, i18n } = useTranslation()
  const { total, complete, items } = changes
  const more = total - items.length
  const nameOf = (type: string): string => {
    const key = `case.entryTypes.${type.replace('.', '_')}`
    return i18n.exists(key) ? t(key as 'case.entryTypes.note_added') : t('case.entryTypes.unknown')
  }
  return (
    <HomeSection title={t('home.changes.title')}>
      <HomeRows empty={total === 0 ? t('home.changes.none') : null}>
        {items.map((item) => (
          <HomeRow key={item.entry_id} href={hrefOf({ name: 'case', id: item.case_id, entry: item.entry_id })}>
            <span className={classes.who}>
              <PersonName name={item.by.name} />
            </span>
            <span className={classes.kind}>{nameOf(item.type)}</span>
            <span dir="auto" className={`${classes.about} fs-ellipsis`} title={item.case_title}>
              {item.case_title}
            </span>
            <Timestamp at={item.at} style="ago" className={classes.end} />
          </HomeRow>
        ))}
      </HomeRows>
      {more > 0 || !complete ? (
        <p className={classes.note}>
          {more > 0 ? t('home.changes.more', { count: more, text: more.toLocaleString(i18n.language) }) : null}
          {complete ? null : ` ${t('home.changes.incomplete')}`}
        </p>
      ) : null}
    </HomeSection>
  )
}
