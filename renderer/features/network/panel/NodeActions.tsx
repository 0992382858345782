import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { entityHref } from '../../../state/route.ts'
import { Keys } from '../../../ui/Keys.tsx'
import { entityOfKey } from '../model/kinds.ts'
import type { Shown, ShownNode } from '../model/view.ts'
import { togglePin, useNetwork } from '../state.ts'
import type { NetworkActions } from '../useActions.ts'
import type { NetworkWords } from '../useWords.ts'
import classes from './panel.module.css'

/** What the parts of the panel stand on. */
export type PanelProps = {
  readonly shown: Shown
  readonly words: NetworkWords
  readonly actions: NetworkActions
  /** Null: whoever looks may not write. */
  readonly onMerge: ((node: ShownNode) => void) | null
}

/** Takes a node or a group out of the picture. */
export const HideButton = ({ node, actions }: Pick<PanelProps, 'actions'> & { readonly node: ShownNode }) => {
  const { t } = useTranslation()
  return (
    <Button size="compact-sm" variant="default" onClick={() => actions.drop(node)} rightSection={<Keys shortcut="h" />}>
      {t('network.command.hide')}
    </Button>
  )
}

/** Shows what a node or a group is connected to, or made of. */
export const ExpandButton = ({
  node,
  actions,
  text,
  disabled = false,
}: Pick<PanelProps, 'actions'> & { readonly node: ShownNode; readonly text: string; readonly disabled?: boolean }) => (
  <Button
    size="compact-sm"
    disabled={disabled}
    onClick={() => actions.expand(node.key)}
    rightSection={<Keys shortcut="e" />}
  >
    {text}
  </Button>
)

/** What can be done with a node, each with its key. */
export const NodeActions = ({
  node,
  actions,
  onMerge,
}: Pick<PanelProps, 'actions' | 'onMerge'> & { readonly node: ShownNode }) => {
  const { t } = useTranslation()
  const entity = entityOfKey(node.key)
  const { pinned, expanded, pathFrom, net } = useNetwork()
  const known = new Set(
    [...net.links.values()].flatMap(({ from, to }) => (from === node.key ? [to] : to === node.key ? [from] : [])),
  )
  const isWhole = expanded.has(node.key) && known.size >= node.degree
  return (
    <div className={classes.actions} role="group" aria-label={t('network.actions')}>
      <ExpandButton
        node={node}
        actions={actions}
        disabled={isWhole}
        text={t(
          isWhole
            ? 'network.command.expanded'
            : expanded.has(node.key)
              ? 'network.command.expandMore'
              : 'network.command.expand',
        )}
      />
      <Button
        size="compact-sm"
        variant="default"
        aria-pressed={pinned.has(node.key)}
        onClick={() => togglePin(node.key)}
        rightSection={<Keys shortcut="p" />}
      >
        {t(pinned.has(node.key) ? 'network.command.unpin' : 'network.command.pin')}
      </Button>
      <HideButton node={node} actions={actions} />
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => actions.seekPath(node.key)}
        rightSection={<Keys shortcut="w" />}
      >
        {t(
          pathFrom === null
            ? 'network.command.pathFrom'
            : pathFrom === node.key
              ? 'network.command.pathCancel'
              : 'network.command.pathTo',
        )}
      </Button>
      {entity === null ? null : (
        <Button
          size="compact-sm"
          variant="default"
          component="a"
          href={entityHref(entity)}
          rightSection={<Keys shortcut="i" />}
        >
          {t('network.command.page')}
        </Button>
      )}
      {entity === null || onMerge === null ? null : (
        <Button size="compact-sm" variant="default" onClick={() => onMerge(node)} rightSection={<Keys shortcut="m" />}>
          {t('network.command.merge')}
        </Button>
      )}
    </div>
  )
}
