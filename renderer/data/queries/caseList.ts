import type { CaseQueueItem } from '../../../shared/schema/case.ts'
import type { QueueQuery } from '../../state/route.ts'
import type { PagedList } from '../paging/rows.ts'
import { fetchQueuePage } from './cases.ts'
import { keys } from './keys.ts'

/** The queue of cases, narrowed and ordered. */
export const caseList = (query: QueueQuery): PagedList<CaseQueueItem, number> => ({
  lists: keys.caseLists,
  pageKey: (page) => keys.casePage(query, page),
  probeKey: (page) => keys.caseProbe(query, page),
  fetch: (page, signal) => fetchQueuePage(query, page, signal),
  idOf: (item) => item.id,
  stampOf: (item) => `${item.updated_at}${item.sla_state}${item.owner_name}`,
})
