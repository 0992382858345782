import { lazy, type ComponentType } from 'react'
import type { Me } from '../../data/queries/session.ts'
import type { DetectionPlace, DetectionRoute } from '../../state/route.ts'

/** What every screen of the detection is given. */
export type DetectionScreenProps = { readonly route: DetectionRoute; readonly me: Me }

/**
 * The screens of the detection, loaded when first opened. The sidebar and the commands offer those that stand here, in
 * this order.
 */
export const detectionScreens: Readonly<Partial<Record<DetectionPlace, ComponentType<DetectionScreenProps>>>> = {
  alerts: lazy(async () => ({ default: (await import('../../features/alerts/AlertsPage.tsx')).AlertsPage })),
  decisions: lazy(async () => ({
    default: (await import('../../features/decisions/DecisionsPage.tsx')).DecisionsPage,
  })),
  screening: lazy(async () => ({
    default: (await import('../../features/screening/ScreeningPage.tsx')).ScreeningPage,
  })),
  effectiveness: lazy(async () => ({
    default: (await import('../../features/effectiveness/EffectivenessPage.tsx')).EffectivenessPage,
  })),
  transactions: lazy(async () => ({
    default: (await import('../../features/transactions/TransactionsPage.tsx')).TransactionsPage,
  })),
  network: lazy(async () => ({ default: (await import('./NetworkScreen.tsx')).NetworkScreen })),
  customers: lazy(async () => ({ default: (await import('../../features/customer/CustomerPage.tsx')).CustomerPage })),
  businesses: lazy(async () => ({
    default: (await import('../../features/businesses/BusinessesPage.tsx')).BusinessesPage,
  })),
  lists: lazy(async () => ({ default: (await import('../../features/lists/ListsPage.tsx')).ListsPage })),
  rules: lazy(async () => ({ default: (await import('../../features/rules/RulesPage.tsx')).RulesPage })),
  reports: lazy(async () => ({ default: (await import('../../features/reports/ReportsPage.tsx')).ReportsPage })),
  model: lazy(async () => ({ default: (await import('../../features/model/ModelPage.tsx')).ModelPage })),
}

/**
 * Places that belong together, under one heading: where work waits, where one looks around, what decides what is found.
 */
export interface PlaceGroup {
  readonly group: 'work' | 'look' | 'set'
  readonly places: readonly DetectionPlace[]
}

/** Screens that are a place to go to; a customer is opened from elsewhere. */
const groups: readonly PlaceGroup[] = [
  { group: 'work', places: ['alerts', 'decisions', 'screening', 'reports'] },
  { group: 'look', places: ['transactions', 'businesses', 'network', 'effectiveness'] },
  { group: 'set', places: ['lists', 'rules', 'model'] },
]

/** The destinations that this window has, by group. */
export const offeredGroups: readonly PlaceGroup[] = groups.map(({ group, places }) => ({
  group,
  places: places.filter((place) => detectionScreens[place] !== undefined),
}))

/** The destinations that this window has. */
export const offeredPlaces: readonly DetectionPlace[] = offeredGroups.flatMap(({ places }) => places)
