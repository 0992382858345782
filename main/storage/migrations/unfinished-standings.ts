/** What a round looks for among all that is held, by itself: few rows, whatever is held. */
export const unfinishedStandings: readonly string[] = [
  'create index standings_lacking on standings (uid) where received < announced',
  'create index standings_uncovered on standings (uid) where coalesce(anchor_size, 0) < received',
]
