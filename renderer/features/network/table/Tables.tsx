import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { score } from '../../../ui/charts/format.ts'
import { RiskMark } from '../../../ui/RiskMark.tsx'
import { formatDay, formatLocal, formatUtc } from '../../../ui/time.ts'
import { KindMark } from '../KindMark.tsx'
import { byRisk, levelOf } from '../model/drawn.ts'
import { nodeNeighbours, type Shown, type ShownLink, type ShownNode } from '../model/view.ts'
import { select, useNetwork } from '../state.ts'
import type { NetworkWords } from '../useWords.ts'
import { networkClasses } from './classes.ts'
import { LocalGrid, type LocalColumn } from './LocalGrid.tsx'

type Props = { readonly shown: Shown; readonly words: NetworkWords; readonly onOpen: (key: string) => void }

interface NodeRow extends ShownNode {
  readonly ties: number
  readonly firstMs: number | null
  readonly lastMs: number | null
}

const timesOf = (links: readonly ShownLink[]): ReadonlyMap<string, { firstMs: number; lastMs: number }> => {
  const times = new Map<string, { firstMs: number; lastMs: number }>()
  for (const { from, to, firstMs, lastMs } of links) {
    if (firstMs === null || lastMs === null) continue
    for (const key of [from, to]) {
      const known = times.get(key)
      times.set(
        key,
        known === undefined
          ? { firstMs, lastMs }
          : { firstMs: Math.min(known.firstMs, firstMs), lastMs: Math.max(known.lastMs, lastMs) },
      )
    }
  }
  return times
}

/** The day alone: the hint has the hour. */
const Day = ({ ms }: { readonly ms: number | null }) =>
  ms === null ? (
    <span className="fs-muted">–</span>
  ) : (
    <time dateTime={new Date(ms).toISOString()} title={`${formatLocal(ms, true)}\n${formatUtc(ms)}`}>
      {formatDay(ms)}
    </time>
  )

const useNodeColumns = (words: NetworkWords): readonly LocalColumn<NodeRow>[] => {
  const { t, i18n } = useTranslation()
  const pinned = useNetwork((work) => work.pinned)
  const expanded = useNetwork((work) => work.expanded)
  const path = useNetwork((work) => work.path)
  return useMemo(() => {
    const marks = (row: NodeRow): readonly string[] => [
      ...(row.knownBad ? [t('network.mark.bad')] : []),
      ...(pinned.has(row.key) ? [t('network.mark.pinned')] : []),
      ...(expanded.has(row.key) ? [t('network.mark.expanded')] : []),
      ...(path?.nodes.includes(row.key) === true
        ? [t('network.mark.path', { place: path.nodes.indexOf(row.key) + 1 })]
        : []),
    ]
    return [
      {
        id: 'kind',
        head: t('network.column.kind'),
        width: 128,
        by: (row) => words.kind(row),
        cell: (row) => (
          <span className={networkClasses.kind}>
            <KindMark kind={row.kind} group={row.members !== null} />
            {words.kind(row)}
          </span>
        ),
      },
      {
        id: 'name',
        head: t('network.column.name'),
        width: 150,
        grow: 1,
        by: (row) => words.name(row),
        cell: (row) => (
          <bdi className={networkClasses.name} title={words.name(row)}>
            {words.name(row)}
          </bdi>
        ),
      },
      {
        id: 'level',
        head: t('network.column.level'),
        width: 96,
        by: (row) => row.risk,
        cell: (row) => <RiskMark level={levelOf(row.risk)} />,
      },
      {
        id: 'score',
        head: t('network.column.score'),
        width: 64,
        by: (row) => row.risk,
        cell: (row) => score(row.risk, i18n.language),
      },
      {
        id: 'ties',
        head: t('network.column.linked'),
        width: 60,
        by: (row) => row.ties,
        cell: (row) => (
          <span title={t('network.column.linkedOf', { text: words.number(row.degree) })}>{words.number(row.ties)}</span>
        ),
      },
      {
        id: 'first',
        head: t('network.column.first'),
        width: 96,
        leaves: 1,
        by: (row) => row.firstMs ?? 0,
        cell: (row) => <Day ms={row.firstMs} />,
      },
      {
        id: 'last',
        head: t('network.column.last'),
        width: 96,
        leaves: 2,
        by: (row) => row.lastMs ?? 0,
        cell: (row) => <Day ms={row.lastMs} />,
      },
      {
        id: 'marks',
        head: t('network.column.marks'),
        width: 128,
        by: null,
        cell: (row) => <span className={networkClasses.marks}>{marks(row).join(', ')}</span>,
      },
    ]
  }, [t, i18n.language, words, pinned, expanded, path])
}

const useLinkColumns = (shown: Shown, words: NetworkWords): readonly LocalColumn<ShownLink>[] => {
  const { t } = useTranslation()
  return useMemo(() => {
    const name = (key: string): string => {
      const node = shown.nodes.get(key)
      return node === undefined ? key : words.name(node)
    }
    const end = (key: string) => (
      <bdi className={networkClasses.name} title={name(key)}>
        {name(key)}
      </bdi>
    )
    return [
      {
        id: 'from',
        head: t('network.column.from'),
        width: 130,
        grow: 1,
        by: (row) => name(row.from),
        cell: (row) => end(row.from),
      },
      {
        id: 'to',
        head: t('network.column.to'),
        width: 130,
        grow: 1,
        by: (row) => name(row.to),
        cell: (row) => end(row.to),
      },
      {
        id: 'link',
        head: t('network.column.link'),
        width: 128,
        by: (row) => t(`network.link.${row.kind}`),
        cell: (row) => t(`network.link.${row.kind}`),
      },
      {
        id: 'count',
        head: t('network.column.count'),
        width: 70,
        by: (row) => row.count,
        cell: (row) => words.number(row.count),
      },
      {
        id: 'amount',
        head: t('network.column.amount'),
        width: 140,
        by: (row) => row.amount ?? 0,
        cell: (row) => (row.amount === null ? <span className="fs-muted">–</span> : words.amount(row)),
      },
      {
        id: 'first',
        head: t('network.column.first'),
        width: 96,
        leaves: 1,
        by: (row) => row.firstMs ?? 0,
        cell: (row) => <Day ms={row.firstMs} />,
      },
      {
        id: 'last',
        head: t('network.column.last'),
        width: 96,
        leaves: 2,
        by: (row) => row.lastMs ?? 0,
        cell: (row) => <Day ms={row.lastMs} />,
      },
    ]
  }, [t, shown, words])
}

/** The same nodes and links as the picture, in words: riskiest first, and for the selected node its own links. */
export const Tables = ({ shown, words, onOpen }: Props) => {
  const { t } = useTranslation()
  const selected = useNetwork((work) => work.selected)
  const rows = useMemo(() => {
    const ties = nodeNeighbours(shown.links)
    const times = timesOf(shown.links)
    return byRisk(shown).map((node): NodeRow => ({
      ...node,
      ties: ties.get(node.key)?.size ?? 0,
      firstMs: times.get(node.key)?.firstMs ?? null,
      lastMs: times.get(node.key)?.lastMs ?? null,
    }))
  }, [shown])
  const node = selected === null ? undefined : shown.nodes.get(selected)
  const links = useMemo(
    () =>
      node === undefined ? shown.links : shown.links.filter(({ from, to }) => from === node.key || to === node.key),
    [shown, node],
  )
  const nodeColumns = useNodeColumns(words)
  const linkColumns = useLinkColumns(shown, words)
  const other = (link: ShownLink): string => (link.from === selected ? link.to : link.from)
  return (
    <div className={networkClasses.tables}>
      <h2>{t('network.table.nodes', { count: rows.length })}</h2>
      <LocalGrid
        name="network-nodes"
        label={t('network.table.nodesLabel')}
        rows={rows}
        idOf={(row) => row.key}
        columns={nodeColumns}
        active={selected}
        onActive={(row) => select(row.key)}
        onOpen={(row) => onOpen(row.key)}
        empty={<p className="fs-muted">{t('network.table.none')}</p>}
      />
      <h2>
        {node === undefined
          ? t('network.table.links', { count: links.length })
          : t('network.table.linksOf', { count: links.length, name: words.name(node) })}
      </h2>
      <LinkGrid key={selected ?? ''} rows={links} columns={linkColumns} onGo={(link) => select(other(link))} />
    </div>
  )
}

/** Links have a reader of their own; Enter goes to the other end. */
const LinkGrid = ({
  rows,
  columns,
  onGo,
}: {
  readonly rows: readonly ShownLink[]
  readonly columns: readonly LocalColumn<ShownLink>[]
  readonly onGo: (link: ShownLink) => void
}) => {
  const { t } = useTranslation()
  const [active, setActive] = useState<string | null>(null)
  return (
    <LocalGrid
      name="network-links"
      label={t('network.table.linksLabel')}
      rows={rows}
      idOf={(row) => row.key}
      columns={columns}
      active={active}
      onActive={(row) => setActive(row.key)}
      onOpen={onGo}
      empty={<p className="fs-muted">{t('network.table.noLinks')}</p>}
    />
  )
}
