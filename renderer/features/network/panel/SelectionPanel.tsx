import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { score } from '../../../ui/charts/format.ts'
import { Keys } from '../../../ui/Keys.tsx'
import { RiskMark } from '../../../ui/RiskMark.tsx'
import { KindMark } from '../KindMark.tsx'
import { byRisk, levelOf } from '../model/drawn.ts'
import type { ShownNode } from '../model/view.ts'
import { showPath, useNetwork } from '../state.ts'
import { ExpandButton, HideButton } from './NodeActions.tsx'
import type { PanelProps } from './NodeActions.tsx'
import { NodeRow, rowsMost } from './NodeRow.tsx'
import classes from './panel.module.css'
import { Single } from './Single.tsx'

export const panelId = 'network-panel'

const Group = ({ node, words, actions }: Omit<PanelProps, 'shown' | 'onMerge'> & { readonly node: ShownNode }) => {
  const { t, i18n } = useTranslation()
  const net = useNetwork((work) => work.net)
  const members = (node.members ?? [])
    .flatMap((key) => net.nodes.get(key) ?? [])
    .sort((one, other) => other.risk - one.risk)
  return (
    <>
      <span className={classes.kind}>
        <KindMark kind={node.kind} group /> {words.kind(node)}
      </span>
      <h2 className={classes.title}>{words.name(node)}</h2>
      <span className={classes.marks}>
        <RiskMark level={levelOf(node.risk)} />
        <span className="fs-muted">{t('network.group.highest', { score: score(node.risk, i18n.language) })}</span>
      </span>
      <div className={classes.actions} role="group" aria-label={t('network.actions')}>
        <ExpandButton node={node} actions={actions} text={t('network.command.openGroup')} />
        <HideButton node={node} actions={actions} />
      </div>
      <section className={classes.section}>
        <h3>{t('network.group.members')}</h3>
        <ul className={classes.list}>
          {members.slice(0, rowsMost).map((one) => (
            <li key={one.key} className={classes.row}>
              <KindMark kind={one.kind} />
              <bdi className={classes.rowName} title={one.label}>
                {one.label}
              </bdi>
              <span className={classes.rowEnd}>{score(one.risk, i18n.language)}</span>
            </li>
          ))}
        </ul>
        {members.length > rowsMost ? (
          <p className={classes.nothing}>
            {t('network.group.more', { text: words.number(members.length - rowsMost) })}
          </p>
        ) : null}
      </section>
    </>
  )
}

const Overview = ({ shown, words }: Omit<PanelProps, 'actions' | 'onMerge'>) => {
  const { t, i18n } = useTranslation()
  const { net, truncated } = useNetwork()
  const left = words.left(shown.left)
  return (
    <>
      <h2 className={classes.title}>{t('network.overview')}</h2>
      <dl className={classes.facts}>
        <dt>{t('network.count.nodes')}</dt>
        <dd>{t('network.count.of', { shown: words.number(shown.nodes.size), all: words.number(net.nodes.size) })}</dd>
        <dt>{t('network.count.links')}</dt>
        <dd>{t('network.count.of', { shown: words.number(shown.links.length), all: words.number(net.links.size) })}</dd>
        {left === '' ? null : (
          <>
            <dt>{t('network.count.left')}</dt>
            <dd>{left}</dd>
          </>
        )}
      </dl>
      {truncated ? <p className={classes.nothing}>{t('network.truncated')}</p> : null}
      <section className={classes.section}>
        <h3>{t('network.riskiestHere')}</h3>
        <ul className={classes.list}>
          {byRisk(shown)
            .slice(0, 15)
            .map((node) => (
              <NodeRow key={node.key} node={node} words={words} end={score(node.risk, i18n.language)} />
            ))}
        </ul>
      </section>
    </>
  )
}

/** Beside picture and tables: the selected node with why it is risky, or what there is in all. */
export const SelectionPanel = ({ shown, words, actions, onMerge }: PanelProps) => {
  const { t } = useTranslation()
  const { selected, path } = useNetwork()
  const node = selected === null ? undefined : shown.nodes.get(selected)
  return (
    <aside
      id={panelId}
      className={classes.panel}
      tabIndex={0}
      aria-label={t('network.panel')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        ;(document.getElementById('network-picture') ?? document.getElementById('network-nodes-grid'))?.focus()
      }}
    >
      {path === null ? null : <PathShown shown={shown} words={words} />}
      {node === undefined ? (
        <Overview shown={shown} words={words} />
      ) : node.members === null ? (
        <Single key={node.key} node={node} shown={shown} words={words} actions={actions} onMerge={onMerge} />
      ) : (
        <Group node={node} words={words} actions={actions} />
      )}
    </aside>
  )
}

const PathShown = ({ shown, words }: Omit<PanelProps, 'actions' | 'onMerge'>) => {
  const { t } = useTranslation()
  const path = useNetwork((work) => work.path)
  if (path === null) return null
  return (
    <section aria-label={t('network.path.title')}>
      <h2 className={classes.title} dir="auto">
        {path.text}
      </h2>
      <ol className={classes.list}>
        {path.nodes.map((key, place) => {
          const node = shown.nodes.get(key)
          return node === undefined ? null : (
            <NodeRow key={`${place} ${key}`} node={node} words={words} end={words.kind(node)} />
          )
        })}
      </ol>
      <div className={classes.actions}>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => showPath(null)}
          rightSection={<Keys shortcut="escape" />}
        >
          {t('network.path.leave')}
        </Button>
      </div>
      <div className={classes.section} />
    </section>
  )
}
