/** The one great misfortune that the seed has in store for a world, so that each can be judged by itself. */
export type Disaster = 'none' | 'clone' | 'restored-hub' | 'revoked'
export const disasterOf = (seed: number): Disaster =>
  (['none', 'none', 'clone', 'restored-hub', 'restored-hub', 'revoked', 'revoked'] as const)[seed % 7] ?? 'none'
