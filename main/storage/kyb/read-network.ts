import type { StatedShare } from '../../../shared/schema/kyb.ts'
import type { Interest, Network, OwnershipParty } from '../../domain/kyb/ownership/parties.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { InterestRow, PartyRow } from './tables.ts'

/** The most parties above one business that are looked at. */
export const networkPartiesMax = 5_000

/** The most interests above one business that are looked at. */
const networkInterestsMax = 20_000

/** Those that hold on a day. A post on a board owns nothing; the tree shows it and the sums leave it out. */
const holding = '(from_day is null or from_day <= ?) and (to_day is null or to_day > ?)'

/** A share as it was written. */
export const storedShare = (text: string | null): StatedShare | null =>
  text === null ? null : (JSON.parse(text) as StatedShare)

/** Who holds something in a party on a day. */
export const interestsIn = (sql: SyncStatements, dataset: number, owned: string, day: string): readonly InterestRow[] =>
  sql.all<InterestRow>(
    `select * from ownership_interests where dataset = ? and owned = ? and ${holding} order by n limit 2000`,
    dataset,
    owned,
    day,
    day,
  )

/** In whom a party holds something on a day. */
export const interestsOf = (sql: SyncStatements, dataset: number, owner: string, day: string): readonly InterestRow[] =>
  sql.all<InterestRow>(
    `select * from ownership_interests where dataset = ? and owner = ? and ${holding} order by n limit 2000`,
    dataset,
    owner,
    day,
    day,
  )

export const partyOf = (sql: SyncStatements, dataset: number, key: string): PartyRow | undefined =>
  sql.get<PartyRow>('select * from ownership_parties where dataset = ? and key = ?', dataset, key)

const interestFrom = ({ owner, owned, kind, share, direct, declared }: InterestRow): Interest => ({
  owner,
  owned,
  kind,
  share: storedShare(share),
  direct,
  declared: declared === 1,
})

const partyFrom = ({ key, name, kind, known }: PartyRow): OwnershipParty => ({ key, name, kind, known: known === 1 })

/** Posts are no ownership. */
const isPost = ({ kind }: InterestRow): boolean => kind === 'board_member' || kind === 'board_chair'

/** Everyone who owns a business on a day, directly or through others, nearest first. */
export const readNetwork = (sql: SyncStatements, dataset: number, target: string, day: string): Network => {
  const parties = new Map<string, OwnershipParty>()
  const interests: Interest[] = []
  let truncated = false
  const waiting = [target]
  const add = (key: string): void => {
    if (parties.has(key)) return
    if (parties.size >= networkPartiesMax) {
      truncated = true
      return
    }
    const row = partyOf(sql, dataset, key)
    parties.set(key, row === undefined ? { key, name: key, kind: 'unknown', known: false } : partyFrom(row))
    waiting.push(key)
  }
  waiting.pop()
  add(target)
  for (let at = 0; at < waiting.length; at += 1) {
    const held = interestsIn(sql, dataset, waiting[at] as string, day).filter((row) => !isPost(row))
    for (const row of held) {
      if (interests.length >= networkInterestsMax) truncated = true
      else {
        add(row.owner)
        interests.push(interestFrom(row))
      }
    }
  }
  return { target, parties, interests, truncated }
}
