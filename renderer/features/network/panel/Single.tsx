import { useTranslation } from 'react-i18next'
import { isRefusal } from '../../../data/errors.ts'
import { useNode } from '../../../data/queries/network.ts'
import { score } from '../../../ui/charts/format.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { RiskMark } from '../../../ui/RiskMark.tsx'
import { KindMark } from '../KindMark.tsx'
import { levelOf } from '../model/drawn.ts'
import { entityOfKey, keyOf } from '../model/kinds.ts'
import type { Shown, ShownNode } from '../model/view.ts'
import type { NetworkWords } from '../useWords.ts'
import { Known } from './Known.tsx'
import { NodeActions } from './NodeActions.tsx'
import type { PanelProps } from './NodeActions.tsx'
import { NodeRow, rowsMost } from './NodeRow.tsx'
import classes from './panel.module.css'

const Ties = ({
  node,
  shown,
  words,
}: {
  readonly node: ShownNode
  readonly shown: Shown
  readonly words: NetworkWords
}) => {
  const { t } = useTranslation()
  const links = shown.links
    .filter(({ from, to }) => (from === node.key) !== (to === node.key))
    .sort((one, other) => (other.amount ?? 0) - (one.amount ?? 0) || other.count - one.count)
  return (
    <section className={classes.section}>
      <h3>{t('network.tiesHere', { count: links.length, text: words.number(links.length) })}</h3>
      {links.length === 0 ? (
        <p className={classes.nothing}>{t('network.noTies')}</p>
      ) : (
        <ul className={classes.list}>
          {links.slice(0, rowsMost).map((link) => {
            const other = shown.nodes.get(link.from === node.key ? link.to : link.from)
            const arrow = link.kind === 'transfer' ? (link.from === node.key ? '→ ' : '← ') : ''
            return other === undefined ? null : (
              <NodeRow
                key={link.key}
                node={other}
                words={words}
                end={link.amount === null ? t(`network.link.${link.kind}`) : `${arrow}${words.amount(link)}`}
              />
            )
          })}
        </ul>
      )}
      {links.length > rowsMost ? (
        <p className={classes.nothing}>{t('network.moreInTable', { text: words.number(links.length - rowsMost) })}</p>
      ) : null}
    </section>
  )
}

/** The selected node, with why it is risky and what it is connected to. */
export const Single = ({ node, shown, words, actions, onMerge }: PanelProps & { readonly node: ShownNode }) => {
  const { t, i18n } = useTranslation()
  const entity = entityOfKey(node.key)
  const page = useNode(entity)
  const isHere = page.data !== undefined && keyOf(page.data.risk.entity) === node.key
  return (
    <>
      <span className={classes.kind}>
        <KindMark kind={node.kind} /> {words.kind(node)}
        {node.label === entity?.id ? null : <bdi className="fs-mono">{entity?.id}</bdi>}
      </span>
      <h2 className={classes.title}>
        <bdi>{node.label}</bdi>
      </h2>
      <span className={classes.marks}>
        <RiskMark level={isHere ? page.data.risk.risk_level : levelOf(node.risk)} />
        <span className={classes.score}>{score(isHere ? page.data.risk.score : node.risk, i18n.language)}</span>
        {node.knownBad ? <span className={classes.bad}>{t('network.mark.bad')}</span> : null}
        <span className="fs-muted">{t('network.degree', { count: node.degree })}</span>
      </span>
      <NodeActions node={node} actions={actions} onMerge={onMerge} />
      {isHere ? (
        <Known page={page.data} actions={actions} />
      ) : page.error === null ? (
        <LoadingRows rows={4} height={28} />
      ) : isRefusal(page.error, 'not_found') ? (
        <p className={classes.nothing}>{t('network.gone')}</p>
      ) : (
        <ErrorState error={page.error} onRetry={() => void page.refetch()} compact />
      )}
      <Ties node={node} shown={shown} words={words} />
    </>
  )
}
