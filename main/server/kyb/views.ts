import type {
  BusinessPage,
  CheckedIdentifier,
  FinalOwner,
  OwnershipFinding,
  PartyInterest,
  TreeNode,
} from '../../../shared/schema/kyb.ts'
import { checkIdentifier, typeOfScheme } from '../../domain/kyb/identifiers/check.ts'
import type { OwnerNode } from '../../domain/kyb/ownership/tree.ts'
import { comparedAddress } from '../../domain/kyb/places.ts'
import type { BusinessStore, LocatedParty } from '../../storage/kyb/business-store.ts'
import { detailsOf } from '../../storage/kyb/party-details.ts'
import { storedShare } from '../../storage/kyb/read-network.ts'
import type { InterestRow, PartyRow } from '../../storage/kyb/tables.ts'

/** Interests that are posts: whoever has one runs the company and owns nothing of it by that. */
const posts: ReadonlySet<string> = new Set(['board_member', 'board_chair', 'senior_managing_official'])

/** A party that is only told not to be named has no page. */
const idOf = (dataset: string, key: string): string | null => (key.startsWith('~') ? null : `${dataset}:${key}`)

/** An interest with the party at one of its ends. */
export const interestView = (
  store: BusinessStore,
  { dataset }: LocatedParty,
  row: InterestRow,
  end: 'owner' | 'owned',
): PartyInterest => {
  const key = row[end]
  const party = store.partyOf(dataset.id, key)
  return {
    party: { id: idOf(dataset.key, key), name: party?.name ?? key, kind: party?.kind ?? 'unknown' },
    kind: row.kind,
    share: storedShare(row.share),
    direct: row.direct,
    from: row.from_day,
    to: row.to_day,
    details: row.details,
  }
}

/** Who has posts in a business, and who holds something of it. */
export const splitPosts = (
  interests: readonly PartyInterest[],
): { readonly officers: PartyInterest[]; readonly owners: PartyInterest[] } => ({
  officers: interests.filter(({ kind }) => posts.has(kind)),
  owners: interests.filter(({ kind }) => !posts.has(kind)),
})

/** The identifiers of a party that a check here knows, with their verdicts, and the others as they are. */
export const identifiersOf = (
  party: PartyRow,
): { readonly checked: CheckedIdentifier[]; readonly others: BusinessPage['other_identifiers'] } => {
  const home = party.jurisdiction?.slice(0, 2) ?? null
  const checked: CheckedIdentifier[] = []
  const others: BusinessPage['other_identifiers'] = []
  for (const identifier of detailsOf(party).identifiers) {
    const known = typeOfScheme(identifier.scheme)
    if (known === null) others.push({ ...identifier })
    else checked.push(checkIdentifier(known.type, identifier.value, known.country ?? identifier.country ?? home))
  }
  return { checked, others }
}

/** Addresses with how many companies of the data set are there. */
export const addressesOf = (
  store: BusinessStore,
  { dataset, party }: LocatedParty,
): { text: string; country: string | null; companies: number; examples: readonly string[] }[] =>
  detailsOf(party).addresses.map((address) => {
    const place = comparedAddress(address)
    return { ...address, ...(place === null ? { companies: 0, examples: [] } : store.companiesAt(dataset.id, place)) }
  })

/** A node of the tree with the ids of the interface. */
export const treeView = (dataset: string, nodes: readonly OwnerNode[]): TreeNode[] =>
  nodes.map((node) => ({
    ...node,
    party: { id: idOf(dataset, node.party.key), name: node.party.name, kind: node.party.kind },
    interests: node.interests.map((interest) => ({ ...interest })),
  }))

/** Owners with the ids of the interface. */
export const ownersView = (dataset: string, owners: readonly FinalOwner[]): FinalOwner[] =>
  owners.map((owner) => ({ ...owner, id: `${dataset}:${owner.id}` }))

export const findingsView = (dataset: string, findings: readonly OwnershipFinding[]): OwnershipFinding[] =>
  findings.map((finding) => ({
    ...finding,
    parties: finding.parties.map(({ id, name }) => ({ id: `${dataset}:${id}`, name })),
  }))
