import { z } from 'zod'
import { networkNode, networkState, nodeId, nodeKind, nodeRisk } from '../schema/network.ts'
import { integerText, timestamp } from '../schema/text.ts'
import { defineOperation, envelope } from './operation.ts'

const workspace = {
  workspace_id: z
    .string()
    .max(100)
    .optional()
    .describe('The workspace; also accepted in the query, the body, or the header X-Workspace-Id.'),
}
const entity = { entity_kind: nodeKind.optional(), entity_id: nodeId.optional() }
const paired = (given: { entity_kind?: unknown; entity_id?: unknown }): boolean =>
  (given.entity_kind === undefined) === (given.entity_id === undefined)
const unpaired = { error: 'give entity_kind and entity_id together', path: ['entity_id'] }

const answer = envelope(
  z.object({
    status: z.string().describe('What this answer is, for example `ready`.'),
    timestamp,
    graph: networkState.optional(),
    riskiest: z.array(networkNode).optional(),
    node: networkNode.optional(),
    risk: nodeRisk.optional(),
  }),
)

export const nodeRiskByKey = defineOperation({
  id: 'nodeRiskByKey',
  method: 'GET',
  path: '/v4/graph/node-risk',
  tag: 'Network',
  summary: 'Node risk',
  description:
    'With the workspace alone the state of the network, its age and the riskiest nodes; with `entity_kind` and `entity_id` the risk of that node with its parts and paths.',
  access: 'v4:read',
  query: z
    .strictObject({ ...workspace, ...entity, size: integerText({ min: 1, max: 200 }).default(20) })
    .refine(paired, unpaired),
  answer,
  refusals: ['not_found', 'workspace_mismatch'],
})

export const calculateNodeRisk = defineOperation({
  id: 'calculateNodeRisk',
  method: 'POST',
  path: '/v4/graph/node-risk',
  retry: 'again',
  tag: 'Network',
  summary: 'Calculate node risk',
  description:
    'With the workspace alone the network is rebuilt in the background (`status: building`); with `entity_kind` and `entity_id` waiting transactions are added and the risk of that node is calculated again.',
  access: 'v4:write',
  query: z.strictObject(workspace),
  body: z.strictObject({ ...workspace, ...entity }).refine(paired, unpaired),
  answer,
  refusals: ['not_found', 'workspace_mismatch'],
})
