import { useQuery } from '@tanstack/react-query'
import { readAccount, readCustomer } from '../../../shared/api/entity-profiles.ts'
import type { AlertEntity } from '../../../shared/schema/alerts.ts'
import { call } from '../client.ts'
import { keys } from './keys.ts'

/** Whether an entity is of a kind that has a profile of its own. */
export const hasProfile = (
  entity: AlertEntity | null,
): entity is AlertEntity & { readonly kind: 'customer' | 'account' } =>
  entity?.kind === 'customer' || entity?.kind === 'account'

/** What the activities of a customer or an account say of it; nothing is asked for other kinds. */
export const useEntityProfile = (entity: AlertEntity | null) =>
  useQuery({
    queryKey: keys.entityProfile(entity?.kind ?? '', entity?.id ?? ''),
    queryFn: ({ signal }) =>
      call(entity?.kind === 'account' ? readAccount : readCustomer, {
        params: { id: entity?.id ?? '' },
        query: { bucket: 'day' },
        signal,
      }),
    select: (answer) => answer.data,
    enabled: hasProfile(entity),
    staleTime: 30_000,
    retry: false,
  })
