import { z } from 'zod'
import { riskLevel } from './activity.ts'
import { integerId, lineOfText, timestamp, uid } from './text.ts'

/** What a node of the network can be. */
export const nodeKinds = [
  'customer',
  'account',
  'counterparty',
  'device',
  'ip',
  'terminal',
  'card',
  'person',
  'company',
  'address',
  'phone',
  'email',
  'listed',
] as const
export const nodeKind = z.enum(nodeKinds)
export type NodeKind = (typeof nodeKinds)[number]

/** Longest identifier of a node, in UTF-16 units: addresses are longer than the institution's own identifiers. */
export const nodeIdMax = 300
export const nodeId = lineOfText(nodeIdMax)

/** A node as the institution writes it: `customer:3711` is kind `customer`, id `3711`. */
export const entityRef = z.object({ kind: nodeKind, id: z.string() })
export type EntityRef = z.infer<typeof entityRef>

/**
 * How two nodes hang together. `transfer` has a direction (the money's); `owner` and `officer` point at the company,
 * `listed` at the listed entry;
 * the others tie a customer or account to what it used, and `case` ties what one case names.
 */
export const linkKinds = [
  'transfer',
  'account',
  'card',
  'device',
  'ip',
  'terminal',
  'phone',
  'email',
  'address',
  'person',
  'company',
  'owner',
  'officer',
  'listed',
  'case',
] as const
export const linkKind = z.enum(linkKinds)
export type LinkKind = (typeof linkKinds)[number]

/** Where something known comes from. */
export const networkSources = [
  'transactions',
  'cases',
  'alerts',
  'evidence',
  'ownership',
  'screening',
  'person',
] as const
export const networkSource = z.enum(networkSources)
export type NetworkSource = (typeof networkSources)[number]

/** Shapes of transfers that are findings: each is precise enough to act on. */
export const motifKinds = ['burst', 'fan_in', 'fan_out', 'cycle', 'pass_through'] as const
export const motifKind = z.enum(motifKinds)

/** One link. Transfers of several currencies between the same two are several links. */
export const networkLink = z.object({
  from: entityRef,
  to: entityRef,
  kind: linkKind,
  count: z.int().describe('Transactions, or facts, behind it.'),
  amount: z.number().nullable().describe('Sum, in units of the currency; null where no money moved.'),
  currency: z.string().nullable(),
  first_at: timestamp.nullable(),
  last_at: timestamp.nullable(),
  source: networkSource,
})
export type NetworkLink = z.infer<typeof networkLink>

/**
 * A node as lists show it. What was merged answers as one node; `members` are all its identifiers (itself among them).
 */
export const networkNode = z.object({
  kind: nodeKind,
  id: z.string(),
  label: z.string().describe('The name where one is known, else the identifier.'),
  members: z.array(entityRef).describe('More than one after an accepted merge.'),
  known_bad: z.boolean(),
  risk: z.number().describe('0 to 1.'),
  risk_level: riskLevel,
  degree: z.int().describe('Nodes that it is linked to.'),
  hops_to_bad: z
    .int()
    .nullable()
    .describe('Links to the nearest known bad node; 0: it is one; null: none within four.'),
  motifs: z.array(motifKind),
  first_at: timestamp.nullable(),
  last_at: timestamp.nullable(),
})
export type NetworkNode = z.infer<typeof networkNode>

/** A way through the network: one node more than links; `links[i]` ties `nodes[i]` and `nodes[i + 1]`. */
export const networkPath = z.object({ nodes: z.array(entityRef), links: z.array(networkLink) })
export type NetworkPath = z.infer<typeof networkPath>

export const riskPartNames = ['direct', 'nearness', 'distance', 'community', 'motifs'] as const

/** One part of a node's risk. The shares of all parts sum to the score. */
export const riskPart = z.object({
  part: z
    .enum(riskPartNames)
    .describe('Direct hits; personalised PageRank from known bad; hops to bad; bad share of its community; motifs.'),
  share: z.number().describe('Of the score: the shares sum to it.'),
  value: z.number().describe('What was measured: hits, nearness, hops, share of the community (0 to 1), motifs.'),
  text: z.string(),
  path: networkPath.nullable().describe('What explains it: the way to the bad node, or the motif.'),
})
export type RiskPart = z.infer<typeof riskPart>

export const nodeRisk = z.object({
  entity: entityRef,
  score: z.number().describe('0 to 1; the shares of the parts sum to it.'),
  risk_level: riskLevel,
  parts: z.array(riskPart).describe('Largest first; parts that add nothing are left out.'),
})
export type NodeRisk = z.infer<typeof nodeRisk>

const pointFacts = {
  entity: entityRef,
  label: z.string(),
  payments: z.int().describe('Payments at it, of those that the network has taken in.'),
  low: z.number().describe('Lower end of Wilson’s interval of 95 % of the share.'),
  high: z.number(),
  chance: z
    .number()
    .describe(
      'How likely so many are by chance: binomial, corrected for every point tested by Holm’s method; 0: less than a number can say.',
    ),
  state: z.enum(['undecided', 'confirmed']).describe('`confirmed`: a person confirmed that it was compromised.'),
}

/** Somebody who paid at a point and whose card was misused elsewhere afterwards. */
export const copyVictim = z.object({
  entity: entityRef,
  label: z.string(),
  fraud_id: z.string().describe('The transaction of their first fraud that no other point explains.'),
  fraud_at: timestamp,
})

/** A point at which cards may have been compromised, and what shows it. */
export const commonPoint = z.discriminatedUnion('found_by', [
  z.object({
    found_by: z.literal('frauds_there').describe('More payments at it were fraud than chance explains.'),
    ...pointFacts,
    frauds: z.int().describe('Payments at it that are known as fraud.'),
    payers: z.int().describe('Different customers, or accounts, that had a fraud there.'),
    share: z.number().describe('Frauds of payments, 0 to 1.'),
    expected: z.number().describe('The share of frauds at all other points of the kind.'),
  }),
  z.object({
    found_by: z
      .literal('misuse_elsewhere')
      .describe(
        'Of those who paid at it more had a fraud elsewhere afterwards than chance explains: cards may have been copied.',
      ),
    ...pointFacts,
    visitors: z.int().describe('Different customers, or accounts, that paid at it.'),
    misused: z.int().describe('Those of them that had a fraud elsewhere within 90 days afterwards.'),
    share: z.number().describe('Misused of visitors, 0 to 1.'),
    expected: z.number().describe('The share of misused at all other points of the kind.'),
    victims: z.array(copyVictim).describe('Whose fraud is newest, at most eight.'),
  }),
])
export type CommonPoint = z.infer<typeof commonPoint>

/** A shape of transfers. */
export const networkMotif = z.object({
  kind: motifKind,
  nodes: z.array(entityRef).describe('Of a cycle in the order of the money; of a fan its middle first.'),
  amount: z.number().describe('What moved in it; the currency is that of its transfers.'),
  from_at: timestamp,
  to_at: timestamp,
})
export type NetworkMotif = z.infer<typeof networkMotif>

export const proposalStates = ['proposed', 'accepted', 'refused'] as const
export const proposalState = z.enum(proposalStates)
export type ProposalState = (typeof proposalStates)[number]

/** Why two nodes may be one. */
export const mergeReason = z.object({
  fact: z
    .enum(['name', 'identifier', 'email', 'phone', 'address', 'device', 'birth_date', 'card', 'person'])
    .describe('`person`: somebody proposed it by hand.'),
  share: z.number().describe('Of the score; negative where it speaks against.'),
  text: z.string(),
})
export type MergeReason = z.infer<typeof mergeReason>

/** Two nodes that may be one and the same. */
export const mergeProposal = z.object({
  uid,
  a: entityRef,
  b: entityRef,
  a_label: z.string(),
  b_label: z.string(),
  score: z.number().describe('0 to 1.'),
  reasons: z.array(mergeReason),
  state: proposalState,
  proposed_at: timestamp,
  decided_at: timestamp.nullable(),
  decided_by: z.string().nullable(),
  note: z.string().nullable(),
  history: z.array(
    z.object({
      verdict: z.enum(['accept', 'refuse', 'undo']),
      at: timestamp,
      by: z.string(),
      note: z.string().nullable(),
      entry_id: z.string(),
    }),
  ),
})
export type MergeProposal = z.infer<typeof mergeProposal>

/** How the network stands. */
export const networkState = z.object({
  state: z
    .enum(['empty', 'building', 'ready'])
    .describe('`building`: transactions wait to be taken in; answers hold for what was.'),
  nodes: z.int(),
  links: z.int(),
  known_bad: z.int(),
  motifs: z.int(),
  proposals: z.int().describe('That wait for a person.'),
  transactions: z.int().describe('Taken into the network.'),
  waiting: z.int().describe('Transactions not taken in yet.'),
  newest_at: timestamp.nullable().describe('Time of the newest transaction that is in it.'),
  updated_at: timestamp.nullable().describe('When the network last took something in.'),
})
export type NetworkState = z.infer<typeof networkState>

/** A fact about a node, with where it comes from. */
export const nodeFact = z.object({
  source: networkSource,
  name: z.string().describe('For example `name`, `country`, `birth_date`, `tag`.'),
  value: z.string(),
  at: timestamp.nullable(),
})

/** All that is known of a node. */
export const nodePage = z.object({
  node: networkNode,
  risk: nodeRisk,
  because: z
    .array(
      z.object({
        source: networkSource,
        certainty: z.enum(['confirmed', 'open', 'exposed']),
        text: z.string(),
        alert_id: integerId.nullable(),
        at: timestamp.nullable(),
      }),
    )
    .describe(
      'What is known of it: why it is known bad (`confirmed`), what nobody has decided yet (`open`), to what it was exposed.',
    ),
  facts: z.array(nodeFact),
  links_by_kind: z.array(z.object({ kind: linkKind, source: networkSource, nodes: z.int(), count: z.int() })),
  money: z.array(
    z.object({
      currency: z.string().nullable(),
      sent: z.number(),
      sent_count: z.int(),
      received: z.number(),
      received_count: z.int(),
    }),
  ),
  motifs: z.array(networkMotif).describe('The 50 newest.'),
  cases: z.array(z.object({ id: integerId, case_number: z.string(), title: z.string(), status: z.string() })),
  alerts: z.object({
    open: z.int(),
    confirmed: z.int(),
    other: z.int(),
    newest: z.array(
      z.object({ id: integerId, title: z.string(), status: z.string(), risk_level: riskLevel, raised_at: timestamp }),
    ),
  }),
  proposals: z.array(mergeProposal),
})
export type NodePage = z.infer<typeof nodePage>

/** Most nodes of one bulk graph. */
export const graphNodesMax = 10_000

/**
 * A part of the network for a picture, by columns: place `i` of every column of `nodes` is one node; `links.from` and
 * `links.to` are places in `nodes`.
 * Kinds are places in `node_kinds` and `link_kinds`, currencies places in `currencies` (-1: none).
 */
export const networkGraph = z.object({
  node_kinds: z.array(nodeKind),
  link_kinds: z.array(linkKind),
  currencies: z.array(z.string()),
  nodes: z.object({
    kind: z.array(z.int()),
    id: z.array(z.string()),
    label: z.array(z.string().nullable()).describe('null: the identifier is the label.'),
    risk: z.array(z.number()),
    known_bad: z.array(z.boolean()),
    degree: z.array(z.int()).describe('In the whole network.'),
    hops: z.array(z.int()).describe('From the nearest centre.'),
    community: z.array(z.int()).describe('A number that nodes of one community of this graph share.'),
  }),
  links: z.object({
    from: z.array(z.int()),
    to: z.array(z.int()),
    kind: z.array(z.int()),
    count: z.array(z.int()),
    amount: z.array(z.number().nullable()),
    currency: z.array(z.int()),
    first_ms: z.array(z.number().nullable()).describe('Unix milliseconds.'),
    last_ms: z.array(z.number().nullable()),
  }),
  truncated: z.boolean().describe('Nodes were left out to keep within `limit`: the riskiest and nearest stayed.'),
})
export type NetworkGraph = z.infer<typeof networkGraph>
