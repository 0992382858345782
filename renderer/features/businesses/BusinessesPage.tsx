import type { Me } from '../../data/queries/session.ts'
import type { DetectionRoute } from '../../state/route.ts'
import { BusinessList } from './BusinessList.tsx'
import { BusinessScreen } from './BusinessScreen.tsx'

/** Businesses: the list, or the page of the one that is open. */
export const BusinessesPage = ({ route, me }: { readonly route: DetectionRoute; readonly me: Me }) =>
  route.open === null ? (
    <BusinessList query={route.query} me={me} />
  ) : (
    <BusinessScreen key={route.open} id={route.open} query={route.query} me={me} />
  )
