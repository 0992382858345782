import { gravestFirst } from '../../domain/network/known-bad.ts'
import * as api from '../../../shared/api/network.ts'
import * as byKey from '../../../shared/api/v4-network.ts'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { AnswerOf } from '../../../shared/api/operation.ts'
import type { RiskLevel } from '../../../shared/schema/activity.ts'
import type { EntityRef, MergeProposal, NodeRisk } from '../../../shared/schema/network.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { AlertStore } from '../../storage/alerts/alert-store.ts'
import type { MergeStore } from '../../storage/network/merge-store.ts'
import type { NetworkStore } from '../../storage/network/network-store.ts'
import { answer, enveloped } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Route } from '../http/call.ts'
import type { NetworkModel } from '../../domain/network/model.ts'
import type { NetworkService } from '../network/network-service.ts'
import { motifWay, nodePageOf } from '../network/node-page.ts'
import { pointViews } from '../network/point-views.ts'
import { neighboursOf, nodeOf, partOf, pathOf, searchNodes } from '../network/queries.ts'
import { ranked } from '../network/ranking.ts'
import { networkViews } from '../network/views.ts'
import { walked } from './alerts.ts'

/** What the operations on the network work with. */
export interface NetworkRouteParts {
  readonly network: NetworkService
  readonly store: NetworkStore
  readonly merges: MergeStore
  readonly alerts: Pick<AlertStore, 'list'>
  readonly levelOf: (score: number) => RiskLevel
  readonly nowMs: () => number
}

const proposalsShown = 50

/** The network as it is now, and how risky its nodes are. */
const networkReading = ({ network, store, levelOf }: Pick<NetworkRouteParts, 'network' | 'store' | 'levelOf'>) => {
  const open = async () => {
    const model = await network.model()
    return { model, views: networkViews(model, levelOf) }
  }
  const riskOf = async (ref: EntityRef): Promise<Result<NodeRisk, Refusal>> => {
    const { model, views } = await open()
    const node = nodeOf(model, ref)
    if (!node.ok) return node
    return ok(
      views.risk(
        node.value,
        gravestFirst(network.because().filter(({ entity }) => model.find(entity) === node.value)),
        () => motifWay(model, store, node.value),
      ),
    )
  }
  const riskiest = async (size: number, allows: (model: NetworkModel, node: number) => boolean) => {
    const { model, views } = await open()
    const best = await ranked(model, {
      count: size,
      allows: (node) => allows(model, node),
      weight: (node) => model.scoreOf(node),
    })
    return best.map((node) => views.node(node))
  }
  return { open, riskOf, riskiest }
}
type NetworkReading = ReturnType<typeof networkReading>

/** What people decide about merges. */
const mergeRoutes = ({ network, merges }: Pick<NetworkRouteParts, 'network' | 'merges'>): readonly Route[] => [
  route(api.listProposals, async ({ query: { entity_kind: kind, entity_id: id, ...query } }) => {
    if ((kind === undefined) !== (id === undefined))
      return fail(
        refusal('invalid_request', 'query.entity_id and entity_kind must be given together.', [
          { path: 'query.entity_id', message: 'must be given with entity_kind' },
        ]),
      )
    if (kind === undefined || id === undefined) return walked(merges.list(query))
    const model = await network.model()
    const node = nodeOf(model, { kind, id })
    return walked(merges.list({ ...query, of: node.ok ? model.membersOf(node.value) : [{ kind, id }] }))
  }),
  route(api.proposeMerge, async ({ body, caller }) => {
    const model = await network.model()
    const [a, b] = [nodeOf(model, body.a), nodeOf(model, body.b)]
    if (!a.ok) return a
    if (!b.ok) return b
    if (a.value === b.value)
      return fail(
        refusal('unknown_reference', 'The two nodes are merged already.', [
          { path: 'body.b', message: 'is one node with body.a already' },
        ]),
      )
    return enveloped(await merges.propose([model.refOf(a.value), model.refOf(b.value)], body.notes, caller))
  }),
  route(api.settleProposal, async ({ params, body, caller }) => {
    const before = merges.read(params.uid)
    const settled = await merges.settle(params.uid, body.verdict, body.notes, caller)
    if (!settled.ok) return settled
    if (body.verdict === 'accept' || (before.ok && before.value.state === 'accepted')) await network.reload()
    return enveloped(settled)
  }),
]

/** The risk of nodes, of /v4. */
const keyRoutes = (
  { network, nowMs }: Pick<NetworkRouteParts, 'network' | 'nowMs'>,
  { open, riskOf, riskiest }: NetworkReading,
): readonly Route[] => {
  const said = (status: string) => ({ status, timestamp: toTimestamp(nowMs()) })
  const oneNode = async (
    ref: EntityRef,
    status: string,
  ): Promise<Result<AnswerOf<typeof byKey.nodeRiskByKey>['data'], Refusal>> => {
    const risk = await riskOf(ref)
    if (!risk.ok) return risk
    const { model, views } = await open()
    const node = nodeOf(model, ref)
    return node.ok
      ? ok({ ...said(status), graph: network.state(), node: views.node(node.value), risk: risk.value })
      : node
  }
  return [
    route(byKey.nodeRiskByKey, async ({ query: { entity_kind: kind, entity_id: id, size } }) => {
      if (kind !== undefined && id !== undefined) return enveloped(await oneNode({ kind, id }, 'assessed'))
      const nodes = await riskiest(size, (model, node) => model.certaintyOf(node) !== 'confirmed')
      const graph = network.state()
      return answer({ ...said(graph.state), graph, riskiest: nodes })
    }),
    route(byKey.calculateNodeRisk, async ({ body: { entity_kind: kind, entity_id: id } }) => {
      const done = kind === undefined ? await network.rebuild() : await network.catchUp()
      if (!done.ok) return done
      if (kind !== undefined && id !== undefined) return enveloped(await oneNode({ kind, id }, 'calculated'))
      return answer({ ...said('building'), graph: network.state() })
    }),
  ]
}

/** The operations on the network, of /v1 and /v4. */
export const networkRoutes = (parts: NetworkRouteParts): readonly Route[] => {
  const { network, store, merges, alerts, levelOf } = parts
  const reading = networkReading(parts)
  const { open, riskOf, riskiest } = reading
  const proposalsOf = (members: readonly EntityRef[]): MergeProposal[] =>
    (['proposed', 'accepted', 'refused'] as const).flatMap((state) => {
      const page = merges.list({ state, of: members, size: proposalsShown })
      return page.ok ? page.value.data : []
    })
  return [
    route(api.readNetworkState, async () => {
      await network.model()
      return answer(network.state())
    }),
    route(api.rebuildNetwork, async () => {
      const rebuilt = await network.rebuild()
      return rebuilt.ok ? answer(network.state()) : rebuilt
    }),
    route(api.riskiestNodes, async ({ query }) =>
      answer(
        await riskiest(
          query.size,
          (model, node) =>
            (query.node_kind === undefined || model.refOf(node).kind === query.node_kind) &&
            (query.known_bad === 'with' || model.certaintyOf(node) !== 'confirmed'),
        ),
      ),
    ),
    route(api.listCommonPoints, async ({ query }) => {
      const { model } = await open()
      return answer(pointViews(model, network, query.node_kind, query.size))
    }),
    route(api.searchNetwork, async ({ query }) => {
      const { model, views } = await open()
      return answer((await searchNodes(model, query)).map((node) => views.node(node)))
    }),
    route(api.readNode, async ({ query }) => {
      const { model, views } = await open()
      const node = nodeOf(model, { kind: query.entity_kind, id: query.entity_id })
      return node.ok
        ? answer(
            nodePageOf({ model, views, store, alerts, because: network.because(), proposalsOf, levelOf }, node.value),
          )
        : node
    }),
    route(api.readNodeRisk, async ({ query }) =>
      enveloped(await riskOf({ kind: query.entity_kind, id: query.entity_id })),
    ),
    route(api.listNeighbours, async ({ query }) => {
      const { model, views } = await open()
      return walked(neighboursOf(model, views, query))
    }),
    route(api.findPath, async ({ query }) => {
      const { model, views } = await open()
      const found = pathOf(model, query)
      return found.ok
        ? answer({
            path: found.value.nodes === null ? null : views.path(found.value.nodes),
            complete: found.value.complete,
          })
        : found
    }),
    route(api.readGraph, async ({ body }) => {
      const { model, views } = await open()
      const part = await partOf(model, body)
      return part.ok ? answer(views.graph(part.value)) : part
    }),
    ...mergeRoutes(parts),
    ...keyRoutes(parts, reading),
  ]
}
