import type { Me } from '../../data/queries/session.ts'
import { CaseWorkspace } from '../../features/case-workspace/CaseWorkspace.tsx'
import type { CasePlace } from '../../features/case-workspace/model/place.ts'
import { EvidenceLayer } from '../../features/evidence/EvidenceLayer.tsx'
import { EvidencePane } from '../../features/evidence/EvidencePane.tsx'
import { CaseSyncBar } from '../../features/sync/case/CaseSyncBar.tsx'
import { TasksPane } from '../../features/tasks/TasksPane.tsx'
import type { CaseRoute } from '../../state/route.ts'

type Props = { readonly route: CaseRoute; readonly me: Me }

const banner = (caseId: number, me: Me) => <CaseSyncBar caseId={caseId} me={me} />

const placeOf = (route: Props['route']): CasePlace => {
  if (route.name === 'case') return route.entry === null ? 'overview' : 'timeline'
  if (route.name === 'timeline' || route.name === 'tasks') return route.name
  return route.piece === null ? 'evidence' : 'piece'
}

/**
 * A case with its tasks, its evidence, and how it stands with the hub: the features meet here, and know nothing of each
 * other.
 */
export const CasePage = ({ route, me }: Props) => (
  <EvidenceLayer caseId={route.id} me={me}>
    <CaseWorkspace
      caseId={route.id}
      entryId={route.name === 'case' ? route.entry : null}
      place={placeOf(route)}
      banner={banner(route.id, me)}
    >
      {route.name === 'tasks' ? <TasksPane caseId={route.id} me={me} /> : null}
      {route.name === 'evidence' ? (
        <EvidencePane caseId={route.id} me={me} piece={route.piece} query={route.query} />
      ) : null}
    </CaseWorkspace>
  </EvidenceLayer>
)
