import type { Me } from '../../data/queries/session.ts'
import { NetworkPage } from '../../features/network/NetworkPage.tsx'
import type { DetectionRoute } from '../../state/route.ts'
import { useSendEvidence } from './useSendEvidence.ts'

/** The network with the way into a case's evidence: the features meet here, and know nothing of each other. */
export const NetworkScreen = ({ route, me }: { readonly route: DetectionRoute; readonly me: Me }) => (
  <NetworkPage route={route} me={me} send={useSendEvidence()} />
)
