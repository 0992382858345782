import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import type { EntityRef, NetworkPath } from '../../../shared/schema/network.ts'
import { fetchGraph, fetchPath } from '../../data/queries/network.ts'
import { useSending } from '../../data/useSending.ts'
import { describeError } from '../../ui/describeError.ts'
import { useStable } from '../../ui/useStable.ts'
import { entityOfKey, keyOf } from './model/kinds.ts'
import { emptyNet, entitiesOf, linkOf, netOf, type Net } from './model/net.ts'
import type { ShownNode } from './model/view.ts'
import { hide, openGroup, seekPathFrom, select, showPath, startAnew, takeIn, tieUp, useNetwork } from './state.ts'

/** How many neighbours the first expansion of a node brings; each further one brings four times as many. */
const firstLimit = 250
/** The most nodes that the window holds: what stays smooth, and what one request gives. */
export const nodesMax = 10_000
/** The most nodes among which links are asked for at once. */
const tiesMax = 1_000

const limitFor = (key: string): number => {
  const { expanded, net } = useNetwork.getState()
  const known = expanded.has(key)
    ? [...net.links.values()].filter(({ from, to }) => from === key || to === key).length
    : 0
  return Math.min(nodesMax, Math.max(firstLimit, known * 4))
}

/** Asks for the links among the nodes that are there: an expansion tells those of its own node alone. */
const tie = async (): Promise<void> => {
  const { net } = useNetwork.getState()
  if (net.nodes.size < 2 || net.nodes.size > tiesMax) return
  tieUp(netOf(await fetchGraph({ centres: entitiesOf(net), depth: 0, limit: tiesMax })))
}

const expandNode = async (entity: EntityRef): Promise<void> => {
  const key = keyOf(entity)
  const from = useNetwork.getState().selected
  const graph = await fetchGraph({ centres: [entity], depth: 1, limit: limitFor(key) })
  const { selected } = useNetwork.getState()
  takeIn(netOf(graph), key, graph.truncated)
  // Who has gone on to another one meanwhile stays there.
  if (selected !== from) select(selected)
  await tie()
}

/** The nodes of a way that are not there yet, with what is known of them. */
const bringIn = async (path: NetworkPath): Promise<void> => {
  const links: Net = { nodes: emptyNet.nodes, links: new Map(path.links.map(linkOf).map((link) => [link.key, link])) }
  const graph = await fetchGraph({ centres: path.nodes.slice(0, tiesMax), depth: 0, limit: tiesMax })
  takeIn(netOf(graph), null, false)
  tieUp(links)
}

/** What a person does with the network, with what went wrong told to him. */
export const useActions = () => {
  const { t } = useTranslation()
  const tell = (error: unknown): void =>
    void notifications.show({ color: 'red', message: describeError(error, t).what })
  const expansion = useSending({ mutationFn: expandNode })
  const riskiest = useSending({
    mutationFn: async (limit: number) => {
      const graph = await fetchGraph({ limit, depth: 1 })
      startAnew()
      takeIn(netOf(graph), null, graph.truncated)
    },
  })
  const way = useSending({
    mutationFn: async ({ from, to }: { readonly from: EntityRef; readonly to: EntityRef }) => {
      const found = await fetchPath(from, to)
      if (found.path !== null) await bringIn(found.path)
      return found
    },
    onError: tell,
  })
  const explained = useSending({
    mutationFn: ({ path }: { readonly path: NetworkPath; readonly text: string }) => bringIn(path),
    onSuccess: (_, { path, text }) => showPath({ nodes: path.nodes.map(keyOf), text }),
    onError: tell,
  })

  const expand = useStable((key: string): void => {
    const entity = entityOfKey(key)
    if (entity === null) {
      openGroup(key)
      return
    }
    if (useNetwork.getState().net.nodes.size >= nodesMax) {
      notifications.show({ color: 'yellow', message: t('network.full', { max: nodesMax }) })
      return
    }
    expansion.mutate(entity, {
      onError: (error) => (useNetwork.getState().net.nodes.size > 0 ? tell(error) : undefined),
    })
  })
  const seekPath = useStable((key: string): void => {
    const { pathFrom, net } = useNetwork.getState()
    const [from, to] = [pathFrom === null ? null : entityOfKey(pathFrom), entityOfKey(key)]
    if (to === null) return
    if (from === null || pathFrom === key) {
      seekPathFrom(pathFrom === key ? null : key)
      return
    }
    const name = (one: EntityRef): string => net.nodes.get(keyOf(one))?.label ?? one.id
    const names = { from: name(from), to: name(to) }
    way.mutate(
      { from, to },
      {
        onSuccess: ({ path, complete }) => {
          if (path === null) {
            seekPathFrom(null)
            notifications.show({ message: t(complete ? 'network.path.none' : 'network.path.unsure', names) })
          } else
            showPath({
              nodes: path.nodes.map(keyOf),
              text: t('network.path.between', { ...names, count: path.links.length }),
            })
        },
      },
    )
  })
  const drop = useStable((node: ShownNode): void => hide(node.members ?? [node.key]))
  return {
    expand,
    seekPath,
    drop,
    explain: (path: NetworkPath, text: string): void => explained.mutate({ path, text }),
    showRiskiest: (limit: number): void => riskiest.mutate(limit),
    isBusy: expansion.isPending || riskiest.isPending || way.isPending || explained.isPending,
    /** Why the first thing that was asked for did not come. */
    error: expansion.error ?? riskiest.error,
    retry: (): void => {
      if (expansion.variables !== undefined && expansion.isError) expansion.mutate(expansion.variables)
      else if (riskiest.variables !== undefined) riskiest.mutate(riskiest.variables)
    },
  }
}

export type NetworkActions = ReturnType<typeof useActions>
