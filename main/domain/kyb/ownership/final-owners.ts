import type { FinalOwner, MetBy, OwnerBasis, OwnershipFinding, ShareRange } from '../../../../shared/schema/kyb.ts'
import { controlIn } from './control.ts'
import { holdingsOf } from './holdings.ts'
import type { HoldingGraph } from './holdings.ts'
import { integrate } from './integrate.ts'
import type { Integrated, Integration } from './integrate.ts'
import type { Interest, Network, OwnershipParty } from './parties.ts'
import { createPathFinder } from './paths.ts'
import { meets, surest } from './threshold.ts'
import type { Threshold } from './threshold.ts'
import { ownerTree } from './tree.ts'
import type { OwnerNode } from './tree.ts'

/** Who owns and controls a business in the end. */
export interface FinalOwnership {
  /** The weightiest first. Ids are keys of parties. */
  readonly owners: readonly FinalOwner[]
  /** Percent of the shares whose final owner is not named. */
  readonly undisclosed: ShareRange
  readonly tree: readonly OwnerNode[]
  readonly findings: readonly OwnershipFinding[]
  /** Of shares; for what is worked out on them. */
  readonly graph: HoldingGraph
  readonly integration: Integration
  /** Companies on the longest of the weightiest ways, between the business and an owner. */
  readonly layers: number
}

/** Decimals of a percentage that are told. */
const percentScale = 1e6

const percent = (part: number): number => Math.round(part * 100 * percentScale) / percentScale

const rangeOf = ({ min, max }: { readonly min: number; readonly max: number }): ShareRange => ({
  min: percent(min),
  max: percent(max),
})

const trustRoles: ReadonlySet<string> = new Set([
  'settlor',
  'trustee',
  'protector',
  'beneficiary',
  'nominator',
  'enjoyment_of_assets',
])

const named = (parties: readonly OwnershipParty[]): { id: string; name: string }[] =>
  parties.map(({ key, name }) => ({ id: key, name }))

const listed = (names: readonly { readonly name: string }[]): string =>
  names
    .slice(0, 5)
    .map(({ name }) => name)
    .join(', ') + (names.length > 5 ? ` and ${names.length - 5} more` : '')

/** Whether nobody stands above a party, as far as is known. */
const isFinal = (graph: HoldingGraph, node: number): boolean =>
  node !== graph.target && (graph.heldBy[node] ?? []).every(({ owner, max }) => owner === node || max <= 0)

/** Whom a name would not settle: a company or a trust of which no owner is known is not who owns in the end. */
const settles = ({ kind, known }: OwnershipParty): boolean => known && (kind === 'person' || kind === 'state')

const partiesIn = ({ parties }: HoldingGraph, nodes: readonly number[]): OwnershipParty[] =>
  nodes.map((node) => parties[node] as OwnershipParty)

const findingsOf = (
  network: Network,
  shares: HoldingGraph,
  votes: HoldingGraph,
  integration: Integration,
  undisclosed: ShareRange,
): OwnershipFinding[] => {
  const findings: OwnershipFinding[] = []
  const tell = (
    code: OwnershipFinding['code'],
    parties: readonly OwnershipParty[],
    message: (names: string) => string,
  ): void => {
    const names = named(parties)
    findings.push({ code, message: message(listed(names)), parties: names.slice(0, 50) })
  }
  for (const loop of integration.loops) {
    if (integration.closed.includes(loop))
      tell(
        'closed_loop',
        partiesIn(shares, loop),
        (names) =>
          `${names} own each other wholly: nobody outside owns any part, and what they hold has no final owner.`,
      )
    else if (loop.length > 1)
      tell(
        'loop',
        partiesIn(shares, loop),
        (names) => `${names} own each other in a ring; what flows round in it is counted to its end.`,
      )
  }
  const selves = [...shares.heldBy.entries()]
    .filter(([node, holdings]) => holdings.some(({ owner, max }) => owner === node && max > 0))
    .map(([node]) => node)
  if (selves.length > 0)
    tell(
      'self_holding',
      partiesIn(shares, selves),
      (names) => `Own shares are held by ${names}; the others' shares count for so much more.`,
    )
  const over = [...new Set([...shares.overOwned, ...votes.overOwned])]
  if (over.length > 0)
    tell(
      'over_owned',
      partiesIn(shares, over),
      (names) =>
        `More than 100 % is stated of ${names}; which share is wrong is not known, and each counts as anything from its part of 100 % up to what is stated.`,
    )
  if (shares.unstated.length > 0)
    tell(
      'no_share',
      partiesIn(shares, shares.unstated),
      (names) => `An owner of ${names} is stated without a share; it counts as anything up to all.`,
    )
  if (votes.votesFromShares.length > 0)
    tell(
      'votes_from_shares',
      partiesIn(shares, votes.votesFromShares),
      (names) => `No votes are stated of ${names}; they are taken to follow the shares.`,
    )
  if (undisclosed.max > 0.0001)
    tell(
      'undisclosed',
      [],
      () =>
        `${undisclosed.min === undisclosed.max ? undisclosed.min : `${undisclosed.min} to ${undisclosed.max}`} % of the shares have no final owner who is named.`,
    )
  if (integration.roughUpper)
    tell(
      'upper_bounds',
      [],
      () => 'The network is too large for exact upper bounds of ranges; they are given as 100 %.',
    )
  if (network.truncated)
    tell(
      'truncated',
      [],
      () =>
        'There are more owners above this business than are looked at; shares of those left out count as not disclosed.',
    )
  const indirect = network.interests.filter(
    (interest) => interest.direct === 'indirect' && interest.kind === 'shareholding',
  )
  const reached = new Map(shares.parties.map(({ key }, node) => [key, (integration.shares[node] as Integrated).max]))
  const only = [
    ...new Set(
      indirect
        .filter(({ owner, owned }) => owned === network.target && (reached.get(owner) ?? 0) === 0)
        .map(({ owner }) => owner),
    ),
  ].flatMap((key) => network.parties.get(key) ?? [])
  if (only.length > 0)
    tell(
      'indirect_only',
      only,
      (names) => `${names} is stated as an indirect owner, and the companies between are not all known.`,
    )
  return findings
}

/** What a party is declared to be in the target, or in a trust that itself meets a threshold or controls. */
interface Declared {
  readonly basis: OwnerBasis
  readonly word: MetBy
}

/**
 * An indirect interest is a result that the data states itself: it counts as it is stated, beside what is worked out.
 */
const declaredOf = (
  interests: readonly Interest[],
  target: string,
  trustWord: (key: string) => MetBy,
  threshold: Threshold,
): Declared[] =>
  interests.flatMap((interest): Declared[] => {
    const { kind, owned, share, direct, declared } = interest
    const found: Declared[] = []
    if (trustRoles.has(kind)) found.push({ basis: 'trust', word: owned === target ? 'yes' : trustWord(owned) })
    if (owned !== target) return found
    if (kind === 'senior_managing_official') found.push({ basis: 'managing_official', word: 'possible' })
    if (declared) found.push({ basis: 'declared', word: 'yes' })
    else if (direct === 'indirect' && share !== null && (kind === 'shareholding' || kind === 'voting_rights')) {
      found.push({
        basis: 'declared',
        word: meets(
          { min: share.min / 100, max: share.max / 100, aboveMin: share.above_min, belowMax: share.below_max },
          threshold,
        ),
      })
    }
    return found
  })

/**
 * Works out who owns and controls a business in the end: integrated shares of value and of votes through chains and
 * loops, control, and who meets the threshold of a beneficial owner by shares, votes, control, a trust's roles, or
 * because the data declares it. People and states without anybody above them are final owners; so are companies and
 * trusts of which no owner is known, and they are told as not known.
 */
export const finalOwnership = (network: Network, threshold: Threshold): FinalOwnership => {
  const graph = holdingsOf(network, 'shares')
  const votes = holdingsOf(network, 'votes')
  const integration = integrate(graph)
  const voting = integrate(votes)
  const control = controlIn(votes, network)
  const pathsTo = createPathFinder(graph)
  const numberOf = new Map(graph.parties.map(({ key }, node) => [key, node]))
  const byOwner = new Map<string, Interest[]>()
  for (const interest of network.interests)
    byOwner.set(interest.owner, [...(byOwner.get(interest.owner) ?? []), interest])

  const wordOf = (node: number): MetBy =>
    surest([
      meets(integration.shares[node] as Integrated, threshold),
      meets(voting.shares[node] as Integrated, threshold),
      control.of(node),
    ])
  const trustWord = (key: string): MetBy => {
    const node = numberOf.get(key)
    return node === undefined ? 'no' : wordOf(node)
  }

  const ownerOf = (node: number): FinalOwner => {
    const party = graph.parties[node] as OwnershipParty
    const shares = integration.shares[node] as Integrated
    const votesHeld = voting.shares[node] as Integrated
    const controls = control.of(node)
    const declared = declaredOf(byOwner.get(party.key) ?? [], network.target, trustWord, threshold)
    const words: readonly (readonly [OwnerBasis, MetBy])[] = [
      ['shares', meets(shares, threshold)],
      ['votes', meets(votesHeld, threshold)],
      ['control', controls],
      ...declared.map(({ basis, word }) => [basis, word] as const),
    ]
    const word = surest(words.map(([, one]) => one))
    const { paths, more } = pathsTo(node)
    return {
      id: party.key,
      name: party.name,
      kind: party.kind,
      known: party.known,
      shares: rangeOf(shares),
      votes: rangeOf(votesHeld),
      beneficial_owner: party.kind === 'company' ? 'no' : word,
      basis: [...new Set(words.filter(([, one]) => one !== 'no').map(([basis]) => basis))],
      controls,
      paths: paths.map(({ nodes, min, max }) => ({
        through: nodes.map((one) => (graph.parties[one] as OwnershipParty).name),
        share: rangeOf({ min, max }),
      })),
      paths_more: more,
    }
  }

  const concerned = (node: number): boolean => {
    if (!isFinal(graph, node) || !isFinal(votes, node)) return (graph.parties[node] as OwnershipParty).kind === 'person'
    return (
      (integration.shares[node] as Integrated).max > 0 ||
      (voting.shares[node] as Integrated).max > 0 ||
      (byOwner.get((graph.parties[node] as OwnershipParty).key) ?? []).some(
        ({ kind }) => kind !== 'board_member' && kind !== 'board_chair',
      )
    )
  }
  const owners = [...graph.parties.keys()]
    .filter((node) => node !== graph.target && concerned(node))
    .map(ownerOf)
    .filter(({ shares, votes: held, basis }) => shares.max > 0 || held.max > 0 || basis.length > 0)
    .sort(
      (one, other) =>
        other.shares.max - one.shares.max || other.votes.max - one.votes.max || (one.id < other.id ? -1 : 1),
    )

  const settled = [...graph.parties.keys()]
    .filter((node) => isFinal(graph, node) && settles(graph.parties[node] as OwnershipParty))
    .map((node) => integration.shares[node] as Integrated)
  const undisclosed = rangeOf({
    min: Math.max(0, 1 - settled.reduce((sum, { max }) => sum + max, 0)),
    max: Math.max(0, 1 - settled.reduce((sum, { min }) => sum + min, 0)),
  })
  const integratedOf = (key: string): ShareRange | null => {
    const node = numberOf.get(key)
    if (node === undefined) return null
    const share = integration.shares[node] as Integrated
    return share.max > 0 ? rangeOf(share) : null
  }
  return {
    owners,
    undisclosed,
    tree: ownerTree(network, integratedOf),
    findings: findingsOf(network, graph, votes, integration, undisclosed),
    graph,
    integration,
    layers: Math.max(0, ...owners.flatMap(({ paths }) => paths.map(({ through }) => through.length - 2))),
  }
}
