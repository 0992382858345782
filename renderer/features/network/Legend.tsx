import { useTranslation } from 'react-i18next'
import { linkKinds, nodeKinds, type LinkKind, type NodeKind } from '../../../shared/schema/network.ts'
import { KindMark } from './KindMark.tsx'
import type { Net } from './model/net.ts'
import classes from './network.module.css'
import { toggleKind, toggleLink, useNetwork } from './state.ts'
import type { NetworkWords } from './useWords.ts'

/** How many there are of each. */
export const countsBy = <K,>(values: Iterable<{ readonly kind: K }>): ReadonlyMap<K, number> => {
  const counts = new Map<K, number>()
  for (const { kind } of values) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}

const LinkMark = ({ kind }: { readonly kind: LinkKind }) => (
  <svg width="16" height="10" viewBox="0 0 16 10" aria-hidden>
    {kind === 'transfer' ? (
      <path d="M0 5H11M8 1.5L13 5L8 8.5Z" fill="currentColor" stroke="currentColor" strokeWidth="1.4" />
    ) : (
      <path d="M0 5H14" stroke="currentColor" strokeWidth="1" opacity="0.7" />
    )}
  </svg>
)

/** What forms and lines stand for; each is a switch that takes its kind off the screen. */
export const Legend = ({ net, words }: { readonly net: Net; readonly words: NetworkWords }) => {
  const { t } = useTranslation()
  const hiddenKinds = useNetwork((work) => work.hiddenKinds)
  const hiddenLinks = useNetwork((work) => work.hiddenLinks)
  const nodes = countsBy<NodeKind>(net.nodes.values())
  const links = countsBy<LinkKind>(net.links.values())
  return (
    <div className={classes.legend} role="group" aria-label={t('network.legend.label')}>
      {nodeKinds
        .filter((kind) => nodes.has(kind))
        .map((kind) => (
          <button
            key={kind}
            type="button"
            className={classes.legendItem}
            aria-pressed={!hiddenKinds.has(kind)}
            onClick={() => toggleKind(kind)}
            title={t('network.legend.toggle')}
          >
            <KindMark kind={kind} /> {t(`network.kinds.${kind}`)}{' '}
            <span className={classes.legendCount}>{words.number(nodes.get(kind) ?? 0)}</span>
          </button>
        ))}
      <span className={classes.legendItem} data-plain>
        <svg width="14" height="14" viewBox="0 0 24 24" aria-hidden>
          <circle cx="12" cy="12" r="5" fill="var(--fs-muted)" />
          <circle cx="12" cy="12" r="9.5" fill="none" stroke="var(--fs-danger)" strokeWidth="3" />
        </svg>
        {t('network.legend.ring')}
      </span>
      {linkKinds
        .filter((kind) => links.has(kind))
        .map((kind) => (
          <button
            key={kind}
            type="button"
            className={classes.legendItem}
            aria-pressed={!hiddenLinks.has(kind)}
            onClick={() => toggleLink(kind)}
            title={t('network.legend.toggle')}
          >
            <LinkMark kind={kind} /> {t(`network.link.${kind}`)}{' '}
            <span className={classes.legendCount}>{words.number(links.get(kind) ?? 0)}</span>
          </button>
        ))}
    </div>
  )
}
