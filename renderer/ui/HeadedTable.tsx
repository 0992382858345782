import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import figures from './figures.module.css'

/** The head of one column. */
export type Head = {
  readonly text: string
  /** Over figures, which stand at the end of the line. */ readonly end?: boolean
}

type Props = {
  readonly heads: readonly Head[]
  /** What the table is, where nothing around it says so. */
  readonly label?: string
  /** Buttons end each row: their head is only read out. */
  readonly actions?: boolean
  /** The look of the feature. */
  readonly className?: string
  /** The class of heads over figures in that look. */
  readonly endClass?: string
  /** The rows. */
  readonly children: ReactNode
}

/** A small table: a head over each column, and rows. */
export const HeadedTable = ({
  heads,
  label,
  actions = false,
  className = figures.table,
  endClass = figures.end,
  children,
}: Props) => {
  const { t } = useTranslation()
  return (
    <table className={className} aria-label={label}>
      <thead>
        <tr>
          {heads.map(({ text, end = false }) => (
            <th key={text} scope="col" className={end ? endClass : undefined}>
              {text}
            </th>
          ))}
          {actions ? (
            <th scope="col">
              <span className="fs-visually-hidden">{t('common.actions')}</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
