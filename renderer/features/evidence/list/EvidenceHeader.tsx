import { IconArrowDown, IconArrowUp, IconLink, IconMessage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { evidenceClasses } from './classes.ts'
import type { EvidenceColumn, SortedBy } from './columns.ts'

type Props = {
  readonly columns: readonly EvidenceColumn[]
  readonly sort: string
  readonly onSort: (by: SortedBy) => void
}

const orderOf = (sort: string, by: string): 'ascending' | 'descending' | 'none' =>
  sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : 'none'

/** The heads of the columns; those that can order the list are buttons. */
export const EvidenceHeader = ({ columns, sort, onSort }: Props) => {
  const { t } = useTranslation()
  return (
    <div role="row" aria-rowindex={1} className={evidenceClasses.headRow}>
      {columns.map(({ id, sort: by }) => {
        if (id === 'select')
          return (
            <div key={id} role="columnheader" className={evidenceClasses.cell} data-column="select">
              <span className="fs-visually-hidden">{t('evidence.column.select')}</span>
            </div>
          )
        if (by === null) {
          return (
            <div
              key={id}
              role="columnheader"
              className={evidenceClasses.cell}
              data-column={id}
              title={t(`evidence.column.${id}`)}
            >
              {id === 'about' ? (
                <>
                  <IconMessage size={13} aria-hidden /> <IconLink size={13} aria-hidden />{' '}
                  <span className="fs-visually-hidden">{t('evidence.column.about')}</span>
                </>
              ) : (
                t(`evidence.column.${id}`)
              )}
            </div>
          )
        }
        const order = orderOf(sort, by)
        return (
          <div key={id} role="columnheader" className={evidenceClasses.cell} data-column={id} aria-sort={order}>
            <button
              type="button"
              className={evidenceClasses.sort}
              data-on={order !== 'none' || undefined}
              onClick={() => onSort(by)}
            >
              {t(`evidence.column.${id}`)}
              {order === 'none' ? null : order === 'ascending' ? (
                <IconArrowUp size={12} aria-hidden />
              ) : (
                <IconArrowDown size={12} aria-hidden />
              )}
            </button>
          </div>
        )
      })}
    </div>
  )
}
