import type { QueryClient } from '@tanstack/react-query'

/**
 * What came in can have raised alerts, opened cases and altered every figure: all but the import itself is read again.
 */
export const refreshAfterIntake = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'import' })
