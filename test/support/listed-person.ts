import { createScreener, hitFrom } from '../../main/domain/screening/screener.ts'
import type { ScreenedEntry, SubjectKind } from '../../main/domain/screening/screener.ts'

/** An entry of a list, of which nothing is known but what is given. */
export const listedEntry = (id: string, text: string, given: Partial<ScreenedEntry> = {}): ScreenedEntry => ({
  id,
  kind: 'person',
  names: [{ text, type: 'primary' }],
  dates: [],
  countries: [],
  gender: null,
  identifiers: [],
  ...given,
})

/** Whether a name is a hit on a listed one among others: through the screener, so that its index is tried as well. */
export const isHitAmong = (
  others: readonly string[],
  searched: string,
  listed: string,
  kind: SubjectKind & ScreenedEntry['kind'] = 'person',
): boolean =>
  createScreener([
    {
      key: 'un',
      version: '1',
      entries: [
        listedEntry('1', listed, { kind }),
        ...others.map((name, n) => listedEntry(`other ${n}`, name, { kind })),
      ],
    },
  ])
    .screen({ kind, names: [searched] }, { threshold: hitFrom })
    .some((match) => match.entry.id === '1')
