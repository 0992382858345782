import { useTranslation } from 'react-i18next'
import type { AnswerOf } from '../../../../shared/api/operation.ts'
import type { listNeighbours } from '../../../../shared/api/network.ts'
import type { EntityRef, NetworkLink, NodeKind } from '../../../../shared/schema/network.ts'
import { useNeighbours } from '../../../data/queries/network.ts'
import { entityHref } from '../../../state/route.ts'
import { money, score } from '../../../ui/charts/format.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { RiskMark } from '../../../ui/RiskMark.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { KindMark } from '../KindMark.tsx'
import { keyOf } from '../model/kinds.ts'
import classes from './entity.module.css'
import { Table } from './Table.tsx'

type Neighbour = AnswerOf<typeof listNeighbours>['data'][number]

/** What people share without paying each other. */
const shareable: ReadonlySet<NodeKind> = new Set(['device', 'ip', 'phone', 'email', 'address', 'card', 'terminal'])

const newest = (links: readonly NetworkLink[]): string | null =>
  links.reduce<string | null>(
    (last, { last_at }) => (last_at !== null && (last === null || last_at > last) ? last_at : last),
    null,
  )

const Row = ({ node, links, of }: Neighbour & { readonly of: EntityRef }) => {
  const { t, i18n } = useTranslation()
  const last = newest(links)
  const words = links.map((link) => {
    const arrow = link.kind === 'transfer' ? (keyOf(link.from) === keyOf(of) ? '→ ' : '← ') : ''
    return `${arrow}${t(`network.link.${link.kind}`)}${link.amount === null ? '' : ` ${money(link.amount, link.currency, i18n.language)}`}`
  })
  return (
    <tr>
      <td>
        <span className={classes.kindCell}>
          <KindMark kind={node.kind} /> {t(`network.kind.${node.kind}`)}
        </span>
      </td>
      <td className={classes.name} dir="auto">
        <a href={entityHref(node)} title={node.id}>
          {node.label}
        </a>
      </td>
      <td>
        <RiskMark level={node.risk_level} />
      </td>
      <td className={classes.end}>{score(node.risk, i18n.language)}</td>
      <td className={classes.end}>{node.degree.toLocaleString(i18n.language)}</td>
      <td className={classes.wide}>{words.join('; ')}</td>
      <td>{last === null ? '–' : <Timestamp at={last} />}</td>
    </tr>
  )
}

/** Whom the entity is tied to, riskiest first; before that, what it shares with others. */
export const EntityNeighbours = ({ entity }: { readonly entity: EntityRef }) => {
  const { t, i18n } = useTranslation()
  const found = useNeighbours(entity)
  if (found.data === undefined)
    return found.error === null ? (
      <LoadingRows rows={5} height={30} />
    ) : (
      <ErrorState error={found.error} onRetry={() => void found.refetch()} compact />
    )
  const shared = found.data.data.filter(({ node }) => shareable.has(node.kind) && node.degree > 1)
  const heads = [
    { text: t('network.column.kind') },
    { text: t('network.column.name') },
    { text: t('network.column.level') },
    { text: t('network.column.score'), end: true },
    { text: t('network.column.linked'), end: true },
    { text: t('network.column.link') },
    { text: t('network.column.last') },
  ]
  const rows = (list: readonly Neighbour[]) => list.map((one) => <Row key={keyOf(one.node)} {...one} of={entity} />)
  return (
    <>
      {shared.length === 0 ? null : (
        <Table title={t('entityPage.shared')} hint={t('entityPage.sharedHint')} heads={heads} empty={null}>
          {rows(shared)}
        </Table>
      )}
      <Table
        title={t('entityPage.neighbours')}
        {...(found.data.next === null
          ? {}
          : { hint: t('entityPage.neighboursFirst', { text: found.data.data.length.toLocaleString(i18n.language) }) })}
        heads={heads}
        empty={found.data.data.length === 0 ? t('entityPage.noNeighbours') : null}
      >
        {rows(found.data.data)}
      </Table>
    </>
  )
}
