import { useTranslation } from 'react-i18next'
import { nodeKinds, type NodeKind } from '../../../../shared/schema/network.ts'
import { utcDay } from '../../../../shared/text/days.ts'
import { utcMinute } from '../../../ui/time.ts'
import { useStable } from '../../../ui/useStable.ts'
import type { Shown } from '../model/view.ts'
import { useNetwork } from '../state.ts'
import type { NetworkWords } from '../useWords.ts'
import type { Caption } from './compose.ts'

/** The caption of what is seen now: when, of what, which filters, how many, and what was left out. */
export const useCaption = (shown: Shown, words: NetworkWords): ((atMs: number, by: string) => Caption) => {
  const { t, i18n } = useTranslation()
  return useStable((atMs, by) => {
    const { centres, span, grouping, hiddenKinds, hiddenLinks, net, truncated, path } = useNetwork.getState()
    const list = (items: readonly string[]): string => new Intl.ListFormat(i18n.language).format(items)
    const kinds = new Set(
      [...shown.nodes.values()].flatMap((node): NodeKind[] =>
        node.kind !== null ? [node.kind] : (node.members ?? []).flatMap((key) => net.nodes.get(key)?.kind ?? []),
      ),
    )
    const about = [...centres].slice(0, 6).map(words.nameOfKey)
    const left = words.left(shown.left)
    const filters = [
      span === null
        ? t('network.caption.allTime')
        : t('network.caption.time', { from: utcDay(span.fromMs), to: utcDay(span.toMs) }),
      ...(grouping === 'none' ? [] : [t('network.caption.grouped', { by: t(`network.grouping.${grouping}`) })]),
      ...(hiddenKinds.size === 0
        ? []
        : [t('network.caption.kinds', { kinds: list([...hiddenKinds].map((one) => t(`network.kinds.${one}`))) })]),
      ...(hiddenLinks.size === 0
        ? []
        : [t('network.caption.links', { kinds: list([...hiddenLinks].map((one) => t(`network.link.${one}`))) })]),
    ]
    return {
      title: about.length === 0 ? t('network.caption.riskiest') : t('network.caption.title', { names: list(about) }),
      lines: [
        t('network.caption.made', { at: `${utcMinute(atMs)} UTC`, by }),
        t('network.caption.counts', {
          nodes: t('counted.entities', { count: shown.nodes.size }),
          links: t('counted.links', { count: shown.links.length }),
          allNodes: words.number(net.nodes.size),
          allLinks: words.number(net.links.size),
        }),
        t('network.caption.filters', { filters: filters.join('; ') }),
        ...(left === '' ? [] : [t('network.caption.left', { left })]),
        ...(path === null ? [] : [path.text]),
        ...(truncated ? [t('network.truncated')] : []),
      ],
      kinds: nodeKinds.filter((one) => kinds.has(one)).map((one) => ({ kind: one, text: t(`network.kinds.${one}`) })),
      ring: t('network.legend.ring'),
    }
  })
}
