import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { money } from '../../ui/charts/format.ts'
import type { Net, NetLink, NetNode } from './model/net.ts'
import type { Shown, ShownNode } from './model/view.ts'

export interface NetworkWords {
  /** What a node is called: its name, or what a group holds. */
  readonly name: (node: ShownNode) => string
  readonly nameOfKey: (key: string) => string
  /** The kind of a node, or that it is a group. */
  readonly kind: (node: ShownNode) => string
  readonly amount: (link: Pick<NetLink, 'amount' | 'currency'>) => string
  readonly number: (value: number) => string
  /** What was left out, by why; empty where nothing was. */
  readonly left: (left: Shown['left']) => string
}

/** What nodes and links are called: the same in the picture, in the tables and in what is saved. */
export const useWords = (net: Net): NetworkWords => {
  const { t, i18n } = useTranslation()
  return useMemo(() => {
    const number = (value: number): string => value.toLocaleString(i18n.language)
    const name = (node: ShownNode): string => {
      if (node.members === null) return node.label
      const count = node.members.length
      if (node.groupedBy === 'community')
        return t('network.group.community', { count, text: number(count), label: node.label })
      return node.kind === null
        ? t('network.group.mixed', { count, text: number(count) })
        : t('network.group.kind', { count, text: number(count), kinds: t(`network.kinds.${node.kind}`) })
    }
    const single = (node: NetNode): string => node.label
    return {
      name,
      nameOfKey: (key) => {
        const node = net.nodes.get(key)
        return node === undefined ? key.slice(key.indexOf(':') + 1) : single(node)
      },
      kind: (node) =>
        node.members === null && node.kind !== null ? t(`network.kind.${node.kind}`) : t('network.group.word'),
      amount: ({ amount, currency }) => (amount === null ? '' : money(amount, currency, i18n.language)),
      number,
      left: ({ hidden, kind, time }) =>
        (
          [
            ['hidden', hidden],
            ['kind', kind],
            ['time', time],
          ] as const
        )
          .flatMap(([why, count]) => (count === 0 ? [] : [t(`network.left.${why}`, { text: number(count) })]))
          .join(', '),
    }
  }, [t, i18n.language, net])
}
