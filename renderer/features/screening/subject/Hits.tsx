import { IconUserCheck } from '@tabler/icons-react'
import { useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { HitDisposition, ScreeningHit } from '../../../../shared/schema/screening.ts'
import { score } from '../../../ui/charts/format.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { HitContent } from '../HitContent.tsx'
import { HitStateMark } from '../HitStateMark.tsx'
import classes from './subject.module.css'

type Props = {
  readonly hits: readonly ScreeningHit[]
  readonly shown: string | null
  readonly onShow: (id: string) => void
  readonly writes: boolean
  readonly onDispose: (disposition: HitDisposition) => void
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** The hits of a subject, and the chosen one with both sides beside each other. The arrows go from hit to hit. */
export const Hits = ({ hits, shown, onShow, writes, onDispose }: Props) => {
  const { t, i18n } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const move = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    const next = step === undefined ? undefined : hits[hits.findIndex(({ id }) => id === shown) + step]
    if (next === undefined) return
    event.preventDefault()
    onShow(next.id)
    list.current?.querySelector<HTMLElement>(`[data-hit="${next.id}"]`)?.focus()
  }
  return (
    <section className={classes.block} aria-label={t('screenedSubject.hits.title')}>
      <h2>{t('screenedSubject.hits.title')}</h2>
      {hits.length === 0 ? (
        <EmptyState
          icon={<IconUserCheck size={28} stroke={1.4} />}
          title={t('screenedSubject.hits.none')}
          hint={t('screenedSubject.hits.noneHint')}
        />
      ) : (
        <div className={classes.split}>
          <ul ref={list} className={classes.list} aria-label={t('screenedSubject.hits.label')} onKeyDown={move}>
            {hits.map((hit) => (
              <li key={hit.id}>
                <button
                  type="button"
                  data-hit={hit.id}
                  className={classes.hit}
                  aria-current={hit.id === shown || undefined}
                  onClick={() => onShow(hit.id)}
                >
                  <span className={classes.hitName} dir="auto">
                    {hit.listed_name}
                  </span>
                  <span className={classes.hitFacts}>
                    <HitStateMark state={hit.state} /> <span>{score(hit.score, i18n.language)}</span>{' '}
                    <bdi>{hit.list_title}</bdi>
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <div className={classes.hitPane} role="group" aria-label={t('screening.pane')}>
            {shown === null ? null : (
              <HitContent key={shown} id={shown} writes={writes} onDispose={onDispose} of="subject" />
            )}
          </div>
        </div>
      )}
    </section>
  )
}
