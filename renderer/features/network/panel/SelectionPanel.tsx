import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { NodePage } from '../../../../shared/schema/network.ts'
import { isRefusal } from '../../../data/errors.ts'
import { useNode } from '../../../data/queries/network.ts'
import { entityHref } from '../../../state/route.ts'
import { money, score } from '../../../ui/charts/format.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Keys } from '../../../ui/Keys.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { RiskMark } from '../../../ui/RiskMark.tsx'
import { KindMark } from '../KindMark.tsx'
import { byRisk, levelOf } from '../model/drawn.ts'
import { entityOf, keyOf } from '../model/kinds.ts'
import type { Shown, ShownNode } from '../model/view.ts'
import { select, showPath, togglePin, useNetwork } from '../state.ts'
import type { Actions } from '../useActions.ts'
import type { NetworkWords } from '../useWords.ts'
import { Because } from '../Because.tsx'
import classes from './panel.module.css'
import { RiskParts } from './RiskParts.tsx'

export const panelId = 'network-panel'

type Props = {
  readonly shown: Shown
  readonly words: NetworkWords
  readonly actions: Actions
  /** Null: whoever looks may not write. */ readonly onMerge: ((node: ShownNode) => void) | null
}

/** Longest lists of the panel; the tables hold the rest. */
const rowsMost = 40

const NodeRow = ({
  node,
  words,
  end,
}: {
  readonly node: ShownNode
  readonly words: NetworkWords
  readonly end: string
}) => (
  <li>
    <button type="button" className={classes.row} onClick={() => select(node.key)}>
      <KindMark kind={node.kind} group={node.members !== null} />
      <bdi className={classes.rowName} title={words.name(node)}>
        {words.name(node)}
      </bdi>
      <span className={classes.rowEnd}>{end}</span>
    </button>
  </li>
)

/** What is known of the selected entity beyond the picture. */
const Known = ({ page, actions }: { readonly page: NodePage; readonly actions: Actions }) => {
  const { t, i18n } = useTranslation()
  const { alerts } = page
  return (
    <>
      <Because because={page.because} classOf={() => classes.section} />
      <section className={classes.section}>
        <h3>{t('network.risk.title')}</h3>
        <RiskParts risk={page.risk} onShow={actions.explain} />
      </section>
      {page.motifs.length === 0 ? null : (
        <section className={classes.section}>
          <h3>{t('network.motifs')}</h3>
          <ul className={classes.list}>
            {page.motifs.slice(0, 8).map((motif, place) => (
              <li key={place}>
                <button
                  type="button"
                  className={classes.row}
                  onClick={() => actions.explain({ nodes: motif.nodes, links: [] }, t(`network.motif.${motif.kind}`))}
                >
                  <span />
                  <span className={classes.rowName}>{t(`network.motif.${motif.kind}`)}</span>
                  <span className={classes.rowEnd}>
                    {t('network.motifOf', {
                      count: motif.nodes.length,
                      amount: money(motif.amount, null, i18n.language),
                    })}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {page.money.length === 0 && alerts.open + alerts.confirmed === 0 && page.cases.length === 0 ? null : (
        <section className={classes.section}>
          <h3>{t('network.known')}</h3>
          <dl className={classes.facts}>
            {page.money.map((one) => (
              <Money key={one.currency ?? ''} one={one} />
            ))}
            {alerts.open + alerts.confirmed === 0 ? null : (
              <>
                <dt>{t('network.alerts')}</dt>
                <dd>{t('network.alertsOf', { open: alerts.open, confirmed: alerts.confirmed })}</dd>
              </>
            )}
            {page.cases.length === 0 ? null : (
              <>
                <dt>{t('network.cases')}</dt>
                <dd>
                  {page.cases.slice(0, 5).map((one) => (
                    <a key={one.id} className={classes.link} href={`#/cases/${one.id}`}>
                      {one.case_number}{' '}
                    </a>
                  ))}
                </dd>
              </>
            )}
          </dl>
        </section>
      )}
    </>
  )
}

const Money = ({ one }: { readonly one: NodePage['money'][number] }) => {
  const { t, i18n } = useTranslation()
  return (
    <>
      <dt>{t('network.sent')}</dt>
      <dd>{`${money(one.sent, one.currency, i18n.language)} (${one.sent_count.toLocaleString(i18n.language)})`}</dd>
      <dt>{t('network.received')}</dt>
      <dd>{`${money(one.received, one.currency, i18n.language)} (${one.received_count.toLocaleString(i18n.language)})`}</dd>
    </>
  )
}

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

/** Takes a node or a group out of the picture. */
const HideButton = ({ node, actions }: Pick<Props, 'actions'> & { readonly node: ShownNode }) => {
  const { t } = useTranslation()
  return (
    <Button size="compact-sm" variant="default" onClick={() => actions.drop(node)} rightSection={<Keys shortcut="h" />}>
      {t('network.command.hide')}
    </Button>
  )
}

/** Shows what a node or a group is connected to, or made of. */
const ExpandButton = ({
  node,
  actions,
  text,
  disabled = false,
}: Pick<Props, 'actions'> & { readonly node: ShownNode; readonly text: string; readonly disabled?: boolean }) => (
  <Button
    size="compact-sm"
    disabled={disabled}
    onClick={() => actions.expand(node.key)}
    rightSection={<Keys shortcut="e" />}
  >
    {text}
  </Button>
)

const NodeActions = ({ node, actions, onMerge }: Pick<Props, 'actions' | 'onMerge'> & { readonly node: ShownNode }) => {
  const { t } = useTranslation()
  const entity = entityOf(node.key)
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

const Single = ({ node, shown, words, actions, onMerge }: Props & { readonly node: ShownNode }) => {
  const { t, i18n } = useTranslation()
  const entity = entityOf(node.key)
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

const Group = ({ node, words, actions }: Omit<Props, 'shown' | 'onMerge'> & { readonly node: ShownNode }) => {
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

const Overview = ({ shown, words }: Omit<Props, 'actions' | 'onMerge'>) => {
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
export const SelectionPanel = ({ shown, words, actions, onMerge }: Props) => {
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

const PathShown = ({ shown, words }: Omit<Props, 'actions' | 'onMerge'>) => {
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
