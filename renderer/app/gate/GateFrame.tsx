import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SealMark } from '../../ui/SealMark.tsx'
import classes from './gate.module.css'

/** The page around everything that comes before the window proper. */
export const GateFrame = ({
  title,
  lead,
  wide = false,
  broad = false,
  children,
}: {
  readonly title: string
  readonly lead?: string
  readonly wide?: boolean
  /** For a page on which more stands than a form. */
  readonly broad?: boolean
  readonly children?: ReactNode
}) => {
  const { t } = useTranslation()
  return (
    <main className={classes.page}>
      <div className={broad ? classes.broad : wide ? classes.wide : classes.panel}>
        <div className={classes.brand}>
          <SealMark size={34} className={classes.seal} />
          <span className={classes.name}>{t('common.product')}</span>
        </div>
        <h1 className={classes.title}>{title}</h1>
        {lead === undefined ? null : <p className={classes.lead}>{lead}</p>}
        {children}
      </div>
    </main>
  )
}
