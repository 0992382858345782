import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentencesMax, type NarrativeSentence } from '../../../../shared/schema/reports.ts'
import { useUntoldFacts } from '../../../data/queries/reports.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { FindField } from '../../../ui/FindField.tsx'
import classes from '../reports.module.css'

type Props = { readonly reportId: string; readonly told: readonly NarrativeSentence[] }

const listId = 'report-untold'

/** The ids of what is told, as one value that changes only with them: the words of a sentence change at every key. */
const useIds = (told: readonly NarrativeSentence[]): readonly string[] => {
  const joined = told.map(({ id }) => id).join(' ')
  return useMemo(() => (joined === '' ? [] : joined.split(' ')), [joined])
}

const numbered = (count: number, language: string): string => count.toLocaleString(language)

/** Says above a narrative that it does not tell every fact of the case, and leads to the others. */
export const ToldOf = ({ reportId, told }: Props) => {
  const { t, i18n } = useTranslation()
  const found = useUntoldFacts(reportId, useIds(told), { q: '', page: 1 }).data
  if (found === undefined || found.untold === 0) return null
  const { facts, untold } = found
  return (
    <p className={classes.toldOf} role="note">
      {t('reports.toldOf', { told: numbered(facts - untold, i18n.language), facts: numbered(facts, i18n.language) })}{' '}
      <Button variant="subtle" size="compact-xs" onClick={() => document.getElementById(listId)?.focus()}>
        {t('reports.toUntold', { text: numbered(untold, i18n.language) })}
      </Button>
    </p>
  )
}

/** Facts of the case that no sentence tells yet, a page at a time. */
export const Untold = ({ reportId, told, onAdd }: Props & { readonly onAdd: (sentence: NarrativeSentence) => void }) => {
  const { t, i18n } = useTranslation()
  const [{ q, page }, setWanted] = useState({ q: '', page: 1 })
  const { data, error, isPlaceholderData } = useUntoldFacts(reportId, useIds(told), { q, page })
  if (error !== null) return <ErrorState error={error} compact />
  if (data === undefined || data.untold === 0) return null
  const { total_pages: pages } = data.pagination
  // Adding the last of a page leaves that page empty.
  if (page > Math.max(1, pages) && !isPlaceholderData) setWanted({ q, page: Math.max(1, pages) })
  const isFull = told.length >= sentencesMax
  return (
    <section id={listId} tabIndex={-1} className={classes.untold} aria-label={t('reports.untold')} aria-busy={isPlaceholderData}>
      <div className={classes.untoldHead}>
        <h3>
          {t('reports.untold')} <span className="fs-muted">{t('reports.untoldOf', { untold: numbered(data.untold, i18n.language), facts: numbered(data.facts, i18n.language) })}</span>
        </h3>
        <FindField label={t('reports.findUntold')} value={q} onFind={(text) => setWanted({ q: text, page: 1 })} width={220} />
      </div>
      {isFull ? <p className={classes.needed}>{t('reports.sentencesFull', { count: sentencesMax })}</p> : null}
      {data.data.length === 0 ? <p className="fs-muted">{t('reports.noUntold')}</p> : null}
      <ul>
        {data.data.map((sentence) => (
          <li key={sentence.id}>
            <span dir="auto">{sentence.text}</span>
            <Button variant="default" size="compact-xs" leftSection={<IconPlus size={12} aria-hidden />} disabled={isFull} onClick={() => onAdd(sentence)}>
              {t('reports.addSentence')}
            </Button>
          </li>
        ))}
      </ul>
      {pages > 1 ? (
        <div className={classes.pages}>
          <Button size="compact-xs" variant="default" disabled={page === 1} onClick={() => setWanted({ q, page: page - 1 })}>
            {t('reports.factPage.previous')}
          </Button>
          <span>{t('reports.factPage.at', { page: numbered(page, i18n.language), pages: numbered(pages, i18n.language) })}</span>
          <Button size="compact-xs" variant="default" disabled={page >= pages} onClick={() => setWanted({ q, page: page + 1 })}>
            {t('reports.factPage.next')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}
