import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { draftedMax, type NarrativeSentence } from '../../../../shared/schema/reports.ts'
import { useUntoldFacts } from '../../../data/queries/reports.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { FindField } from '../../../ui/FindField.tsx'
import classes from '../reports.module.css'

type Props = {
  readonly reportId: string
  /** Ids of the sentences that the narrative has. */ readonly told: readonly string[]
}

const listId = 'report-untold'

const numbered = (count: number, language: string): string => count.toLocaleString(language)

/** Says above a narrative that it does not tell every fact of the case, and leads to the others. */
export const ToldOf = memo(({ reportId, told }: Props) => {
  const { t, i18n } = useTranslation()
  const found = useUntoldFacts(reportId, told, { q: '', page: 1 }).data
  if (found === undefined || found.untold === 0) return null
  const { facts, untold } = found
  return (
    <p className={classes.toldOf} role="note">
      {t('reports.toldOf', { told: numbered(facts - untold, i18n.language), count: facts })}{' '}
      {facts > draftedMax ? `${t('reports.draftCut', { count: draftedMax })} ` : null}
      <Button variant="subtle" size="compact-xs" onClick={() => document.getElementById(listId)?.focus()}>
        {t('reports.toUntold', { text: numbered(untold, i18n.language) })}
      </Button>
    </p>
  )
})

/** Facts of the case that no sentence tells yet, a page at a time. */
export const Untold = memo(
  ({
    reportId,
    told,
    isFull,
    onAdd,
  }: Props & { readonly isFull: boolean; readonly onAdd: (sentence: NarrativeSentence) => void }) => {
    const { t, i18n } = useTranslation()
    const [{ q, page }, setWanted] = useState({ q: '', page: 1 })
    const { data, error, isPlaceholderData } = useUntoldFacts(reportId, told, { q, page })
    if (error !== null) return <ErrorState error={error} compact />
    if (data === undefined || data.untold === 0) return null
    const { total_pages: pages } = data.pagination
    // Adding the last of a page leaves that page empty.
    if (page > Math.max(1, pages) && !isPlaceholderData) setWanted({ q, page: Math.max(1, pages) })
    return (
      <section
        id={listId}
        tabIndex={-1}
        className={classes.untold}
        aria-label={t('reports.untold')}
        aria-busy={isPlaceholderData}
      >
        <div className={classes.untoldHead}>
          <h3>
            {t('reports.untold')}{' '}
            <span className="fs-muted">
              {t('reports.untoldOf', {
                untold: numbered(data.untold, i18n.language),
                facts: numbered(data.facts, i18n.language),
              })}
            </span>
          </h3>
          <FindField
            label={t('reports.findUntold')}
            value={q}
            onFind={(text) => setWanted({ q: text, page: 1 })}
            width={220}
          />
        </div>
        {data.data.length === 0 ? <p className="fs-muted">{t('reports.noUntold')}</p> : null}
        <ul>
          {data.data.map((sentence) => (
            <li key={sentence.id}>
              <span dir="auto">{sentence.text}</span>
              <Button
                variant="default"
                size="compact-xs"
                leftSection={<IconPlus size={12} aria-hidden />}
                disabled={isFull}
                onClick={() => onAdd(sentence)}
              >
                {t('reports.addSentence')}
              </Button>
            </li>
          ))}
        </ul>
        {pages > 1 ? (
          <div className={classes.pages}>
            <Button
              size="compact-xs"
              variant="default"
              disabled={page === 1}
              onClick={() => setWanted({ q, page: page - 1 })}
            >
              {t('reports.factPage.previous')}
            </Button>
            <span>
              {t('reports.factPage.at', { page: numbered(page, i18n.language), pages: numbered(pages, i18n.language) })}
            </span>
            <Button
              size="compact-xs"
              variant="default"
              disabled={page >= pages}
              onClick={() => setWanted({ q, page: page + 1 })}
            >
              {t('reports.factPage.next')}
            </Button>
          </div>
        ) : null}
      </section>
    )
  },
)
