import { useTranslation } from 'react-i18next'
import type { Me } from '../../data/queries/session.ts'
import { useViews } from '../../data/queries/views.ts'
import { hrefOf, type QueueQuery } from '../../state/route.ts'
import { cleanQuery, hasQueueFilters } from './query.ts'

const same = (one: QueueQuery, other: QueueQuery): boolean =>
  hrefOf({ name: 'queue', query: cleanQuery(one) }) === hrefOf({ name: 'queue', query: cleanQuery(other) })

/** What the list that is shown is called: a saved view's name, one of the fixed lists, or a plain word. */
export const useQueueHeading = (query: QueueQuery, me: Me): string => {
  const { t } = useTranslation()
  const views = useViews().data ?? []
  const view = views.find((candidate) => same(candidate.query, query))
  if (view !== undefined) return view.name
  if (same(query, { owner_id: String(me.user.id) })) return t('shell.mine')
  if (same(query, { sla: 'breached' })) return t('shell.breached')
  return hasQueueFilters(query) ? t('queue.filtered') : t('shell.queue')
}
