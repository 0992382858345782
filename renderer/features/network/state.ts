import { create } from 'zustand'
import type { LinkKind, NodeKind } from '../../../shared/schema/network.ts'
import type { SeedPlace } from './layout/seed.ts'
import { emptyNet, merged, type Net } from './model/net.ts'
import { groupings, type Grouping, type Span } from './model/view.ts'

/** A way that is shown: the nodes in their order. */
export interface ShownPath {
  readonly nodes: readonly string[]
  /** What it explains, in a sentence. */
  readonly text: string
}

interface NetworkWork {
  readonly net: Net
  /** Nodes that were asked for by themselves: they stay whatever the filters say. */
  readonly centres: ReadonlySet<string>
  readonly expanded: ReadonlySet<string>
  readonly truncated: boolean
  readonly hidden: ReadonlySet<string>
  readonly hiddenKinds: ReadonlySet<NodeKind>
  readonly hiddenLinks: ReadonlySet<LinkKind>
  readonly pinned: ReadonlySet<string>
  readonly span: Span | null
  readonly grouping: Grouping
  readonly opened: ReadonlySet<string>
  readonly selected: string | null
  readonly path: ShownPath | null
  /** From where a way is being sought; null: none is. */
  readonly pathFrom: string | null
  /** Where nodes were when the picture was last left. */
  readonly places: ReadonlyMap<string, SeedPlace>
}

const nothing: NetworkWork = {
  net: emptyNet,
  centres: new Set(),
  expanded: new Set(),
  truncated: false,
  hidden: new Set(),
  hiddenKinds: new Set(),
  hiddenLinks: new Set(),
  pinned: new Set(),
  span: null,
  grouping: 'none',
  opened: new Set(),
  selected: null,
  path: null,
  pathFrom: null,
  places: new Map(),
}

/** What a person is at in the network: it outlives going to another screen and coming back, not a reload. */
export const useNetwork = create<NetworkWork>(() => nothing)

const { setState: set, getState: get } = useNetwork

const toggled = <T>(from: ReadonlySet<T>, one: T, on = !from.has(one)): ReadonlySet<T> => {
  const next = new Set(from)
  if (on) next.add(one)
  else next.delete(one)
  return next
}

/** Puts everything away. */
export const startAnew = (): void => set(nothing, true)

/** Takes in what was asked around a node, and selects it. */
export const takeIn = (more: Net, around: string | null, truncated: boolean): void =>
  set((work) => ({
    net: merged(work.net, more),
    truncated: work.truncated || truncated,
    ...(around === null
      ? {}
      : {
          centres: toggled(work.centres, around, true),
          expanded: toggled(work.expanded, around, true),
          hidden: toggled(work.hidden, around, false),
          selected: around,
        }),
  }))

/** Takes in links among nodes that are there. */
export const tieUp = (more: Net): void => set((work) => ({ net: merged(work.net, more) }))

export const select = (key: string | null): void => set({ selected: key })

export const togglePin = (key: string): void => set((work) => ({ pinned: toggled(work.pinned, key) }))
export const pin = (key: string): void => set((work) => ({ pinned: toggled(work.pinned, key, true) }))

/** Hides nodes; nothing is selected then. */
export const hide = (keys: readonly string[]): void =>
  set((work) => {
    const hidden = new Set([...work.hidden, ...keys])
    return {
      hidden,
      selected: null,
      path: work.path !== null && work.path.nodes.some((key) => hidden.has(key)) ? null : work.path,
    }
  })

export const showHidden = (): void => set({ hidden: new Set() })
export const toggleKind = (kind: NodeKind): void => set((work) => ({ hiddenKinds: toggled(work.hiddenKinds, kind) }))
export const toggleLink = (kind: LinkKind): void => set((work) => ({ hiddenLinks: toggled(work.hiddenLinks, kind) }))
export const lookAt = (span: Span | null): void => set({ span })
export const groupBy = (grouping: Grouping): void => set({ grouping, opened: new Set() })
export const nextGrouping = (): void =>
  groupBy(groupings[(groupings.indexOf(get().grouping) + 1) % groupings.length] ?? 'none')
export const openGroup = (key: string): void =>
  set((work) => ({ opened: toggled(work.opened, key, true), selected: null }))
export const seekPathFrom = (key: string | null): void => set({ pathFrom: key })

/** Shows a way, which keeps its nodes on the screen. */
export const showPath = (path: ShownPath | null): void =>
  set((work) => ({
    path,
    pathFrom: null,
    hidden: path === null ? work.hidden : new Set([...work.hidden].filter((key) => !path.nodes.includes(key))),
  }))

export const rememberPlaces = (places: ReadonlyMap<string, SeedPlace>): void => set({ places })
