import type { Me } from '../../data/queries/session.ts'
import { CaseWorkspace } from '../../features/case-workspace/CaseWorkspace.tsx'
import { EvidenceLayer } from '../../features/evidence/EvidenceLayer.tsx'
import { EvidencePane } from '../../features/evidence/EvidencePane.tsx'
import { CaseSyncBar } from '../../features/sync/case/CaseSyncBar.tsx'
import type { CaseRoute } from '../../state/route.ts'

type Props = { readonly route: CaseRoute; readonly me: Me }

const banner = (caseId: number, me: Me) => <CaseSyncBar caseId={caseId} me={me} />

/** A case with its evidence and how it stands with the hub: the features meet here, and know nothing of each other. */
export const CasePage = ({ route, me }: Props) => (
  <EvidenceLayer caseId={route.id} me={me}>
    {route.name !== 'evidence' ? (
      <CaseWorkspace
        caseId={route.id}
        entryId={route.name === 'case' ? route.entry : null}
        place={route.name === 'case' && route.entry === null ? 'overview' : 'timeline'}
        banner={banner(route.id, me)}
      />
    ) : (
      <CaseWorkspace
        caseId={route.id}
        entryId={null}
        place={route.piece === null ? 'evidence' : 'piece'}
        banner={banner(route.id, me)}
      >
        <EvidencePane caseId={route.id} me={me} piece={route.piece} query={route.query} />
      </CaseWorkspace>
    )}
  </EvidenceLayer>
)
