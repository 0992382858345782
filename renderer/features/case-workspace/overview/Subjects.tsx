import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseOverview } from '../../../../shared/schema/case-overview.ts'
import { networkHref } from '../../../state/route.ts'
import { HeadedTable } from '../../../ui/HeadedTable.tsx'
import { Block } from './Block.tsx'
import { entityOfSubject } from './hrefs.ts'
import classes from './overview.module.css'
import { SubjectRow } from './SubjectRow.tsx'

/** Subjects that are shown at first; the gravest are among them. */
const shownAtFirst = 6

type Props = { readonly subjects: CaseOverview['subjects'] }

/** Whom the case is about, the gravest first. */
export const Subjects = ({ subjects: { total, items } }: Props) => {
  const { t, i18n } = useTranslation()
  const [all, setAll] = useState(false)
  const entity = items.map(entityOfSubject).find((one) => one !== null)
  const shown = all ? items : items.slice(0, shownAtFirst)
  return (
    <Block
      title={t('overview.subjects.title')}
      {...(total === 0 ? {} : { count: total.toLocaleString(i18n.language) })}
      to={entity === undefined ? null : { href: networkHref(entity), words: t('overview.subjects.network') }}
    >
      {total === 0 ? (
        <p className={classes.nothing}>{t('overview.subjects.none')}</p>
      ) : (
        <div className={classes.wide}>
          <HeadedTable
            label={t('overview.subjects.title')}
            className={classes.table}
            heads={(['subject', 'role', 'risk', 'screening', 'alerts', 'cases'] as const).map((head) => ({
              text: t(`overview.subjects.head.${head}`),
            }))}
          >
            {shown.map((subject) => (
              <SubjectRow key={`${subject.kind}:${subject.id}`} subject={subject} />
            ))}
          </HeadedTable>
        </div>
      )}
      {items.length > shownAtFirst ? (
        <div className={classes.foot}>
          <Button variant="subtle" size="compact-xs" onClick={() => setAll(!all)}>
            {all ? t('overview.subjects.fewer') : t('overview.subjects.more', { count: items.length - shownAtFirst })}
          </Button>
          {total > items.length ? <span className="fs-muted">{t('overview.subjects.gravest')}</span> : null}
        </div>
      ) : null}
    </Block>
  )
}
