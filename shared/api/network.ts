import { z } from 'zod'
import { rationale } from '../schema/case.ts'
import { listText } from '../schema/list-text.ts'
import {
  commonPoint,
  graphNodesMax,
  linkKind,
  linkKinds,
  mergeProposal,
  networkGraph,
  networkLink,
  networkNode,
  networkPath,
  networkState,
  nodeId,
  nodeKind,
  nodePage,
  nodeRisk,
  proposalState,
} from '../schema/network.ts'
import { orderedRange, requestTime } from '../schema/request-time.ts'
import { entryId, integerText, lineOfText, uid } from '../schema/text.ts'
import { keysetEnvelope } from './alerts.ts'
import { defineOperation, envelope } from './operation.ts'

const everyone = 'signed_in'
const writers = ['investigator', 'supervisor', 'admin'] as const
const tag = 'Network'

const entity = { entity_kind: nodeKind, entity_id: nodeId.describe('As the institution writes it.') }
const page = { after: z.string().min(1).max(500).optional(), size: integerText({ min: 1, max: 200 }).default(50) }

const amountText = z
  .string()
  .regex(/^[0-9]{1,12}(\.[0-9]{1,4})?$/u, 'must be an amount of at most four decimals')
  .transform(Number)
  .pipe(z.number())

/** Filters of links: by kind, by when they were seen last and first, and by the sum that moved. */
const linkFilters = {
  link_kinds: listText(linkKind, linkKinds.length)
    .optional()
    .describe('One kind of link, or several separated by commas.'),
  from: requestTime.optional().describe('Links that were seen at this time or later.'),
  to: requestTime.optional().describe('Links that were seen before this time.'),
  min_amount: amountText.optional().describe('Transfers of at least this sum; other links stay.'),
}

export const readNetworkState = defineOperation({
  id: 'readNetworkState',
  method: 'GET',
  path: '/v1/network',
  tag,
  summary: 'How the network stands',
  description: 'Counts, how far it has taken transactions in, and its age.',
  access: everyone,
  answer: envelope(networkState),
})

export const rebuildNetwork = defineOperation({
  id: 'rebuildNetwork',
  method: 'POST',
  path: '/v1/network/rebuild',
  retry: 'key',
  tag,
  summary: 'Rebuild the network',
  description:
    'Forgets what was built and takes every transaction in again, in the background. What people decided about merges stays.',
  access: ['supervisor', 'admin'],
  status: 202,
  answer: envelope(networkState),
})

export const riskiestNodes = defineOperation({
  id: 'riskiestNodes',
  method: 'GET',
  path: '/v1/network/riskiest',
  tag,
  summary: 'Riskiest nodes',
  description: 'Nodes by risk, highest first; known bad ones are left out unless asked for.',
  access: everyone,
  query: z.strictObject({
    node_kind: nodeKind.optional(),
    known_bad: z.enum(['with', 'without']).default('without'),
    size: integerText({ min: 1, max: 200 }).default(50),
  }),
  answer: envelope(z.array(networkNode)),
})

export const listCommonPoints = defineOperation({
  id: 'listCommonPoints',
  method: 'GET',
  path: '/v1/network/common-points',
  tag,
  summary: 'Common points of compromise',
  description:
    'Terminals, merchants, devices and IP addresses that were probably compromised, the least likely by chance first. `frauds_there`: far more payments at it were fraud than elsewhere; the list of activities with its identifier and `label=fraud` has them. `misuse_elsewhere`: far more of those who paid at it had a fraud elsewhere afterwards, as where cards were copied; `victims` names some of them.',
  access: everyone,
  query: z.strictObject({
    node_kind: z.enum(['terminal', 'counterparty', 'device', 'ip']).optional(),
    size: integerText({ min: 1, max: 200 }).default(50),
  }),
  answer: envelope(z.array(commonPoint)),
})

export const searchNetwork = defineOperation({
  id: 'searchNetwork',
  method: 'GET',
  path: '/v1/network/search',
  tag,
  summary: 'Search the network',
  description:
    'Nodes whose identifier or name begins with, or holds, the text; exact ones first, then those linked to most nodes.',
  access: everyone,
  query: z.strictObject({
    q: lineOfText(200),
    node_kind: nodeKind.optional(),
    size: integerText({ min: 1, max: 100 }).default(20),
  }),
  answer: envelope(z.array(networkNode)),
})

export const readNode = defineOperation({
  id: 'readNode',
  method: 'GET',
  path: '/v1/network/node',
  tag,
  summary: 'Read a node',
  description:
    'All that is known of an entity, with sources: risk with its parts, links by kind, money, motifs, cases, alerts, proposals of merges.',
  access: everyone,
  query: z.strictObject(entity),
  answer: envelope(nodePage),
  refusals: ['not_found'],
})

export const readNodeRisk = defineOperation({
  id: 'readNodeRisk',
  method: 'GET',
  path: '/v1/network/risk',
  tag,
  summary: 'Risk of a node',
  description: 'The score with its parts, the share of each and the path that explains it.',
  access: everyone,
  query: z.strictObject(entity),
  answer: envelope(nodeRisk),
  refusals: ['not_found'],
})

export const listNeighbours = defineOperation({
  id: 'listNeighbours',
  method: 'GET',
  path: '/v1/network/neighbours',
  tag,
  summary: 'Neighbours of a node',
  description:
    'Nodes linked to a node with the links between them, riskiest first, walked by cursor; filtered by kind, time and amount.',
  access: everyone,
  query: orderedRange(
    z.strictObject({
      ...entity,
      ...linkFilters,
      node_kind: nodeKind.optional(),
      direction: z.enum(['in', 'out', 'any']).default('any'),
      ...page,
    }),
  ),
  answer: keysetEnvelope(z.object({ node: networkNode, links: z.array(networkLink) })),
  refusals: ['not_found'],
})

export const findPath = defineOperation({
  id: 'findPath',
  method: 'GET',
  path: '/v1/network/path',
  tag,
  summary: 'Path between two nodes',
  description:
    'A shortest way between two nodes; of equally short ones the one through the least busy nodes. `path: null`: there is none within `max` links, or the search met its bound (`complete: false`).',
  access: everyone,
  query: z.strictObject({
    from_kind: nodeKind,
    from_id: nodeId,
    to_kind: nodeKind,
    to_id: nodeId,
    max: integerText({ min: 1, max: 10 }).default(6),
    link_kinds: linkFilters.link_kinds,
  }),
  answer: envelope(
    z.object({
      path: networkPath.nullable(),
      complete: z.boolean().describe('false: the search met its bound; there may be a way.'),
    }),
  ),
  refusals: ['not_found'],
})

export const readGraph = defineOperation({
  id: 'readGraph',
  method: 'POST',
  path: '/v1/network/graph',
  retry: 'again',
  tag,
  summary: 'A part of the network',
  description:
    'The neighbourhood of up to 1,000 nodes by columns, up to 10,000 nodes: nearest first, of equally near ones the riskiest. `depth: 0` answers the links among the nodes given; without `centres` the riskiest nodes of the workspace are. Changes nothing.',
  access: everyone,
  body: orderedRange(
    z.strictObject({
      centres: z
        .array(z.strictObject({ kind: nodeKind, id: nodeId }))
        .min(1)
        .max(1_000)
        .optional(),
      depth: z.int().min(0).max(4).default(1),
      limit: z.int().min(1).max(graphNodesMax).default(1_000),
      link_kinds: z.array(linkKind).min(1).max(20).optional(),
      node_kinds: z.array(nodeKind).min(1).max(20).optional(),
      from: requestTime.optional(),
      to: requestTime.optional(),
      min_amount: z.number().min(0).max(1e12).optional(),
    }),
  ),
  answer: envelope(networkGraph),
  refusals: ['not_found'],
})

export const listProposals = defineOperation({
  id: 'listProposals',
  method: 'GET',
  path: '/v1/network/proposals',
  tag,
  summary: 'Proposals of merges',
  description: 'Nodes that may be one and the same, with reasons, best first; or what was decided, newest first.',
  access: everyone,
  query: z.strictObject({
    state: proposalState.default('proposed'),
    entity_kind: nodeKind.optional(),
    entity_id: nodeId.optional(),
    ...page,
  }),
  answer: keysetEnvelope(mergeProposal),
})

export const proposeMerge = defineOperation({
  id: 'proposeMerge',
  method: 'POST',
  path: '/v1/network/proposals',
  retry: 'key',
  tag,
  summary: 'Propose a merge',
  description:
    'Proposes that two nodes are one; it takes effect when accepted. The same two again answer the existing proposal.',
  access: writers,
  status: 201,
  body: z.strictObject({
    a: z.strictObject({ kind: nodeKind, id: nodeId }),
    b: z.strictObject({ kind: nodeKind, id: nodeId }),
    notes: rationale,
  }),
  answer: envelope(mergeProposal),
  refusals: ['not_found', 'unknown_reference'],
})

export const settleProposal = defineOperation({
  id: 'settleProposal',
  method: 'PUT',
  path: '/v1/network/proposals/{uid}/verdict',
  tag,
  summary: 'Accept, refuse or undo a merge',
  description:
    'Accepted: the two act as one node everywhere. Refused: it is not proposed again. Undone: as it was before the verdict. The verdict and its reason are sealed.',
  access: writers,
  params: z.strictObject({ uid }),
  body: z.strictObject({ verdict: z.enum(['accept', 'refuse', 'undo']), notes: rationale }),
  answer: envelope(z.object({ proposal: mergeProposal, entry_id: entryId })),
  refusals: ['not_found', 'already_done', 'transition_forbidden'],
})
