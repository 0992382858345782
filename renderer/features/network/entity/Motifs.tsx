import { useTranslation } from 'react-i18next'
import type { NodePage } from '../../../../shared/schema/network.ts'
import { entityHref } from '../../../state/route.ts'
import { money } from '../../../ui/charts/format.ts'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { keyOf } from '../model/kinds.ts'
import classes from './entity.module.css'
import { Table } from './Table.tsx'

/** Names that one line of the table holds. */
const namesMost = 6

/** The patterns of transfers that the entity is part of, newest first. */
export const Motifs = ({ page }: { readonly page: NodePage }) => {
  const { t, i18n } = useTranslation()
  return (
    <Table
      title={t('entityPage.motifs')}
      heads={[
        { text: t('entityPage.motif') },
        { text: t('entityPage.amount'), end: true },
        { text: t('entityPage.when') },
        { text: t('entityPage.who') },
      ]}
      empty={page.motifs.length === 0 ? t('entityPage.noMotifs') : null}
    >
      {page.motifs.map((motif, place) => (
        <tr key={place}>
          <td>{t(`network.motif.${motif.kind}`)}</td>
          <td className={classes.end}>{money(motif.amount, null, i18n.language)}</td>
          <td>
            <Timestamp at={motif.to_at} />
          </td>
          <td className={classes.wide}>
            {motif.nodes.slice(0, namesMost).map((one, at) => (
              <span key={`${at} ${keyOf(one)}`}>
                {at === 0 ? '' : motif.kind === 'cycle' || motif.kind === 'pass_through' ? ' → ' : ', '}
                <a href={entityHref(one)}>
                  <bdi>{one.id}</bdi>
                </a>
              </span>
            ))}
            {motif.nodes.length > namesMost ? ' …' : null}
          </td>
        </tr>
      ))}
    </Table>
  )
}
