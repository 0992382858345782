import { useTranslation } from 'react-i18next'
import type { NodePage } from '../../../../shared/schema/network.ts'
import classes from './entity.module.css'
import { Table } from './Table.tsx'

/** How the entity is tied, by kind and source. */
export const LinksByKind = ({ page }: { readonly page: NodePage }) => {
  const { t, i18n } = useTranslation()
  const number = (value: number): string => value.toLocaleString(i18n.language)
  return (
    <Table
      title={t('entityPage.linksByKind')}
      heads={[
        { text: t('entityPage.linkKind') },
        { text: t('entityPage.source') },
        { text: t('entityPage.entities'), end: true },
        { text: t('entityPage.count'), end: true },
      ]}
      empty={page.links_by_kind.length === 0 ? t('entityPage.noNeighbours') : null}
    >
      {page.links_by_kind.map(({ kind, source, nodes, count }) => (
        <tr key={`${kind} ${source}`}>
          <td>{t(`network.link.${kind}`)}</td>
          <td>{t(`network.source.${source}`)}</td>
          <td className={classes.end}>{number(nodes)}</td>
          <td className={classes.end}>{number(count)}</td>
        </tr>
      ))}
    </Table>
  )
}
