import type { EvidenceQuery, QueueQuery, SyncQuery } from '../../state/route.ts'

/** Every key of the cache, so that invalidation and reading agree. */
export const keys = {
  me: ['me'] as const,
  workspace: ['workspace'] as const,
  keyPlace: ['key-place'] as const,
  users: ['users'] as const,
  views: ['views'] as const,
  apiKeys: ['api-keys'] as const,
  devices: ['devices'] as const,
  /** Everything about cases: lists, counts and single ones. */
  cases: ['cases'] as const,
  caseStats: ['cases', 'stats'] as const,
  caseLists: ['cases', 'list'] as const,
  casePage: (query: QueueQuery, page: number) => ['cases', 'list', query, page] as const,
  caseProbe: (query: QueueQuery, page: number) => ['cases', 'probe', query, page] as const,
  /** One case and all that hangs on it. */
  case: (id: number) => ['cases', 'one', id] as const,
  caseFull: (id: number) => ['cases', 'one', id, 'full'] as const,
  timeline: (id: number) => ['cases', 'one', id, 'timeline'] as const,
  notes: (id: number) => ['cases', 'one', id, 'notes'] as const,
  entry: (id: number, entryId: string) => ['cases', 'one', id, 'entry', entryId] as const,
  /** The evidence of one case: its pages, counts and pieces. */
  evidence: (id: number) => ['cases', 'one', id, 'evidence'] as const,
  evidencePage: (id: number, query: EvidenceQuery, page: number) => ['cases', 'one', id, 'evidence', 'page', query, page] as const,
  evidenceCount: (id: number) => ['cases', 'one', id, 'evidence', 'count'] as const,
  evidenceSearch: (id: number, q: string) => ['cases', 'one', id, 'evidence', 'search', q] as const,
  piece: (id: number, pieceId: number) => ['cases', 'one', id, 'evidence', 'piece', pieceId] as const,
  exports: (id: number) => ['cases', 'one', id, 'exports'] as const,
  acquisitions: ['acquisitions'] as const,
  /** Everything about sync. */
  sync: ['sync'] as const,
  syncState: ['sync', 'state'] as const,
  syncNews: (since: number | null) => ['sync', 'news', since] as const,
  syncCases: ['sync', 'cases'] as const,
  syncCasePage: (query: SyncQuery, page: number) => ['sync', 'cases', query, page] as const,
  caseSync: (id: number) => ['sync', 'case', id] as const,
  evidencePlaces: (id: number) => ['sync', 'case', id, 'evidence'] as const,
  conflicts: ['sync', 'conflicts'] as const,
  conflictPages: (state: string, caseId: number | null) => ['sync', 'conflicts', state, caseId] as const,
  hubCodes: ['sync', 'hub', 'codes'] as const,
  hubDevices: ['sync', 'hub', 'devices'] as const,
  hubLog: ['sync', 'hub', 'log'] as const,
  quarantine: (page: number) => ['sync', 'hub', 'quarantine', page] as const,
  grants: (caseId: number) => ['sync', 'grants', caseId] as const,
  verification: (id: string) => ['verification', id] as const,
  import: (id: string) => ['import', id] as const,
}
