import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommands, type PaletteCommand } from '../../state/commands.ts'
import { navigate } from '../../state/route.ts'
import { useStable } from '../../ui/useStable.ts'
import { findFieldId } from './FindEntity.tsx'
import { byRisk } from './model/drawn.ts'
import { entityOfKey } from './model/kinds.ts'
import type { Shown, ShownNode } from './model/view.ts'
import { lookAt, nextGrouping, seekPathFrom, select, showHidden, showPath, togglePin, useNetwork } from './state.ts'
import type { NetworkActions } from './useActions.ts'

type Given = {
  readonly shown: Shown
  readonly actions: NetworkActions
  readonly writes: boolean
  readonly onSelect: (key: string) => void
  readonly onSave: () => void
  readonly onView: () => void
  readonly onFit: () => void
  readonly onRelayout: () => void
  readonly onPlay: () => void
  readonly onMerge: (node: ShownNode) => void
}

/**
 * What keys and the palette do on the screen of the network; they act on the selected node, in the picture and in the
 * tables alike.
 */
export const useNetworkCommands = (given: Given): void => {
  const { t } = useTranslation()
  const on = useStable((act: (node: ShownNode) => void): void => {
    const { selected } = useNetwork.getState()
    const node = selected === null ? undefined : given.shown.nodes.get(selected)
    if (node !== undefined) act(node)
  })
  const step = useStable((by: number): void => {
    const order = byRisk(given.shown)
    const at = order.findIndex(({ key }) => key === useNetwork.getState().selected)
    const next = order[at < 0 ? 0 : (at + by + order.length) % order.length]
    if (next !== undefined) given.onSelect(next.key)
  })
  const leave = useStable((): void => {
    const { path, pathFrom, span } = useNetwork.getState()
    if (pathFrom !== null) seekPathFrom(null)
    else if (path !== null) showPath(null)
    else if (useNetwork.getState().selected !== null) select(null)
    else if (span !== null) lookAt(null)
  })
  const run = useStable((what: 'save' | 'view' | 'fit' | 'relayout' | 'play'): void =>
    ({ save: given.onSave, view: given.onView, fit: given.onFit, relayout: given.onRelayout, play: given.onPlay })[
      what
    ](),
  )
  const { actions, writes, onMerge } = given
  const { expand, seekPath, drop } = actions
  const commands = useMemo((): readonly PaletteCommand[] => {
    const title = (name: string): string => t(`network.command.${name}` as 'network.command.expand')
    const own = (
      name: string,
      shortcut: string,
      act: () => void,
      section: PaletteCommand['section'] = 'selection',
    ): PaletteCommand => ({
      id: `network.${name}`,
      section,
      title: t('network.commandOf', { what: title(name) }),
      shortcut,
      run: act,
    })
    return [
      own('expand', 'e', () => on(({ key }) => expand(key))),
      own('pin', 'p', () => on(({ key, members }) => (members === null ? togglePin(key) : undefined))),
      own('hide', 'h', () => on(drop)),
      own('showHidden', 'shift+h', showHidden, 'view'),
      own('pathFrom', 'w', () => on(({ key }) => seekPath(key))),
      own('page', 'i', () =>
        on(({ key }) => {
          const entity = entityOfKey(key)
          if (entity !== null) navigate({ name: 'entity', ...entity })
        }),
      ),
      own('riskier', 'n', () => step(1)),
      own('lessRisky', 'shift+n', () => step(-1)),
      own('group', 'u', nextGrouping, 'view'),
      own('find', 'f', () => document.getElementById(findFieldId)?.focus(), 'view'),
      own('view', 'v', () => run('view'), 'view'),
      own('fit', '0', () => run('fit'), 'view'),
      own('relayout', 'l', () => run('relayout'), 'view'),
      own('play', 'space', () => run('play'), 'view'),
      own('leave', 'escape', leave),
      ...(writes
        ? [
            own('save', 's', () => run('save'), 'case'),
            own('merge', 'm', () => on((node) => (node.members === null ? onMerge(node) : undefined))),
          ]
        : []),
    ]
  }, [t, on, step, leave, run, expand, seekPath, drop, writes, onMerge])
  useCommands(commands)
}
