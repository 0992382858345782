/** Which entries make the rows of a table: those of the workspace's chain, of one case's, or of all cases together. */
export type ProjectionOwner = 'workspace' | 'case' | 'cases'

/** Rows that can be in a table but follow from no entry of any chain. */
export interface OrphanRule {
  readonly message: string
  /** SQL after `where`. */
  readonly where: string
}

/**
 * A table that appliers fill (L-20). Clearing, comparing, the search for orphans and the tests of replay are made of
 * this list.
 */
export interface Projection {
  readonly table: string
  readonly owner: ProjectionOwner
  /** Columns that tell its rows apart. */
  readonly key: readonly string[]
  /** Columns that hold arrival numbers of entries, which are local to a device. */
  readonly arrivals: readonly string[]
  /** SQL after `where` for the rows of one chain; each `?` in it stands for the id of the case. */
  readonly ofChain: string
  readonly orphans: readonly OrphanRule[]
}

const ofWorkspace = (table: string, key: readonly string[], arrivals: readonly string[] = []): Projection => ({
  table,
  owner: 'workspace',
  key,
  arrivals,
  ofChain: '1',
  orphans: [],
})

const noCase = (table: string): OrphanRule => ({
  message: `rows of ${table} belong to no case`,
  where: 'case_id not in (select id from cases)',
})

const ofCase = (table: string, key: readonly string[], arrivals: readonly string[] = []): Projection => ({
  table,
  owner: 'case',
  key,
  arrivals,
  ofChain: 'case_id = ?',
  orphans: [noCase(table)],
})

const custody = ofCase('evidence_custody', ['evidence_id', 'n'], ['n'])

/** In the order in which they are emptied: what is found by rows of other tables goes before these. */
export const projections: readonly Projection[] = [
  ofWorkspace('workspace', ['id']),
  ofWorkspace('keys', ['kid']),
  ofWorkspace('users', ['uid']),
  ofWorkspace('provider_identities', ['identity']),
  ofWorkspace('teams', ['uid']),
  ofWorkspace('api_keys', ['id']),
  ofWorkspace('policy', ['id']),
  ofWorkspace('rules', ['key', 'version']),
  ofWorkspace('lists', ['key']),
  ofWorkspace('list_values', ['list', 'id']),
  ofWorkspace('detection_policy', ['id']),
  ofWorkspace('detection_policy_changes', ['entry']),
  ofWorkspace('model_in_force', ['id']),
  ofWorkspace('model_files', ['sha256']),
  ofWorkspace('watchlist_settings', ['key']),
  ofWorkspace('watchlist_activations', ['entry']),
  ofWorkspace('screening_dispositions', ['entry'], ['n']),
  ofWorkspace('screening_policy', ['id']),
  ofWorkspace('network_verdicts', ['entry'], ['n']),
  ofWorkspace('business_conclusions', ['entry'], ['n']),
  ofWorkspace('report_settings', ['id'], ['n']),
  ofWorkspace('alert_steps', ['entry'], ['n']),
  ofWorkspace('decisions', ['uid'], ['n', 'second_n']),
  ofWorkspace('voided_acts', ['entry'], ['n']),
  {
    table: 'search',
    owner: 'case',
    key: ['rowid'],
    arrivals: [],
    ofChain:
      'rowid in (select -? union all select n from notes where case_id = ? union all select n from evidence where case_id = ?)',
    orphans: [
      {
        message: 'search documents belong to no note and no evidence',
        where: 'rowid > 0 and rowid not in (select n from notes union all select n from evidence)',
      },
      { message: 'search documents belong to no case', where: 'rowid < 0 and -rowid not in (select id from cases)' },
    ],
  },
  ofCase('notes', ['n'], ['n']),
  ofCase('case_links', ['kind', 'target']),
  ofCase('case_relations', ['act']),
  ofCase('case_numbers', ['number']),
  ofCase('case_tasks', ['uid'], ['n', 'state_n']),
  ofCase('case_task_overtaken', ['entry']),
  ofCase('case_playbooks', ['playbook']),
  ofCase('evidence', ['id'], ['n']),
  ofCase('evidence_statements', ['import_id'], ['n']),
  ofCase('evidence_tags', ['evidence_id', 'tag']),
  ofCase('evidence_relations', ['from_id', 'to_id', 'kind'], ['n']),
  ofCase('evidence_erasures', ['request'], ['n', 'decided_n']),
  {
    ...custody,
    orphans: [
      ...custody.orphans,
      { message: 'steps of custody belong to no evidence', where: 'evidence_id not in (select id from evidence)' },
    ],
  },
  ofCase('case_access', []),
  ofCase('case_glass', ['person']),
  ofCase('conflicts', ['loser']),
  ofCase('case_voided_acts', ['entry'], ['n']),
  ofCase('case_alerts', ['alert_uid'], ['n']),
  ofCase('case_alert_steps', ['entry'], ['n']),
  ofCase('case_decisions', ['uid'], ['n', 'second_n']),
  ofCase('case_reports', ['uid'], ['n', 'filed_n']),
  ofCase('case_report_steps', ['entry'], ['n']),
  // A row of `cases` is a chain by itself: it is compared, whether or not anything else tells of it.
  { table: 'cases', owner: 'case', key: ['id'], arrivals: [], ofChain: 'id = ?', orphans: [] },
  {
    table: 'case_counts',
    owner: 'cases',
    key: ['status', 'priority', 'owner_id'],
    arrivals: [],
    ofChain: '1',
    orphans: [],
  },
]

const owned = (...owners: readonly ProjectionOwner[]): Projection[] =>
  projections.filter(({ owner }) => owners.includes(owner))

/** The projections of the workspace's chain. */
export const workspaceProjections: readonly Projection[] = owned('workspace')

/** The projections of which each case has rows of its own. */
export const caseProjections: readonly Projection[] = owned('case')

/** Names of the tables that the workspace's chain makes. */
export const workspaceTables: readonly string[] = workspaceProjections.map(({ table }) => table)

/** Names of the tables that the chains of cases make. */
export const caseTables: readonly string[] = owned('case', 'cases').map(({ table }) => table)

/** The values for `ofChain`: the id of a case, as often as it is asked for. */
export const chainValues = ({ ofChain }: Projection, caseId: number): number[] =>
  Array.from({ length: ofChain.split('?').length - 1 }, () => caseId)
