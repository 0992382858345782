import type { ScreeningStore } from '../../storage/screening/screening-store.ts'
import type { NetworkContext } from '../network/network-service.ts'

/** What screening knows that belongs into the network: who is whom a list names, and who may be. */
export const screeningContext = (store: Pick<ScreeningStore, 'standingHits'>): NetworkContext => ({
  links: () => [],
  knownBad: () =>
    store.standingHits().flatMap(({ subject: { kind, id }, state, list, listedName, alertId, atMs }) =>
      kind === 'vessel'
        ? []
        : [
            {
              entity: { kind, id },
              certainty: state === 'true_match' ? ('confirmed' as const) : ('open' as const),
              source: 'screening' as const,
              text: state === 'true_match' ? `It is “${listedName}” of the list ${list}, as a person found.` : `It may be “${listedName}” of the list ${list}; nobody has said yet.`,
              alertId,
              atMs,
            },
          ],
    ),
})
